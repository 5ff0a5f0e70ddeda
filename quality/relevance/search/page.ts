import { withNumbers } from "../../../src/catalog/ingestion/literals.js";
import type { SearchEvaluation } from "./evaluate-search.js";
import type { Judgements } from "../judgements.js";

/** Product properties that the page shows. */
export interface Shown {
  readonly title: string;
  readonly image: string | undefined;
}

const POSITIONS = 10;

const STYLE = `body{font:15px/1.4 system-ui,sans-serif;margin:2rem;color:#222}h2{margin:2rem 0 .3rem;font-size:1.1rem}
.lists{display:grid;grid-template-columns:1fr;gap:.3rem}ol{display:flex;gap:.5rem;overflow-x:auto;padding:0;margin:0;list-style:none}
li{flex:0 0 9rem;border:1px solid #ddd;border-top-width:5px;padding:.4rem;font-size:.75rem}img{width:100%;height:6rem;object-fit:contain}
.g0{border-top-color:#c33}.g1{border-top-color:#e8b33a}.g2{border-top-color:#9c4}.g3{border-top-color:#2a8a3e}.unjudged{border-top-color:#bbb}`;

export interface PageParts {
  readonly name: string;
  /** Metrics of the evaluation, formatted as text. */
  readonly metrics: string;
  /** Products shown in the report, keyed by product identifier. */
  readonly shown: ReadonlyMap<string, Shown>;
  readonly judgements: Judgements;
}

/**
 * Returns a self-contained HTML report: the metrics with the largest gains and losses by query, and the first ten
 * products of each query for the service and the naive search. Queries are sorted worst first.
 */
export function evaluationPage({ service, naive }: SearchEvaluation, parts: PageParts): string {
  const { name, metrics, shown, judgements } = parts;
  const queries = [...service.scores].sort(([, a], [, b]) => a.judged_ndcg - b.judged_ndcg);
  const sections = queries.map(([query, scores]) => {
    const grades = judgements.get(query) ?? new Map<string, number>();
    const list = (title: string, ids: readonly string[], ndcg: number | undefined) =>
      `<p>${title}, NDCG@10 ${ndcg?.toFixed(3) ?? "-"}</p><ol>${ids
        .slice(0, POSITIONS)
        .map((id) => item(shown.get(id), grades.get(id)))
        .join("")}</ol>`;
    return `<h2>${escaped(query)}</h2><div class="lists">${list("The service", service.rankings.get(query) ?? [], scores.ndcg)}${list(
      "Naive",
      naive.rankings.get(query) ?? [],
      naive.scores.get(query)?.ndcg,
    )}</div>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(name)}</title><style>${STYLE}</style><h1>${escaped(
    name,
  )}</h1><pre>${escaped(metrics)}</pre>${sections.join("\n")}</html>\n`;
}

function item(product: Shown | undefined, grade: number | undefined): string {
  const picture = product?.image === undefined ? "" : `<img loading="lazy" alt="" src="${escaped(product.image)}">`;
  const kind = grade === undefined ? "unjudged" : `g${Math.min(3, Math.round(grade))}`;
  return `<li class="${kind}">${picture}${escaped(product?.title ?? "?")}<br><b>${grade ?? "not judged"}</b></li>`;
}

/**
 * Returns the properties of all products on the page, keyed by identifier. Images are the image URLs in the catalogue.
 */
export function shownProducts(feed: readonly string[], { service, naive }: SearchEvaluation): Map<string, Shown> {
  const wanted = new Set(
    [service, naive].flatMap(({ rankings }) => [...rankings.values()].flatMap((ids) => ids.slice(0, POSITIONS))),
  );
  const shown = new Map<string, Shown>();
  for (const line of feed) {
    const { product_data } = JSON.parse(withNumbers(line)) as {
      product_data: { product_identifier: string; title?: string; images?: string[] };
    };
    const { product_identifier, title, images } = product_data;
    if (!wanted.has(product_identifier) || shown.has(product_identifier)) continue;
    const image = images?.find((address) => /^https?:\/\//.test(address));
    shown.set(product_identifier, { title: title ?? product_identifier, image });
  }
  return shown;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
