import { expect } from "chai";
import { keepRunning, type KeepRunningDeps, type WatchedEngine } from "../../../local-engine/keep-running.js";
import { until } from "../../support/until.js";

interface FakeEngine extends WatchedEngine {
  die(how: string): void;
  readonly isClosed: boolean;
}

function fakeEngine(url: string): FakeEngine {
  let die: (how: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => (die = resolve));
  let isClosed = false;
  return {
    url,
    ended,
    die: (how) => die(how),
    endOfLogs: () => Promise.resolve(`log of ${url}`),
    get isClosed() {
      return isClosed;
    },
    close() {
      isClosed = true;
      die("code 0");
      return Promise.resolve();
    },
  };
}

describe("keepRunning", () => {
  let reported: string[] = [];
  let moved: string[] = [];
  let started: FakeEngine[] = [];
  beforeEach(() => {
    [reported, moved, started] = [[], [], []];
  });

  function keep(first: FakeEngine, deps: Partial<KeepRunningDeps> = {}) {
    return keepRunning(first, {
      startAgain: () => {
        const next = fakeEngine(`http://next:${started.length + 1}`);
        started.push(next);
        return Promise.resolve(next);
      },
      onMoved: (url) => {
        moved.push(url);
        return Promise.resolve();
      },
      say: (line: string) => reported.push(line),
      pausesMs: [1, 2, 3],
      steadyMs: 60_000,
      ...deps,
    });
  }

  it("keepRunning restarts a search engine after a crash, and reports the new address", async () => {
    const first = fakeEngine("http://first:1");
    const kept = keep(first);
    expect(kept.address()).to.equal("http://first:1");
    first.die("signal SIGKILL");
    await until("it to run again", () => kept.address() === "http://next:1");
    expect(moved).to.deep.equal(["http://next:1"]);
    expect(reported).to.deep.equal([
      "The engine exited with signal SIGKILL. It restarts in 0.001 s with the same data; until then, requests get a 503 response.",
      "The engine is running again at http://next:1.",
    ]);
    await kept.close();
    expect(started.map(({ isClosed }) => isClosed)).to.deep.equal([true]);
  });

  it("keepRunning returns no address while the search engine restarts", async () => {
    const first = fakeEngine("http://first:1");
    let comeUp: (engine: WatchedEngine) => void = () => undefined;
    const coming = new Promise<WatchedEngine>((resolve) => (comeUp = resolve));
    let isStarting = false;
    const kept = keep(first, {
      startAgain: () => {
        isStarting = true;
        return coming;
      },
    });
    first.die("code 1");
    await until("the start", () => isStarting);
    expect(kept.address()).to.equal(undefined);
    comeUp(fakeEngine("http://next:1"));
    await until("it to run again", () => kept.address() === "http://next:1");
    await kept.close();
  });

  it("keepRunning stops restarting a search engine that crashes repeatedly, and reports the last log lines", async () => {
    const first = fakeEngine("http://first:1");
    const kept = keep(first);
    first.die("code 1");
    for (const number of [1, 2, 3]) {
      await until("the next one", () => kept.address() === `http://next:${number}`);
      started[number - 1]!.die("signal SIGKILL");
    }
    const failure = await kept.failed;
    expect([failure.name, failure.message]).to.deep.equal([
      "EngineNotFoundError",
      "the engine exited with signal SIGKILL, after 3 restarts, and is not restarted again\nlog of http://next:3",
    ]);
    expect(kept.address()).to.equal(undefined);
    await kept.close();
  });

  it("keepRunning stops restarting a search engine that does not start, and reports the reason", async () => {
    const first = fakeEngine("http://first:1");
    let attempts = 0;
    const kept = keep(first, {
      startAgain: () => Promise.reject(new Error(`attempt ${(attempts += 1)}: no memory`)),
    });
    first.die("code 1");
    expect((await kept.failed).message).to.equal(
      "the engine did not restart, after 3 restarts, and is not restarted again\nattempt 3: no memory",
    );
    await kept.close();
  });

  it("keepRunning resets the restart counter after the search engine has run for a while", async () => {
    const first = fakeEngine("http://first:1");
    const kept = keep(first, { steadyMs: 0 });
    first.die("code 1");
    for (let number = 1; number <= 5; number += 1) {
      await until("the next one", () => kept.address() === `http://next:${number}`);
      started[number - 1]!.die("code 1");
    }
    await until("the sixth", () => kept.address() === "http://next:6");
    await kept.close();
  });

  it("keepRunning stops a search engine if its state file cannot be written, and starts another one", async () => {
    const first = fakeEngine("http://first:1");
    const kept = keep(first, {
      onMoved: (url) => (url === "http://next:1" ? Promise.reject(new Error("disk full")) : Promise.resolve()),
    });
    first.die("code 1");
    await until("the second one", () => kept.address() === "http://next:2");
    expect(started.map(({ isClosed }) => isClosed)).to.deep.equal([true, false]);
    await kept.close();
  });

  it("keepRunning does not start a search engine after keepRunning is closed", async () => {
    const ended = fakeEngine("http://first:1");
    await keep(ended).close();
    expect([ended.isClosed, started.length]).to.deep.equal([true, 0]);

    const dead = fakeEngine("http://first:1");
    const pausing = keep(dead, { pausesMs: [600_000] });
    dead.die("code 1");
    await until("the pause", () => reported.length === 1);
    await pausing.close();
    expect(started.length).to.equal(0);

    const another = fakeEngine("http://first:1");
    const late = fakeEngine("http://late:1");
    let isStarting = false;
    const starting = keep(another, {
      startAgain: (signal) => {
        isStarting = true;
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(late)));
      },
    });
    another.die("code 1");
    await until("the start", () => isStarting);
    await starting.close();
    expect([late.isClosed, starting.address()]).to.deep.equal([true, undefined]);
  });
});
