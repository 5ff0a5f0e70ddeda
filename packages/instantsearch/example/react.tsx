/** The product listing of `vanilla.ts`, built with components of `react-instantsearch`. */
import type { ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import {
  Configure,
  CurrentRefinements,
  HierarchicalMenu,
  Highlight,
  Index,
  InfiniteHits,
  InstantSearch,
  Menu,
  RangeInput,
  RefinementList,
  SearchBox,
  SortBy,
  Stats,
  useAutocomplete,
  type InfiniteHitsProps,
} from "react-instantsearch";
import { CATEGORIES, insightsClient, pictureOf, searchClient, SORTS, type Product } from "./shop.js";

type HitProps = ComponentProps<NonNullable<InfiniteHitsProps<Product>["hitComponent"]>>;

function Card({ hit, sendEvent }: HitProps) {
  return (
    <article onClick={() => sendEvent("click", hit, "Product opened")}>
      <img src={pictureOf(hit)} alt="" />
      <p className="designer">{hit.designer}</p>
      <p>
        <Highlight hit={hit} attribute="name" />
      </p>
      <p>€{hit.price}</p>
    </article>
  );
}

/** Shows suggested queries from the suggestion index. */
function Suggestions() {
  const { indices, refine } = useAutocomplete();
  const queries = indices.find(({ indexName }) => indexName === "products_queries")?.hits ?? [];
  return (
    <ul className="suggestions" aria-label="Suggestions">
      {queries.map(({ objectID }) => (
        <li key={objectID}>
          <button type="button" onClick={() => refine(objectID)}>
            {objectID}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Shop() {
  return (
    <InstantSearch
      searchClient={searchClient}
      indexName="products"
      insights={{ insightsClient }}
      future={{ preserveSharedStateOnUnmount: true }}
    >
      <Configure hitsPerPage={12} />
      <h1>react-instantsearch</h1>
      <SearchBox placeholder="Search products" />
      <Index indexName="products_queries">
        <Configure hitsPerPage={4} />
      </Index>
      <Suggestions />
      <aside>
        <h2>Category</h2>
        <HierarchicalMenu attributes={CATEGORIES} />
        <h2>Department</h2>
        <Menu attribute="department" />
        <h2>Designer</h2>
        <RefinementList attribute="designer" searchable limit={5} showMore />
        <h2>Size</h2>
        <RefinementList attribute="sizes" operator="and" limit={6} />
        <h2>Price</h2>
        <RangeInput attribute="price" />
      </aside>
      <section>
        <div className="tools">
          <Stats />
          <SortBy items={SORTS} />
        </div>
        <CurrentRefinements />
        <InfiniteHits hitComponent={Card} showPrevious={false} />
      </section>
    </InstantSearch>
  );
}

const main = document.querySelector("main");
if (main !== null) createRoot(main).render(<Shop />);
