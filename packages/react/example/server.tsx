/**
 * A listing whose first page a server has asked for: its products are there before any script, and are not asked for again. Here
 * the page plays the server as well.
 */
import { renderToString } from "react-dom/server";
import { hydrateRoot } from "react-dom/client";
import { createClient, type Client, type ClientOptions, type SearchResponse } from "@vitrine/client";
import { useListing, Vitrine } from "@vitrine/react";

interface Handed {
  /** Answered to the server, for the same device as in the browser. */
  readonly first: SearchResponse;
}

const REQUEST = { limit: 12, projection: ["name", "designer"] };

function Results({ first }: Handed) {
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

const ServedPage = ({ client, ...handed }: Handed & { readonly client: Client }) => (
  <Vitrine client={client}>
    <Results {...handed} />
  </Vitrine>
);

const client = createClient(JSON.parse(document.getElementById("access")?.textContent ?? "") as ClientOptions);
const main = document.querySelector("main");

async function serve(element: HTMLElement): Promise<void> {
  const first = await client.search(REQUEST);
  element.innerHTML = renderToString(<ServedPage client={client} first={first} />);
  element.dataset["served"] = String(element.querySelectorAll("article").length);
  hydrateRoot(element, <ServedPage client={client} first={first} />);
}

if (main !== null) void serve(main);
