import type { FileAnswers, FileFinding, FileQuestion } from "../../../server/import/read-file.js";
import { count } from "../../../parts/format-numbers.js";

const TITLES: Readonly<Record<string, string>> = {
  product_identifier: "Which column identifies a product?",
  variant_identifier: "Which column identifies a variant?",
  title: "Which column contains the product name?",
  price: "Which column contains the price?",
  sold: "Which column shows whether a product is for sale?",
  lang: "Which language should be imported?",
  price_currency: "Which currency should be imported?",
  city: "Which city’s prices should be imported?",
  language: "Which language are the texts in?",
  currency: "Which currency are the prices in?",
  pictures: "Which base URL do the images have?",
  "left-out": "Is it correct that more than half of the lines are skipped?",
  repeated: "Is it correct that some variants occur several times?",
  "one-product": "Is it correct that the file contains only one product?",
  "zero-prices": "Are prices of 0 correct?",
  discounts: "Are discounts of 90 % or more correct?",
  untitled: "Is it correct that some products have no name?",
  "same-options": "Do rows with the same name and options belong to the same product?",
};

export const titleOf = ({ about }: Pick<FileQuestion, "about">): string => TITLES[about] ?? `Which column contains “${about}”?`; // prettier-ignore

export const reasonOf = ({ why }: Pick<FileQuestion, "why">): string =>
  `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;

/** Formats a possible answer to a question about the file: `price:cents` becomes “price: its amounts are in cents”. */
export function formatAnswer({ value, means }: FileQuestion["answers"][number]): string {
  if (value === "") return `None: ${means}`;
  return means === "" ? value : `${value.replace(/:[a-z-]+$/, "").replaceAll("+", " + ")}: ${means}`;
}

/**
 * Returns the answer to a question, or `undefined` if a required question is unanswered. An unanswered optional
 * question has the answer "".
 */
export function answerTo({ kind, about }: FileQuestion, answers: FileAnswers): string | undefined {
  switch (kind) {
    case "column":
      return Object.hasOwn(answers.columns, about) ? (answers.columns[about] ?? "") : undefined;
    case "accept":
      return answers.accept.includes(about) ? about : undefined;
    case "language":
      return answers.language;
    case "currency":
    case "pictures":
      return answers[kind] ?? "";
  }
}

/** Returns a copy of `answers` in which one answer is replaced, or removed if `value` is `undefined`. */
export function withAnswer(
  answers: FileAnswers,
  { kind, about }: FileQuestion,
  value: string | undefined,
): FileAnswers {
  switch (kind) {
    case "column": {
      const others = Object.entries(answers.columns).filter(([field]) => field !== about);
      const own = value === undefined ? [] : [[about, value === "" ? null : value] as const];
      return { ...answers, columns: Object.fromEntries([...others, ...own]) };
    }
    case "accept": {
      const others = answers.accept.filter((name) => name !== about);
      return { ...answers, accept: value === undefined ? others : [...others, about] };
    }
    case "language":
    case "currency":
    case "pictures":
      return { ...answers, [kind]: value };
  }
}

const FINDINGS: Readonly<Record<FileFinding["kind"], string>> = {
  skipped: "Skipped",
  not_for_sale: "Not for sale",
  not_read: "Values ignored",
  short: "Short rows",
  repeated: "Repeated variants",
  encoding: "Encoding",
};

export const formatFinding = ({ kind, count: number, text, examples }: FileFinding): string =>
  `${FINDINGS[kind]}: ${count(number)} × ${text} (${examples.join(", ")}${number > examples.length ? ", …" : ""})`;
