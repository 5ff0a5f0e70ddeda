import { ImportError } from "./import-error.js";
import type { Question } from "./question.js";
import type { XmlElement } from "./xml-items.js";

/** Settings that select one of several alternative values: the language, the city or the currency of prices. */
export type ChoiceField = "lang" | "city" | "price_currency";

/** How to recognize alternatives in a record: names in several languages, or prices in several cities or currencies. */
interface XmlChoice {
  /** Field to which the question and the answer refer. */
  readonly field: ChoiceField;
  readonly why: string;
  /** Returns the language, city or currency that an element specifies, or "" if it is not specified. */
  readonly markOf: (element: XmlElement, siblings: ReadonlySet<string>) => string;
  /** Whether another alternative is used if a record does not have the chosen alternative. */
  readonly hasSubstitute: boolean;
}

const CHOICES: readonly XmlChoice[] = [
  {
    field: "lang",
    why: "the file has texts in several languages, but a catalogue has one language",
    markOf: (element, siblings) => languageOf(element) ?? languageInName(element.name, siblings),
    hasSubstitute: true,
  },
  {
    field: "price_currency",
    why: "the file has prices in several currencies, but a catalogue has one currency",
    markOf: ({ attributes }) => attributes["currency"] ?? attributes["currencyid"] ?? "",
    hasSubstitute: false,
  },
  {
    field: "city",
    why: "prices differ between cities, but a catalogue has one price per variant",
    markOf: ({ attributes }) => attributes["cityid"] ?? "",
    hasSubstitute: false,
  },
];

/** Whether the answer to a question selects a language, city or currency, and not a column. */
export const isChoice = (field: string): boolean => CHOICES.some((choice) => choice.field === field);

const LANGUAGE_ATTRIBUTES = ["lang", "language", "locale"] as const;

const LANGUAGES = new Set(
  "ar bg bs ca cs da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka kk ko lt lv mk ms nb nl nn no pl pt ro ru sk sl sq sr sv th tr uk vi zh".split(
    " ",
  ),
);

/** Whether a name is a language code: "de", "pt-BR", "zh_Hans". */
export const isLanguage = (name: string): boolean =>
  /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(name) && LANGUAGES.has(name.slice(0, 2).toLowerCase());

/** Matches `<name><de>Hemd</de><en>Shirt</en></name>`. */
const areLanguages = (children: readonly XmlElement[]): boolean =>
  children.length > 1 && children.every((child) => child.children.length === 0 && isLanguage(child.name));

/** Name of the child element that contains the text in one language. */
const LANGUAGE = "language";

function languageOf({ name: element, attributes }: XmlElement): string | undefined {
  // The attribute `id` is the language, because PrestaShop identifies languages by number.
  if (element === LANGUAGE && attributes["id"] !== undefined) return attributes["id"];
  const name = LANGUAGE_ATTRIBUTES.find((one) => attributes[one] !== undefined);
  return name === undefined ? undefined : attributes[name];
}

/**
 * Matches element names with a language suffix, such as "name_ua". "size_us" does not match, because its suffix is a
 * country.
 */
const LANGUAGE_IN_NAME = /^(.*(?:name|title|model|description|desc|text|category|keywords))_(ua|uk|ru|en|de|fr|es|it|nl|pl|pt|cs|cz|sk|da|sv|fi|no|hu|ro|bg|hr|sr|sl|tr|el|gr|kz|kk|lt|lv|et|ee|ar|he)$/; // prettier-ignore

function languageInName(name: string, siblings: ReadonlySet<string>): string {
  const [, base = "", language = ""] = LANGUAGE_IN_NAME.exec(name) ?? [];
  return siblings.has(base) ? language : "";
}

const baseOf = (name: string): string => LANGUAGE_IN_NAME.exec(name)?.[1] ?? name;

/** Answer that selects the elements that do not specify a language, city or currency. */
const UNMARKED = "default";

interface Alternative {
  readonly mark: string;
  readonly element: XmlElement;
}

/** Groups alternative child elements, such as the same text in several languages, by their common name. */
function alternativesIn({ children }: XmlElement, { field, markOf }: XmlChoice): ReadonlyMap<string, Alternative[]> {
  if (!children.some(isMarked)) return NONE;
  if (field === "lang" && areLanguages(children)) {
    const all = children.map((element) => ({ mark: element.name, element }));
    return new Set(children.map(contentOf)).size > 1 ? new Map([[LANGUAGE, all]]) : NONE;
  }
  const names = new Set(children.map(({ name }) => name));
  const marked = children.map((element) => ({ mark: markOf(element, names), element }));
  const found = new Map<string, Alternative[]>();
  for (const one of marked) {
    const { name } = one.element;
    const key = one.mark === "" || field !== "lang" || languageOf(one.element) !== undefined ? name : baseOf(name);
    const known = found.get(key);
    if (known === undefined) found.set(key, [one]);
    else known.push(one);
  }
  for (const [key, all] of found) {
    const differ = (of: (one: Alternative) => string) => new Set(all.map(of)).size > 1;
    if (!differ(({ mark }) => mark) || !differ(({ element }) => contentOf(element))) found.delete(key);
  }
  return found;
}

