import { commandContext } from "../context.js";
import { searchFor } from "../composition/search.js";
import type { Engine } from "../engine/engine.js";
import { nullDropper } from "../schema/published.js";
import { compileSchema } from "../schema/validator.js";
import type { FailedVariant } from "../search/explain/failures.js";
import { why as explainProduct, type Reason, type Why, type WhyThere } from "../search/explain/why.js";
import { SEARCH_REQUEST, type SearchBody } from "../search/request-schema.js";
import { getStorefront } from "../storefront/clients.js";
import { CommandError } from "./command-error.js";
import { columns } from "./output.js";

export interface WhyOptions {
  readonly client: string;
  /** Whose taste: a device_id. */
  readonly as: string;
  readonly user?: string;
  /** A search request as JSON, without `user`. */
  readonly listing: string;
  readonly json: boolean;
}

const checkRequest = compileSchema(SEARCH_REQUEST, { subject: "listing", mistakes: "all" });
const dropNulls = nullDropper(SEARCH_REQUEST);

/** Why a product is where it is in a listing, or not there. @throws CommandError, ServiceError for what the listing has wrong */
export async function whyCommand(engine: Engine, product: string, options: WhyOptions): Promise<string> {
  const storefront = await getStorefront({ engine }, options.client);
  if (storefront === undefined) throw new CommandError(`there is no client ${options.client}`);
  const answer = await explainProduct(searchFor(commandContext(engine)), storefront, requestOf(options), product);
  return options.json ? JSON.stringify(answer, null, 2) : whyLines(answer).join("\n");
}

function requestOf({ as: device_id, user: user_id, listing }: WhyOptions): SearchBody {
  let json: unknown;
  try {
    json = JSON.parse(listing);
  } catch (error) {
    throw new CommandError(`--listing is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const user = { device_id, ...(user_id === undefined ? {} : { user_id }) };
  const body =
    typeof json === "object" && json !== null && !Array.isArray(json) ? { ...(dropNulls(json) as object), user } : json;
  const [mistake] = checkRequest(body);
  if (mistake !== undefined) throw new CommandError(`--listing is no search request: ${mistake.message}`);
  return body as SearchBody;
}

export function whyLines({ product_identifier, total, place, reasons }: Why): string[] {
  const head = `${product_identifier}: ${place === null ? "not there" : `rank ${place.rank} of ${total}, page ${place.page}`}`;
  return [head, ...(place === null ? reasons.flatMap(reasonLines) : placeLines(place))];
}

function reasonLines(reason: Reason): string[] {
  switch (reason.code) {
    case "unknown_product":
      return ["  The catalogue has no such product.", "  To change it: ingest the product."];
    case "inactive":
      return ["  The product is inactive.", "  To change it: send it again, or a catalogue that has it."];
    case "conditions":
      return conditionLines(reason.variants);
    case "words": {
      const { missing, tier } = reason;
      const asked = { strict: "all", any: "one" }[tier];
      return [
        `  Products must have ${asked} of the words, and its texts do not have ${missing.map((word) => `"${word}"`).join(", ")}.`,
        "  To change it: put them into its texts, or make them synonyms of what it has.",
      ];
    }
  }
}

function conditionLines(variants: readonly FailedVariant[]): string[] {
  const nearest = variants.reduce((best, one) => (one.failures.length < best.failures.length ? one : best));
  const rows = variants.flatMap(({ variant_identifier, failures }) =>
    failures.map((failure, at) => [
      at === 0 ? variant_identifier : "",
      originOf(failure),
      failure.condition,
      valuesOf(failure),
    ]),
  );
  const wanted = nearest.failures.map((failure) =>
    failure.by === "rule"
      ? `end the rule ${failure.name ?? ""}, or take it out of it`
      : `make ${failure.condition} hold`,
  );
  return [
    "  No active variant is like all that is asked:",
    ...columns([["variant", "by", "must hold", "has"], ...rows]).map((line) => `    ${line}`),
    `  To change it: for ${nearest.variant_identifier}, ${wanted.join("; and ")}.`,
  ];
}

const originOf = ({ by, name }: FailedVariant["failures"][number]): string =>
  ({
    filters: "filters",
    facet_filters: `facet ${name ?? ""}`,
    rule: `rule ${name ?? ""}`,
    availability: "out of stock",
  })[by];

const valuesOf = ({ values }: FailedVariant["failures"][number]): string =>
  Object.entries(values)
    .map(
      ([field, own]) => `${field}: ${own.length === 0 ? "nothing" : own.map((one) => JSON.stringify(one)).join(", ")}`,
    )
    .join("; ");

function placeLines({ pinned, engine_rank, score, signals, sorted_by, page, first_page_needs }: WhyThere): string[] {
  if (pinned !== null) return [`  The rule ${pinned.rule} pins it there.`];
  const points = [...signals].sort((one, other) => other.points - one.points);
  return [
    `  The engine has it at ${engine_rank ?? 0}, before it is ranked for the shopper and others are pinned.`,
    ...(score === null ? [] : [`  Its score is ${score}:`]),
    ...columns(points.map((one) => [one.points.toFixed(4), one.signal])).map((line) => `    ${line}`),
    "  The order goes by:",
    ...columns(sorted_by.map(({ by, value }) => [by, JSON.stringify(value)])).map((line) => `    ${line}`),
    ...(page === 1 || first_page_needs === null
      ? []
      : [
          `  To be on the first page, come before ${sorted_by.map(({ by }, at) => `${by} ${JSON.stringify(first_page_needs[at])}`).join(", ")}.`,
        ]),
  ];
}
