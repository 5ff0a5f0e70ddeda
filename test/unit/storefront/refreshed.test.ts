import { expect } from "chai";
import { createRefreshed } from "../../../src/storefront/refreshed.js";

interface Loaded {
  readonly number: number;
}

/** A source of values and a clock that the test controls. */
function setUp() {
  let now = 0;
  const failures: unknown[] = [];
  const pending: { resolve: (value: Loaded) => void; reject: (error: unknown) => void }[] = [];
  let loads = 0;
  const refreshed = createRefreshed<Loaded>(
    () => now,
    () => {
      loads++;
      return new Promise((resolve, reject) => pending.push({ resolve, reject }));
    },
    (error) => failures.push(error),
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    refreshed,
    failures,
    loads: () => loads,
    at: (ms: number) => {
      now = ms;
    },
    response: async (number: number) => {
      pending.shift()?.resolve({ number });
      await turn();
    },
    fail: async (error: unknown) => {
      pending.shift()?.reject(error);
      await turn();
    },
    turn,
    loaded: async (number: number) => {
      const first = refreshed.current();
      pending.shift()?.resolve({ number });
      await first;
    },
  };
}

describe("createRefreshed", () => {
  it("the refreshed cache loads the value once if the first callers arrive at the same time", async () => {
    const { refreshed, response, loads } = setUp();
    const requested = [refreshed.current(), refreshed.current(), refreshed.current()];
    await response(1);
    expect(await Promise.all(requested)).to.deep.equal([{ number: 1 }, { number: 1 }, { number: 1 }]);
    expect(loads()).to.equal(1);
  });

  it("the refreshed cache rejects the request if the first load fails, and loads the value for the next caller", async () => {
    const { refreshed, fail, response, failures } = setUp();
    const error = new Error("away");
    const first = refreshed.current().catch((reason: unknown) => reason);
    await fail(error);
    expect(await first).to.equal(error);
    const second = refreshed.current();
    await response(1);
    expect(await second).to.deep.equal({ number: 1 });
    expect(failures).to.deep.equal([error]);
  });

  it("the refreshed cache returns the cached value for one second", async () => {
    const { refreshed, loaded, at, loads } = setUp();
    await loaded(1);
    at(999);
    expect(await refreshed.current()).to.deep.equal({ number: 1 });
    expect(loads()).to.equal(1);
  });

  it("the refreshed cache reloads a value that is older than one second, and returns the old value meanwhile", async () => {
    const { refreshed, loaded, at, loads, response } = setUp();
    await loaded(1);
    at(1_000);
    expect(await Promise.all([refreshed.current(), refreshed.current()])).to.deep.equal([{ number: 1 }, { number: 1 }]);
    expect(loads()).to.equal(2);
    await response(2);
    expect(await refreshed.current()).to.deep.equal({ number: 2 });
    expect(loads()).to.equal(2);
  });

  it("the refreshed cache waits for the reload if the cached value is too old", async () => {
    const { refreshed, loaded, at, response } = setUp();
    await loaded(1);
    at(60_000);
    const requested = refreshed.current();
    await response(2);
    expect(await requested).to.deep.equal({ number: 2 });
  });

  it("the refreshed cache returns the old value if the reload takes too long", async () => {
    const { refreshed, loaded, at } = setUp();
    await loaded(1);
    at(60_000);
    expect(await refreshed.current()).to.deep.equal({ number: 1 });
  });

  it("the refreshed cache returns the old value immediately after a slow reload, until a reload is fast again", async () => {
    const { refreshed, loaded, at, response, turn } = setUp();
    await loaded(1);
    at(60_000);
    expect(await refreshed.current()).to.deep.equal({ number: 1 });
    /** Returns the value if it is available before the next turn of the event loop, otherwise undefined. */
    const atOnce = () => Promise.race([refreshed.current(), turn().then(() => undefined)]);
    expect(await atOnce()).to.deep.equal({ number: 1 });
    at(61_500);
    await response(2);
    at(64_000);
    expect(await atOnce()).to.deep.equal({ number: 2 });
    at(64_100);
    await response(3);
    at(70_000);
    expect(await atOnce()).to.equal(undefined);
  });

  it("the refreshed cache returns the old value while reloads fail, and reports the failure once", async () => {
    const { refreshed, loaded, at, fail, loads, failures, response } = setUp();
    await loaded(1);
    at(10_000);
    const requested = refreshed.current();
    await fail(new Error("away"));
    expect(await requested).to.deep.equal({ number: 1 });
    at(10_500);
    expect(await refreshed.current()).to.deep.equal({ number: 1 });
    expect(loads()).to.equal(2);
    at(11_000);
    expect(await refreshed.current()).to.deep.equal({ number: 1 });
    expect(loads()).to.equal(3);
    await fail(new Error("still away"));
    expect(failures).to.have.length(1);
    at(12_000);
    await refreshed.current();
    await response(2);
    expect(await refreshed.current()).to.deep.equal({ number: 2 });
  });

  it("the refreshed cache starts an additional load after the running load if `next` is called", async () => {
    const { refreshed, loaded, at, response, loads, turn } = setUp();
    await loaded(1);
    at(1_200);
    await refreshed.current();
    expect(loads()).to.equal(2);
    const next = [refreshed.next(), refreshed.next()];
    at(1_500);
    await response(2);
    await turn();
    expect(loads()).to.equal(3);
    await response(3);
    expect(await Promise.all(next)).to.deep.equal([{ number: 3 }, { number: 3 }]);
  });

  it("the refreshed cache limits the rate of loads that `next` starts", async () => {
    const { refreshed, loaded, at, response, loads, turn } = setUp();
    await loaded(1);
    at(50);
    const next = refreshed.next();
    await turn();
    expect(loads()).to.equal(1);
    at(200);
    while (loads() === 1) await turn();
    await response(2);
    expect(await next).to.deep.equal({ number: 2 });
  });

  it("the refreshed cache rejects a call of `next` with the error of the load", async () => {
    const { refreshed, loaded, at, fail, turn } = setUp();
    await loaded(1);
    at(5_000);
    const error = new Error("away");
    const next = refreshed.next().catch((reason: unknown) => reason);
    await turn();
    await fail(error);
    expect(await next).to.equal(error);
  });
});
