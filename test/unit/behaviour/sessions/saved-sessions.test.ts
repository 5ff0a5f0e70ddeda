import { expect } from "chai";
import fc from "fast-check";
import { seeded } from "../../../../demo/random.js";
import { createCompanions } from "../../../../src/behaviour/sessions/companions.js";
import { createRecommender } from "../../../../src/behaviour/sessions/recommender.js";
import { restoreSessions, saveSessions, type SavedSessions } from "../../../../src/behaviour/sessions/session-file.js";
import { SessionIndex, type SessionLimits } from "../../../../src/behaviour/sessions/session-index.js";

const AT = Date.UTC(2026, 10, 21);
const LIMITS = { maxSessions: 1_000, maxBytes: 1_000_000 };
const SHOPS = ["shop", "other"];
const PRODUCTS = ["A", "B", "C", "D", "E", "F"];

interface Visit {
  readonly shop: string;
  readonly device: string;
  readonly product: string;
}

const visits = fc.array(
  fc.record({
    shop: fc.constantFrom(...SHOPS),
    device: fc.constantFrom("1", "2", "3", "4", "5"),
    product: fc.constantFrom(...PRODUCTS),
  }),
  { maxLength: 150 },
);

function indexOf(stream: readonly Visit[], limits: SessionLimits = LIMITS): SessionIndex {
  const index = new SessionIndex(limits);
  visitAll(index, stream, AT);
  return index;
}

/**
 * Records visits twelve minutes apart. Sessions end after 30 minutes without visits, so some devices start new
 * sessions.
 */
function visitAll(index: SessionIndex, stream: readonly Visit[], from: number): void {
  stream.forEach(({ shop, device, product }, position) =>
    index.visit(shop, device, product, from + position * 720_000),
  );
}

/** Returns everything that is saved for a session index. */
function saved(index: SessionIndex) {
  const { batches, ...head } = saveSessions(index);
  const slots = Array.from(batches, (batch) => [...batch.subarray(1)]).flat();
  return { head: JSON.parse(JSON.stringify(head)) as SavedSessions, slots };
}

async function restored({ head, slots }: ReturnType<typeof saved>, limits: SessionLimits = LIMITS) {
  const index = new SessionIndex(limits);
  await restoreSessions(index, head, oneBatch(slots));
  return index;
}

async function* oneBatch(slots: readonly number[]): AsyncGenerator<Int32Array> {
  yield await Promise.resolve(Int32Array.from(slots));
}

/** Returns the sessions of each shop and product in lookup order, with their visits and times in minutes. */
function contents(index: SessionIndex): Record<string, string[]> {
  const found = SHOPS.flatMap((shop) =>
    PRODUCTS.map((product): [string, string[]] => {
      const sessions: string[] = [];
      const number = index.storefront(shop)?.products.get(product);
      if (number !== undefined) {
        index.eachSession(number, 1_000, (items, start, length, at) => {
          const names = [...items.subarray(start, start + length)].map((one) => index.products.name(one));
          sessions.push(`${names.join("")} ${Math.floor(at / 60_000)}`);
        });
      }
      return [`${shop} ${product}`, sessions];
    }),
  );
  return Object.fromEntries(found.filter(([, sessions]) => sessions.length > 0));
}

