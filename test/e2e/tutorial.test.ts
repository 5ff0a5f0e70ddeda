import { expect } from "chai";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHECKOUT, startService, type ServiceProcess } from "../support/process.js";

const run = promisify(execFile);

/** Fields that differ from one run to the next. */
const VOLATILE = new Set(["recommendation_id", "expires_in"]);

interface Step {
  readonly command: string;
  /** The JSON block right behind the command, where there is one. */
  readonly response: string | undefined;
}

/** The fenced shell blocks of a page, each with the answer it shows. */
async function stepsOf(page: string): Promise<Step[]> {
  const text = await readFile(join(CHECKOUT, page), "utf8");
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text = ""]) => ({
    language,
    text,
  }));
  return blocks.flatMap(({ language, text }, position): Step[] => {
    if (language !== "sh") return [];
    const next = blocks[position + 1];
    return [{ command: text, response: next?.language === "json" ? next.text : undefined }];
  });
}

const masked = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => (VOLATILE.has(key) ? "…" : value)) as unknown;

/** Separates the outputs of the steps. */
const END = "\x1e";

describe("a tutorial", () => {
  let service: ServiceProcess;

  before(async function () {
    this.timeout(320_000);
    // A machine that is busy with other tests may be slow to look up taste; the tutorial shows what is answered with it.
    service = await startService({ environment: { TASTE_BUDGET_MS: "5000" } });
  });

  after(async function () {
    await service.stop();
  });

  for (const page of ["docs/tutorial.md", "docs/own-shop.md"]) {
    it(`in ${page} runs as written in one shell and answers as shown`, async function () {
      const steps = await stepsOf(page);
      expect(steps.length).to.be.greaterThan(3);
      const script = steps.map(({ command }) => `${command}\nprintf '${END}'\n`).join("");
      const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], {
        cwd: CHECKOUT,
        env: { ...process.env, DATA_DIR: service.dataDir },
      });
      const outputs = stdout.split(END);
      for (const [position, { command, response }] of steps.entries()) {
        if (response !== undefined) expect(masked(outputs[position] ?? ""), command).to.deep.equal(masked(response));
      }
    });
  }
});
