import type { Json } from "../../../src/catalog/product-document.js";
import { plainText } from "./html-text.js";
import { isObject, type JsonObject } from "./json-records.js";
import { ImportError } from "./import-error.js";
import type { MappedField, Mapping } from "./mapping.js";
import { amountOf, fieldNameOf, yesOrNo } from "./values.js";

/** Values of a column in the first records of a file. */
export interface ColumnSample {
  readonly name: string;
  readonly values: readonly string[];
}

/** More columns than anybody maps by hand. */
const MAX_COLUMNS = 500;

export const columnsOfRows = (header: readonly string[], rows: readonly (readonly string[])[]): ColumnSample[] =>
  header
    .slice(0, MAX_COLUMNS)
    .map((name, at) => ({ name, values: rows.map((row) => row[at]?.trim() ?? "").filter(Boolean) }));

/** Scalars by dotted names, through lists. */
export function columnsOfObjects(objects: readonly JsonObject[]): ColumnSample[] {
  const columns = new Map<string, string[]>();
  const add = (path: string, value: string) => {
    const values = columns.get(path);
    if (value === "") return;
    if (values !== undefined) values.push(value);
    else if (columns.size < MAX_COLUMNS) columns.set(path, [value]);
  };
  const walk = (node: Json, path: string) => {
    if (Array.isArray(node)) for (const member of node as readonly Json[]) walk(member, path);
    else if (isObject(node))
      for (const [name, value] of Object.entries(node)) walk(value, path === "" ? name : `${path}.${name}`);
    else if (typeof node === "string" || typeof node === "number" || typeof node === "boolean")
      add(path, String(node).trim());
  };
  for (const object of objects) walk(object, "");
  return [...columns].map(([name, values]) => ({ name, values }));
}

/** Where products of JSON have lists of objects that look like variants. */
export function variantsIn(objects: readonly JsonObject[]): string | undefined {
  const names = new Set(
    objects.flatMap((object) => Object.entries(object).flatMap(([name, value]) => (isVariants(value) ? [name] : []))),
  );
  return [...names].find((name) => /^(?:variants?|variations?|skus?|offers?|children|items)$/i.test(name));
}

const isVariants = (value: Json): boolean => Array.isArray(value) && (value as readonly Json[]).some(isObject);

/** Names of columns in several languages, most telling first; the last part of a dotted name counts too. */
const NAMES = {
  group:
    /^(?:item_?group_?id|(?:product_?)?group_?id|parent(?:_?(?:id|sku|product))?|master_?(?:id|sku)|style_?(?:id|number|code)?|model_?(?:id|number))$/,
  product:
    /^(?:product_?(?:identifier|id|no|number|code)|article_?(?:id|no|number)?|artikel(?:nummer|nr|_?id)?|item_?(?:id|no|number)|handle|slug|objectid)$/,
  id: /^(?:id|_id|sku|reference|ref|code|ean|gtin|upc|barcode)$/,
  variant: /^(?:variant_?(?:identifier|id|sku)|variation_?id|sku|id|ean|gtin|barcode)$/,
  title:
    /^(?:title|name|product_?(?:name|title)|item_?name|titel|bezeichnung|artikelbezeichnung|produktname|nom|nombre|nome|titre|naam|nazwa)$/,
  description:
    /^(?:(?:long_|product_|full_)?description(?:_html)?|body(?:_html)?|beschreibung|text|langtext|descripci[oó]n|descrizione|omschrijving|opis)$/,
  short_description:
    /^(?:short_?(?:description|text)|description_(?:courte|short)|kurz(?:beschreibung|text)|descripci[oó]n_(?:corta|breve)|descrizione_breve|korte_(?:be|om)schrijving|summary|excerpt|teaser)$/,
  sale_price:
    /^(?:sale_?price|special_?price|discount(?:ed)?_?price|offer_?price|angebotspreis|aktionspreis|prix_?promo)$/,
  price:
    /^(?:(?:current_|unit_|retail_|selling_)?price(?:_(?:eur|usd|gbp|amount|incl_?vat))?|preis|vk(?:_?preis)?|prix|precio|prezzo|prijs|cena)$/,
  original_price: /^(?:(?:original|regular|list|compare_at|old|was|base|full)_?price|msrp|rrp|uvp|streichpreis)$/,
  designer: /^(?:brand(?:_?name)?|designer|vendor|manufacturer|make|marke|hersteller|marque|marca|merk|producent)$/,
  category:
    /^(?:categor(?:y|ies)(?:_?(?:path|name|tree))?|product_?type|kategorien?|warengruppe|cat[ée]gories?|categor[ií]as?|categorie|breadcrumbs?|type)$/,
  levels: /^(?:categor(?:y|ie)|kategorie|level|cat|warengruppe)_?(?:level_?)?(\d)$/,
  color: /^(?:colou?r(?:_?name)?|farbe|couleur|color[e]?|kleur|kolor|cor)$/,
  sizes: /^(?:sizes?|gr(?:ö|oe)(?:ß|ss)en?|groessen?|taille|talla|taglia|maat|rozmiar|tamanho)$/,
  material: /^(?:material|fabric|stoff|mati[èe]re|materiaal|materiale)$/,
  department: /^(?:department|gender|geschlecht|genre|g[ée]nero|sex|target_?group|zielgruppe)$/,
  images:
    /^(?:(?:main_|additional_|product_)?(?:images?|pictures?|photos?|img|bild(?:er)?|foto)(?:_?(?:url|link|src|href)s?)?(?:_?\d+)?|image_?link)$/,
  link: /^(?:url|link|product_?(?:url|link)|deeplink|href)$/,
  in_stock:
    /^(?:in_?stock|stock(?:_?(?:qty|quantity|level|status))?|qty|quantity|inventory(?:_?(?:qty|quantity))?|availab(?:le|ility)|bestand|lager(?:bestand)?|menge|verf(?:ü|ue)gbar(?:keit)?)$/,
  released_at:
    /^(?:released?(?:_?(?:at|date))?|publish(?:ed)?(?:_?(?:at|on|date))?|created?(?:_?(?:at|on|date))?|launch_?date|date(?:_?(?:added|created))?|neu_?seit)$/,
  tags: /^(?:tags?|keywords?|labels?|schlagworte?)$/,
  rating: /^(?:rating|average_?rating|stars|score|bewertung)$/,
} as const;

