/** A listing with suggestions and recommendation blocks, built with the hooks. */
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { createClient, type ClientOptions, type EventProduct, type Item } from "@vitrine/client";
import { useImpressions, useListing, useSlots, useSuggestions, Vitrine, type ShownProps } from "@vitrine/react";

const access = JSON.parse(document.getElementById("access")?.textContent ?? "") as ClientOptions;
const device_id = sessionStorage.getItem("device") ?? crypto.randomUUID();
sessionStorage.setItem("device", device_id);
const client = createClient({ ...access, user: () => ({ device_id }) });

const FIELDS = ["name", "designer", "price", "images"];
const text = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const eventOf = (item: Item, position: number): EventProduct => ({ id: item.product_identifier, position });

function Card({ item, shown }: { readonly item: Item; readonly shown: ShownProps }) {
  const [image] = Array.isArray(item["images"]) ? (item["images"] as unknown[]) : [];
  return (
    <article {...shown}>
      <img src={new URL(text(image), access.url).href} alt="" />
      <p className="designer">{text(item["designer"])}</p>
      <p>{text(item["name"])}</p>
    </article>
  );
}

function Results({ query }: { readonly query: string }) {
  const { pages, total, status, hasMore, loadMore } = useListing({ query, limit: 12, projection: FIELDS });
  const seen = useImpressions("results");
  const all = pages.flatMap(({ items, recommendation_id }) => items.map((item) => ({ item, recommendation_id })));
  return (
    <section aria-label="Results" aria-busy={status === "loading"}>
      <p className="total">{total} products</p>
      <div className="ais-Hits-list">
        {all.map(({ item, recommendation_id }, at) => {
          const shown = seen(eventOf(item, at + 1), recommendation_id);
          return <Card key={item.product_identifier} item={item} shown={shown} />;
        })}
      </div>
      {status === "failed" && <p role="alert">That did not work.</p>}
      {hasMore && (
        <button type="button" onClick={loadMore}>
          {status === "more" ? "Loading …" : "Show more"}
        </button>
      )}
    </section>
  );
}

function Blocks() {
  const { slots, data } = useSlots({ placement: "home", limit: 4, projection: FIELDS });
  const seen = useImpressions("home");
  return slots.map(({ key, title, items }) => (
    <section key={key} aria-label={title}>
      <h2>{title}</h2>
      <div className="ais-Hits-list">
        {items.map((item, index) => (
          <Card
            key={item.product_identifier}
            item={item}
            shown={seen(eventOf(item, index + 1), data?.recommendation_id ?? "")}
          />
        ))}
      </div>
    </section>
  ));
}

function Shop() {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState("");
  return (
    <Vitrine client={client}>
      <h1>@vitrine/react</h1>
      <Suggesting typed={typed} type={setTyped} choose={setQuery} />
      <Results query={query} />
      <Blocks />
    </Vitrine>
  );
}

interface SuggestingProps {
  readonly typed: string;
  readonly type: (text: string) => void;
  readonly choose: (query: string) => void;
}

function Suggesting({ typed, type, choose }: SuggestingProps) {
  const { data } = useSuggestions(typed === "" ? null : typed, { limits: { queries: 5 } });
  return (
    <div>
      <input type="search" aria-label="Search" value={typed} onChange={({ target }) => type(target.value)} />
      <ul className="suggestions" aria-label="Suggestions">
        {(data?.queries ?? []).map((one) => (
          <li key={one.query}>
            <button type="button" onClick={() => choose(one.query)}>
              {one.query}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const main = document.querySelector("main");
if (main !== null) {
  createRoot(main).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  );
}
