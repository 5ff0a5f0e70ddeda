import { Column, type ColumnSample } from "./column.js";
import { plainText } from "./html-text.js";
import { isBackOffice, nameScore, type Role } from "./header-words.js";
import type { MappedField, Mapping } from "./mapping.js";
import { amountOf, isSold, yesOrNo } from "./values.js";

/** A field that the file leaves in doubt. */
export interface Question {
  readonly field: string;
  readonly why: string;
  /** Columns that it may come from, the likeliest first. */
  readonly rivals: readonly string[];
}

export interface Proposal {
  readonly mapping: Mapping;
  /** Nothing may be imported before they are answered. */
  readonly questions: readonly Question[];
}

export interface SuggestOptions {
  /** Where, in JSON, a product has the list of its variants. */
  readonly variants?: string | undefined;
  /** Columns that a person named for fields; null for a field that the file has nothing for. */
  readonly answers?: Readonly<Record<string, string | null>>;
}

/** What a kind of product is to a shop's program: no category of a shopper's. */
const PRODUCT_KINDS =
  /^(?:simple|variable|variation|variant|configurable|grouped|bundle|bundled|virtual|downloadable|external|physical|digital|service|product|default|standard|giftcard|gift card|parent|child|sku|p|v|product[ _-](?:option|variation|variant)|(?:einfaches|konfigurierbares|virtuelles|gruppiertes) produkt|(?:produit|producto|prodotto|produto) (?:simple|semplice|simples|configurable|configurabile|configurável|virtuel|virtual|virtuale))$/i;

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** Two names that say as much as each other. */
const CLOSE = 0.12;
/** Of the rows, so many may disagree before two columns are different things. */
const TOLERANCE = 0.05;
/** Fewer rows show no pattern. */
const FEW = 8;

/**
 * Proposes where each feed field comes from: by names of columns, by what is in them, and by what they would do as that
 * field. What has a close rival, or nothing that fits where something should be, is a question.
 * @param records how many the samples are of
 */
