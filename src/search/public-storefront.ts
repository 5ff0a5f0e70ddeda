import Type, { type Static } from "typebox";
import type { FieldTypes } from "../catalog/fields.js";
import { choice, list, text } from "../schema/typed.js";
import type { Storefront } from "../storefront/client.js";
import { isRanked } from "../storefront/sorts-configuration.js";
import { catalogView } from "./catalog-view.js";
import { fieldNames } from "./projection.js";

const FACET = Type.Object(
  {
    key: text("Key of the facet in requests and responses."),
    label: text("Display name of the facet."),
    type: choice(["list", "tree", "range"], { description: "Type of the facet's values." }),
    selection_mode: choice(["multi", "single"], {
      description: "Whether the storefront lets shoppers select several values.",
    }),
    field: text("Name of the facet's field, for use in filters."),
  },
  { description: "A facet of the storefront." },
);

const SORT_KEY = Type.Object(
  {
    key: text("Value for `sort` in requests."),
    label: text("Display name of the sort order."),
    ranked: Type.Boolean({
      description:
        "Whether products are sorted by a ranking instead of by a field. The pages of a ranked sort can only be requested one after another.",
    }),
  },
  { description: "A sort order of the storefront." },
);

/** The response of `GET /v2/storefront`. */
export const PUBLIC_STOREFRONT = Type.Object(
  {
    client_id: text("Id of the client that the API key belongs to."),
    name: text("Name of the client."),
    language: text("Language of the storefront."),
    currency: Type.Union([Type.String(), Type.Null()], {
      description: "ISO 4217 currency code of the prices. null if prices have no currency.",
    }),
    fields: list(text("Name of an item field."), {
      description:
        "Fields that the request member `projection` may contain. The list is in alphabetical order. An object field is listed by the name of the object, such as `attributes`.",
    }),
    facets: list(FACET, { description: "Facets in the order of search responses." }),
    sort_keys: list(SORT_KEY, { description: "Sort orders in display order." }),
    default_sort: text("Key of the sort order that is used if a request has no `sort`."),
    placements: list(text("Name of a placement."), {
      description: "Placements for `/v2/recommendations/query/slots`.",
    }),
    profiles: list(text("Name of a profile."), { description: "Profiles for `/v2/recommendations/query`." }),
  },
  { $id: "PublicStorefront", description: "Public settings of a storefront." },
);

export type PublicStorefront = Static<typeof PUBLIC_STOREFRONT>;

/**
 * The settings of a storefront that the shop's pages may read.
 * @param fields fields of the catalogue; undefined before the first feed
 */
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
