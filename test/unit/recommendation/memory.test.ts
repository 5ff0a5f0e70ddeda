import { expect } from "chai";
import { createProductMemory, type Product } from "../../../src/search/product-memory.js";
import { createSharedAnswers, type SharedAnswer } from "../../../src/recommendation/shared-answers.js";

const product = (id: string, title = "Shirt"): Product => ({
  source: {
    ...{ product_identifier: id, active: true, created_at: "", updated_at: "" },
    source: [{ variant_identifier: id, active: true, digest: "", data: { product_identifier: id, variant_identifier: id, title } }], // prettier-ignore
  },
  tokens: ["color=Red"],
});
const shop = { index: "catalog-shop", edition: 1 };

describe("products that are remembered", () => {
  it("are those that were found, and that others do not exist", () => {
    const memory = createProductMemory({ maxBytes: 100_000, now: () => 0 });
    memory.remember(shop, ["a", "b"], [product("a")]);
    const recalled = ["a", "b", "c"].map((id) => memory.recall(shop, id));
    expect(recalled).to.deep.equal([product("a"), null, undefined]);
    expect(["a", "b", "c"].map((id) => memory.has(shop, id))).to.deep.equal([true, true, false]);
    expect(memory.recall({ ...shop, index: "catalog-other" }, "a")).to.equal(undefined);
  });

  it("are forgotten with their edition, and after a minute", () => {
    let now = 0;
    const memory = createProductMemory({ maxBytes: 100_000, now: () => now });
    memory.remember(shop, ["a"], [product("a")]);
    expect(memory.recall({ ...shop, edition: 2 }, "a")).to.equal(undefined);
    now = 60_000;
    expect(memory.recall(shop, "a")).to.deep.equal(product("a"));
    now = 60_001;
    expect([memory.recall(shop, "a"), memory.has(shop, "a")]).to.deep.equal([undefined, false]);
  });

  it("are as many as there is room for, the latest ones, however large one is", () => {
    const memory = createProductMemory({ maxBytes: 10_000, now: () => 0 });
    const ids = Array.from({ length: 100 }, (_, at) => `p${at}`);
    for (const id of ids) memory.remember(shop, [id], [product(id)]);
    const kept = ids.filter((id) => memory.recall(shop, id) !== undefined);
    expect(kept.length).to.be.within(2, 20);
    expect(kept).to.deep.equal(ids.slice(-kept.length));
    memory.remember(shop, ["huge"], [product("huge", "x".repeat(10_000))]);
    expect([memory.recall(shop, "huge"), memory.recall(shop, "p99")]).to.deep.equal([undefined, product("p99")]);
  });
});

describe("answers that shoppers share", () => {
  const answered: SharedAnswer = { outcome: "answered", rows: [{ id: "a", tokens: [], viewed_with: [] }] };

  it("are awaited by who comes meanwhile, and had for five seconds", async () => {
    let now = 0;
    const shared = createSharedAnswers({ maxBytes: 100_000, now: () => now });
    expect(shared.recall("popular")).to.equal(undefined);
    const asking = Promise.resolve(answered);
    shared.share("popular", asking);
    expect(shared.recall("popular")).to.equal(asking);
    await asking;
    now = 5_000;
    expect(await shared.recall("popular")).to.equal(answered);
    now = 5_001;
    expect(shared.recall("popular")).to.equal(undefined);
  });

  it("are had by nobody else when they are not whole, or fail", async () => {
    const shared = createSharedAnswers({ maxBytes: 100_000, now: () => 0 });
    const slow = Promise.resolve<SharedAnswer>({ ...answered, outcome: "slow" });
    const failing = Promise.reject<SharedAnswer>(new Error("away"));
    shared.share("slow", slow);
    shared.share("failing", failing);
    expect(await failing.catch((error: unknown) => (error as Error).message)).to.equal("away");
    expect([shared.recall("slow"), shared.recall("failing")]).to.deep.equal([undefined, undefined]);
  });
});