export function suggestMapping(
  samples: readonly ColumnSample[],
  records: number,
  { variants, answers = {} }: SuggestOptions = {},
): Proposal {
  const columns = samples
    .filter(({ values }) => values.length > 0)
    .map((sample) => new Column(sample, records, variants));
  const fields: Record<string, MappedField> = {};
  const questions: Question[] = [];
  const unused: Record<string, string> = {};
  const used = new Set<string>();
  const byName = new Map(columns.map((column) => [column.name, column]));
  for (const column of Object.values(answers)) if (column !== null) used.add(column);

  const title = choose("title", likeliest("title", asTitle))[0] ?? titleByContent();
  takeIdentifiers();
  if (title === undefined) ask("title", "no column looks like the names of products", texts());
  else takeTitle(title);
  takeSold();
  takeTexts();
  takePrices();
  take("designer", choose("designer", likeliest("designer", asName)), { as: "text" });
  takeCategories();
  take("color", choose("color", likeliest("color", asName)), { as: "text" });
  const sizes = choose("sizes", likeliest("sizes", asChoice));
  take("sizes", sizes, { as: "list", ...separated(sizes) });
  take("material", choose("material", likeliest("material", asName)), { as: "text" });
  take("department", choose("department", likeliest("department", asName)), { as: "text" });
  takeImages();
  take(
    "link",
    choose(
      "link",
      likeliest("link", ({ addresses }) => addresses),
    ),
    { as: "text" },
  );
  take(
    "in_stock",
    choose(
      "in_stock",
      likeliest("in_stock", (column) => over(column.share(isStock), 0.9)),
    ),
    { as: "stock" },
  );
  take(
    "released_at",
    choose(
      "released_at",
      likeliest("released_at", (column) => over(column.share(isDate), 0.9)),
    ),
    { as: "date" },
  );
  const tags = choose(
    "tags",
    likeliest("tags", () => 1),
  );
  take("tags", tags, { as: "list", ...separated(tags) });
  take(
    "rating",
    choose(
      "rating",
      likeliest("rating", ({ numbers }) => over(numbers, 0.9)),
    ),
    { as: "number" },
  );
  const options = choose(
    "options",
    likeliest("options", (column) => over(column.share(isPairs), 0.5)),
  );
  take("options", options, { as: "pairs" }, "each name becomes a field");
  takeNamed();
  takeOthers();
  const mapping: Mapping = {
    ...(variants === undefined ? {} : { variants }),
    fields,
    ...(Object.keys(unused).length > 0 ? { unused } : {}),
  };
  return { mapping, questions };

  function take(field: string, from: readonly Column[], rest: Omit<MappedField, "from" | "note">, why?: string): void {
    if (from.length === 0) return;
    for (const { name } of from) used.add(name);
    fields[field] = {
      from: from.map(({ name }) => name),
      ...rest,
      note: [noteOf(from), why].filter(Boolean).join("; "),
    };
  }

  function ask(field: string, why: string, rivals: readonly Column[]): void {
    if (Object.hasOwn(answers, field)) return;
    questions.push({ field, why, rivals: rivals.slice(0, 8).map(({ name }) => name) });
  }

  /** Columns that are not used yet, by how well their names and values fit a role. */
  function ranked(role: Role, fit: (column: Column) => number): { readonly column: Column; readonly score: number }[] {
    return columns
      .filter(({ name }) => !used.has(name))
      .map((column) => ({ column, score: nameScore(column.word, role) * fit(column) }))
      .filter(({ score }) => score > 0.2)
      .sort((a, b) => b.score - a.score);
  }

  function likeliest(role: Role, fit: (column: Column) => number): Column[] {
    return ranked(role, fit)
      .map(({ column }) => column)
      .slice(0, 1);
  }

  /** What a person said, else what was found. */
  function choose(field: string, found: readonly Column[]): readonly Column[] {
    if (!Object.hasOwn(answers, field)) return found;
    const column = byName.get(answers[field] ?? "");
    return column === undefined ? [] : [column];
  }

  function texts(): Column[] {
    return columns.filter(
      (column) => !used.has(column.name) && asTitle(column) > 0 && !isBackOffice(column.word) && column.meanLength > 3,
    );
  }

  function takeTitle(column: Column): void {
    take("title", [column], { as: column.markup > 0.05 ? "html" : "text" });
    const others = columns.filter(({ name, word }) => name !== column.name && LANGUAGE_MARK.test(word) && baseOf(word) === baseOf(column.word)); // prettier-ignore
    if (others.length > 0 && LANGUAGE_MARK.test(column.word))
      ask("title", "there are names in several languages, and a catalogue has one; --column description=COLUMN says it of texts", [column, ...others]); // prettier-ignore
    if (column.coverage >= MOSTLY || records - column.values.length < 2) return;
    const why = `${percent(1 - column.coverage)} of the ${variants === undefined ? "rows" : "objects"} have none and would be left out; where they continue the product above them, fill in what they have from it`;
    ask("title", why, [column]);
  }

  /** What says that a shop does not sell something: nobody may see that. */
  function takeSold(): void {
    const found = ranked("sold", (column) => over(column.share((value) => isSold(value) !== undefined), 0.5)).map(({ column }) => column); // prettier-ignore
    const [doubtful] = found.filter((column) => column.share((value) => isSold(value) !== undefined) < 1 && column.share((value) => isSold(value) === false) > 0); // prettier-ignore
    const isAnswered = Object.hasOwn(answers, "sold");
    if (doubtful !== undefined) ask("sold", `${doubtful.name} says of some rows that they are not sold, and of others what is neither`, [doubtful]); // prettier-ignore
    const all = isAnswered ? choose("sold", []) : found.filter((column) => column !== doubtful);
    take("sold", all, { as: "sold" }, "what is not sold is left aside");
    const taken = ranked("unsold", (column) => over(column.share(yesNo), 1)).map(({ column }) => column);
    take("unsold", choose("unsold", taken), { as: "unsold" }, "what is taken out of sale is left aside");
  }

  /** The only column of short texts that hardly repeat. */
  function titleByContent(): Column | undefined {
    if (Object.hasOwn(answers, "title")) return undefined;
    const found = texts().filter(
      (column) =>
        column.coverage > 0.9 &&
        column.distinct > column.values.length * 0.7 &&
        column.meanLength >= 8 &&
        column.share((value) => /\S\s+\S/.test(value)) > 0.5,
    );
    return found.length === 1 ? found[0] : undefined;
  }

  function takeIdentifiers(): void {
    const answered = choose("product_identifier", [])[0];
    const products = ranked("identifier", asKey).map(({ column }) => column);
    const variantKeys = ranked("variant", asKey).map(({ column }) => column);
    if (variants !== undefined) {
      const product = answered ?? products.find((column) => !column.isInVariants);
      if (product === undefined) ask("product_identifier", "no column tells products apart", columns.filter(asKey));
      else take("product_identifier", [product], { as: "text" });
      const own = choose("variant_identifier", variantKeys.filter((column) => column.isInVariants && column.distinct === column.values.length).slice(0, 1)); // prettier-ignore
      take("variant_identifier", own, { as: "text" });
      return;
    }
    const keys = new Set(
      [...products, ...variantKeys].filter(({ isUnique }) => isUnique).flatMap(({ values }) => values),
    );
    const namesOthers = (column: Column) => column.coverage < 1 && asKey(column) > 0 && column.values.length > 0 && column.values.every((value) => keys.has(value)); // prettier-ignore
    const groups = [
      ...ranked("group", asKey).map(({ column }) => column),
      ...columns.filter((column) => !used.has(column.name) && namesOthers(column)),
      ...products.filter(({ coverage }) => coverage > 0.9),
    ];
    const group = answered === undefined ? groups.find(isGroup) : answered.isUnique ? undefined : answered;
    if (group !== undefined) takeVariantsOf(group, [...variantKeys, ...products]);
    else takeProducts(answered, products);
  }

  /** Rows of one group are variants of one product. */
  function takeVariantsOf(group: Column, keys: readonly Column[]): void {
    const [own] = choose(
      "variant_identifier",
      keys.filter((column) => column !== group && column.isUnique).slice(0, 1),
    );
    const why = "several rows have the same: they are variants of one product";
    if (own !== undefined) {
      take("product_identifier", group.coverage < 1 ? [group, own] : [group], { as: "text" }, why);
      take("variant_identifier", [own], { as: "text" }, "different in every row");
      return;
    }
    take("product_identifier", [group], { as: "text" }, why);
    const parts = tellingApart(group);
    if (parts !== undefined) {
      const note = `no column is different in every row; with ${parts.map(({ name }) => name).join(" and ")} they are`;
      fields["variant_identifier"] = { from: [group, ...parts].map(({ name }) => name), as: "joined", note };
    } else if (areCopies(group))
      take("variant_identifier", [group], { as: "text" }, "rows that come again are the same");
    else {
      const varying = columns.filter((column) => column !== group && varies(column, group));
      ask(
        "variant_identifier",
        `several rows have the same ${group.name}, and nothing tells them apart for certain`,
        varying,
      );
    }
  }

  function takeProducts(answered: Column | undefined, products: readonly Column[]): void {
    const links = ranked("link", ({ addresses, pictures }) => addresses - pictures).map(({ column }) => column);
    if (answered === undefined && title !== undefined && areVariantsByTitle(title)) {
      takeVariantsOf(title, products);
      return;
    }
    const names = title === undefined || title.values.length < FEW ? [] : [title];
    const candidates = answered === undefined ? [...products, ...links, ...names] : [answered];
    const isNearlyUnique = ({ coverage, distinct, values }: Column) =>
      coverage > 0.9 && distinct >= values.length * 0.98;
    const product = candidates.find(({ isUnique }) => isUnique) ?? candidates.find(isNearlyUnique) ?? answered;
    if (product === undefined) {
      const keys = columns.filter((column) => column.coverage > 0.5 && column.distinct > 1 && column.meanLength < 100);
      const rivals = [...new Set([...products, ...keys.sort((a, b) => b.distinct - a.distinct)])];
      ask("product_identifier", "no column is different for every product", rivals);
      return;
    }
    const twice = product.values.length - product.distinct;
    // The address of a product identifies it and is shown too.
    const isShown = product.addresses > 0.5;
    const again = twice === 0 ? undefined : `${twice} come again: the last one counts`;
    const named = "the name, as nothing else tells products apart: one that is renamed is another product";
    take("product_identifier", [product], { as: "text" }, product === title ? named : again);
    if (isShown) used.delete(product.name);
  }

  /** Whether rows come again with the same value, and are of one product by their names. */
  function isGroup(column: Column): boolean {
    const groups = rowsBy(column).filter((rows) => rows.length > 1);
    const repeated = groups.reduce((sum, rows) => sum + rows.length, 0);
    const isNamed = nameScore(column.word, "group") > 0.6;
    if (repeated < column.values.length * 0.1 || (column.distinct < 2 && !isNamed)) return false;
    if (title === undefined || title === column) return nameScore(column.word, "group") > 0;
    const alike = groups.filter((rows) => {
      const names = rows.map((at) => title.cells[at] ?? "");
      return names.every((name) => firstWord(name) === firstWord(names[0] ?? ""));
    });
    return alike.length >= groups.length * 0.7;
  }

  /** One column, or two, of which the values differ in the rows of every group. */
  function tellingApart(group: Column): readonly Column[] | undefined {
    const roles = ["variant_title", "options", "sizes", "color", "variant"] as const;
    const named = [
      ...new Set(roles.flatMap((role) => ranked(role, asChoiceOfVariant).map(({ column }) => column))),
    ].filter((column) => varies(column, group));
    const pairs = named.flatMap((one, at) => named.slice(at + 1).map((other) => [one, other]));
    return [...named.map((one) => [one]), ...pairs].find((parts) => {
      const keys = group.cells.map((cell, at) => [cell, ...parts.map(({ cells }) => cells[at])].join("\n"));
      return new Set(keys).size === keys.length;
    });
  }

  function varies(column: Column, group: Column): boolean {
    return rowsBy(group).some((rows) => new Set(rows.map((at) => column.cells[at])).size > 1);
  }

  function areCopies(group: Column): boolean {
    return !columns.some((column) => varies(column, group));
  }

  function areVariantsByTitle(name: Column): boolean {
    if (name.values.length < FEW || name.distinct > name.values.length * 0.5) return false;
    const brands = ranked("designer", asName);
    if (brands.some(({ column }) => varies(column, name))) return false;
    const named = [...ranked("variant_title", asChoiceOfVariant), ...ranked("sizes", asChoice), ...ranked("color", asName)]; // prettier-ignore
    return named.length > 0 && tellingApart(name) !== undefined;
  }

  function takeTexts(): void {
    const long = ranked("description", (column) => (column.addresses > 0.5 || column.numbers > 0.5 ? 0 : 1))
      .sort((a, b) =>
        Math.abs(b.score - a.score) < 0.3 ? b.column.meanLength - a.column.meanLength : b.score - a.score,
      )
      .map(({ column }) => column);
    const description = choose("description", long.slice(0, 1));
    take("description", description, { as: description.some(({ markup }) => markup > 0.05) ? "html" : "text" });
    const short = choose(
      "short_description",
      likeliest("short_description", ({ addresses }) => 1 - addresses),
    );
    take("short_description", short, { as: short.some(({ markup }) => markup > 0.05) ? "html" : "text" });
  }

  function takePrices(): void {
    const found = ranked("price", asAmount).filter(
      ({ column }) =>
        !isCost(column) &&
        (["sale_price", "original_price"] as const).every(
          (role) => nameScore(column.word, role) <= nameScore(column.word, "price"),
        ),
    );
    const sales = ranked("sale_price", asAmount).map(({ column }) => column);
    const before = ranked("original_price", asAmount).map(({ column }) => column).filter((column) => !found.some((one) => one.column === column && one.score > 0.9)); // prettier-ignore
    const best = bestPrice(found);
    const [chosen] = choose("price", best === undefined ? [] : [best]);
    const price = chosen ?? (Object.hasOwn(answers, "price") ? undefined : before[0]);
    if (price === undefined) {
      askForPrice(sales);
      return;
    }
    const fallback = found
      .map(({ column }) => column)
      .find(
        (column) => saysVariant(price) && !saysVariant(column) && !isHundredfold(column, price) && !isCents(column),
      );
    const sale = Object.hasOwn(answers, "price") ? undefined : sales.find((column) => column !== price && agrees(column, price, (a, b) => a <= b || b === 0) && column.share((value) => (amountOf(value)?.value ?? 0) > 0) > 0); // prettier-ignore
    const now = [sale, price, fallback].filter((column) => column !== undefined);
    const [full] = choose("original_price", sale === undefined ? former(price, [...before, ...found.map(({ column }) => column)]) : [before.find((column) => agrees(column, price, (a, b) => a >= b)) ?? price]); // prettier-ignore
    const how = { as: "number" as const, ...decimalOf([...now, ...(full === undefined ? [] : [full])]) };
    const why = sale === undefined ? undefined : "the sale price where there is one";
    take("price", now, isCents(price) ? { ...how, factor: 0.01 } : how, isCents(price) ? "in cents" : why);
    if (full !== undefined) take("original_price", [full], isCents(full) ? { ...how, factor: 0.01 } : how, "counts where it is above the price"); // prettier-ignore
    for (const { column } of found) if (!used.has(column.name)) leaveOut(column, isHundredfold(column, price) ? `it is ${price.name} in cents` : `the price is read from ${price.name}`); // prettier-ignore
    for (const column of before) if (!used.has(column.name)) leaveOut(column, isHundredfold(column, price) ? "it is the price in cents" : "no former price: it is not above the price"); // prettier-ignore
    askAboutDiscount(price, sale, full);
    const [currency] = choose("currency", likeliest("currency", (column) => over(column.share((value) => /^[A-Z]{3}$/i.test(value)), 0.9))); // prettier-ignore
    if (currency !== undefined) take("currency", [currency], { as: "text" });
    else if (price.share((value) => (amountOf(value)?.currency ?? null) !== null) > 0.5) fields["currency"] = { from: [price.name], as: "currency", note: "as its amounts name it" }; // prettier-ignore
  }

  /** A variant's price before its product's, with tax before without; undefined where two columns could be it. */
  function bestPrice(found: readonly { readonly column: Column; readonly score: number }[]): Column | undefined {
    const usable = found.filter(
      ({ column }) => !isNet(column) || !found.some((one) => !isNet(one.column) && one.score > 0.5),
    );
    const [first] = usable;
    if (first === undefined) return undefined;
    const plain = usable.filter(({ column }) => !usable.some((one) => isHundredfold(column, one.column)));
    const own = plain.find(({ column }) => saysVariant(column) && column.coverage > 0.5);
    const best = own ?? plain[0] ?? first;
    const rivals = plain.filter(
      ({ column, score }) =>
        column !== best.column &&
        best.score - score < CLOSE &&
        best !== own &&
        !agrees(column, best.column, (a, b) => Math.abs(a - b) < 0.005),
    );
    const foreign = found.filter(({ column }) => differsInCurrency(column, best.column)).map(({ column }) => column);
    if (foreign.length > 0) ask("price", "there are prices in several currencies, and a catalogue has one", [best.column, ...foreign]);
    else if (rivals.length > 0)
      ask("price", "several columns could be the price, and their amounts differ", [
        best.column,
        ...rivals.map(({ column }) => column),
      ]);
    else if (isNet(best.column))
      ask("price", "the only price is one without tax or for dealers", [best.column, ...ranked("original_price", asAmount).map(({ column }) => column)]); // prettier-ignore
    else if (/amount|value/.test(best.column.word) && best.column.share((value) => /^\d{3,}$/.test(value)) === 1)
      ask("price", "its amounts may be in cents: --column takes them as they are, and `factor` in a mapping as cents", [best.column]); // prettier-ignore
    return best.column;
  }

  /** A reduction of which the file does not say whether the price has it already. */
  function askAboutDiscount(price: Column, sale: Column | undefined, full: Column | undefined): void {
    const has = (value: string | undefined) => (amountOf(value ?? "")?.value ?? 0) > 0;
    const flag = columns.find((column) => ON_SALE.test(column.word) && column.share(yesNo) === 1);
    if (sale !== undefined && flag?.cells.some((cell, at) => yesOrNo(cell) === false && has(sale.cells[at])) === true)
      ask("price", `${sale.name} has an amount also where ${flag.name} says no`, [price, sale]);
    const reduction = columns.find((column) => !used.has(column.name) && DISCOUNT.test(column.word) && column.numbers > 0.5 && column.share(has) > 0); // prettier-ignore
    if (sale === undefined && full === undefined && reduction !== undefined)
      ask("price", `${reduction.name} has reductions, and nothing says whether ${price.name} is the price before or after them; --column takes it as it is`, [price]); // prettier-ignore
  }

  /** A file without any column like a price has none; with one that looks like it, a person knows. */
  function askForPrice(sales: readonly Column[]): void {
    const amounts = columns.filter(
      (column) =>
        !used.has(column.name) &&
        !isBackOffice(column.word) &&
        asAmount(column) > 0 &&
        (sales.includes(column) ||
          column.share((value) => /[.,]\d\d(?!\d)/.test(value) || amountOf(value)?.currency != null) > 0.5),
    );
    if (amounts.length > 0) ask("price", "no column is called like a price, and some have amounts", amounts);
  }

  function former(price: Column, candidates: readonly Column[]): Column[] {
    const found = candidates.find(
      (column) =>
        column !== price && nameScore(column.word, "original_price") > 0 && !differsInCurrency(column, price) &&
        agrees(column, price, (a, b) => a >= b || a === 0) && !agrees(column, price, (a, b) => a >= b * 10), // prettier-ignore
    );
    return found === undefined ? [] : [found];
  }

  function takeCategories(): void {
    const levels = columns.filter(({ word, name }) => /\d$/.test(word) && !used.has(name) && nameScore(word.replace(/_?(?:level)?_?\d+$/, ""), "category") > 0.6); // prettier-ignore
    if (levels.length > 1 && !Object.hasOwn(answers, "categories")) {
      take(
        "categories",
        [...levels].sort((a, b) => (a.word < b.word ? -1 : 1)),
        { as: "category_levels" },
      );
      return;
    }
    const [found] = choose("categories", likeliest("category", asCategory));
    if (found === undefined) return;
    const [below] = Object.hasOwn(answers, "categories")
      ? []
      : likeliest("subcategory", (column) => (column === found ? 0 : asCategory(column)));
    if (below !== undefined) take("categories", [found, below], { as: "category_levels" });
    else take("categories", [found], { as: "categories", ...separated([found]), ...levelsOf([found]) });
  }

  function takeImages(): void {
    const named = ranked("images", ({ addresses, pictures }) => Math.max(addresses, pictures)).map(
      ({ column }) => column,
    );
    const pictures = columns.filter((column) => !used.has(column.name) && column.pictures > 0.5 && column.share((value) => /\.(?:jpe?g|png|webp|gif|avif)\b/i.test(value)) > 0.5); // prettier-ignore
    const all = named.length > 0 ? named : pictures;
    const large = all.filter(({ word }) => !/thumb|small|mini|icon|swatch|logo/.test(word));
    take("images", choose("images", large.length > 0 ? large : all), { as: "addresses" });
  }

  /** "Option 1 Name" with "Option 1 Value". */
  function takeNamed(): void {
    for (const names of columns) {
      const isName = /(?:^|_)name(?:_|$)/.test(names.word) && /\d/.test(names.word) && !used.has(names.name);
      const values = isName ? columns.find(({ word, name }) => !used.has(name) && word.replace(/value(?:_s|s)?/, "name") === names.word && name !== names.name) : undefined; // prettier-ignore
      if (values !== undefined) take(`options.${names.word.replaceAll(/\D+/g, "")}`, [names, values], { as: "named" }, "the first names the second"); // prettier-ignore
    }
  }

  function leaveOut(column: Column, why: string): void {
    used.add(column.name);
    unused[column.name] = `${why}; ${percent(column.coverage)} have it`;
  }

  /** What is left: short values that repeat become attributes. */
  function takeOthers(): void {
    for (const column of columns) {
      if (used.has(column.name)) continue;
      const { name, word, distinct, values, numbers } = column;
      const identifier = OWN_IDENTIFIERS.find(([, names]) => names.test(word))?.[0];
      if (identifier !== undefined && fields[identifier] === undefined) {
        take(identifier, [column], { as: "text" });
        continue;
      }
      const why =
        word === "" ? "it has no name"
        : distinct === 1 && values.length > 1 ? "all values are alike"
        : isBackOffice(word) ? "it is for the shop's own work, by its name"
        : areReferences(column) ? "keys of what has a name elsewhere"
        : asKind(column) ? "kinds of products, as a shop's program knows them"
        : MISFITS.some((role) => nameScore(word, role) > 0.75) ? "it is called like a field that its values are none of"
        : fields["categories"] !== undefined && nameScore(word, "category") > 0.35 ? "it is another category than the one that is taken"
        : numbers > 0.5 && (nameScore(word, "price") > 0.3 || isNet(column)) ? "another amount than the price"
        : column.addresses > 0.5 ? "addresses"
        : column.meanLength > 60 ? "long texts"
        : distinct > 20 && distinct > values.length * 0.9 && numbers < 0.9 ? "nearly every value is another"
        : isCost(column) ? "a cost or an amount that is no price for shoppers"
        : undefined; // prettier-ignore
      const field = `attributes.${column.field}`;
      if (why !== undefined || fields[field] !== undefined)
        leaveOut(column, why ?? `${name} is called like another column`);
      else if (column.share(yesNo) === 1) take(field, [column], { as: "yes_no" });
      else if (numbers > 0.9 && column.share((value) => amountOf(value)?.currency == null) > 0.9)
        take(field, [column], { as: "number", ...decimalOf([column]) });
      else take(field, [column], { as: separator([column]) === undefined ? "text" : "list", ...separated([column]) });
    }
  }
}

