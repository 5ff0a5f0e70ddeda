import type { QueryResult, SlotsResult } from "../recommendation/response.js";
import { CommandError } from "./command-error.js";
import { askAsPage, type PageAccess } from "./service-client.js";
import type { Item } from "../search/response-schema.js";

export interface RecommendCommandOptions {
  /** One of both: what kind of block, or which place with several. */
  readonly profile?: string;
  readonly placement?: string;
  readonly seed: readonly string[];
  /** Whose taste: a device id. */
  readonly as: string;
  readonly limit?: number;
  readonly words?: string;
  readonly json: boolean;
}

const COLUMNS = ["name", "designer", "category", "price"];

/**
 * Formats the recommendations that a page would receive as a table.
 * @throws CommandError for options that contradict each other; ServiceCallError
 */
export async function recommendCommand(access: PageAccess, options: RecommendCommandOptions): Promise<string> {
  const { profile, placement, seed, as, limit, words, json } = options;
  if (profile !== undefined && placement !== undefined) {
    throw new CommandError("--profile makes one block and --placement all of a page: give one of them");
  }
  const body = {
    user: { device_id: as },
    ...(seed.length === 0 ? {} : { seed: { product_identifiers: seed } }),
    ...(limit === undefined ? {} : { limit }),
    ...(words === undefined ? {} : { metadata: { query: words } }),
    projection: COLUMNS,
  };
  if (placement !== undefined) {
    const answer = (await askAsPage(access, "query/slots", { ...body, placement })) as SlotsResult;
    return json ? JSON.stringify(answer, null, 2) : slotsTable(answer);
  }
  const named = profile === undefined ? {} : { profile };
  const answer = (await askAsPage(access, "query", { ...body, ...named })) as QueryResult;
  return json ? JSON.stringify(answer, null, 2) : queryTable(answer);
}

export function queryTable({ items, metadata, meta }: QueryResult): string {
  return [
    `${metadata.profile}, ${metadata.seed_state}${leftOut(meta.degraded)}`,
    ...table(items, ["proposed by", ...meta.recommenders]),
  ].join("\n");
}

export function slotsTable({ slots, meta }: SlotsResult): string {
  const head = `${meta.placement}, ${meta.seed_state}${leftOut(meta.degraded)}`;
  const parts = slots.map(({ key, title, items }) => {
    const short = meta.short.find((one) => one.key === key);
    const missing = short === undefined ? "" : ` (${short.missing} missing: ${short.reason.replaceAll("_", " ")})`;
    return [`${title} [${key}]${missing}`, ...table(items)].join("\n");
  });
  return [head, ...parts].join("\n\n");
}

const leftOut = (degraded: readonly string[] = []) => (degraded.length === 0 ? "" : `, without ${degraded.join(", ")}`);

/** @param more one further column, its title first */
function table(items: readonly Item[], more?: readonly string[]): string[] {
  if (items.length === 0) return ["  nothing"];
  const rows = [
    ["", "product", ...COLUMNS],
    ...items.map((item, at) => [String(at + 1), item.product_identifier, ...COLUMNS.map((name) => cell(item[name]))]),
  ].map((row, at) => (more === undefined ? row : [...row, more[at] ?? ""]));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    `  ${row.map((text, column) => (column === 0 ? text.padStart(widths[0] ?? 0) : text.padEnd(widths[column] ?? 0))).join("  ")}`.trimEnd(),
  );
}

const WIDEST = 60;

function cell(value: Item[string] | undefined): string {
  const text = value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
