import { expect } from "chai";
import fc from "fast-check";
import { createAdmissionQueue } from "../../../../src/http/admission/queue.js";

const queueOf = (limit: number, most = 250) =>
  createAdmissionQueue<number>({ limit: () => limit, most, burstMs: () => 200 });

describe("admission queue", () => {
  it("starts requests up to the limit, and queues the next ones in the order of arrival", () => {
    const queue = queueOf(2);
    expect([1, 2, 3, 4].map((item) => queue.arrive(item, 0))).to.deep.equal(["start", "start", "wait", "wait"]);
    queue.end();
    expect(queue.next(1)).to.deep.equal([3]);
    queue.end();
    expect(queue.next(2)).to.deep.equal([4]);
  });

  it("queues a short burst", () => {
    const queue = queueOf(1);
    for (let item = 0; item < 100; item += 1) queue.arrive(item, 0);
    expect(queue.expired(199)).to.deep.equal([]);
    expect(queue.isFull(199)).to.equal(false);
    expect(queue.expired(200)).to.have.length(99);
  });

  it("rejects requests that waited a moment once the queue has stood for long, and starts the newest first", () => {
    const queue = queueOf(2);
    for (const item of [0, 1, 2]) queue.arrive(item, 0);
    expect(queue.expired(201)).to.deep.equal([2]);
    for (const item of [3, 4]) queue.arrive(item, 202 + item);
    queue.end();
    expect(queue.next(207)).to.deep.equal([4]);
    expect(queue.expired(219)).to.deep.equal([]);
    expect(queue.expired(220)).to.deep.equal([3]);
  });

  it("queues new requests behind the waiting ones when the limit rises, and is full as before", () => {
    let limit = 1;
    const queue = createAdmissionQueue<string>({ limit: () => limit, most: 1, burstMs: () => 200 });
    expect([queue.arrive("a", 0), queue.arrive("b", 0)]).to.deep.equal(["start", "wait"]);
    limit = 3;
    expect([queue.isFull(0), queue.arrive("c", 0)]).to.deep.equal([true, "refuse"]);
    expect(queue.next(0)).to.deep.equal(["b"]);
    expect([queue.isFull(0), queue.arrive("d", 0)]).to.deep.equal([false, "start"]);
  });

  it("is full, while it stands, when as many wait as may run", () => {
    const queue = queueOf(2);
    for (const item of [0, 1, 2]) queue.arrive(item, 0);
    queue.arrive(3, 300);
    expect(queue.isFull(300)).to.equal(true);
    expect(queue.arrive(4, 300)).to.equal("refuse");
  });

  /** One runs, and one has been sent away at 300. */
  function standing() {
    const queue = queueOf(1);
    queue.arrive(0, 0);
    queue.arrive(1, 0);
    expect(queue.expired(300)).to.deep.equal([1]);
    return queue;
  }

  it("does not consider a queue over because all waiting requests were rejected", () => {
    const queue = standing();
    queue.end();
    expect(queue.next(301)).to.deep.equal([]);
    queue.arrive(2, 302);
    queue.arrive(3, 302);
    expect(queue.expired(317)).to.deep.equal([3]);
  });

  it("accepts bursts again once a request could have started at once, and none was rejected for a while", () => {
    const queue = standing();
    queue.end();
    expect(queue.next(501)).to.deep.equal([]);
    queue.arrive(2, 502);
    queue.arrive(3, 502);
    expect(queue.expired(701)).to.deep.equal([]);
  });

  it("never runs more than the limit, never has more wait than it may, and lets each out exactly once", () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant({ kind: "arrive" as const }) },
      { weight: 3, arbitrary: fc.constant({ kind: "end" as const }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 150 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant("limit" as const), limit: fc.integer({ min: 1, max: 6 }) }),
      },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 0, max: 10 }), (steps, most) => {
        let limit = 3;
        let now = 0;
        let running = 0;
        let arrived = 0;
        const waiting = new Set<number>();
        const queue = createAdmissionQueue<number>({ limit: () => limit, most, burstMs: () => 200 });
        const leave = (items: readonly number[]) => {
          for (const item of items) expect(waiting.delete(item), `${item} waits`).to.equal(true);
        };
        const proceed = () => {
          const started = queue.next(now);
          leave(started);
          running += started.length;
          if (started.length > 0) expect(running).to.be.at.most(limit);
        };
        for (const one of steps) {
          switch (one.kind) {
            case "arrive": {
              const wasFull = queue.isFull(now);
              const outcome = queue.arrive(arrived, now);
              if (outcome === "start") {
                running += 1;
                expect(running).to.be.at.most(limit);
              } else if (outcome === "wait") waiting.add(arrived);
              expect(outcome === "refuse").to.equal(wasFull);
              arrived += 1;
              break;
            }
            case "end":
              if (running === 0) break;
              running -= 1;
              queue.end();
              proceed();
              break;
            case "pass":
              now += one.ms;
              leave(queue.expired(now));
              break;
            case "limit":
              limit = one.limit;
          }
          expect(queue.running).to.equal(running);
          expect(queue.waiting).to.equal(waiting.size);
          expect(waiting.size).to.be.at.most(most);
        }
        now += 1_000;
        leave(queue.expired(now));
        expect(waiting.size).to.equal(0);
      }),
    );
  });
});
