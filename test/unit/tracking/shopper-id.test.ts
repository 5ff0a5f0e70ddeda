import { expect } from "chai";
import { impressionId } from "../../../src/tracking/shopper-id.js";

describe("the id of an impression", () => {
  it("is the part of a recommendation_id before the state of its page", () => {
    expect(impressionId("AbC-_9.c2VhbGVk.x")).to.equal("AbC-_9");
    expect(impressionId("AbC-_9")).to.equal("AbC-_9");
    expect(impressionId("")).to.equal("");
  });
});
