import { SEES_ALL, type IsVisible } from "../filters/visible-fields.js";
import { normalText } from "../filters/operand.js";
import { CATEGORIES_FIELD, CATEGORY_SEPARATOR, categoryPath, type FieldValues } from "./fields.js";
import { type Department, DEPARTMENTS, type Language } from "../languages/index.js";
import { departmentReader, type Departments } from "./departments.js";

export interface Taxonomy {
  /** The departments of the catalogue; null if products have no departments. */
  readonly departments: Departments | null;
  /**
   * The category level whose categories are product types. In fashion shops, this is the first level below departments that divides the
   * products; in other shops, the deepest level whose categories have several products. 0 if no level qualifies.
   */
  readonly product_type_level: number;
  /** Whether the shop sells fashion, whose products are combined into outfits. */
  readonly sells_fashion: boolean;
  /** The top-level categories if they are departments; otherwise empty. */
  readonly roots: readonly string[];
  /** Number of feed lines that the taxonomy is based on. */
  readonly lines: number;
}

export const NO_TAXONOMY: Taxonomy = {
  departments: null,
  product_type_level: 0,
  sells_fashion: false,
  roots: [],
  lines: 0,
};

/** Minimum share of feed lines with a department for a field to count as the department field. */
const MIN_NAMED = 0.5;
/** Minimum share of all feed lines that each of the two largest departments must contain. */
const MIN_DEPARTMENT = 0.02;
/** Maximum share of feed lines in one category of a level. A level with a larger category does not describe product types. */
const MAX_ALIKE = 0.8;
/** Minimum number of feed lines in a category that is used as a product type. */
const MIN_SEVERAL = 3;
/** Minimum share of the feed lines of a category level that must be in categories with at least `MIN_SEVERAL` lines. */
const MIN_IN_PRODUCT_TYPES = 0.8;
/** Minimum share of feed lines with clothing sizes. A shop with at least this share counts as a fashion shop, even without departments. */
const MIN_SIZED = 0.5;
const SIZES_FIELD = "sizes";
const CLOTHES_SIZE = /^(?:X{0,4}[SL]|M|[2-6]XL)$/i;
/** Memory limits of the scan for departments. A field with more than `MAX_VALUES` values cannot contain departments. */
const MAX_VALUES = 300;
const MAX_CATEGORIES = 5_000;
const MAX_FIELDS = 1_000;
const MAX_LENGTH = 100;
const LEVELS = 3;

/** Fields that cannot contain departments, because their values identify or depict single products. */
const NOT_DEPARTMENTS = new Set(["product_identifier", "variant_identifier", "title", "description", "designer", "images", "handle", "url"]); // prettier-ignore

type Counts = Map<string, number>;

/**
 * Detects the departments of a catalogue (women, men, children) during the first pass over a feed. Departments are values of a field or
 * top-level categories that contain words for women, men or children. An even distribution of products over values does not indicate
 * departments, because brands can be distributed evenly too.
 */
export class TaxonomyScan {
  #lines = 0;
  #sized = 0;
  /** Number of feed lines per value for each field; null for fields with too many values. */
  readonly #values = new Map<string, Counts | null>();
  readonly #levels = Array.from({ length: LEVELS }, (): Counts => new Map());
  readonly #departmentIn: (value: string) => Department | undefined;

  /**
   * Creates a scan for departments in one feed.
   * @param field the configured department field; null to detect the field
   * @param isVisible whether a field is visible; hidden fields are ignored
   * @param sellsFashion whether the shop sells fashion, as configured; null to detect this
   */
  constructor(
    language: Language,
    private readonly field: string | null,
    private readonly isVisible: IsVisible = SEES_ALL,
    private readonly sellsFashion: boolean | null = null,
  ) {
    this.#departmentIn = departmentReader(language);
  }

  /** Counts the values of a variant. @param fields fields of the variant, as received */
  observe(fields: FieldValues): void {
    this.#lines += 1;
    for (const [field, values] of fields) {
      if (!this.isVisible(field)) continue;
      if (field === SIZES_FIELD && values.some((size) => CLOTHES_SIZE.test(String(size)))) this.#sized += 1;
      if (field === CATEGORIES_FIELD) this.#observeCategories(values);
      else if (this.field === null ? !NOT_DEPARTMENTS.has(field) : field === this.field) this.#count(field, values);
    }
  }

