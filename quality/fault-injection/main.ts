import { Command, Option } from "commander";
import { startOwnEngine } from "../../test/support/shop-engine.js";
import type { Check } from "./scenario.js";
import { SCENARIOS } from "./scenarios.js";
import { createProgress } from "../shared/progress.js";
import { runScenario } from "./run.js";
import { table } from "./table.js";

interface Options {
  readonly only?: readonly string[];
  readonly short: boolean;
  readonly seconds?: number;
  readonly seed: string;
}

const names = SCENARIOS.map(({ name }) => name);
const { only, short, seconds, seed } = new Command("fault-injection")
  .description(
    "Injects faults into service processes and OpenSearch, and checks that the guarantees of the service hold.",
  )
  .addHelpText("after", `\nScenarios:\n${SCENARIOS.map(({ name, does }) => `  ${name}: ${does}`).join("\n")}`)
  .addOption(new Option("--only <scenario...>", "scenarios to run").choices(names).default(undefined, "all"))
  .option("--short", "run short versions of the scenarios", false)
  .addOption(
    new Option("--seconds <number>", "duration of each scenario in seconds, instead of its default duration").argParser(
      Number,
    ),
  )
  .option("--seed <text>", "random seed, to repeat an earlier run", String(Math.floor(Math.random() * 1e9)))
  .parse()
  .opts<Options>();

const chosen = SCENARIOS.filter(({ name, seconds: { short: shortly } }) =>
  only === undefined ? !short || shortly !== undefined : only.includes(name),
);
const progress = createProgress(process.stderr);
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    progress.line("Stopping …");
    stop.abort();
  });
}

progress.line(`Seed ${seed}.`);
const node = await startOwnEngine();
const rows: (readonly [attack: string, check: Check])[] = [];
try {
  for (const scenario of chosen) {
    if (stop.signal.aborted) break;
    const reported = progress.begin(scenario.name);
    const how = { node, seed, isShort: short, seconds, signal: stop.signal, report: reported.report };
    const checks = await runScenario(scenario, how);
    reported.end(checks.every(({ ok }) => ok));
    rows.push(...checks.map((check) => [scenario.name, check] as const));
  }
} finally {
  await node.close();
}
process.stdout.write(`\n${table(rows)}\nSeed ${seed}.\n`);
// Timed-out scenarios may still be waiting, so exit explicitly.
process.exit(rows.length > 0 && rows.every(([, { ok }]) => ok) ? 0 : 1);