interface Column extends ColumnSample {
  /** The name as names are compared: "Produkt-Name" is "produkt_name". */
  readonly word: string;
  readonly coverage: number;
  readonly distinct: number;
}

/**
 * Proposes where each feed field comes from, by the names of columns and by what is in them, with a note for each.
 * @param records how many the samples are of
 * @throws ImportError when no column can identify products, or none is their name
 */
export function suggestMapping(samples: readonly ColumnSample[], records: number, variants?: string): Mapping {
  const columns = samples
    .filter(({ values }) => values.length > 0)
    .map((sample): Column => ({
      ...sample,
      word: wordOf(sample.name, variants),
      coverage: Math.min(1, sample.values.length / records),
      distinct: new Set(sample.values).size,
    }));
  const fields: Record<string, MappedField> = {};
  const used = new Set<string>();
  const named = (names: RegExp) => columns.filter(({ name, word }) => names.test(word) && !used.has(name));
  const take = (field: string, from: readonly Column[], rest: Omit<MappedField, "from" | "note">, why?: string) => {
    if (from.length === 0) return;
    for (const { name } of from) used.add(name);
    fields[field] = {
      from: from.map(({ name }) => name),
      ...rest,
      note: [noteOf(from), why].filter(Boolean).join("; "),
    };
  };

  takeIdentifiers();
  const [title] = named(NAMES.title);
  if (title === undefined) {
    throw new ImportError(
      `no column looks like the name of products; the file has ${listed(samples)}. Write a mapping by hand, or rename it to "title"`,
    );
  }
  take("title", [title], { as: "text" });
  const description = named(NAMES.description)
    .sort((a, b) => meanLength(b) - meanLength(a))
    .slice(0, 1);
  take("description", description, { as: description.some(isHtml) ? "html" : "text" });
  const short = named(NAMES.short_description).slice(0, 1);
  take("short_description", short, { as: short.some(isHtml) ? "html" : "text" });
  takePrices();
  take("designer", named(NAMES.designer).slice(0, 1), { as: "text" });
  takeCategories();
  take("color", named(NAMES.color).slice(0, 1), { as: "text" });
  const sizes = named(NAMES.sizes).slice(0, 1);
  take("sizes", sizes, { as: "list", ...separated(sizes) });
  take("material", named(NAMES.material).slice(0, 1), { as: "text" });
  take("department", named(NAMES.department).slice(0, 1), { as: "text" });
  const images = named(NAMES.images).filter(isAddress);
  take("images", images, { as: "list", ...separated(images) });
  take("link", named(NAMES.link).filter(isAddress).slice(0, 1), { as: "text" });
  take(
    "in_stock",
    named(NAMES.in_stock)
      .filter((column) => share(column, isStock) > 0.9)
      .slice(0, 1),
    { as: "stock" },
  );
  take(
    "released_at",
    named(NAMES.released_at)
      .filter((column) => share(column, isDate) > 0.9)
      .slice(0, 1),
    { as: "date" },
  );
  const tags = named(NAMES.tags).slice(0, 1);
  take("tags", tags, { as: "list", ...separated(tags) });
  take(
    "rating",
    named(NAMES.rating)
      .filter((column) => share(column, isNumber) > 0.9)
      .slice(0, 1),
    { as: "number" },
  );
  const unused = takeOthers();
  return {
    ...(variants === undefined ? {} : { variants }),
    fields,
    ...(Object.keys(unused).length > 0 ? { unused } : {}),
  };

  function takeIdentifiers(): void {
    const inProduct = (column: Column) => variants === undefined || !column.name.startsWith(`${variants}.`);
    const isUnique = ({ coverage, distinct, values }: Column) => coverage === 1 && distinct === values.length;
    const [group] = [...named(NAMES.group), ...named(NAMES.product)].filter(
      (column) => inProduct(column) && !isUnique(column),
    );
    const own = [...named(NAMES.variant), ...named(NAMES.product), ...named(NAMES.id)];
    if (variants !== undefined) {
      const [product] = [...named(NAMES.product), ...named(NAMES.id)].filter(inProduct);
      take("product_identifier", product === undefined ? [] : [product], { as: "text" });
      take("variant_identifier", own.filter((column) => !inProduct(column)).slice(0, 1), { as: "text" });
    } else if (group !== undefined && variantOf(group) !== undefined) {
      const variant = variantOf(group) as Column;
      const from = group.coverage < 1 ? [group, variant] : [group];
      take("product_identifier", from, { as: "text" }, "several rows have the same: they are variants of one product");
      take("variant_identifier", [variant], { as: "text" }, "different in every row");
    } else {
      const candidates = [...named(NAMES.product), ...named(NAMES.id)];
      const product = candidates.find(isUnique) ?? candidates.find(({ coverage }) => coverage > 0.9);
      take("product_identifier", product === undefined ? [] : [product], { as: "text" });
    }
    if (fields["product_identifier"] === undefined) {
      throw new ImportError(
        `no column looks like an identifier of products; the file has ${listed(samples)}. Write a mapping by hand, or rename it to "id"`,
      );
    }

    function variantOf(of: Column): Column | undefined {
      return own.find((column) => column !== of && isUnique(column));
    }
  }

  function takePrices(): void {
    const isPrice = (column: Column) => share(column, isNumber) > 0.5;
    const [sale] = named(NAMES.sale_price).filter(isPrice);
    const [price] = named(NAMES.price).filter(isPrice);
    const [before] = named(NAMES.original_price).filter(isPrice);
    const now = [sale, price].filter((column) => column !== undefined);
    const full = before ?? (sale === undefined ? undefined : price);
    const how = { as: "number" as const, ...decimalOf([...now, ...(full === undefined ? [] : [full])]) };
    take("price", now, how, now.length > 1 ? "the sale price where there is one" : undefined);
    if (full !== undefined) take("original_price", [full], how, "counts where it is above the price");
  }

  function takeCategories(): void {
    const levels = named(NAMES.levels).sort((a, b) => (a.word < b.word ? -1 : 1));
    if (levels.length > 1) {
      take("categories", levels, { as: "category_levels" });
      return;
    }
    const found = [...named(NAMES.category)].sort((a, b) => b.coverage - a.coverage).slice(0, 1);
    take("categories", found, { as: "categories", ...separated(found), ...levelsOf(found) });
  }

  /** What is left: short values that repeat become attributes. */
  function takeOthers(): Record<string, string> {
    const left: Record<string, string> = {};
    for (const column of columns) {
      if (used.has(column.name)) continue;
      const { name, word, coverage, distinct, values } = column;
      const why =
        word === "" ? "it has no name"
        : distinct === 1 && values.length > 1 ? "all values are alike"
        : isAddress(column) ? "addresses"
        : meanLength(column) > 60 ? "long texts"
        : distinct > 20 && distinct > values.length * 0.9 && share(column, isNumber) < 0.9 ? "nearly every value is another"
        : undefined; // prettier-ignore
      if (why !== undefined) left[name] = `${why}; ${percent(coverage)} have it`;
      else if (share(column, yesNo) === 1) take(`attributes.${word}`, [column], { as: "yes_no" });
      else if (share(column, isNumber) > 0.9)
        take(`attributes.${word}`, [column], { as: "number", ...decimalOf([column]) });
      else
        take(`attributes.${word}`, [column], {
          as: separator([column]) === undefined ? "text" : "list",
          ...separated([column]),
        });
    }
    return left;
  }
}

