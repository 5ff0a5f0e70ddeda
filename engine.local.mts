import { startJvmEngine } from "./src/engine/local/jvm-engine.js";
import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("/tmp/eng-reco", { recursive: true });
const e = await startJvmEngine({ dataDir: "/tmp/eng-reco", heap: "1g", onProgress: () => undefined });
writeFileSync("/tmp/eng-reco/url", e.url); writeFileSync("/tmp/eng-reco/pids", `${process.pid} ${e.pid}`);
console.log(e.url);
process.on("SIGTERM", () => void e.close().then(() => process.exit(0)));
setInterval(() => undefined, 1e6);