/** Of records, so many have what all of a kind have; the others are totals, headings and the like. */
const MOSTLY = 0.9;
/** "name_de", "name(en-gb)" as words. */
const LANGUAGE_MARK = /_(?:en|de|fr|es|it|nl|pl|pt|cs|sk|da|sv|fi|nb|no|hu|ro|bg|hr|sr|sl|tr|el|ru|uk|ar|ja|zh|ko)(?:_[a-z]{2})?$/; // prettier-ignore
const baseOf = (word: string): string => word.replace(LANGUAGE_MARK, "");
const ON_SALE = /^(?:is_)?(?:on_sale|onsale|sale_active|en_promotion|en_solde|im_angebot|reduziert|en_oferta|in_offerta|aanbieding|promocja|promocion|promocao)(?:_|$)/; // prettier-ignore
const DISCOUNT = /(?:^|_)(?:discounts?|rabatte?|nachlass|remise|reduction|descuento|desconto|sconto|korting|rabat|sleva|zlava|popust|kedvezmeny|reducere|indirim|alennus|εκπτωση|скидка|знижка|отстъпка)(?:_|$)/; // prettier-ignore

/** Further identifiers that pages show. */
const OWN_IDENTIFIERS = [
  ["sku", /^(?:sku|ugs|variant_sku|артикул|mpn)$/],
  ["barcode", /^(?:ean(?:_?13)?|gtin|upc|barcode|isbn)$/],
  ["handle", /^(?:handle|slug|product_slug)$/],
] as const;
/** A column that is called so and was not taken as it is nothing else. */
const MISFITS = ["images", "link", "identifier", "group", "description", "price", "sale_price", "original_price", "currency"] as const; // prettier-ignore