/** Parts of dotted names that say less than what stands before them: "brand.name" is a brand. */
const GENERIC = /^(?:name|title|label|value|url|src|href|id|path)$/i;

function wordOf(name: string, variants: string | undefined): string {
  const isInVariants = variants !== undefined && name.startsWith(`${variants}.`);
  const parts = (isInVariants ? name.slice(variants.length + 1) : name).split(".");
  const last = parts.at(-1) ?? "";
  const telling = GENERIC.test(last) ? (parts.at(-2) ?? last) : last;
  return fieldNameOf(telling.replaceAll(/([a-z])([A-Z])/g, "$1_$2"));
}

const listed = (samples: readonly ColumnSample[]) =>
  samples
    .slice(0, 30)
    .map(({ name }) => name)
    .join(", ");
const percent = (part: number) => `${Math.round(part * 100)} %`;

function noteOf(from: readonly Column[]): string {
  return from
    .map(({ coverage, distinct, values: [first = ""] }) => {
      const example = first.length > 40 ? `${first.slice(0, 40).toWellFormed()}…` : first;
      return `${percent(coverage)} have it, ${distinct} different, like ${JSON.stringify(example)}`;
    })
    .join("; ");
}

const share = ({ values }: ColumnSample, is: (value: string) => boolean): number =>
  values.filter(is).length / values.length;
