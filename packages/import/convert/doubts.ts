import type { OpenedImport } from "../src/import-file.js";
import { HOW } from "../src/proposal/answers.js";
import type { Question } from "../src/question.js";
import type { Oddity } from "../src/shape.js";
import type { Answers } from "./open-file.js";
import type { DetectedLanguage } from "./detect-language.js";
import { formatDetected } from "./detect-language.js";

/** Open question about a file, with its possible answers, most likely first. */
export interface Doubt {
  /** Type of the answer: a column of the file, a language, or the acceptance of an implausible result. */
  readonly kind: "column" | "language" | "accept";
  /**
   * Subject of the question: the name of a feed field, `language`, or the name of an implausible result such as
   * `zero-prices`.
   */
  readonly about: string;
  readonly why: string;
  /**
   * Suggested answers. Columns and languages that are not suggested are also valid. An empty answer omits the field
   * from the import.
   */
  readonly answers: readonly { readonly value: string; readonly means: string }[];
}

/** Consequence of importing a file that has no column for a feed field, keyed by feed field. */
export const NONE: Readonly<Record<string, string>> = {
  title: "products have no title",
  price: "products have no price",
  sold: "all products are for sale",
  variant_identifier: "all rows of a product are one variant",
};

/** Returns questions about columns, one per field. */
export function doubtsAbout(questions: readonly Question[]): Doubt[] {
  return questions.map(({ field, why, rivals, answer }) => {
    const none = NONE[field] === undefined ? [] : [""];
    const values = [...new Set([...(answer === undefined ? [] : [answer]), ...rivals, ...none])];
    return {
      kind: "column",
      about: field,
      why,
      answers: values.map((value) => ({ value, means: meaningOf(field, value) })),
    };
  });
}

/** Returns an explanation of an answer for the user, or "" if the answer is only the name of a column. */
export function meaningOf(field: string, value: string): string {
  if (value === "") return NONE[field] ?? "none";
  const how = Object.entries(HOW).find(([name]) => value.endsWith(`:${name}`))?.[1];
  return how ?? (value.includes("+") ? "these columns combined" : "");
}

export function doubtAboutLanguage(detected: DetectedLanguage): Doubt {
  const names = [...new Set([...detected.shares.map(({ language }) => language ?? "other"), "other"])];
  return {
    kind: "language",
    about: "language",
    why: `the language of the texts is ${formatDetected(detected)}`,
    answers: names.map((value) => ({
      value,
      means: value === "other" ? "compares words without stemming" : "",
    })),
  };
}

export const doubtAboutResult = ({ name, text }: Oddity): Doubt => ({
  kind: "accept",
  about: name,
  why: text,
  answers: [{ value: name, means: "this is correct" }],
});

/** Maximum number of rounds of questions about a file. Answers in one round may lead to questions in the next round. */
export const MAX_ROUNDS = 5;

interface Assumed<T> {
  readonly opened: T;
  /** Open questions, for which the most likely answer was assumed. */
  readonly questions: readonly Question[];
  readonly answers: Answers;
}

/**
 * Opens a file with the most likely answers to its open questions.
 * @param open function that opens the file with the given answers
 * @param close function that closes the file before it is opened again with more answers
 * @throws the errors that `open` throws
 */
export async function openAssuming<T extends Pick<OpenedImport, "questions">>(
  open: (answers: Answers) => Promise<T>,
  given: Answers,
  close: (opened: T) => void = () => undefined,
): Promise<Assumed<T>> {
  const questions: Question[] = [];
  let answers = given;
  for (let round = 0; ; round += 1) {
    const opened = await open(answers);
    const left = openQuestions(opened.questions, answers);
    if (left.length === 0 || round === MAX_ROUNDS) return { opened, questions, answers };
    close(opened);
    questions.push(...left);
    answers = { ...answers, ...Object.fromEntries(left.map(likelyAnswer)) };
  }
}

/** Returns unanswered questions, one per field. */
export const openQuestions = (questions: readonly Question[], answers: Answers): Question[] =>
  questions.filter(
    ({ field }, at) => !Object.hasOwn(answers, field) && questions.findIndex((one) => one.field === field) === at,
  );

const likelyAnswer = ({ field, rivals: [first], answer = first }: Question): [string, string | null] => [
  field,
  answer === undefined || answer === "" ? null : answer,
];
