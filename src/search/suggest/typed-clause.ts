import type { FieldWeights } from "../../storefront/configuration.js";
import type { Clause } from "../../catalog/matching/filter-query.js";
import { kindMatch } from "../text/kind-match.js";
import { popularityPrior } from "../text/popularity.js";
import type { TextRules } from "../text/text-rules.js";
import { titlePhrase } from "../text/title-phrase.js";
import { unitsOf } from "../text/units.js";
import { wordMatch } from "../text/word-match.js";
import { wordsOf } from "../text/words.js";
import { folded } from "../../lib/folded.js";

/** Nobody types more before looking up; the last ones count. */
const MOST_WORDS = 8;
/** A guess at what was meant counts less than what was typed. */
const MEANT = 0.5;
const NAME_FIELDS = ["title", "designer", "categories"] as const;

/**
 * Products for what has been typed so far: all words but the last as they stand, and the last as a word or as the beginning
 * of one in a name. What the words name comes before what goes with it, as in a search.
 * @param meant what was probably meant
 */
export function typedClause(typed: string, meant: string | undefined, rules: TextRules): Clause {
  if (meant === undefined) return beginning(typed, rules);
  const guess = { bool: { must: [beginning(meant, rules)], boost: MEANT } };
  return { dis_max: { queries: [beginning(typed, rules), guess] } };
}

function beginning(typed: string, rules: TextRules): Clause {
  const { field_weights, search } = rules;
  const words = wordsOf(typed).words.slice(-MOST_WORDS);
  const last = words.at(-1);
  if (last === undefined) return { match_none: {} };
  const complete = words.slice(0, -1);
  const should = [
    ...titlePhrase(words, rules),
    ...kindMatch(unitsOf(words, rules), rules),
    ...headBeginning(last, search.heads),
    ...popularityPrior(search.popularity),
  ];
  return {
    bool: {
      must: [...complete.map((word) => wordMatch(word, field_weights)), lastWord(last, field_weights)],
      ...(should.length === 0 ? {} : { should }),
    },
  };
}

/**
 * A word of a name, or its beginning: "usb-c" is the word "usb" and what begins with "c". Descriptions hold the beginnings of
 * nearly everything, and are long to go through after every letter.
 */
function lastWord(word: string, weights: FieldWeights): Clause {
  const fields = NAME_FIELDS.map((field) => `text.${field}^${weights[field]}`);
  const whole = { multi_match: { query: word, fields, operator: "and", zero_terms_query: "none" } };
  const parts = folded(word).split(" ");
  const start = parts.pop() ?? "";
  if (start === "") return whole;
  const begun = [
    { prefix: { "text.title.typed": { value: start, boost: weights.title } } },
    { prefix: { "text.designer": { value: start, boost: weights.designer } } },
  ];
  if (parts.length === 0) return { dis_max: { queries: [whole, ...begun] } };
  const before = parts.map((part) => wordMatch(part, weights));
  return { dis_max: { queries: [whole, { bool: { must: [...before, { dis_max: { queries: begun } }] } }] } };
}

/** Heads are stemmed: as good as every beginning of a word is one of its stem, too. */
function headBeginning(word: string, boost: number): Clause[] {
  const start = folded(word);
  if (boost === 0 || start === "" || start.includes(" ")) return [];
  return [{ constant_score: { filter: { prefix: { "text.heads": { value: start } } }, boost } }];
}
