import { expect } from "chai";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { CHECKOUT, startService, type ServiceProcess } from "../support/process.js";

const run = promisify(execFile);

const TUTORIALS = ["docs/tutorial.md", "docs/own-shop.md"];
const GUIDES = "docs/developers";

/** Response properties whose values differ between test runs. */
const VOLATILE = new Set(["recommendation_id", "expires_in"]);

interface Step {
  readonly language: "sh" | "js";
  readonly code: string;
  /** The documented response: the JSON block directly after the code, if any. */
  readonly response: string | undefined;
}

/** Returns the fenced shell and JavaScript blocks of a documentation page, each with its documented response. */
async function stepsOf(page: string): Promise<Step[]> {
  const text = await readFile(join(CHECKOUT, page), "utf8");
  const blocks = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, code = ""]) => ({
    language,
    code,
  }));
  return blocks.flatMap(({ language, code }, position): Step[] => {
    if (language !== "sh" && language !== "js") return [];
    const next = blocks[position + 1];
    return [{ language, code, response: next?.language === "json" ? next.code : undefined }];
  });
}

const masked = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => (VOLATILE.has(key) ? "…" : value)) as unknown;

/** Separator between the outputs of successive shell steps. */
const END = "\x1e";

/** Runs all shell steps of a documentation page in one shell. @returns the output of each step */
async function runShell(steps: readonly Step[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const script = steps.map(({ code }) => `${code}\nprintf '${END}'\n`).join("");
  const options = { cwd: CHECKOUT, env: { ...process.env, ...env } };
  const { stdout } = await run("bash", ["-euo", "pipefail", "-c", script], options);
  return stdout.split(END);
}

function expectResponses(steps: readonly Step[], outputs: readonly string[]): void {
  for (const [position, { code, response }] of steps.entries()) {
    if (response !== undefined) expect(masked(outputs[position] ?? ""), code).to.deep.equal(masked(response));
  }
}

describe("examples in the documentation", () => {
  let service: ServiceProcess;
  let folder: string;

  before(async function () {
    this.timeout(320_000);
    // The documented responses are personalized, so the taste lookup needs enough time on a busy machine.
    service = await startService({ environment: { TASTE_BUDGET_MS: "5000", RECOMMENDATION_BUDGET_MS: "5000" } });
    folder = await mkdtemp(join(tmpdir(), "vitrine-docs-"));
  });

  after(async function () {
    await rm(folder, { recursive: true, force: true });
    await service.stop();
  });

  for (const page of TUTORIALS) {
    it(`the commands of the documentation page ${page} print the documented responses when run in one shell`, async () => {
      const steps = (await stepsOf(page)).filter(({ language }) => language === "sh");
      expect(steps.length).to.be.greaterThan(3);
      expectResponses(steps, await runShell(steps, { DATA_DIR: service.dataDir }));
    });
  }

  it("the examples of the developer guides print the documented responses", async () => {
    const { base_url, client_id, public_key, private_key } = service.demo;
    const env = { VITRINE_URL: base_url, CLIENT_ID: client_id, PUBLIC_KEY: public_key, PRIVATE_KEY: private_key };
    const client = { url: base_url, clientId: client_id, publicKey: public_key };
    const library = pathToFileURL(join(CHECKOUT, "packages/client/src/index.ts")).href;
    const prelude = `import { createClient } from ${JSON.stringify(library)};\nconst client = createClient(${JSON.stringify(client)});\n`;
    const pages = (await readdir(join(CHECKOUT, GUIDES))).filter((name) => name.endsWith(".md")).sort();
    expect(pages).to.not.deep.equal([]);
    for (const name of pages) {
      const steps = await stepsOf(join(GUIDES, name));
      const [shell, scripts] = ["sh", "js"].map((one) => steps.filter(({ language }) => language === one));
      expectResponses(shell!, await runShell(shell!, env));
      const printed: string[] = [];
      for (const [number, { code }] of scripts!.entries()) {
        const file = join(folder, `${name}-${number}.mts`);
        const own = code.includes("createClient(") ? code.replace("@vitrine/client", library) : `${prelude}${code}`;
        await writeFile(file, own);
        const { stdout } = await run(process.execPath, ["--import", "tsx", file], { cwd: CHECKOUT, env: { ...process.env, ...env } }); // prettier-ignore
        printed.push(stdout);
      }
      expectResponses(scripts!, printed);
    }
  });
});
