import { CommandError } from "../../../src/commands/command-error.js";
import { columns } from "../../../src/commands/output.js";
import { type Language, LANGUAGE_NAMES } from "../../../src/languages/index.js";
import { ImportError } from "../src/import-error.js";
import { type Doubt, meaningOf, NONE } from "../convert/doubts.js";
import type { Oddity } from "../src/shape.js";
import type { Question } from "../src/question.js";
import type { Answers } from "../convert/open-file.js";
import { type DetectedLanguage, formatDetected } from "../convert/detect-language.js";

/** Prompts on the terminal and returns the answer. */
export type Prompt = (question: string) => Promise<string>;

/**
 * Returns the error message that lists the unanswered questions about a file.
 * @param given command-line options of the user, without the file path
 */
export function refusal(
  path: string,
  given: readonly string[],
  doubts: readonly Doubt[],
  hints: readonly string[],
): string {
  const asked = doubts.map((doubt) => ({ ...doubt, answers: flagsOf(doubt) }));
  const likely = asked.map(({ answers: [first] }) => first?.flag ?? "").filter(Boolean);
  const command = ["vitrine import", word(path), ...[...given, ...likely].map(formatFlag)].join(" ");
  const file = word(path);
  return [
    `The file was not imported: ${doubts.length === 1 ? "one question is" : `${doubts.length} questions are`} open.`,
    ...asked.flatMap(({ kind, about, why, answers }) => [
      `  ${about}: ${why}${kind === "accept" ? IF_WRONG : ""}.`,
      ...columns(answers.map(({ flag, means }) => ["   ", formatFlag(flag), means])),
    ]),
    "This command answers all questions with the first choices; change them if needed:",
    `  ${command}`,
    ...(hints.length === 0
      ? []
      : ["The file also lacks this optional information:", ...hints.map((hint) => `  ${hint}`)]),
    ...(likely.some((flag) => flag.startsWith("--column"))
      ? ["Alternatively, answer questions about columns in a mapping file:", `  vitrine import ${file} --suggest > mapping.json`, `  vitrine import ${file} --mapping mapping.json`] // prettier-ignore
      : []),
  ].join("\n");
}

const IF_WRONG = "; if this is wrong, choose other columns with --column, or print them with --suggest";

/** Returns the command-line options that answer a question. */
function flagsOf({ kind, about, answers }: Doubt): { readonly flag: string; readonly means: string }[] {
  switch (kind) {
    case "column":
      if (answers.length === 0)
        return [{ flag: `--column=${about}=COLUMN`, means: `the column that contains the field ${about}` }];
      return answers.map(({ value, means }) => ({ flag: `--column=${about}=${value}`, means }));
    case "language": {
      const flags = answers.map(({ value, means }) => ({ flag: `--language ${value}`, means }));
      return answers[0]?.value === "other" && answers.length === 1
        ? [{ flag: "--language LANGUAGE", means: "" }, ...flags]
        : flags;
    }
    case "accept":
      return answers.map(({ value, means }) => ({ flag: `--accept ${value}`, means }));
  }
}

/** Formats a command-line option for a shell. The option has a name and a value, or is a single word. */
const formatFlag = (flag: string): string => {
  const [, name = "", value] = /^(--[a-z-]+) (.+)$/s.exec(flag) ?? [];
  return value === undefined ? word(flag) : `${name} ${word(value)}`;
};

/** Quotes an argument if a shell would split it. */
const word = (text: string): string =>
  /^[\p{L}\p{N}_@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Prompts the user to answer questions about columns. Returns the known answers together with the new answers. */
export async function askAbout(questions: readonly Question[], known: Answers, prompt: Prompt): Promise<Answers> {
  const answers: Record<string, string | null> = { ...known };
  for (const question of questions) {
    const { field, why, rivals } = question;
    const choices = rivals.map((rival, at) => {
      const means = meaningOf(field, rival);
      return `  ${at + 1}  ${rival}${means === "" ? "" : ` – ${means}`}\n`;
    });
    const none = NONE[field] === undefined ? "none" : `none, ${NONE[field]}`;
    const typed = (
      await prompt(`${field}: ${why}.\n${choices.join("")}Number, or name of a column (empty: ${none}): `)
    ).trim();
    answers[field] = typed === "" ? null : (rivals[Number(typed) - 1] ?? typed);
  }
  return answers;
}

/** Prompts the user to accept each implausible result. @throws {CommandError} if the user does not accept a result */
export async function askAboutResult(oddities: readonly Oddity[], prompt: Prompt): Promise<void> {
  for (const { name, text } of oddities) {
    if (/^y(?:es)?$/i.test((await prompt(`${text}. Is this correct? (y/N) `)).trim())) continue;
    throw new CommandError(
      `The file was not imported: ${text}. If this is correct, add --accept ${name}; otherwise choose other columns with --column, or print them with --suggest`,
    );
  }
}

/** Maximum number of attempts to answer a question. */
const MAX_TRIES = 3;

/** Prompts for the language of the texts. @throws {CommandError} if three answers in a row are not a valid language */
export async function askAboutLanguage(detected: DetectedLanguage, prompt: Prompt): Promise<Language> {
  let given = "";
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    given = (
      await prompt(`The language of the texts is ${formatDetected(detected)}. In which language are the texts?  `)
    )
      .trim()
      .toLowerCase();
    const language = LANGUAGE_NAMES.find((name) => name === given);
    if (language !== undefined) return language;
  }
  throw new CommandError(`The file was not imported: expected one of ${LANGUAGE_NAMES.join(", ")}, got "${given}"`);
}

/** Whether an error was caused by an answer to a question, so that the user can answer the question again. */
export const isAboutAnswer = (error: unknown): error is ImportError =>
  error instanceof ImportError && error.message.startsWith("--column");
