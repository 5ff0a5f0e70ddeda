import { fork } from "node:child_process";
import process from "node:process";
import { fileURLToPath, URL } from "node:url";

const PROGRAM = fileURLToPath(new URL("test.mjs", import.meta.url));
const END_WITH_PARENT = new URL("../test/support/end-with-parent.mjs", import.meta.url).href;

/**
 * Runs each part of the tests in a process of its own; all share an engine, whose load one process alone does not make.
 * A failure is shown when it happens, a suite as a whole when it is over, and the failures of all parts once more at the end.
 */
export async function runSideBySide(parts) {
  const { startSharedEngine } = await import("../test/support/engine.ts");
  const engine = await startSharedEngine();
  try {
    const outcomes = await Promise.all(parts.map((folders) => runPart(folders, engine.url)));
    for (const { summary } of outcomes) console.log(summary);
    const total = (count) => outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
    console.log(`${total("passed")} passed, ${total("failed")} failed`);
    process.exitCode = Math.max(...outcomes.map(({ code }) => code));
  } finally {
    await engine.close();
  }
}

/** @returns what its reporter counted, or one failure when it ended before that, and its exit code */
function runPart(folders, engineUrl) {
  const child = fork(PROGRAM, folders, {
    execArgv: ["--import", END_WITH_PARENT],
    env: { ...process.env, TEST_ENGINE_URL: engineUrl, TEST_PART: folders.join(" ") },
  });
  let outcome;
  child.on("message", (message) => {
    if ("failure" in message) process.stdout.write(message.failure);
    else if ("suite" in message) process.stdout.write(message.suite);
    else outcome = message;
  });
  return new Promise((resolve) => {
    child.once("close", (code, signal) => {
      const how = `The tests of ${folders.join(" and ")} ended with ${signal ?? `code ${code}`} before they were over.`;
      resolve({ ...(outcome ?? { summary: how, passed: 0, failed: 1 }), code: code ?? 1 });
    });
  });
}
