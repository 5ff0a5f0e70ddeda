import { expect } from "chai";
import { answerId } from "../../../src/tracking/answer-id.js";

describe("the name of an answer", () => {
  it("is what stands before the state of its page", () => {
    expect(answerId("AbC-_9.c2VhbGVk.x")).to.equal("AbC-_9");
    expect(answerId("AbC-_9")).to.equal("AbC-_9");
    expect(answerId("")).to.equal("");
  });
});
