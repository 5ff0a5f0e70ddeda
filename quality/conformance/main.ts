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

/** Maximum number of generated examples per operation. */
const EXAMPLES = { full: 100, short: 25 } as const;
/** Fixed seed of the short run, so that CI runs are reproducible. */
const SHORT_SEED = "1";

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const {
  only = [],
  short,
  seed = short ? SHORT_SEED : String(Math.floor(Math.random() * 1e9)),
} = new Command("schemathesis")
  .description(
    "Tests the running service against its OpenAPI document with schemathesis, on newly created storefronts.",
  )
  .option("--only <operationId...>", "API operations to test (default: all)")
  .option("--short", "run a short test, for continuous integration", false)
  .option("--seed <number>", `seed that reproduces the requests (default in a short run: ${SHORT_SEED})`)
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
  // Missing prerequisites fail local runs, but not CI runs.
  process.exitCode = process.env["CI"] === undefined ? 1 : 0;
}

/**
 * Runs schemathesis and returns its exit code, which is 0 if the service conforms to its OpenAPI document.
 * @param folder working directory
 */
function schemathesis(python: string, { demo, backOffice, known }: Storefronts, folder: string): Promise<number> {
  // Selects all paths explicitly: by default, schemathesis omits the operation that returns the OpenAPI document.
  // Skips the stateful phase for selected operations, because that phase needs links between operations.
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
      // Do not use a proxy, because all requests go to the local service.
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