// How well values fit a role, from 0 to 1.

const over = (share: number, least: number): number => (share >= least ? 1 : 0);
const asTitle = ({ addresses, numbers, meanLength, distinct, values }: Column): number =>
  addresses > 0.2 || numbers > 0.5 ? 0 : meanLength > 250 || (values.length >= FEW && distinct < 3) ? 0.4 : 1;
const asKey = ({ meanLength, coverage, addresses, values }: Column): number =>
  meanLength > 100 || coverage < 0.05 || (addresses > 0.5 && values.length > 0) ? 0 : 1;
const asName = ({ numbers, addresses, meanLength }: Column): number =>
  numbers > 0.5 || addresses > 0.2 || meanLength > 60 ? 0 : 1;
const asChoice = ({ addresses, meanLength }: Column): number => (addresses > 0.2 || meanLength > 60 ? 0 : 1);
const asChoiceOfVariant = ({ addresses, meanLength }: Column): number => (addresses > 0.2 || meanLength > 150 ? 0 : 1);
const asAmount = (column: Column): number =>
  column.numbers > 0.5 && column.share((value) => (amountOf(value)?.value ?? 0) > 0) > 0 ? column.numbers : 0;

/** Few values with many products each, and names. */
function asCategory(column: Column): number {
  const { values, distinct, addresses, meanLength, numbers } = column;
  if (addresses > 0.2 || meanLength > 200 || numbers > 0.5 || column.share((value) => /<[a-z]/i.test(value)) > 0.5)
    return 0;
  if (asKind(column)) return 0;
  if (areReferences(column)) return 0;
  const isTree = column.share((value) => />|»|::|\//.test(value)) > 0.3;
  const isOwn = values.length >= FEW && distinct > values.length * (isTree ? 0.95 : 0.7);
  // Names say more than what programs know categories by.
  const isReference = /(?:^|[._])ids?$/i.test(column.name);
  return (isReference ? 0.5 : 1) * (isOwn ? 0.25 : distinct === 1 ? 0.6 : 1);
}

/** Keys that programs make, of what has a name elsewhere. */
const areReferences = (column: Column): boolean =>
  column.share((value) => /^(?:[a-z]{2,8}_)?(?=\w*\d)[\da-z]{16,}$/i.test(value)) > 0.5;

const asKind = (column: Column): boolean =>
  column.share((value) => value.split(/[,;|]/).every((part) => PRODUCT_KINDS.test(part.trim()))) > 0.5;

const isCost = ({ word }: Column): boolean =>
  /(?:^|_)(?:cost|costs|ek|einkauf|einkaufspreis|wholesale|purchase|purchases|achat|compra|acquisto|inkoop|margin|map|tax|vat|tva|shipping|delivery|deposit|points|ecotax|kosten|zakup|закупочная|закупка|себестоимость|опт|оптовая)(?:_|$)/.test(word) && // prettier-ignore
  !/incl|excl|inkl/.test(word);
const isNet = ({ word }: Column): boolean =>
  /(?:^|_)(?:net|netto|nett|ht|excl|excluding|excluded|exkl|ex|without|ohne|hors|sin|senza|sem|bez|без|b2b|dealer|trade|hurt|händler)(?:_|$)/.test(word); // prettier-ignore
const isCents = ({ word }: Column): boolean =>
  /(?:^|_)(?:cents?|centimes|centimos|kopecks?|grosze|pennies|minor)(?:_|$)/.test(word);
const currencyIn = ({ word }: Column): string | undefined => word.toUpperCase().split("_").find((part) => CURRENCIES.has(part)); // prettier-ignore
/** "Price EUR" and "Price USD". */
const differsInCurrency = (one: Column, other: Column): boolean => {
  const [a, b] = [currencyIn(one), currencyIn(other)];
  return a !== undefined && b !== undefined && a !== b;
};
const saysVariant = ({ word, isInVariants }: Column): boolean =>
  isInVariants || /(?:^|_)(?:variants?|variation|variante)(?:_|$)/.test(word);

/** Whether the amounts of two columns stand to each other so, in nearly all rows that have both. */
function agrees(one: Column, other: Column, are: (a: number, b: number) => boolean): boolean {
  let both = 0;
  let right = 0;
  one.cells.forEach((cell, at) => {
    const [a, b] = [amountOf(cell)?.value, amountOf(other.cells[at] ?? "")?.value];
    if (a === undefined || b === undefined) return;
    both += 1;
    if (are(a, b)) right += 1;
  });
  return right >= both * (1 - TOLERANCE);
}

const isHundredfold = (one: Column, other: Column): boolean =>
  one !== other &&
  one.share((value) => (amountOf(value)?.value ?? 0) > 0) > 0.5 &&
  agrees(one, other, (a, b) => Math.abs(a - b * 100) < 0.5) &&
  !agrees(one, other, (a, b) => a === b);

function rowsBy({ cells }: Column): number[][] {
  const groups = new Map<string, number[]>();
  cells.forEach((cell, at) => {
    if (cell === "") return;
    const rows = groups.get(cell);
    if (rows === undefined) groups.set(cell, [at]);
    else rows.push(at);
  });
  return [...groups.values()];
}

const firstWord = (text: string): string => text.trim().toLowerCase().split(/\s+/, 1)[0] ?? "";
const percent = (part: number) => `${Math.round(part * 100)} %`;

function noteOf(from: readonly Column[]): string {
  return from
    .map(({ coverage, distinct, values: [first = ""] }) => {
      const example = first.length > 40 ? `${first.slice(0, 40).toWellFormed()}…` : first;
      return `${percent(coverage)} have it, ${distinct} different, like ${JSON.stringify(example)}`;
    })
    .join("; ");
}

const yesNo = (value: string) => yesOrNo(value) !== undefined;
const isStock = (value: string) => yesNo(value) || /^[<>]?\s*-?\d+(?:[.,]0+)?\+?$/.test(value);
const isDate = (value: string) => /^\d{4}-\d\d-\d\d|^\d{1,2}\.\d{1,2}\.\d{4}|^\d{10}(?:\d{3})?$/.test(value);
const isPairs = (value: string) =>
  value.split(/[;|\n]|,(?=[^,:=]{1,40}[:=])/).every((part) => /^[^:=/]{1,60}[:=]\s*[^\s/][^:=]*$/.test(part.trim()));

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
function separator(columns: readonly Column[]): string | undefined {
  return ["|", ";", ","].find((one) =>
    columns.some((column) => column.share((value) => plainText(value).includes(one)) > 0.1 && !isProse(column, one)),
  );
}

/** A comma in a sentence separates nothing. */
const isProse = (column: Column, mark: string) =>
  column.share((value) =>
    plainText(value)
      .split(mark)
      .some((part) => part.trim().split(/\s+/).length > 4),
  ) > 0.2;

function separated(columns: readonly Column[]): { readonly separator?: string } {
  const found = separator(columns);
  return found === undefined ? {} : { separator: found };
}

function levelsOf(columns: readonly Column[]): { readonly levels?: string } {
  const found = [">", "»", "/"].find((one) =>
    columns.some((column) => column.share((value) => plainText(value).includes(one)) > 0.05),
  );
  return found === undefined ? {} : { levels: found };
}