const NONE: ReadonlyMap<string, Alternative[]> = new Map();

const MARKS = [...LANGUAGE_ATTRIBUTES, "cityid", "currency", "currencyid"] as const;

const isMarked = ({ name, attributes }: XmlElement): boolean =>
  name.includes("_") || name === LANGUAGE || isLanguage(name) || MARKS.some((mark) => attributes[mark] !== undefined);

const contentOf = ({ text, children }: XmlElement): string => [text, ...children.map(contentOf)].join("\n");

/** The user's answers to questions, keyed by field, such as `{ lang: "de" }`. */
export type XmlAnswers = Readonly<Record<string, string | null>>;

/**
 * Returns a question about each setting (language, city or currency) that has alternatives in the file but no answer.
 * @throws {ImportError} if the answer is not one of the alternatives
 */
export function choiceQuestions(sample: readonly XmlElement[], answers: XmlAnswers): Question[] {
  return CHOICES.flatMap((choice) =>
    questionsAbout(
      choice.field,
      sample.flatMap((item) => marksIn(item, choice)),
      answers,
    ),
  );
}

/** Explains why the user must choose an alternative. */
export const alternatives = (field: ChoiceField): string => CHOICES.find((choice) => choice.field === field)?.why ?? "";

/**
 * Returns the question about the alternatives of a field, with the most frequent alternative first. The result is empty
 * if the field has no alternatives or the question was answered.
 * @param marks languages, cities or currencies of all alternatives in the sample
 * @throws {ImportError} if the answer is not one of the alternatives
 */
export function questionsAbout(field: ChoiceField, marks: readonly string[], answers: XmlAnswers): Question[] {
  const counts = new Map<string, number>();
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const rivals = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  if (rivals.length === 0) return [];
  const why = alternatives(field);
  if (!Object.hasOwn(answers, field)) return [{ field, why, rivals }];
  const answer = answers[field] ?? "";
  if (!rivals.some((rival) => rival.toLowerCase() === answer.toLowerCase()))
    throw new ImportError(`--column ${field}=${answer}: ${why}; expected one of ${rivals.join(", ")}`);
  return [];
}

function marksIn(item: XmlElement, choice: XmlChoice): string[] {
  const own = [...alternativesIn(item, choice).values()].flat().map(({ mark }) => shown(mark));
  return [...own, ...item.children.flatMap((child) => marksIn(child, choice))];
}

const shown = (mark: string): string => (mark === "" ? UNMARKED : mark);

/**
 * Removes the alternatives that the user did not choose from the records.
 * @throws {ImportError} if a record has alternatives and `answers` does not select one
 */
export async function* withChoices(items: AsyncIterable<XmlElement>, answers: XmlAnswers): AsyncGenerator<XmlElement> {
  for await (const item of items) yield CHOICES.reduce((chosen, choice) => chosenOf(chosen, choice, answers), item);
}

const isMarkedWithin = ({ children }: XmlElement): boolean => children.some((child) => isMarked(child) || isMarkedWithin(child)); // prettier-ignore

function chosenOf(item: XmlElement, choice: XmlChoice, answers: XmlAnswers): XmlElement {
  if (!isMarkedWithin(item)) return item;
  const children = item.children.map((child) => chosenOf(child, choice, answers));
  const left = new Set<XmlElement>();
  const renamed = new Map<XmlElement, string>();
  for (const [name, all] of alternativesIn({ ...item, children }, choice)) {
    const answer = answers[choice.field]?.toLowerCase();
    if (answer === undefined) {
      const marks = [...new Set(all.map(({ mark }) => shown(mark)))].join(", ");
      throw new ImportError(
        `line ${item.line}: ${name}: ${choice.why}; choose one of ${marks} with --column ${choice.field}=…`,
      );
    }
    const substitute = choice.hasSubstitute ? (all.find(({ mark }) => mark === "") ?? all[0])?.mark : undefined;
    const mark = all.find((one) => shown(one.mark).toLowerCase() === answer)?.mark ?? substitute;
    for (const one of all) {
      if (one.mark !== mark) left.add(one.element);
      renamed.set(one.element, name);
    }
  }
  const taken = children.filter((child) => !left.has(child)).map((child) => {
    const name = renamed.get(child);
    if (name === undefined) return child;
    const attributes = Object.fromEntries(Object.entries(child.attributes).filter(([key]) => !LANGUAGE_ATTRIBUTES.some((one) => one === key))); // prettier-ignore
    return { ...child, name, label: name === child.name ? child.label : name, attributes };
  }); // prettier-ignore
  const [only] = taken;
  if (choice.field === "lang" && taken.length === 1 && only?.name === LANGUAGE && only.children.length === 0)
    return { ...item, text: only.text, children: [] };
  return { ...item, children: taken };
}
