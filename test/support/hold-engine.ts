/**
 * Starts an engine on the given data folder, prints its URL and process id, and keeps running. Tests kill this process to check that the
 * engine ends with it. Run with tsx.
 */
import { startJvmEngine } from "../../local-engine/jvm-engine.js";

const [dataDir = ""] = process.argv.slice(2);
const { url, pid } = await startJvmEngine({
  dataDir,
  java: { openSearchJavaHome: process.env["OPENSEARCH_JAVA_HOME"], javaHome: process.env["JAVA_HOME"] },
  onProgress: () => undefined,
});
console.log(JSON.stringify({ url, pid }));
