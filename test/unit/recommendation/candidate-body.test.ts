import { expect } from "chai";
import { behindContent, excludedProducts, inRounds, type Step } from "../../../src/recommendation/candidate-body.js";
import { DEFAULT_PROFILES, type Profile } from "../../../src/storefront/recommendation-configuration.js";
import { context } from "./recommendation-context.js";

const named = (by: Step["by"], ...ids: string[]): Step => ({ by, proposal: { kind: "products", ids } });
const search = (by: Step["by"]): Step => ({ by, proposal: { kind: "search", sort: [{ prior: "desc" }] } });
const [content, popular] = [search("content"), search("popular")];
const none = new Set<string>();

describe("the search rounds of a recommendation request", () => {
  it("products visited by a single device are requested after similar products and before popular products", () => {
    const proposal = { kind: "products", ids: ["a"], singleDevice: ["b"] } as const;
    const steps: Step[] = [{ by: "session_neighbours", proposal }, content, popular];
    const isSingleDevice: Step = {
      by: "session_neighbours",
      proposal: { kind: "products", ids: ["b"] },
      isSingleDevice: true,
    };
    expect(behindContent(steps)).to.deep.equal([steps[0], content, isSingleDevice, popular]);
    expect(inRounds([isSingleDevice], 3, none)).to.deep.equal({ first: [isSingleDevice], rest: [] });
  });

  it("of the default recommendation profiles, only `similar` excludes complementary products", () => {
    const requested = context({ complements: new Set(["brush"]), named: ["paste"] });
    const without = Object.keys(DEFAULT_PROFILES).filter((name) =>
      excludedProducts(DEFAULT_PROFILES[name] as Profile, requested).has("brush"),
    );
    expect(without).to.deep.equal(["similar"]);
  });

  it("the first search round requests the products that recommenders propose, and also searches if these are too few", () => {
    const steps = [named("session_neighbours", "a", "b"), named("complementary", "c"), content, popular];
    expect(inRounds(steps, 4, none)).to.deep.equal({ first: steps.slice(0, 3), rest: [popular] });
  });

  it("a recommendation search waits for the second round if the recommenders propose enough products", () => {
    const steps = [named("session_neighbours", "a", "b"), named("complementary", "c", "d", "e"), content];
    expect(inRounds(steps, 3, none)).to.deep.equal({
      first: [named("session_neighbours", "a", "b"), named("complementary", "c")],
      rest: [named("complementary", "d", "e"), content],
    });
  });

  it("the search rounds request each proposed product once, and no excluded product", () => {
    const steps = [
      named("session_neighbours", "a", "x", "b"),
      named("complementary", "b", "a", "c"),
      named("outfit", "x"),
    ];
    expect(inRounds(steps, 30, new Set(["x"]))).to.deep.equal({
      first: [named("session_neighbours", "a", "b"), named("complementary", "c")],
      rest: [],
    });
  });

  it("the first search round runs only the first recommender if this recommender is a search", () => {
    const steps = [content, named("session_neighbours", "a"), popular];
    expect(inRounds(steps, 30, none)).to.deep.equal({ first: [content], rest: steps.slice(1) });
    expect(inRounds([], 30, none)).to.deep.equal({ first: [], rest: [] });
  });
});
