/**
 * A process that starts an engine on the data folder it is given, says where it is, and stays: what a test kills to see
 * what becomes of the engine. Run with tsx.
 */
import { startJvmEngine } from "../../local-engine/jvm-engine.js";

const [dataDir = ""] = process.argv.slice(2);
const { url, pid } = await startJvmEngine({
  dataDir,
  java: { openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"], javaHome: process.env["JAVA_HOME"] },
  onProgress: () => undefined,
});
console.log(JSON.stringify({ url, pid }));
