import { LANGUAGES, type Language } from "../../src/languages/index.js";
import words from "./page-words.json" with { type: "json" };

type TranslatedWords = Readonly<typeof words.english>;

/** Interface texts of the pages. "#" is replaced by a number or a name. */
export interface PageWords extends TranslatedWords {
  readonly yes: string;
  readonly no: string;
}

/** Language of the shop's pages. */
export interface PageLanguage {
  /** BCP 47 language tag, also used to format numbers. */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  readonly words: PageWords;
}

const WORDS: Readonly<Partial<Record<Language, TranslatedWords>>> = words;

/** BCP 47 tags of languages for which `LANGUAGES` contains no `code` or a different code. */
const LOCALES: Readonly<Partial<Record<Language, string>>> = { indonesian: "id", irish: "ga", norwegian: "nb" };
const RIGHT_TO_LEFT: ReadonlySet<Language> = new Set(["arabic", "persian"]);

/**
 * Returns the page language of a storefront. `other` and `cjk` stand for several languages, so the pages of these
 * storefronts use English.
 */
export function pageLanguage(language: Language): PageLanguage {
  const own = WORDS[language];
  if (own === undefined) return pageLanguage("english");
  const { code, yesNo } = LANGUAGES[language];
  return {
    locale: LOCALES[language] ?? code ?? "en",
    direction: RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr",
    words: { ...own, yes: yesNo[0], no: yesNo[1] },
  };
}
