import { expect } from "chai";
import { impressionId } from "../../../src/tracking/shopper-id.js";

describe("impression id", () => {
  it("the impression id is the part of the recommendation_id before the first dot", () => {
    expect(impressionId("AbC-_9.c2VhbGVk.x")).to.equal("AbC-_9");
    expect(impressionId("AbC-_9")).to.equal("AbC-_9");
    expect(impressionId("")).to.equal("");
  });
});
