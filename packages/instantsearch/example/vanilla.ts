/** A listing with unmodified `instantsearch.js` widgets. */
import instantsearch from "instantsearch.js";
import {
  autocomplete,
  clearRefinements,
  configure,
  currentRefinements,
  hierarchicalMenu,
  hits,
  pagination,
  rangeInput,
  refinementList,
  sortBy,
  stats,
  toggleRefinement,
} from "instantsearch.js/es/widgets";
import { CATEGORIES, insightsClient, pictureOf, searchClient, SORTS, type Product } from "./shop.js";

document.querySelector("main")?.insertAdjacentHTML(
  "beforeend",
  `<h1>instantsearch.js</h1>
   <div id="autocomplete"></div>
   <aside><h2>Category</h2><div id="categories"></div><h2>Designer</h2><div id="designers"></div><h2>Colour</h2><div id="colors"></div>
     <h2>Price</h2><div id="prices"></div><div id="sale"></div></aside>
   <section><div class="tools"><div id="stats"></div><div id="sort"></div></div>
     <div id="refinements"></div><div id="clear"></div><div id="hits"></div><div id="pagination"></div></section>`,
);

const search = instantsearch<Record<string, object>>({
  indexName: "products",
  searchClient,
  routing: true,
  insights: { insightsClient },
  future: { preserveSharedStateOnUnmount: true },
});
search.addWidgets([
  configure({ hitsPerPage: 12 }),
  autocomplete({
    container: "#autocomplete",
    placeholder: "Search products",
    showQuerySuggestions: { indexName: "products_queries", searchParameters: { hitsPerPage: 4 } },
    indices: [
      {
        indexName: "products",
        searchParameters: { hitsPerPage: 3 },
        templates: { item: ({ item }, { html }) => html`<span>${(item as unknown as Product).name}</span>` },
      },
    ],
  }),
  stats({ container: "#stats" }),
  sortBy({ container: "#sort", items: SORTS }),
  currentRefinements({ container: "#refinements" }),
  clearRefinements({ container: "#clear" }),
  hierarchicalMenu({ container: "#categories", attributes: CATEGORIES }),
  refinementList({ container: "#designers", attribute: "designer", searchable: true, limit: 5, showMore: true }),
  refinementList({ container: "#colors", attribute: "color", limit: 6 }),
  rangeInput({ container: "#prices", attribute: "price" }),
  toggleRefinement({ container: "#sale", attribute: "on_sale", on: "true", templates: { labelText: () => "On sale" } }),
  hits<Product>({
    container: "#hits",
    templates: {
      item: (hit, { html, components, sendEvent }) =>
        html`<article onClick=${() => sendEvent("click", hit, "Product opened")}>
          <img src=${pictureOf(hit)} alt="" />
          <p class="designer">${hit.designer}</p>
          <p>${components.Highlight({ hit, attribute: "name" })}</p>
          <p>€${hit.price}</p>
        </article>`,
    },
  }),
  pagination({ container: "#pagination" }),
]);
search.start();
