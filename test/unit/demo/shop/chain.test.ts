import { expect } from "chai";
import { openChain } from "../../../../demo/shop/chain.js";
import { ServiceFailure } from "../../../../demo/shop/failure.js";
import type { Asked, ListingPage } from "../../../../demo/shop/service.js";

const page = (id: string, number: number, products: readonly string[], has_more: boolean): ListingPage => ({
  recommendation_id: id,
  pagination: { page: number, has_more },
  items: products.map((product) => ({ product_identifier: product, variant_identifier: `${product}-1` })),
  total: 5,
  facets: [],
  meta: {},
});

/** Answers one call after the other, and remembers what it was asked for. */
function scripted(...answers: readonly (ListingPage | ServiceFailure)[]) {
  const asked: object[] = [];
  const left = [...answers];
  const search = (body: Asked): Promise<ListingPage> => {
    asked.push(body["pagination"] ?? "first");
    const answer = left.shift();
    return answer === undefined || answer instanceof ServiceFailure
      ? Promise.reject(answer ?? new Error("more was asked for than is scripted"))
      : Promise.resolve(answer);
  };
  return { asked, service: { search } };
}

const { signal } = new AbortController();
const added = async (chain: Awaited<ReturnType<typeof openChain>>) => {
  const { recommendation_id, items } = await chain.next();
  return [recommendation_id, ...items.map(({ product_identifier }) => product_identifier)];
};

describe("pages of the demo shop's listings", () => {
  it("follow their cursors to the end", async () => {
    const { asked, service } = scripted(
      page("a", 1, ["1", "2"], true),
      page("b", 2, ["3", "4"], true),
      page("c", 3, ["5"], false),
    );
    const chain = await openChain(service, {}, signal);
    expect([chain.first.recommendation_id, chain.hasMore()]).to.deep.equal(["a", true]);
    expect([await added(chain), chain.hasMore()]).to.deep.equal([["b", "3", "4"], true]);
    expect([await added(chain), chain.hasMore()]).to.deep.equal([["c", "5"], false]);
    expect(asked).to.deep.equal(["first", { page: 2, cursor: "a" }, { page: 3, cursor: "b" }]);
  });

  it("start again after their cursor has expired, without the products already shown", async () => {
    const { asked, service } = scripted(
      page("a", 1, ["1", "2"], true),
      new ServiceFailure("expired"),
      page("x", 1, ["2", "1"], true),
      page("y", 2, ["3", "1"], false),
    );
    const chain = await openChain(service, {}, signal);
    expect(await added(chain)).to.deep.equal(["y", "3"]);
    expect(asked).to.deep.equal(["first", { page: 2, cursor: "a" }, "first", { page: 2, cursor: "x" }]);
  });

  it("can be requested again after a failure", async () => {
    const { asked, service } = scripted(
      page("a", 1, ["1"], true),
      new ServiceFailure("away"),
      page("b", 2, ["2"], false),
    );
    const chain = await openChain(service, {}, signal);
    const failure = await chain.next().catch((error: unknown) => error);
    expect(failure).to.have.property("kind", "away");
    expect(await added(chain)).to.deep.equal(["b", "2"]);
    expect(asked.slice(1)).to.deep.equal([
      { page: 2, cursor: "a" },
      { page: 2, cursor: "a" },
    ]);
  });
});
