import Type, { type Static } from "typebox";
import type { FieldTypes } from "../catalog/fields.js";
import { choice, list, text } from "../schema/typed.js";
import type { Storefront } from "../storefront/client.js";
import { isRanked } from "../storefront/sorts-configuration.js";
import { catalogView } from "./catalog-view.js";
import { fieldNames } from "./projection.js";

const FACET = Type.Object(
  {
    key: text("Its name in requests and answers."),
    label: text("Its name for shoppers."),
    type: choice(["list", "tree", "range"], { description: "How its values are given." }),
    selection_mode: choice(["multi", "single"], { description: "Whether several values are offered at a time." }),
    field: text("The field that filters name for it."),
  },
  { description: "What shoppers narrow a listing by." },
);

const SORT_KEY = Type.Object(
  {
    key: text("As `sort` takes it."),
    label: text("Its name for shoppers."),
    ranked: Type.Boolean({ description: "Whether it ranks, so that its pages come one after another." }),
  },
  { description: "An order of listings." },
);

/** The response of `GET /v2/storefront`. */
export const PUBLIC_STOREFRONT = Type.Object(
  {
    client_id: text("The client that the key belongs to."),
    name: text("Its name."),
    language: text("Of its texts."),
    currency: Type.Union([Type.String(), Type.Null()], { description: "ISO 4217; null: prices are plain numbers." }),
    fields: list(text("An item field."), {
      description: "Names that a projection takes, in alphabetical order. Objects are named whole: `attributes`.",
    }),
    facets: list(FACET, { description: "In the order in which answers have them." }),
    sort_keys: list(SORT_KEY, { description: "In the order in which they are offered." }),
    default_sort: text("The one in force where a request names none."),
    placements: list(text("A placement."), { description: "Pages of blocks." }),
    profiles: list(text("A profile."), { description: "Kinds of blocks." }),
  },
  { $id: "PublicStorefront", description: "What a storefront offers to its pages." },
);

export type PublicStorefront = Static<typeof PUBLIC_STOREFRONT>;

/** The part of a storefront that pages may read. @param fields fields of the catalogue; undefined before the first feed */
export function publicStorefront(
  { client_id, name, configuration }: Storefront,
  fields: FieldTypes | undefined,
): PublicStorefront {
  const { language, currency = null, facets, sort_keys, default_sort, placements, profiles } = configuration;
  return {
    client_id,
    name,
    language,
    currency,
    default_sort,
    fields: fieldNames(catalogView(configuration, fields)),
    facets: facets.map(({ key, label, type, selection_mode, field }) => ({ key, label, type, selection_mode, field })),
    sort_keys: sort_keys.map((sort) => ({ key: sort.key, label: sort.label, ranked: isRanked(sort) })),
    placements: Object.keys(placements),
    profiles: Object.keys(profiles),
  };
}