  #observeCategories(categories: readonly unknown[]): void {
    const levels = Array.from({ length: LEVELS }, () => new Set<string>());
    for (const category of categories)
      categoryPath(String(category)).slice(0, LEVELS).forEach((path, level) => levels[level]?.add(path)); // prettier-ignore
    levels.forEach((paths, level) => {
      const counts = this.#levels[level] as Counts;
      for (const path of paths)
        if (counts.has(path) || counts.size < (level === 0 ? MAX_VALUES : MAX_CATEGORIES))
          counts.set(path, (counts.get(path) ?? 0) + 1);
    });
    if (this.field === null || this.field === CATEGORIES_FIELD) this.#count(CATEGORIES_FIELD, [...(levels[0] ?? [])]);
  }

  #count(field: string, values: readonly unknown[]): void {
    let counts = this.#values.get(field);
    if (counts === undefined) {
      if (this.#values.size >= MAX_FIELDS) return;
      counts = new Map();
      this.#values.set(field, counts);
    }
    if (counts === null) return;
    for (const value of values) {
      if (typeof value !== "string" || value.length > MAX_LENGTH) continue;
      const name = normalText(value);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (counts.size > MAX_VALUES) this.#values.set(field, null);
  }

  /**
   * Returns the taxonomy of the catalogue.
   * @param before the previous taxonomy. If the feed contains only a part of the catalogue, the previous taxonomy is kept, and new values
   * are added to its departments
   */
  decide(before?: Taxonomy): Taxonomy {
    // Keeps the previous taxonomy if the new feed has fewer lines.
    if (before !== undefined && this.#lines < before.lines)
      return { ...before, departments: this.#extended(before.departments) };
    const departments = this.#found();
    const first = departments?.field === CATEGORIES_FIELD ? 1 : 0;
    const isSized = this.#lines > 0 && this.#sized >= MIN_SIZED * this.#lines;
    const sells_fashion = this.sellsFashion ?? (departments !== null || isSized);
    const product_type_level = sells_fashion ? this.#firstLevel(first) : this.#deepestLevel(first);
    const roots = first === 0 ? [] : [...(this.#levels[0]?.keys() ?? [])].sort();
    return { departments, product_type_level, sells_fashion, roots, lines: this.#lines };
  }

  #firstLevel(first: number): number {
    const dividing = (counts: Counts) => counts.size > 1 && Math.max(...counts.values()) <= MAX_ALIKE * this.#lines;
    return this.#levels.findIndex((counts, level) => level >= first && dividing(counts)) + 1;
  }

  /** Returns the deepest category level that describes product types: most products share their category with other products. */
  #deepestLevel(first: number): number {
    const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
    const isOfProductTypes = (counts: Counts) => {
      const all = [...counts.values()];
      return all.length > 1 && sum(all.filter((count) => count >= MIN_SEVERAL)) >= MIN_IN_PRODUCT_TYPES * sum(all);
    };
    return this.#levels.findLastIndex((counts, level) => level >= first && isOfProductTypes(counts)) + 1;
  }

  #found(): Departments | null {
    let best: { readonly departments: Departments; readonly named: number } | undefined;
    for (const [field, counts] of [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (counts === null) continue;
      const values: Partial<Record<Department, string[]>> = {};
      const products = new Map<Department, number>();
      let named = 0;
      for (const [value, count] of counts) {
        const department = this.#departmentIn(value);
        if (department === undefined) continue;
        (values[department] ??= []).push(value);
        products.set(department, (products.get(department) ?? 0) + count);
        named += count;
      }
      const large = [...products.values()].filter((count) => count >= MIN_DEPARTMENT * this.#lines);
      const isEnough = this.field !== null ? named > 0 : named >= MIN_NAMED * this.#lines && large.length >= 2;
      // The category field takes precedence over other fields with department names.
      if (isEnough && field === CATEGORIES_FIELD) return { field, values: sorted(values) };
      if (isEnough && named > (best?.named ?? 0)) best = { named, departments: { field, values: sorted(values) } };
    }
    return best?.departments ?? null;
  }

  #extended(before: Departments | null): Departments | null {
    const counts = before === null ? undefined : this.#values.get(before.field);
    if (before === null || counts == null) return before;
    const values: Partial<Record<Department, string[]>> = {};
    for (const department of DEPARTMENTS) values[department] = [...(before.values[department] ?? [])];
    for (const value of counts.keys()) {
      const department = this.#departmentIn(value);
      const known = department === undefined ? undefined : values[department];
      if (known !== undefined && known.length < MAX_VALUES && !known.includes(value)) known.push(value);
    }
    return { ...before, values: sorted(values) };
  }
}

const sorted = (values: Partial<Record<Department, string[]>>): Departments["values"] =>
  Object.fromEntries(
    DEPARTMENTS.flatMap((one) => (values[one] === undefined || values[one].length === 0 ? [] : [[one, [...values[one]].sort()]])), // prettier-ignore
  );

/** Whether two taxonomies are equal, apart from the number of feed lines from which they were derived. */
export const sameTaxonomy = (one: Taxonomy | undefined, other: Taxonomy): boolean =>
  one !== undefined && JSON.stringify({ ...one, lines: 0 }) === JSON.stringify({ ...other, lines: 0 });

/**
 * Returns the distinct product types of a product: its categories down to the product type level, without departments.
 * @param categories categories of any depth
 */
export function productTypesOf(categories: readonly string[], taxonomy: ProductTypeRules): string[] {
  if (taxonomy.product_type_level === 0) return [];
  return [...new Set(categories.map((category) => productTypeOf(category, taxonomy)))];
}

type ProductTypeRules = Pick<Taxonomy, "product_type_level" | "roots">;

function productTypeOf(category: string, { product_type_level, roots }: ProductTypeRules): string {
  const path = categoryPath(category);
  const productType = path[Math.min(product_type_level, path.length) - 1] as string;
  return path.length > 1 && roots.length > 0
    ? productType.slice(`${path[0]}${CATEGORY_SEPARATOR}`.length)
    : productType;
}

/** Returns the category paths of product types, one path per department. */
export const categoriesOfProductTypes = (
  productTypes: readonly string[],
  { roots }: Pick<Taxonomy, "roots">,
): string[] =>
  roots.length === 0
    ? [...productTypes]
    : productTypes.flatMap((productType) =>
        roots.includes(productType) ? productType : roots.map((root) => `${root}${CATEGORY_SEPARATOR}${productType}`),
      );
