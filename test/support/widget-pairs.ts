import type { Page } from "playwright-core";
import type { ShopAttributes } from "../../packages/instantsearch/example/attributes.js";
import { until } from "./until.js";

export interface WidgetShop {
  readonly attributes: ShopAttributes;
  /** The filter of `attributes.filters` as a filter expression of the service. */
  readonly filters: object;
  /** Facet key → field name, for facets whose key differs from the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** A search word that matches some products. */
  readonly word: string;
  /** Sends a search request to the service for the device of the page. */
  readonly request: (body: object) => Promise<Found>;
}

/** Maximum time in milliseconds until a widget shows the correct content. */
const PATIENCE_MS = 5_000;

interface Value {
  readonly value: unknown;
  readonly count: number;
  readonly children?: readonly Value[];
}

interface Found {
  readonly total: number;
  readonly recommendation_id: string;
  readonly items: readonly { readonly name?: string }[];
  readonly facets: readonly {
    readonly key: string;
    readonly type: string;
    readonly min?: number | null;
    readonly max?: number | null;
    readonly values: readonly Value[];
  }[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A shopper's selection: the corresponding request properties of the service and the text that widgets display. */
interface Choice {
  readonly query?: string;
  readonly sort?: string;
  readonly limit?: number;
  /** Zero-based page number. */
  readonly page?: number;
  readonly facet_filters?: Readonly<Record<string, unknown>>;
  readonly filters?: object;
  /** Text of this selection in `currentRefinements`. */
  readonly refinement?: string;
  /** Number of entries in `currentRefinements`. Default: 1. */
  readonly entries?: number;
}

/** Displayed content of a widget: rows with counts, selected rows and other text. */
interface Shown {
  readonly rows: readonly (readonly [label: string, count: number])[];
  readonly texts: readonly string[];
  readonly value: string;
  readonly isOn: boolean;
}

/** Script that defines `readWidget(name)` on a page. */
export const READER = `window.readWidget = (name) => {
  const root = document.getElementById(name);
  const textsOf = (selector) => [...root.querySelectorAll(selector)].map((one) => one.textContent.trim());
  const numberIn = (text) => Number((text ?? "").replace(/[^0-9]/g, ""));
  const row = (one) => [(one.querySelector("[class*=labelText]") ?? one.querySelector("[class*=-label]"))?.textContent.trim() ?? "", numberIn(one.querySelector("[class*=count]")?.textContent)];
  const rowsOf = (selector) => [...root.querySelectorAll(selector)].map(row);
  const kinds = {
    refinementList: () => ({ rows: rowsOf(".ais-RefinementList-item"), texts: textsOf(".ais-RefinementList-item--selected .ais-RefinementList-labelText") }),
    menu: () => ({ rows: rowsOf(".ais-Menu-item") }),
    menuSelect: () => ({ rows: [...root.querySelectorAll("option")].slice(1).map((one) => [one.value, numberIn(/\\(([^)]*)\\)$/.exec(one.text.trim())?.[1])]) }),
    hierarchicalMenu: () => ({ rows: rowsOf(".ais-HierarchicalMenu-link") }),
    breadcrumb: () => ({ texts: textsOf(".ais-Breadcrumb-item") }),
    rangeInput: () => ({ texts: [...root.querySelectorAll("input")].map((one) => one.placeholder) }),
    rangeSlider: () => ({ texts: [["aria-valuemin", 0], ["aria-valuemax", 1]].map(([one, at]) => root.querySelectorAll(".rheostat-handle")[at]?.getAttribute(one) ?? "") }),
    numericMenu: () => ({ texts: textsOf(".ais-NumericMenu-labelText") }),
    ratingMenu: () => ({ rows: [...root.querySelectorAll(".ais-RatingMenu-link")].map((one) => [/\\d+/.exec(one.getAttribute("aria-label") ?? "")?.[0] ?? "", numberIn(one.querySelector(".ais-RatingMenu-count")?.innerText)]) }),
    toggleRefinement: () => ({ rows: textsOf(".ais-ToggleRefinement-labelText").map((one) => ["on", numberIn(one)]) }),
    hits: () => ({ texts: textsOf(".ais-Hits-item") }),
    infiniteHits: () => ({ texts: textsOf(".ais-InfiniteHits-item") }),
    pagination: () => ({ texts: [...root.querySelectorAll(".ais-Pagination-link, .ais-Pagination-item span")].map((one) => one.getAttribute("aria-label") ?? "") , value: textsOf(".ais-Pagination-item--selected")[0] }),
    sortBy: () => ({ texts: textsOf("option"), value: root.querySelector("select")?.value }),
    hitsPerPage: () => ({ texts: textsOf("option"), value: root.querySelector("select")?.value }),
    currentRefinements: () => ({ texts: textsOf(".ais-CurrentRefinements-categoryLabel") }),
    clearRefinements: () => ({ isOn: root.querySelector("button")?.disabled === false }),
    stats: () => ({ value: String(numberIn(/[\\d,]+|No/.exec(root.innerText)?.[0])) }),
    searchBox: () => ({ value: root.querySelector("input")?.value }),
    autocomplete: () => ({ value: root.querySelector("input")?.value }),
    voiceSearch: () => ({ isOn: root.querySelector("button")?.disabled === false }),
    queryRuleCustomData: () => ({ isOn: root.innerText.includes("told") }),
    dynamicWidgets: () => ({ rows: [...rowsOf(".ais-RefinementList-item"), ...rowsOf(".ais-HierarchicalMenu-link")] }),
  };
  kinds.refinementListAnd = kinds.refinementList;
  return { rows: [], texts: [], value: "", isOn: false, ...kinds[name]?.() };
};
// Simulates a speech recognition that recognizes one word immediately after the start.
window.SpeechRecognition = window.webkitSpeechRecognition = class extends EventTarget {
  start() {
    const result = Object.assign([{ transcript: window.heard }], { isFinal: true });
    this.dispatchEvent(new Event("start"));
    this.dispatchEvent(Object.assign(new Event("result"), { results: [result] }));
    this.dispatchEvent(new Event("end"));
  }
  stop() {}
  abort() {}
};`;

/** Compares the widgets of a page with the service's responses to the same selections. */
export function widgetPairs(page: Page, shop: WidgetShop) {
  const { attributes, fields } = shop;
  const responses = new Map<string, Promise<Found>>();
  const rootOf = (name: string) => page.locator(`#${name}`);
  const shown = (name: string) => page.evaluate<Shown>(`readWidget(${JSON.stringify(name)})`);

  /** Returns the service's response to a selection. Repeated calls with the same selection send only one request. */
  function responseTo(choice: Choice): Promise<Found> {
    const { query = "", sort, limit = 12, page: number = 0, facet_filters = {}, filters = null } = choice;
    const body = {
      query,
      limit,
      facet_filters,
      filters,
      facets: { keys: ["*"], max_values: 1_000 },
      projection: ["name"],
      ...(sort !== undefined && { sort: [sort] }),
    };
    const key = JSON.stringify([body, number]);
    const first = responses.get(key) ?? shop.request(body);
    responses.set(key, first);
    if (number === 0) return first;
    return first.then(async ({ recommendation_id, facets, total }) => {
      const later = await shop.request({ limit, pagination: { page: number + 1, cursor: recommendation_id }, projection: ["name"] }); // prettier-ignore
      return { ...later, facets, total };
    });
  }

  const firstRow = async (name: string, at = 0) => (await shown(name)).rows[at]?.[0] ?? "";
  const selecting = (key: string, value: unknown, refinement: string): Choice => ({
    facet_filters: { [key]: value },
    refinement,
  });

  /** Functions by widget name that make a selection in the widget and return this selection. */
  const CHOICES: Readonly<Record<string, () => Promise<Choice>>> = {
    async refinementList() {
      const label = await firstRow("refinementList", 1);
      await rootOf("refinementList").locator("input").nth(1).click();
      return selecting(attributes.or, [label], label);
    },
    async refinementListAnd() {
      const label = await firstRow("refinementListAnd");
      await rootOf("refinementListAnd").locator("input").first().click();
      return { filters: { [fields[attributes.and] ?? attributes.and]: label }, refinement: label };
    },
    async menu() {
      const label = await firstRow("menu", 1);
      await rootOf("menu").locator("a").nth(1).click();
      return selecting(attributes.menu, [label], label);
    },
    async menuSelect() {
      const label = await firstRow("menuSelect");
      await rootOf("menuSelect").locator("select").selectOption(label);
      return selecting(attributes.menuSelect, [label], label);
    },
    async hierarchicalMenu() {
      const label = await firstRow("hierarchicalMenu");
      await rootOf("hierarchicalMenu").locator("a").first().click();
      return selecting(attributes.levels, [label], label);
    },
    async rangeInput() {
      const [least = 0, most = 0] = (await shown("rangeInput")).texts.map(Number);
      const max = Math.floor((least + most) / 2);
      await rootOf("rangeInput").locator(".ais-RangeInput-input--max").fill(String(max));
      await rootOf("rangeInput").locator("button").click();
      return selecting(attributes.number, { max }, String(max));
    },
    async rangeSlider() {
      const handle = rootOf("rangeSlider").locator(".rheostat-handle").first();
      await handle.press("PageUp");
      const min = Number(await handle.getAttribute("aria-valuenow"));
      return selecting(attributes.number, { min }, String(min));
    },
    async numericMenu() {
      await rootOf("numericMenu").locator("input").nth(1).click();
      return selecting(attributes.number, { max: 100 }, "100");
    },
    async toggleRefinement() {
      await rootOf("toggleRefinement").locator("input").click();
      return selecting(attributes.toggle, ["true"], "true");
    },
    async dynamicWidgets() {
      const list = rootOf("dynamicWidgets").locator(".ais-RefinementList-label");
      const label = await list.first().locator(".ais-RefinementList-labelText").innerText();
      await list.first().click();
      return selecting(attributes.or, [label], label);
    },
    async sortBy() {
      await rootOf("sortBy").locator("select").selectOption("products_price_asc");
      return { sort: "price_asc" };
    },
    async hitsPerPage() {
      await rootOf("hitsPerPage").locator("select").selectOption("24");
      return { limit: 24 };
    },
    async pagination() {
      await rootOf("pagination").locator(".ais-Pagination-item--page a").nth(1).click();
      return { page: 1 };
    },
    async infiniteHits() {
      await rootOf("infiniteHits").locator(".ais-InfiniteHits-loadMore").click();
      return { page: 1 };
    },
    async searchBox() {
      await rootOf("searchBox").locator("input").fill(shop.word);
      return { query: shop.word };
    },
    async autocomplete() {
      await rootOf("autocomplete").locator("input").fill(shop.word);
      await rootOf("autocomplete").locator("input").press("Enter");
      return { query: shop.word };
    },
    async voiceSearch() {
      await page.evaluate(`heard = ${JSON.stringify(shop.word)}`);
      await rootOf("voiceSearch").locator("button").click();
      return { query: shop.word };
    },
    async ratingMenu() {
      if ((await shown("ratingMenu")).rows[0]?.[1] === 0) return {};
      await rootOf("ratingMenu").locator("a").first().click();
      // Selects a minimum of four stars out of five.
      return { ...selecting(attributes.rating, ["4", "5"], "4"), entries: 2 };
    },
  };

  /** Differences between a widget and the service's response to the same selection. */
  function complaints(name: string, { rows, texts, value, isOn }: Shown, choice: Choice, found: Found): string[] {
    const facet = (key: string) => found.facets.find((one) => one.key === key);
    const flat = (values: readonly Value[]): readonly Value[] =>
      values.flatMap((one) => [one, ...flat(one.children ?? [])]);
    const counted = (key: string) => {
      const one = facet(key);
      const values = one === undefined || one.type === "range" ? [] : flat(one.values).filter(({ count }) => count > 0);
      return new Map(values.map((each) => [String(each.value), each.count]));
    };
    const wrong = (expected: unknown, given: unknown) =>
      JSON.stringify(expected) === JSON.stringify(given)
        ? []
        : [`${name} shows ${JSON.stringify(given)} for ${JSON.stringify(expected)}`];
    const list = (key: string, shownRows = rows, limit = 10) => {
      const counts = counted(key);
      const different = shownRows.filter(([label, count]) => counts.get(label) !== count);
      return [
        ...wrong([], different),
        ...wrong(Math.min(limit, counts.size), shownRows.length),
        ...(counts.size === 0 && facet(key) !== undefined ? [`${name}: the service counts nothing`] : []),
      ];
    };
    /**
     * Compares the displayed categories with the last levels of the expected category paths. All values of the first
     * level must be displayed.
     */
    const levels = (shownRows = rows) => {
      const all = [...counted(attributes.levels)].map(([path, count]) => ({ path: path.split(": "), count }));
      const isThere = ([label, count]: Shown["rows"][number]) =>
        all.some(({ path, count: own }) => path.at(-1) === label && own === count);
      const first = all.filter(({ path }) => path.length === 1);
      const missing = first.filter(({ path }) => !shownRows.some(([label]) => label === path[0]));
      return [
        ...wrong([], shownRows.filter((row) => !isThere(row))), // prettier-ignore
        // A menu shows at most ten values of a level.
        ...wrong(Math.max(0, first.length - 10), missing.length),
      ];
    };
    const names = found.items.map((item) => item.name ?? "");
    const number = facet(attributes.number);
    const bounds = [Math.floor(number?.min ?? 0), Math.ceil(number?.max ?? 0)].map(String);
    const isRefined = choice.refinement !== undefined;
    switch (name) {
      case "refinementList":
        return list(attributes.or);
      case "refinementListAnd":
        return list(attributes.and);
      case "menu":
        return list(attributes.menu);
      case "menuSelect":
        return list(attributes.menuSelect);
      case "hierarchicalMenu":
        return levels();
      case "dynamicWidgets": {
        const own = counted(attributes.or);
        const size = Math.min(10, own.size);
        return [...list(attributes.or, rows.slice(0, size)), ...levels(rows.slice(size))];
      }
      case "breadcrumb": {
        const chosen = choice.facet_filters?.[attributes.levels];
        return wrong(
          ["Home", ...((chosen as string[] | undefined) ?? [])],
          texts.map((text) => text.replace(/^[>\s]+/, "")),
        );
      }
      case "rangeInput":
      case "rangeSlider":
        return wrong(bounds, texts);
      case "numericMenu":
        return wrong(["All", "Under 100", "100 and over"], texts);
      case "ratingMenu": {
        const counts = [...counted(attributes.rating)].map(([stars, count]) => [Number(stars), count] as const);
        const least = (stars: number) => counts.reduce((sum, [one, count]) => sum + (one >= stars ? count : 0), 0);
        return wrong(
          [4, 3, 2, 1].map((one) => [String(one), least(one)]),
          rows,
        );
      }
      case "toggleRefinement":
        return wrong([["on", counted(attributes.toggle).get("true") ?? 0]], rows);
      case "hits":
        return [...wrong(names, texts), ...(names.length === 0 ? ["hits: the service finds nothing"] : [])];
      case "infiniteHits":
        return wrong(names, texts.slice(-names.length));
      case "pagination": {
        const { limit = 12, page: at = 0 } = choice;
        const last = Math.ceil(Math.min(found.total, 1_000) / limit);
        return [
          ...wrong(String(at + 1), value),
          ...(texts.some((text) => text === `Last Page, Page ${last}` || (last <= 1 && text !== ""))
            ? []
            : wrong(last, texts)),
        ];
      }
      case "sortBy":
        return [
          ...wrong(4, texts.length),
          ...wrong(`products${choice.sort === undefined ? "" : `_${choice.sort}`}`, value),
        ];
      case "hitsPerPage":
        return [...wrong(2, texts.length), ...wrong(String(choice.limit ?? 12), value)];
      case "currentRefinements":
        return wrong(isRefined ? (choice.entries ?? 1) : 0, texts.length);
      case "clearRefinements":
        return wrong(isRefined, isOn);
      case "stats":
        return wrong(String(found.total), value);
      case "searchBox":
        return wrong(choice.query ?? "", value);
      case "voiceSearch":
        return wrong(true, isOn);
      case "queryRuleCustomData":
        return wrong(
          (["suggestion", "query_relaxed", "price", "banners"] as const).some((one) => found.meta[one] !== undefined),
          isOn,
        );
      default:
        return [];
    }
  }

  /**
   * Waits until all widgets match the service's response.
   * @returns the remaining differences after the timeout
   */
  async function wrongIn(names: readonly string[], choice: Choice): Promise<readonly string[]> {
    const found = await responseTo(choice);
    let wrong: readonly string[] = [];
    const look = async () => {
      const texts = await Promise.all(names.map(shown));
      wrong = names.flatMap((name, at) => complaints(name, texts[at] as Shown, choice, found));
      return wrong.length === 0;
    };
    await until("what the service answers", look, PATIENCE_MS).catch(() => undefined);
    return wrong;
  }

  /** Searches for the query configured for the shop, even if the page has no search box. */
  async function searchFor(): Promise<Choice> {
    await page.evaluate(`searchFor(${JSON.stringify(shop.word)})`);
    return { query: shop.word };
  }

  return {
    /**
     * Shows widgets, makes a selection in one of them, and compares all widgets with the service's responses before and
     * after.
     * @param chosenIn the widget for the selection; for a display-only widget, the test searches for a word instead
     * @returns the differences
     */
    async check(names: readonly string[], chosenIn: string): Promise<readonly string[]> {
      await page.evaluate(`show(${JSON.stringify(names)})`);
      const standing: Choice = names.includes("configure") ? { filters: shop.filters } : {};
      const before = await wrongIn(names, standing);
      if (before.length > 0) return before.map((one) => `${names.join(" + ")}: ${one}`);
      const chosen = await (CHOICES[chosenIn] ?? searchFor)();
      const filters = [standing.filters, chosen.filters].filter((one) => one !== undefined);
      const choice = { ...chosen, ...(filters.length > 0 && { filters: filters.length > 1 ? { $and: filters } : filters[0] }) }; // prettier-ignore
      const after = await wrongIn(names, choice);
      return after.map((one) => `${names.join(" + ")} after ${JSON.stringify(chosen)}: ${one}`);
    },
  };
}

/** All widgets listed in the README of the adapter. */
export const WIDGETS = [
  "searchBox",
  "autocomplete",
  "hits",
  "infiniteHits",
  "pagination",
  "refinementList",
  "refinementListAnd",
  "menu",
  "menuSelect",
  "hierarchicalMenu",
  "breadcrumb",
  "rangeInput",
  "rangeSlider",
  "numericMenu",
  "ratingMenu",
  "toggleRefinement",
  "sortBy",
  "currentRefinements",
  "clearRefinements",
  "stats",
  "hitsPerPage",
  "voiceSearch",
  "queryRuleCustomData",
  "dynamicWidgets",
  "configure",
] as const;
