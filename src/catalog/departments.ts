import { anyOf, type Filter } from "../filters/filter.js";
import { CATEGORIES_LEAF, categoryDepth } from "./leaves.js";

/** Whom a product is made for: gender, or for children age first. */
export const DEPARTMENTS = ["women", "men", "girls", "boys", "children"] as const;
export type Department = (typeof DEPARTMENTS)[number];

/** The leaf whose values name departments, and those values; all other values are for every department. */
export interface Departments {
  /** The leaf; of `categories`, the values of its first level. */
  readonly field: string;
  readonly values: Readonly<Partial<Record<Department, readonly string[]>>>;
}

/** Of each language the beginnings of words for each department. A word that ends with "$" is whole. */
const WORDS: Readonly<Record<string, Readonly<Partial<Record<Department, string>>>>> = {
  english: {
    women: "women woman$ womens ladies lady$ female$ mama$ maternity",
    men: "men$ man$ mens male$ gentlemen",
    girls: "girl",
    boys: "boy$ boys",
    children: "children child$ childs kid$ kids baby$ babies babys infant toddler newborn teen",
  },
  catalan: { women: "dona$ dones$", men: "home$ homes$", girls: "nena nenes", boys: "nen$ nens$", children: "infantil bebè" },
  czech: { women: "dámsk ženy ženské", men: "pánsk muži mužské", girls: "dívč dívky", boys: "chlapec chlapc", children: "děti dětsk" },
  danish: { women: "dame kvinde", men: "herre mænd", girls: "pige", boys: "dreng", children: "børn barn baby" },
  dutch: { women: "dames vrouw", men: "heren mannen", girls: "meisje", boys: "jongen", children: "kinder kind$ baby" },
  finnish: { women: "nais nainen", men: "mies$ miest miehe", girls: "tyttö tyttöj", boys: "poika poik", children: "laps vauva" },
  french: { women: "femme", men: "homme", girls: "fille", boys: "garçon", children: "enfant bébé" },
  german: { women: "damen frau", men: "herren männer mann$", girls: "mädchen", boys: "jungen junge$ jungs", children: "kinder kind$ baby" },
  greek: { women: "γυναικ", men: "ανδρ άνδρ", girls: "κορίτσ κοριτσ", boys: "αγόρ αγορ", children: "παιδ βρεφ" },
  hungarian: { women: "női nők", men: "férfi", girls: "lány", boys: "fiú", children: "gyerek baba$" },
  italian: { women: "donna donne", men: "uomo$ uomini", girls: "bambina ragazza", boys: "ragazzo", children: "bambini bambino neonat" },
  norwegian: { women: "dame kvinne", men: "herre menn$", girls: "jente", boys: "gutt", children: "barn baby" },
  portuguese: { women: "mulher feminin", men: "homem homens masculin", girls: "menina", boys: "menino", children: "criança infantil bebé bebê" },
  romanian: { women: "femei$ femeie damă dama$ dame$", men: "bărbat barbat", girls: "fete$ fată", boys: "băieț baiet", children: "copii bebel" },
  russian: { women: "женс женщ", men: "мужс мужч", girls: "девоч", boys: "мальч", children: "дет малыш" },
  spanish: { women: "mujer señora", men: "hombre caballero", girls: "niña", boys: "niño", children: "infantil bebé niños" },
  swedish: { women: "dam$ damer damkl kvinn", men: "herr$ herrar herrkl män$", girls: "flick", boys: "pojk", children: "barn baby" },
  turkish: { women: "kadın bayan", men: "erkek", girls: "kız", boys: "oğlan", children: "çocuk bebek" },
}; // prettier-ignore

/**
 * The departments whose products may be shown with those of each department: children's products are for girls and for
 * boys.
 */
const GOES: Readonly<Record<Department, readonly Department[]>> = {
  women: ["women"],
  men: ["men"],
  girls: ["girls", "children"],
  boys: ["boys", "children"],
  children: ["girls", "boys", "children"],
};

/** Tells the department that a value names; undefined for one that names none, or grown-ups of both. */
export function departmentReader(language: string): (value: string) => Department | undefined {
  const beginnings = ["english", language].flatMap((one) =>
    DEPARTMENTS.flatMap((department) =>
      (WORDS[one]?.[department]?.split(" ") ?? []).map((word) => ({ department, word })),
    ),
  );
  const ofWord = (text: string) =>
    beginnings.find(({ word }) => (word.endsWith("$") ? word === `${text}$` : text.startsWith(word)))?.department;
  return (value) => {
    const named = new Set(value.toLowerCase().split(/[^\p{L}]+/u).flatMap((word) => ofWord(word) ?? [])); // prettier-ignore
    if (named.size < 2) return [...named][0];
    // "Boys & girls", "Kids: Girls" and "Women and girls".
    if (named.has("women") || named.has("men")) return undefined;
    return named.has("girls") === named.has("boys") ? "children" : named.has("girls") ? "girls" : "boys";
  };
}

/** The departments of a product with such values, each once. @param values of the leaf, of `categories` with ancestors */
export function departmentsOf({ values }: Departments, own: Iterable<unknown>): Department[] {
  const has = new Set(own);
  return DEPARTMENTS.filter((department) => values[department]?.some((value) => has.has(value)));
}

/** Of a product's values those that could name a department, each once. */
export const departmentValues = ({ field }: Departments, own: readonly unknown[]): string[] => {
  const values = [...new Set(own.map(String))];
  return field === CATEGORIES_LEAF ? values.filter((value) => categoryDepth(value) === 1) : values;
};

/** The filter for variants that may be shown beside products of some departments; undefined when any variant may. */
export function withinDepartments({ field, values }: Departments, own: readonly Department[]): Filter | undefined {
  if (own.length === 0) return undefined;
  const fitting = DEPARTMENTS.filter((one) => own.some((department) => GOES[department].includes(one)));
  const valuesOf = (some: readonly Department[]) => some.flatMap((one) => values[one] ?? []);
  const others = valuesOf(DEPARTMENTS.filter((one) => !fitting.includes(one)));
  if (others.length === 0) return undefined;
  const isOthers: Filter = { kind: "in", field, values: others };
  // A variant for several departments has several values.
  return anyOf([
    { kind: "not", filter: isOthers },
    { kind: "in", field, values: valuesOf(fitting) },
  ]);
}
