/**
 * `node measure.mjs FILE` measures the processor time to embed the lines of a file, in batches of 64 like the service's
 * requests. The environment variables MODEL, MODELS and THREADS have the same meaning as in `main.mjs`.
 */
import { readFile } from "node:fs/promises";
import process from "node:process";
import { loadEncoder } from "./encode.mjs";

const AT_ONCE = 64;
const { MODEL = "all-minilm-l6-v2-q", MODELS = "models", THREADS = "1" } = process.env;

const texts = (await readFile(process.argv[2], "utf8")).split("\n").filter((line) => line !== "");
const encode = await loadEncoder(MODELS, MODEL, Number(THREADS));
await encode(texts.slice(0, AT_ONCE));
const before = process.cpuUsage();
for (let from = 0; from < texts.length; from += AT_ONCE) await encode(texts.slice(from, from + AT_ONCE));
const { user, system } = process.cpuUsage(before);
const characters = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
process.stdout.write(
  `${texts.length} texts of ${characters.toFixed(0)} characters: ${((user + system) / 1e6).toFixed(1)} s of a processor\n`,
);
