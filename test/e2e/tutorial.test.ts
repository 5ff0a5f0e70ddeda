import { expect } from "chai";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHECKOUT, startService, type ServiceProcess } from "../support/process.js";

const run = promisify(execFile);

/** Response properties that differ from run to run. */
const VOLATILE = new Set(["recommendation_id", "expires_in"]);

interface Step {
  readonly command: string;
  /** The JSON block directly after the command, if any. */
  readonly response: string | undefined;
}

/** The fenced shell blocks of a page, each with its documented response. */
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

/** Separator between the outputs of the steps. */
const END = "\x1e";

describe("a tutorial", () => {
  let service: ServiceProcess;

  before(async function () {
    this.timeout(320_000);
    // The documented responses are personalized, so the taste lookup needs enough time on a busy machine.
    service = await startService({ environment: { TASTE_BUDGET_MS: "5000" } });
  });

  after(async function () {
    await service.stop();
  });

  for (const page of ["docs/tutorial.md", "docs/own-shop.md"]) {
    it(`in ${page} runs as written in one shell and prints the documented responses`, async function () {
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
