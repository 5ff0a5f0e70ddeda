import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { withFolder } from "../shared/service.js";
import { NotRunError, pythonWithSchemathesis } from "./python.js";
import { withStorefronts, type Storefronts } from "./storefronts.js";

interface Options {
  readonly only?: readonly string[];
  readonly short: boolean;
  readonly seed?: string;
}

/** Of each operation, in the phase that makes its own requests. */
const EXAMPLES = { full: 100, short: 25 } as const;
/** The short form is for build servers, which want the same answer to the same code. */
const SHORT_SEED = "1";

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const {
  only = [],
  short,
  seed = short ? SHORT_SEED : String(Math.floor(Math.random() * 1e9)),
} = new Command("schemathesis")
  .description("Holds the running service to its OpenAPI document, with schemathesis and storefronts of its own.")
  .option("--only <operationId...>", "operations to ask; all unless given")
  .option("--short", "the short form, as build servers have it", false)
  .option("--seed <number>", `makes the same requests again; in the short form ${SHORT_SEED} unless given`)
  .parse()
  .opts<Options>();

try {
  console.log(`Seed ${seed}.`);
  const python = await pythonWithSchemathesis();
  process.exitCode = await withStorefronts((storefronts) =>
    withFolder((folder) => schemathesis(python, storefronts, folder)),
  );
} catch (error) {
  if (!(error instanceof NotRunError)) throw error;
  console.log(`not run: ${error.message}`);
  // A build server without it has nothing to say about the service; somebody who asked for it should not miss it.
  process.exitCode = process.env["CI"] === undefined ? 1 : 0;
}

/** @param folder where it works. @returns its exit code: 0 when there is no difference */
function schemathesis(python: string, { demo, backOffice, known }: Storefronts, folder: string): Promise<number> {
  // Unless all are named, the operation that serves the document is left out; and single ones have no links to follow.
  const all = ["--include-path-regex", "^/"];
  const some = [...only.flatMap((one) => ["--include-operation-id", one]), "--phases", "examples,coverage,fuzzing"];
  const options = [
    ...["--seed", seed, "--max-examples", String(EXAMPLES[short ? "short" : "full"])],
    ...(only.length === 0 ? all : some),
  ];
  const command = ["-m", "schemathesis.cli", "--config-file", beside("schemathesis.toml"), "run"];
  const child = spawn(python, [...command, `${demo.base_url}/openapi.json`, ...options], {
    cwd: folder,
    env: {
      ...process.env,
      VITRINE_PUBLIC_KEY: demo.public_key,
      VITRINE_PRIVATE_KEY: demo.private_key,
      VITRINE_BACK_OFFICE_KEY: backOffice.private_key,
      VITRINE_KNOWN: JSON.stringify(known),
      ...(short ? { VITRINE_SHORT: "yes" } : {}),
      SCHEMATHESIS_HOOKS: "hooks",
      PYTHONPATH: beside("."),
      PYTHONDONTWRITEBYTECODE: "1",
      // Nobody else is asked for anything.
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const stop = () => child.kill("SIGTERM");
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve(code ?? 1));
  });
}
