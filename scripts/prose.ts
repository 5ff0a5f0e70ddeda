import ts from "typescript";

/** A sentence or title written for people, with its position. */
export interface Prose {
  readonly line: number;
  readonly text: string;
}

/** A pattern of sentences that are hard to understand, with the advice to print for the writer. */
interface Habit {
  readonly pattern: RegExp;
  readonly advice: string;
}

/** Discouraged words and the standard term of this project for each. */
const TERMS: Readonly<Record<string, string>> = {
  "in force": "live (configuration), active (rule)",
  "comes? into force": "goes live",
  "strangers?": "unknown shoppers",
  "everybody['’]s": "unpersonalized",
  "by meaning": "semantic",
  "encoders?": "embedding model",
  "phrase books?": "suggestion dictionary",
  "kept places?": "reserved position",
  "steer(?:s|ed|ing)?": "curate, merchandising",
  "mend(?:s|ed|ing)?": "fix",
  "tortur(?:e|es|ing)": "fault injection",
  blanks: "whitespace",
  "clocks of": "time zone",
  "likes of": "taste profile",
};

const HABITS: readonly Habit[] = [
  { pattern: /\b(?:nobody|somebody|whoever|whomever|everybody)\b/i, advice: "name the person or component that acts" },
  { pattern: /\b(?:by|of|for|with|from|to|and|but|than) what\b/i, advice: 'use a noun instead of "what"' },
  { pattern: /^What (?:is|are|was|were|has|had) (?!.*\?)/, advice: 'use a noun instead of "what"' },
  { pattern: /^Of (?!the following)/, advice: "start with the thing that is described" },
  {
    pattern: /\b(?:those|that|the ones?) of (?:which|whom|these|those)\b/i,
    advice: "repeat the noun in place of a pronoun",
  },
  { pattern: /\bof [a-z]+ of [a-z]+ of\b/i, advice: 'use a compound instead of a chain of "of"' },
  {
    pattern: /\b(?:says|tells|knows|wants) (?:that|of|for|how|which|whether)\b/i,
    advice: 'use "returns", "reports" or "rejects" for software',
  },
  {
    pattern: /\b(?:anew|any more|no more|at hand|lately|gives way|gone back|sent away)\b/i,
    advice: "use modern words",
  },
  ...Object.entries(TERMS).map(([word, term]) => ({
    pattern: new RegExp(`\\b${word}\\b`, "i"),
    advice: `use the term of the glossary: ${term}`,
  })),
];

/**
 * Returns writing advice for a sentence; empty if the sentence matches no discouraged pattern. Ignores code in
 * backticks, links and URLs.
 */
export function adviceFor(sentence: string): readonly string[] {
  const plain = sentence.replace(/`[^`]*`|https?:\/\/\S+|\]\([^)]*\)/g, "X");
  return HABITS.filter(({ pattern }) => pattern.test(plain)).map(({ advice }) => advice);
}

/** Character that replaces each tag of a doc comment, because the text of a tag is a separate sentence. */
const SENTENCE_END = "¶";

const TITLED = /^(?:describe|it)(?:\.|$)/;

/** Comments and test titles of a TypeScript or JavaScript file. */
function proseOfCode(path: string, text: string): Prose[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, Prose>();
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
      const words = text
        .slice(pos, end)
        .replace(/^\/\*\*?|\*\/$|^\s*\*(?!\/) ?|^\/\/ ?/gm, "")
        .replace(/@(?:param \w+|returns?|throws)\b/g, SENTENCE_END);
      found.set(pos, { line: lineAt(pos), text: words });
    }
    if (ts.isCallExpression(node) && TITLED.test(node.expression.getText(source))) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title))
        found.set(title.pos, { line: lineAt(title.pos), text: title.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}

/** Paragraphs, list items and table rows of a Markdown page, without its blocks of code. */
function proseOfPage(text: string): Prose[] {
  const lines = text.replace(/^( *)```[\s\S]*?^\1```$/gm, (block) => block.replace(/[^\n]/g, "")).split("\n");
  return lines.flatMap((line, at) =>
    line.trim() === "" ? [] : [{ line: at + 1, text: line.replace(/^[\s#>|*-]+|\|$/g, "") }],
  );
}

/** Returns the sentences of a file that have at least three words. */
export function sentencesIn(path: string, text: string): Prose[] {
  const prose = path.endsWith(".md") ? proseOfPage(text) : proseOfCode(path, text);
  return prose.flatMap(({ line, text: whole }) =>
    whole
      .replace(/\s+/g, " ")
      .split(/(?<=[.!?:;])\s+(?=[A-Z`])|\s\|\s|¶/)
      .map((sentence) => ({ line, text: sentence.trim() }))
      .filter((sentence) => sentence.text.split(" ").length >= 3),
  );
}

/** Maximum share (0–1) of a folder's sentences that may be flagged, by folder. */
export type Shares = Readonly<Record<string, number>>;

/**
 * Returns the first two folder levels of a path, such as `src/search` for `src/search/text/words.ts`, or `.` for files
 * in the root.
 */
export const folderOf = (path: string): string => path.split("/").slice(0, -1).slice(0, 2).join("/") || ".";

/** Number of all sentences and of flagged sentences in a folder. */
export interface Counted {
  readonly sentences: number;
  readonly flagged: number;
}

/** Share of flagged sentences, rounded up to a multiple of 0.1 %, so that even one flagged sentence in 2,000 counts. */
export const shareOf = ({ sentences, flagged }: Counted): number =>
  sentences === 0 ? 0 : Math.ceil((1000 * flagged) / sentences) / 1000;
