import { expect } from "chai";
import {
  answerTo,
  formatAnswer,
  formatFinding,
  reasonOf,
  titleOf,
  withAnswer,
} from "../../../console/pages/catalog/import/format-file.js";
import type { FileQuestion } from "../../../console/server/import/read-file.js";

const question = (kind: FileQuestion["kind"], about: string): FileQuestion => ({
  kind,
  about,
  why: "the amounts may be in cents",
  answers: [],
  others: [],
});
const PRICE = question("column", "price");
const NONE = { columns: {}, accept: [] };

describe("formatter of questions about an uploaded file", () => {
  it("a question about an uploaded file is formatted with a title and a reason", () => {
    expect(titleOf(PRICE)).to.equal("Which column contains the price?");
    expect(titleOf({ about: "material" })).to.equal("Which column contains “material”?");
    expect(reasonOf(PRICE)).to.equal("The amounts may be in cents.");
  });

  it("the possible answers to a question about an uploaded file are described without command syntax", () => {
    const answers = [
      { value: "price", means: "" },
      { value: "price:cents", means: "the amounts are in cents" },
      { value: "name+size", means: "these columns combined" },
      { value: "", means: "products have no price" },
    ];
    expect(answers.map(formatAnswer)).to.deep.equal([
      "price",
      "price: the amounts are in cents",
      "name + size: these columns combined",
      "None: products have no price",
    ]);
  });

  it("a required question about an uploaded file is open until it has an answer", () => {
    expect(answerTo(PRICE, NONE)).to.equal(undefined);
    const without = withAnswer(NONE, PRICE, "");
    expect(without).to.deep.equal({ columns: { price: null }, accept: [] });
    expect(answerTo(PRICE, without)).to.equal("");
    expect(withAnswer(without, PRICE, undefined)).to.deep.equal(NONE);
    expect(answerTo(question("currency", "currency"), NONE)).to.equal("");
    const accepted = withAnswer(NONE, question("accept", "repeated"), "repeated");
    expect(accepted).to.deep.equal({ columns: {}, accept: ["repeated"] });
    expect(withAnswer(accepted, question("accept", "repeated"), undefined)).to.deep.equal(NONE);
    expect(withAnswer(NONE, question("language", "language"), "danish")).to.deep.equal({ ...NONE, language: "danish" });
  });
});

describe("formatFinding", () => {
  it("a finding in an uploaded file is formatted with the number of occurrences and examples", () => {
    const finding = {
      kind: "skipped",
      text: "the column has no name",
      count: 5,
      examples: ["line 2", "line 3"],
    } as const;
    expect(formatFinding(finding)).to.equal("Skipped: 5 × the column has no name (line 2, line 3, …)");
    expect(formatFinding({ ...finding, count: 2 })).to.equal("Skipped: 2 × the column has no name (line 2, line 3)");
  });
});