describe("restoreSessions", () => {
  it("restoreSessions restores all saved sessions, and treats running sessions as ended", async () => {
    await fc.assert(
      fc.asyncProperty(visits, async (stream) => {
        const index = indexOf(stream);
        const copy = await restored(saved(index));
        expect(contents(copy)).to.deep.equal(contents(index));
        expect([copy.sessions, copy.bytes, copy.products.count]).to.deep.equal([
          ...[index.sessions, index.bytes, index.products.count],
        ]);
        for (const shop of SHOPS) {
          expect(copy.storefront(shop)?.sessions).to.equal(index.storefront(shop)?.sessions);
        }
      }),
    );
  });

  it("restoreSessions restores the remaining sessions after the oldest sessions were evicted", async () => {
    const limits = { ...LIMITS, maxBytes: 10_000 };
    const random = seeded("full");
    const index = new SessionIndex(limits);
    for (let position = 0; position < 4_000; position += 1) {
      const [device, product] = [random.integer(0, 9), random.integer(0, PRODUCTS.length - 1)];
      index.visit("shop", String(device), PRODUCTS[product] as string, AT + position * 300_000);
    }
    const copy = await restored(saved(index), limits);
    expect(contents(copy)).to.deep.equal(contents(index));
    expect(copy.sessions).to.equal(index.sessions).and.to.be.within(100, 400);
  });

  it("restoreSessions creates an index that returns the same results as the saved index", async () => {
    await fc.assert(
      fc.asyncProperty(
        visits,
        visits,
        fc.shuffledSubarray(PRODUCTS, { minLength: 1 }),
        async (before, after, session) => {
          const index = indexOf(before);
          const copy = await restored(saved(index));
          const later = AT + before.length * 720_000;
          for (const one of [index, copy]) visitAll(one, after, later);
          expect(contents(copy)).to.deep.equal(contents(index));
          const requested = { limit: 9, at: later + after.length * 720_000 };
          for (const shop of SHOPS) {
            expect(createRecommender(copy)(shop, session, requested)).to.deep.equal(
              createRecommender(index)(shop, session, requested),
            );
          }
        },
      ),
    );
  });

  it("restored sessions give the same recommendations as running sessions", async () => {
    const sessions = fc.array(
      fc.record({
        products: fc.uniqueArray(fc.constantFrom(...PRODUCTS), { minLength: 2, maxLength: 5 }),
        at: fc.integer({ min: AT, max: AT + 30 * 60_000 }),
      }),
      { maxLength: 12 },
    );
    const requested = fc.shuffledSubarray(PRODUCTS, { minLength: 1, maxLength: 3 });
    const later = fc.integer({ min: 30 * 60_000, max: 60 * 60_000 - 1 });
    const reported = (index: SessionIndex, products: readonly string[], at: number) => [
      createCompanions(index)("shop", products, { limit: 9, at }),
      createRecommender(index)("shop", products, { limit: 9, at }),
    ];
    await fc.assert(
      fc.asyncProperty(sessions, requested, later, later, fc.gen(), async (given, products, early, late, draw) => {
        const devices = given.map((session, device) => ({ ...session, device: String(device) }));
        const indexFrom = (some: typeof devices) => {
          const index = new SessionIndex(LIMITS);
          for (const { products, at, device } of some) {
            for (const id of products) index.visit("shop", device, id, at);
          }
          return index;
        };
        const expected = reported(indexFrom(devices), products, AT + early);
        const shuffled = draw(fc.shuffledSubarray, devices, { minLength: devices.length });
        const index = indexFrom(shuffled);
        expect(reported(index, products, AT + late)).to.deep.equal(expected);
        const copy = await restored(saved(index));
        const beside = createCompanions(copy)("shop", products, { limit: 9, at: AT + late });
        expect(beside).to.deep.equal(expected[0]);
      }),
    );
  });

  it("restoreSessions restores only the latest sessions if the session limit of the index was reduced", async () => {
    await fc.assert(
      fc.asyncProperty(visits, fc.integer({ min: 1, max: 12 }), async (stream, maxSessions) => {
        const index = indexOf(stream);
        const smaller = await restored(saved(index), { ...LIMITS, maxSessions });
        expect(smaller.sessions).to.equal(Math.min(maxSessions, index.sessions));
        const all = contents(index);
        for (const [product, sessions] of Object.entries(contents(smaller))) {
          expect(all[product]?.slice(0, sessions.length)).to.deep.equal(sessions);
        }
      }),
    );
  });

  it("restoreSessions restores an empty index from a saved empty index", async () => {
    const copy = await restored(saved(new SessionIndex(LIMITS)));
    expect([copy.sessions, copy.products.count]).to.deep.equal([0, 0]);
  });

  describe("a session file with invalid contents", () => {
    const good = () =>
      saved(
        indexOf([
          { shop: "shop", device: "1", product: "A" },
          { shop: "shop", device: "1", product: "B" },
          { shop: "other", device: "1", product: "C" },
          { shop: "other", device: "1", product: "C" },
        ]),
      );
    const minute = AT / 60_000 + 12;

    it("the session file is valid before the tests of this suite modify it", () => {
      const { slots } = good();
      expect(slots.toSpliced(7, 1).toSpliced(2, 1)).to.deep.equal([2, minute, 1, 2, 2, minute + 24, 3, 3]);
      for (const at of [2, 7]) expect(slots[at]).to.be.within(1, 65_535);
    });

    for (const [what, slots, message] of [
      ["are fewer than the file header states", [2, minute, 9, 1, 2], "expected 2 saved sessions, got 1"],
      [
        "end in the middle of a session",
        [2, minute, 9, 1, 2, 2, minute, 9],
        "expected 2 to 64 visits of a saved session, got 2",
      ],
      [
        "are more than the file header states",
        [2, 0, 9, 1, 2, 2, 0, 9, 1, 2, 2, 0, 9, 1, 2],
        "expected 2 saved sessions, got 3",
      ],
      ["have no device tag", [2, minute, 0, 1, 2], "expected a device tag from 1 to 65535 in a saved session, got 0"],
      ["have only one visit", [1, minute, 9, 1], "expected 2 to 64 visits of a saved session, got 1"],
      ["have too many visits", [65, minute, 9, 1], "expected 2 to 64 visits of a saved session, got 65"],
      [
        "have an unknown product",
        [2, minute, 9, 1, 4],
        "expected the products of a saved session to belong to one storefront, got product number 4",
      ],
      [
        "have the invalid product number 0",
        [2, minute, 9, 0, 1],
        "expected the products of a saved session to belong to one storefront, got product number 0",
      ],
      [
        "mix products of two storefronts",
        [2, minute, 9, 1, 3],
        "expected the products of a saved session to belong to one storefront, got product number 3",
      ],
    ] as const) {
      it(`restoreSessions rejects saved sessions and leaves the index empty if the sessions ${what}`, async () => {
        const index = new SessionIndex(LIMITS);
        const error = await restoreSessions(index, good().head, oneBatch(slots)).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(RangeError).with.property("message", message);
        expect([index.sessions, index.products.count, index.storefront("shop")]).to.deep.equal([0, 0, undefined]);
      });
    }

    it("restoreSessions rejects saved products and counts without a session, and leaves the index empty", async () => {
      const { head, slots } = good();
      for (const changed of [
        { ...head, products: [[2, "A"] as const] },
        { ...head, storefronts: head.storefronts.map((one) => ({ ...one, returns: { ...one.returns, seen: [] } })) },
      ]) {
        const index = new SessionIndex(LIMITS);
        const error = await restoreSessions(index, changed, oneBatch(slots)).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(RangeError);
        expect([index.sessions, index.products.count]).to.deep.equal([0, 0]);
      }
    });
  });
});
