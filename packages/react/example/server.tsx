/**
 * Example of server-side rendering. The first page and the blocks are rendered before any script runs, and are not
 * requested again. This script also simulates the server.
 */
import { renderToString } from "react-dom/server";
import { hydrateRoot } from "react-dom/client";
import {
  createClient,
  type Client,
  type ClientOptions,
  type SearchResponse,
  type SlotsResponse,
} from "@vitrine/client";
import { useListing, useSlots, Vitrine } from "@vitrine/react";

interface Handed {
  /** Data that the server loaded with the device id of the browser. */
  readonly first: SearchResponse;
  readonly blocks: SlotsResponse;
}

const REQUEST = { limit: 12, projection: ["name", "designer"] };
const SLOTS = { placement: "home", limit: 4, projection: ["name"] };

function Results({ first }: Pick<Handed, "first">) {
  const { items, total, status, error, hasMore, loadMore } = useListing(REQUEST, { initial: first });
  return (
    <section aria-label="Results">
      <h1>{total} products</h1>
      {items.map(({ product_identifier, name, designer }) => (
        <article key={product_identifier}>
          <p className="designer">{String(designer)}</p>
          <p>{String(name)}</p>
        </article>
      ))}
      {error && <p role="alert">{error.isTemporary ? "One moment, please." : error.message}</p>}
      {hasMore && (
        <button type="button" disabled={status === "more"} onClick={loadMore}>
          Show more
        </button>
      )}
    </section>
  );
}

function Blocks({ blocks }: Pick<Handed, "blocks">) {
  const { slots, error } = useSlots(SLOTS, { initial: blocks });
  const full = slots.filter(({ items }) => items.length > 0);
  return (
    <>
      {full.map(({ key, title, items }) => (
        <section key={key} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {items.map(({ product_identifier, name }) => (
              <li key={product_identifier}>{String(name)}</li>
            ))}
          </ul>
        </section>
      ))}
      {error && <p role="alert">{error.message}</p>}
    </>
  );
}

const ServedPage = ({ client, first, blocks }: Handed & { readonly client: Client }) => (
  <Vitrine client={client}>
    <Results first={first} />
    <Blocks blocks={blocks} />
  </Vitrine>
);

const client = createClient(JSON.parse(document.getElementById("access")?.textContent ?? "") as ClientOptions);
const main = document.querySelector("main");

async function serve(element: HTMLElement): Promise<void> {
  const [first, blocks] = await Promise.all([client.search(REQUEST), client.slots(SLOTS)]);
  const page = <ServedPage client={client} first={first} blocks={blocks} />;
  element.innerHTML = renderToString(page);
  element.dataset["served"] = String(element.querySelectorAll("article").length);
  element.dataset["blocks"] = String(element.querySelectorAll("li").length);
  hydrateRoot(element, page);
}

if (main !== null) void serve(main);
