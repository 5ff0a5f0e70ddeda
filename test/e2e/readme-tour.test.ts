import { expect } from "chai";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHECKOUT, startService, type ServiceProcess } from "../support/process.js";

const run = promisify(execFile);

/** What differs from one installation or run to the next. */
const VOLATILE = new Set([
  "recommendation_id", "expires_in", "id", "ingestion_id", "file_identifier", "created_at", "updated_at", "seconds", "lines_per_second",
]); // prettier-ignore

interface Step {
  readonly command: string;
  /** The JSON block right behind the command, where there is one. */
  readonly answer: string | undefined;
}

/** The fenced blocks of the README's tour: commands, each with the answer it shows. */
async function tour(): Promise<Step[]> {
  const readme = await readFile(join(CHECKOUT, "README.md"), "utf8");
  const section = /\n## A five-minute tour\n([\s\S]*?)\n## /.exec(readme)?.[1];
  if (section === undefined) throw new Error("the README has no tour");
  const blocks = [...section.matchAll(/```(sh|json)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
    language,
    text,
  }));
  return blocks.flatMap(({ language, text }, position) => {
    if (language !== "sh") return [];
    const next = blocks[position + 1];
    return [{ command: text ?? "", answer: next?.language === "json" ? next.text : undefined }];
  });
}

const masked = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => (VOLATILE.has(key) ? "…" : value)) as unknown;

describe("the README's tour", () => {
  let service: ServiceProcess;

  before(async function () {
    this.timeout(320_000);
    // A machine that is busy with other tests may be slow to look up taste; the tour is about what is answered then, too.
    service = await startService({ environment: { TASTE_BUDGET_MS: "5000" } });
  });

  after(async function () {
    this.timeout(30_000);
    await service.stop();
  });

  it("runs as written and answers as shown", async function () {
    this.timeout(60_000);
    const steps = await tour();
    expect(steps.length).to.be.greaterThan(5);
    const done: string[] = [];
    for (const { command, answer } of steps) {
      // Each step sees the variables and functions of those before it, whose output is thrown away.
      const script = `{ :\n${done.join("\n")}\n} >/dev/null\n${command}`;
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], {
        cwd: CHECKOUT,
        env: { ...process.env, DATA_DIR: service.dataDir },
      });
      if (answer === undefined) done.push(command);
      else expect(masked(stdout), command).to.deep.equal(masked(answer));
    }
  });
});
