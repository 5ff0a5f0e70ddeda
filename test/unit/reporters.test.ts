import { fork, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { CHECKOUT } from "../support/process.js";
import { until } from "../support/until.js";

/**
 * Test file whose second test runs until it receives a message. Output that precedes the message is therefore printed
 * during the run.
 */
const FILE = `
const assert = require("node:assert");
describe("a suite", () => {
  describe("within another", () => {
    it("fails at once", () => assert.deepStrictEqual({ answer: 42 }, { answer: 41 }, "the answer differs"));
    it("goes on", () => new Promise((done) => process.once("message", done)));
  });
});`;

describe("the test reporter", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "vitrine-reporter-"));
    await writeFile(join(folder, "fails.cjs"), FILE);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("the test reporter prints a failure with its full title while other tests run, and again at the end", async () => {
    const mocha = join(CHECKOUT, "node_modules", "mocha", "bin", "mocha.js");
    const reporter = join(CHECKOUT, "scripts", "test-reporter.mjs");
    await tellsTwice(fork(mocha, ["--no-config", "--reporter", reporter, join(folder, "fails.cjs")], { silent: true }));
  });

  it("the test reporter also prints failures that occur in a worker process", async () => {
    const worker = fork(join(CHECKOUT, "scripts", "test-worker.mjs"), [], { silent: true, cwd: CHECKOUT });
    worker.send({ file: join(folder, "fails.cjs") });
    await tellsTwice(worker);
  });
});

async function tellsTwice(child: ChildProcess) {
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.on("message", ({ shown, result }: { shown?: string; result?: { failures: string } }) => {
    text += shown ?? result?.failures ?? "";
  });
  const failures = () =>
    text.split(/a suite\s+within another\s+fails at once:\s+AssertionError[^]*?: the answer differs/);
  await until("the failure to be told", () => failures().length === 2);
  expect(text).not.to.include("passing");
  await until("the end to be told", () => {
    // Sends repeatedly, because the second test may not be listening yet. Ignores errors if the child process exits.
    if (child.connected) child.send({}, () => undefined);
    return failures().length === 3 && text.includes("1 failing");
  });
  child.kill();
}