const meanLength = ({ values }: ColumnSample): number =>
  values.reduce((sum, { length }) => sum + length, 0) / values.length;
const isHtml = (column: ColumnSample) => share(column, (value) => /<[a-z]+[^>]*>|&[a-z]+;/i.test(value)) > 0.05;
const isAddress = (column: ColumnSample) =>
  share(column, (value) => /^(?:https?:)?\/\/\S|^\/\S+\.\w{3,4}$/i.test(value)) > 0.5;
const isNumber = (value: string) => amountOf(value) !== undefined;
const yesNo = (value: string) => yesOrNo(value) !== undefined;
const isStock = (value: string) => yesNo(value) || /^-?\d+$/.test(value);
const isDate = (value: string) => /^\d{4}-\d\d-\d\d|^\d{1,2}\.\d{1,2}\.\d{4}|^\d{10}(?:\d{3})?$/.test(value);

/** The decimal separator, where values leave no doubt. */
function decimalOf(columns: readonly ColumnSample[]): { readonly decimal?: "." | "," } {
  const values = columns.flatMap(({ values }) => values);
  const [comma, point] = [/,\d{1,2}(?!\d)/, /\.\d{1,2}(?!\d)/].map(
    (pattern) => values.filter((value) => pattern.test(value)).length,
  );
  if (comma === point) return {};
  return { decimal: (comma ?? 0) > (point ?? 0) ? "," : "." };
}

/** What stands between the values of a list, where a tenth of them has it. */
function separator(columns: readonly ColumnSample[]): string | undefined {
  return ["|", ";", ","].find((one) =>
    columns.some((column) => share(column, (value) => plainText(value).includes(one)) > 0.1 && !isProse(column, one)),
  );
}

/** A comma in a sentence separates nothing. */
const isProse = (column: ColumnSample, mark: string) =>
  share(column, (value) =>
    plainText(value)
      .split(mark)
      .some((part) => part.trim().split(/\s+/).length > 4),
  ) > 0.2;

function separated(columns: readonly ColumnSample[]): { readonly separator?: string } {
  const found = separator(columns);
  return found === undefined ? {} : { separator: found };
}

function levelsOf(columns: readonly ColumnSample[]): { readonly levels?: string } {
  const found = [">", "/", "»"].find((one) =>
    columns.some((column) => share(column, (value) => plainText(value).includes(one)) > 0.05),
  );
  return found === undefined ? {} : { levels: found };
}
