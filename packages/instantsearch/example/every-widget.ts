/** Page with every widget of the README, or with a selection from the URL: `?w=menu,stats`. */
import instantsearch from "instantsearch.js";
import {
  autocomplete,
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
import { DEMO_ATTRIBUTES, type ShopAttributes } from "./attributes.js";
import { searchClient, SORTS } from "./shop.js";

type Made = ReturnType<typeof stats>;

const parameters = new URLSearchParams(location.search);
/** Attribute names of the demo shop. JSON in the URL parameter `attributes` overrides the names for other shops. */
const ATTRIBUTES: ShopAttributes = {
  ...DEMO_ATTRIBUTES,
  ...(JSON.parse(parameters.get("attributes") ?? "{}") as Partial<ShopAttributes>),
};
const LEVELS = [0, 1, 2].map((level) => `${ATTRIBUTES.levels}.lvl${level}`);

const item = (hit: Readonly<Record<string, unknown>>) => String(hit["name"]);
const named = (text: string) => `<span>${text}</span>`;

/** Functions that create a widget in a container, keyed by name. */
const WIDGETS: Readonly<Record<string, (container: HTMLElement) => unknown>> = {
  searchBox: (container) => searchBox({ container }),
  hits: (container) => hits({ container, templates: { item } }),
  infiniteHits: (container) => infiniteHits({ container, templates: { item } }),
  pagination: (container) => pagination({ container }),
  refinementList: (container) => refinementList({ container, attribute: ATTRIBUTES.or }),
  refinementListAnd: (container) => refinementList({ container, attribute: ATTRIBUTES.and, operator: "and" }),
  menu: (container) => menu({ container, attribute: ATTRIBUTES.menu }),
  menuSelect: (container) => menuSelect({ container, attribute: ATTRIBUTES.menuSelect }),
  hierarchicalMenu: (container) => hierarchicalMenu({ container, attributes: LEVELS }),
  breadcrumb: (container) => breadcrumb({ container, attributes: LEVELS }),
  rangeInput: (container) => rangeInput({ container, attribute: ATTRIBUTES.number }),
  rangeSlider: (container) => rangeSlider({ container, attribute: ATTRIBUTES.number }),
  numericMenu: (container) =>
    numericMenu({
      container,
      attribute: ATTRIBUTES.number,
      items: [{ label: "All" }, { label: "Under 100", end: 100 }, { label: "100 and over", start: 100 }],
    }),
  ratingMenu: (container) => ratingMenu({ container, attribute: ATTRIBUTES.rating }),
  toggleRefinement: (container) =>
    toggleRefinement({
      container,
      attribute: ATTRIBUTES.toggle,
      on: "true",
      templates: { labelText: ({ onFacetValue }) => `On (${onFacetValue.count ?? 0})` },
    }),
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
  queryRuleCustomData: (container) =>
    queryRuleCustomData({ container, templates: { default: ({ items }) => named(items.length > 0 ? "told" : "") } }),
  dynamicWidgets: (container) =>
    dynamicWidgets({
      container,
      widgets: [
        (own) => refinementList({ container: own, attribute: ATTRIBUTES.or }),
        (own) => hierarchicalMenu({ container: own, attributes: LEVELS }),
      ],
    }),
  autocomplete: (container) =>
    autocomplete({
      container,
      indices: [
        { indexName: "products", searchParameters: { hitsPerPage: 3 }, templates: { item: () => named("hit") } },
      ],
    }),
  configure: () => configure({ filters: ATTRIBUTES.filters }),
  /** Widget with an attribute that is not a facet of the storefront. */
  unknown: (container) => refinementList({ container, attribute: "no_such_facet" }),
};

const wanted = parameters.get("w")?.split(",") ?? Object.keys(WIDGETS);
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

// Requests a fixed number of facet values, because the values in a menu sorted by name depend on this number.
search.addWidgets([configure({ hitsPerPage: 12, maxValuesPerFacet: 200 })]);
const mounted = new Map(wanted.map((name) => [name, shown(name)]));
search.addWidgets([...mounted.values()]);
search.start();

/** Whether all pending searches have completed. */
Object.assign(window, { isAnswered: () => search.status === "idle" });

/** Sets the query, independent of the widgets on the page. */
Object.assign(window, { searchFor: (query: string) => void search.helper?.setQuery(query).search() });

/** Replaces the widgets and waits until the new widgets have rendered. */
Object.assign(window, {
  async show(names: readonly string[]) {
    search.setUiState({});
    search.removeWidgets([...mounted.values()]);
    search.helper?.setQuery("").setPage(0);
    mounted.clear();
    document.querySelector("main")?.replaceChildren();
    await new Promise<void>((resolve) => {
      let isRequested = false;
      const look = () => {
        if (search.status !== "idle") isRequested = true;
        else if (isRequested) {
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
