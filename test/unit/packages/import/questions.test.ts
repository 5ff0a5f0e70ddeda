import { expect } from "chai";
import { askAbout, askAboutLanguage, refusal } from "../../../../packages/import/command/questions.js";
import { doubtAboutLanguage, doubtAboutResult, doubtsAbout } from "../../../../packages/import/convert/doubts.js";

const TITLE = { field: "title", why: "half of the rows have none", rivals: ["Name:continues", "Name"] };
const ID = { field: "product_identifier", why: "no column is unique", rivals: ["Name+Price"] };
const UNSURE = { language: null, shares: [{ name: "Danish", language: "danish", share: 0.6 }, { name: "Slovak", language: null, share: 0.4 }] } as const; // prettier-ignore

describe("import questions", () => {
  it("the error message of an import lists all open questions with their possible answers, as shell-quoted options", () => {
    const doubts = [
      ...doubtsAbout([TITLE, ID, { field: "price", why: "it has no prices", rivals: [], answer: "" }]),
      doubtAboutResult({ name: "one-product", text: "all 12 variants belong to one product" }),
      doubtAboutLanguage(UNSURE),
    ];
    expect(refusal("my shop's.csv", ["--client outlet", "--column=designer=Brand Name"], doubts, ["--currency CODE"]).split("\n")).to.deep.equal([
      "The file was not imported: 5 questions are open.",
      "  title: half of the rows have none.",
      "     --column=title=Name:continues  rows without a title belong to the product of the row above",
      "     --column=title=Name",
      "     --column=title=                products have no title",
      "  product_identifier: no column is unique.",
      "     --column=product_identifier=Name+Price  these columns combined",
      "  price: it has no prices.",
      "     --column=price=  products have no price",
      "  one-product: all 12 variants belong to one product; if this is wrong, choose other columns with --column, or print them with --suggest.",
      "     --accept one-product  this is correct",
      "  language: the language of the texts is uncertain (Danish 60 %, Slovak 40 %).",
      "     --language danish",
      "     --language other   compares words without stemming",
      "This command answers all questions with the first choices; change them if needed:",
      "  vitrine import 'my shop'\\''s.csv' --client outlet '--column=designer=Brand Name' --column=title=Name:continues --column=product_identifier=Name+Price --column=price= --accept one-product --language danish",
      "The file also lacks this optional information:",
      "  --currency CODE",
      "Alternatively, answer questions about columns in a mapping file:",
      "  vitrine import 'my shop'\\''s.csv' --suggest > mapping.json",
      "  vitrine import 'my shop'\\''s.csv' --mapping mapping.json",
    ]);
  }); // prettier-ignore

  it("the terminal prompt of an import accepts a number, a name, or an empty line as an answer", async () => {
    const asked: string[] = [];
    const answers = ["1", "Nr:common", ""];
    const prompt = (question: string) => Promise.resolve(answers[asked.push(question) - 1] ?? "");
    const price = { field: "price", why: "two columns have amounts", rivals: ["Net", "Gross"] };
    expect(await askAbout([TITLE, ID, price], { designer: "Brand" }, prompt)).to.deep.equal({
      designer: "Brand",
      title: "Name:continues",
      product_identifier: "Nr:common",
      price: null,
    });
    expect(asked[0]).to.equal(
      "title: half of the rows have none.\n  1  Name:continues – rows without a title belong to the product of the row above\n  2  Name\n" +
        "Number, or name of a column (empty: none, products have no title): ",
    );
  });

  it("the terminal prompt of an import repeats the question about the language until the answer is valid", async () => {
    const answers = ["klingon", "Danish"];
    let asked = 0;
    expect(await askAboutLanguage(UNSURE, () => Promise.resolve(answers[asked++] ?? ""))).to.equal("danish");
    const error = await askAboutLanguage(UNSURE, () => Promise.resolve("")).catch((thrown: unknown) => thrown);
    expect(String(error)).to.match(/^CommandError: The file was not imported: expected one of arabic, .*, got ""$/);
  });
});
