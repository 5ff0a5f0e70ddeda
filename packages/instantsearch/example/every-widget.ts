/** Every widget that the README names, or those that the address names: `?w=menu,stats`. */
import instantsearch from "instantsearch.js";
import {
  breadcrumb,
  clearRefinements,
  configure,
  currentRefinements,
  dynamicWidgets,
  hierarchicalMenu,
  hits,
  hitsPerPage,
  infiniteHits,
  menu,
  menuSelect,
  numericMenu,
  pagination,
  queryRuleCustomData,
  rangeInput,
  rangeSlider,
  ratingMenu,
  refinementList,
  searchBox,
  sortBy,
  stats,
  toggleRefinement,
  voiceSearch,
} from "instantsearch.js/es/widgets";
import { CATEGORIES, searchClient, SORTS } from "./shop.js";

type Made = ReturnType<typeof stats>;

const item = (hit: Readonly<Record<string, unknown>>) => String(hit["name"]);
const named = (text: string) => `<span>${text}</span>`;

/** Each with the element it is shown in. */
const WIDGETS: Readonly<Record<string, (container: HTMLElement) => unknown>> = {
  searchBox: (container) => searchBox({ container }),
  hits: (container) => hits({ container, templates: { item } }),
  infiniteHits: (container) => infiniteHits({ container, templates: { item } }),
  pagination: (container) => pagination({ container }),
  refinementList: (container) => refinementList({ container, attribute: "designer" }),
  refinementListAnd: (container) => refinementList({ container, attribute: "sizes", operator: "and" }),
  menu: (container) => menu({ container, attribute: "color" }),
  menuSelect: (container) => menuSelect({ container, attribute: "department" }),
  hierarchicalMenu: (container) => hierarchicalMenu({ container, attributes: CATEGORIES }),
  breadcrumb: (container) => breadcrumb({ container, attributes: CATEGORIES }),
  rangeInput: (container) => rangeInput({ container, attribute: "price" }),
  rangeSlider: (container) => rangeSlider({ container, attribute: "price" }),
  numericMenu: (container) =>
    numericMenu({
      container,
      attribute: "price",
      items: [{ label: "All" }, { label: "Under 100", end: 100 }, { label: "100 and over", start: 100 }],
    }),
  ratingMenu: (container) => ratingMenu({ container, attribute: "rating" }),
  toggleRefinement: (container) => toggleRefinement({ container, attribute: "on_sale", on: "true" }),
  sortBy: (container) => sortBy({ container, items: SORTS }),
  currentRefinements: (container) => currentRefinements({ container }),
  clearRefinements: (container) => clearRefinements({ container }),
  stats: (container) => stats({ container }),
  hitsPerPage: (container) =>
    hitsPerPage({
      container,
      items: [
        { label: "12", value: 12, default: true },
        { label: "24", value: 24 },
      ],
    }),
  voiceSearch: (container) => voiceSearch({ container }),
  queryRuleCustomData: (container) => queryRuleCustomData({ container, templates: { default: () => named("told") } }),
  dynamicWidgets: (container) =>
    dynamicWidgets({
      container,
      widgets: [
        (own) => refinementList({ container: own, attribute: "designer" }),
        (own) => hierarchicalMenu({ container: own, attributes: CATEGORIES }),
      ],
    }),
  /** Of an attribute that no storefront has. */
  unknown: (container) => refinementList({ container, attribute: "no_such_facet" }),
};

const wanted = new URLSearchParams(location.search).get("w")?.split(",") ?? Object.keys(WIDGETS);
const search = instantsearch<Record<string, object>>({
  indexName: "products",
  searchClient,
  future: { preserveSharedStateOnUnmount: false },
});

function shown(name: string): Made {
  const container = document.createElement("div");
  container.id = name;
  document.querySelector("main")?.append(container);
  return WIDGETS[name]?.(container) as Made;
}

// As many values whichever widgets there are, of which menus show the first by name.
search.addWidgets([configure({ hitsPerPage: 12, maxValuesPerFacet: 200 })]);
const mounted = new Map(wanted.map((name) => [name, shown(name)]));
search.addWidgets([...mounted.values()]);
search.start();

/** Whether everything that was typed and chosen has been answered. */
Object.assign(window, { isAnswered: () => search.status === "idle" });

/** Takes the widgets on show away and shows others, until these have been answered. */
Object.assign(window, {
  async show(names: readonly string[]) {
    search.removeWidgets([...mounted.values()]);
    mounted.clear();
    document.querySelector("main")?.replaceChildren();
    await new Promise<void>((resolve) => {
      let isAsked = false;
      const look = () => {
        if (search.status !== "idle") isAsked = true;
        else if (isAsked) {
          search.removeListener("render", look);
          resolve();
        }
      };
      search.on("render", look);
      for (const name of names) mounted.set(name, shown(name));
      search.addWidgets([...mounted.values()]);
    });
  },
});
