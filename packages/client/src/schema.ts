// Generated from the OpenAPI document; `npm run client:types` renews it.
/* eslint-disable */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Conditions that all have to hold, by field; `$and`, `$or` and `$not` join expressions. */
    readonly FilterExpression: {
      readonly [key: string]:
        | components["schemas"]["FilterCondition"]
        | components["schemas"]["FilterExpression"]
        | readonly components["schemas"]["FilterExpression"][];
    };
    /** @description A value that the field must have, null to match products without a value in this field, or an object of operators, which must all match. */
    readonly FilterCondition:
      | string
      | number
      | boolean
      | null
      | {
          readonly $eq?: string | number | boolean | null;
          readonly $ne?: string | number | boolean | null;
          readonly $in?: readonly (string | number | boolean | null)[];
          readonly $nin?: readonly (string | number | boolean | null)[];
          readonly $gt?: string | number;
          readonly $gte?: string | number;
          readonly $lt?: string | number;
          readonly $lte?: string | number;
          readonly $exists?: boolean;
          readonly $not?: components["schemas"]["FilterCondition"];
        };
    readonly SearchRequest: {
      readonly user: {
        /** @description Persistent identifier of the browser. Send the same value with every request. */
        readonly device_id: string;
        /** @description Identifier of a logged-in shopper, whose taste profile is shared across devices. The identifier must be signed if the storefront requires signatures (`signed_user_ids`). */
        readonly user_id?: string | null;
      };
      /** @description Search query. Without a query (absent, null or only whitespace), the response is a listing. Only the first 12 words are searched; if the query has more, `meta.query_shortened` is true. */
      readonly query?: string | null;
      /**
       * @description Maximum number of products per page. 0 returns only the facets and the total.
       * @default 24
       */
      readonly limit?: number | null;
      readonly sort?: readonly string[] | null;
      /** @description Filter for eligible products. Maps field names (nested fields in dot notation) to a value, or to an object with the operators $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not. Conditions are combined with $and, $or and $not. null matches products without a value. Field names are resolved in the same way as in `projection`; aliases, `name` and `category` are also accepted. */
      readonly filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description Selected facet values. Maps a facet key to a value, a list of values, a range {min, max} or a list of ranges. Values of one facet are combined with OR, facets with AND. */
      readonly facet_filters?: {
        readonly [key: string]:
          | (string | number | boolean)
          | readonly (string | number | boolean)[]
          | {
              readonly min?: number;
              readonly max?: number;
            }
          | readonly {
              readonly min?: number;
              readonly max?: number;
            }[];
      } | null;
      readonly facets?: {
        /** @description Keys of the facets to return. `*` returns all facets of the storefront, which is the default. */
        readonly keys?: readonly string[] | null;
        /**
         * @description Maximum number of values per list facet, and per parent of a tree facet. Values with the most products are returned.
         * @default 50
         */
        readonly max_values?: number | null;
      } | null;
      /** @description Item fields to return in addition to the identifiers. Default: the standard item fields. */
      readonly projection?: readonly string[] | null;
      readonly pagination?:
        | (
            | (
                | {
                    /** @description Page number, required with a cursor. If sorted by a field, any page can be requested. With a ranked sort such as `featured`, the response is always the next page, whatever number is requested. */
                    readonly page?: number | null;
                    /** @description `recommendation_id` of the previous response. */
                    readonly cursor?: string | null;
                  }
                | {
                    readonly page: number;
                  }
                | {
                    readonly cursor?: null;
                  }
              )
            | null
          )
        | {
            readonly page: number;
          }
        | {
            readonly cursor?: null;
          };
      readonly context?: {
        /** @description This member is accepted for compatibility, but is neither used nor stored. */
        readonly user_agent?: string | null;
        /** @description This member is accepted for compatibility, but is neither used nor stored. */
        readonly url?: string | null;
        /** @description Whether to separate products of the same category in the response. Only applies to ranked sorts such as `featured`. */
        readonly category_diversification?: boolean | null;
      } | null;
    };
    /** @description A product, represented by the variant that matches the request best. */
    readonly Item: {
      /** @constant */
      readonly type: "product";
      readonly product_identifier: string;
      readonly variant_identifier: string;
    } & {
      readonly [key: string]: unknown;
    };
    /** @description A facet that lists individual values. */
    readonly ListFacet: {
      /** @description Key of the facet in requests. */
      readonly key: string;
      /** @description Display name of the facet. */
      readonly label: string;
      /**
       * @description Whether the storefront lets shoppers select several values. Requests may always select several values.
       * @enum {string}
       */
      readonly selection_mode: "multi" | "single";
      /** @description Whether the storefront initially displays the facet collapsed. */
      readonly collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: "list";
      /** @description Facet values. Always includes selected values. */
      readonly values: readonly {
        readonly value: string;
        /** @description Display name of the facet value. */
        readonly label: string;
        /** @description Number of matching products, given the filters and the selections in other facets. */
        readonly count: number;
        readonly selected: boolean;
      }[];
    };
    /** @description A value of a tree facet with its number of products and its child values. */
    readonly TreeFacetValue: {
      /** @description Full path of the facet value, for use in `facet_filters`. */
      readonly value: string;
      /** @description Display name of the last level of the path. */
      readonly label: string;
      /** @description Number of products with this facet value or one of its descendants, given the filters and the selections in other facets. */
      readonly count: number;
      /** @description Whether the request selects this facet value. Ancestors of a selected value are not selected. */
      readonly selected: boolean;
      /** @description Child values. */
      readonly children: readonly components["schemas"]["TreeFacetValue"][];
    };
    /** @description A facet that nests the values of a hierarchical field. */
    readonly TreeFacet: {
      /** @description Key of the facet in requests. */
      readonly key: string;
      /** @description Display name of the facet. */
      readonly label: string;
      /**
       * @description Whether the storefront lets shoppers select several values. Requests may always select several values.
       * @enum {string}
       */
      readonly selection_mode: "multi" | "single";
      /** @description Whether the storefront initially displays the facet collapsed. */
      readonly collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: "tree";
      /** @description Top-level facet values. The number of values per parent is limited (`max_values`). Selected values and their ancestors are always included. */
      readonly values: readonly components["schemas"]["TreeFacetValue"][];
    };
    /** @description A facet that divides a numeric field into ranges. */
    readonly RangeFacet: {
      /** @description Key of the facet in requests. */
      readonly key: string;
      /** @description Display name of the facet. */
      readonly label: string;
      /**
       * @description Whether the storefront lets shoppers select several values. Requests may always select several values.
       * @enum {string}
       */
      readonly selection_mode: "multi" | "single";
      /** @description Whether the storefront initially displays the facet collapsed. */
      readonly collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: "range";
      /** @description Ranges of the facet. Always includes selected ranges. */
      readonly values: readonly {
        /** @description Range with inclusive bounds. An absent bound is unlimited. If the next range starts at 50, `max` is 49.99999999999999, and `label` contains 50. */
        readonly value: {
          readonly min?: number;
          readonly max?: number;
        };
        /** @description Display name of the facet value. */
        readonly label: string;
        /** @description Number of matching products, given the filters and the selections in other facets. */
        readonly count: number;
        readonly selected: boolean;
      }[];
      /** @description Lowest value of the facet's field among the matching products, given the filters and the selections in other facets. null if no matching product has a value. */
      readonly min: number | null;
      /** @description Highest value of the facet's field among the matching products, given the filters and the selections in other facets. null if no matching product has a value. */
      readonly max: number | null;
    };
    readonly Facet:
      components["schemas"]["ListFacet"] | components["schemas"]["TreeFacet"] | components["schemas"]["RangeFacet"];
    /** @description Banner to display above the products. */
    readonly Banner: {
      /** @description Key of the rule that shows the banner. */
      readonly key: string;
      /** @description Plain text of the banner. If the banner has an image, use the text as alternative text of the image. */
      readonly text: string;
      /** @description Image URL (http or https), or path on the storefront. The service itself serves paths that begin with `/v1/images/`. null if the banner has no image. */
      readonly image: string | null;
      /** @description Link target (http or https URL, or path on the storefront). null if the banner has no link. */
      readonly url: string | null;
    };
    /** @description Warning about a problem with the request. Either no product has a suitable value in a requested field, or the price limit in the query was ignored, because almost no product has a price. */
    readonly Warning: {
      /** @enum {string} */
      readonly code: "unknown_field" | "price_ignored";
      /** @description Field name in dot notation. `price` for the code `price_ignored`. */
      readonly field: string;
      /** @description Effect of the problem on the response. */
      readonly message: string;
    };
    /** @description A page of products. */
    readonly SearchResponse: {
      /** @description Identifier of this page and cursor for the next page. Treat the value as opaque, except for the 24 characters before the first dot, which identify the response in events. If the value contains no dot, the whole value identifies the response. */
      readonly recommendation_id: string;
      /** @description Minimum number of seconds for which the cursor is valid. Each requested page extends the validity of all cursors of the result. Later pages extend the validity by a longer time. 0 if `limit` was 0. */
      readonly expires_in: number;
      /** @description Page number and number of pages. */
      readonly pagination: {
        /** @description Requested page number. 1 for the first request. */
        readonly page: number;
        /** @description Whether there is another page. */
        readonly has_more: boolean;
        /** @description Number of the last page, given the current `total`. 0 if `limit` was 0. */
        readonly last_page: number;
      };
      /** @description Products in ranking order. */
      readonly items: readonly components["schemas"]["Item"][];
      /** @description Number of items in the response. */
      readonly count: number;
      /** @description Exact number of matching products, counted again for each page. */
      readonly total: number;
      /** @description Requested facets, in the order of the request. */
      readonly facets: readonly components["schemas"]["Facet"][];
      /** @description Filters of the request, as received. */
      readonly applied_filters: {
        readonly filters: Record<string, never> | null;
        readonly facet_filters: Record<string, never>;
      };
      /** @description Details about the search result, such as warnings and corrections. Usually empty. */
      readonly meta: {
        /**
         * @description Present if too few products match all words of `query`. The results include products that match some of the words or similar words.
         * @constant
         */
        readonly query_relaxed?: true;
        /** @description Number of products that match all words of `query`. Only present with `query_relaxed`. */
        readonly all_words?: number;
        /**
         * @description Present if semantic search was used, because no product matches all words of `query`.
         * @constant
         */
        readonly semantic_search?: true;
        /**
         * @description Present if the query is too long. Only the first 12 words were searched.
         * @constant
         */
        readonly query_shortened?: true;
        /** @description Corrected query. Present if products match all words of the correction, but no product matches all words of `query`. */
        readonly suggestion?: string;
        /** @description Price range parsed from `query` ("under 50", "between 20 and 60"). The results are limited to products in this range. The bounds are inclusive. */
        readonly price?: {
          readonly min?: number;
          readonly max?: number;
        };
        /** @description Redirect to a dedicated page for this query. */
        readonly redirect?: {
          /** @description Target of the redirect: an absolute URL, or a path on the storefront. */
          readonly url: string;
        };
        /** @description Banners in display order, identical on all pages of a result. */
        readonly banners?: readonly components["schemas"]["Banner"][];
        /** @description Problems that do not cause the request to fail, such as unknown fields. Absent if there are no warnings. */
        readonly warnings?: readonly components["schemas"]["Warning"][];
        /** @description Reasons why the response is incomplete or outdated. Absent if the response is complete. */
        readonly degraded?: readonly ("taste" | "user" | "rules" | "semantic" | "stale")[];
      };
    };
    readonly SuggestRequest: {
      readonly user: {
        /** @description Persistent identifier of the browser. Send the same value with every request. */
        readonly device_id: string;
        /** @description Identifier of a logged-in shopper, whose taste profile is shared across devices. The identifier must be signed if the storefront requires signatures (`signed_user_ids`). */
        readonly user_id?: string | null;
      };
      /** @description Text typed so far, without special syntax. Without a query, the most common suggestions are returned. */
      readonly query?: string | null;
      /** @description Maximum number of suggestions of each type. 0 omits the type. */
      readonly limits?: {
        /** @default 6 */
        readonly queries?: number | null;
        /** @default 3 */
        readonly categories?: number | null;
        /** @default 3 */
        readonly brands?: number | null;
        /** @default 4 */
        readonly products?: number | null;
      } | null;
      /** @description Item fields to return in addition to the identifiers. Default: the standard item fields. */
      readonly projection?: readonly string[] | null;
      readonly context?: {
        /** @description This member is accepted for compatibility, but is neither used nor stored. */
        readonly user_agent?: string | null;
        /** @description This member is accepted for compatibility, but is neither used nor stored. */
        readonly url?: string | null;
        /** @description This member is accepted for compatibility, but has no effect on suggestions. */
        readonly category_diversification?: boolean | null;
      } | null;
    };
    /** @description Suggestions for an incomplete query. */
    readonly SuggestResponse: {
      /** @description Suggested queries, most likely first. */
      readonly queries: readonly {
        /** @description Suggested query, in lower case. */
        readonly query: string;
        /**
         * @description Origin of the query: searches of several other shoppers, or product data of the catalogue.
         * @enum {string}
         */
        readonly from: "shoppers" | "catalog";
      }[];
      /** @description Matching categories of any level, most likely first. */
      readonly categories: readonly {
        /** @description Category or brand, for use in filters. */
        readonly value: string;
        /** @description Display name of the category or brand. For categories, the last level of the path. */
        readonly label: string;
        /** @description Number of products in the category or of the brand. */
        readonly count: number;
      }[];
      /** @description Matching brands, most likely first. */
      readonly brands: readonly {
        /** @description Category or brand, for use in filters. */
        readonly value: string;
        /** @description Display name of the category or brand. For categories, the last level of the path. */
        readonly label: string;
        /** @description Number of products in the category or of the brand. */
        readonly count: number;
      }[];
      /** @description Matching products, best first. */
      readonly products: readonly components["schemas"]["Item"][];
      /** @description Details about the suggestions, such as corrections and redirects. Usually empty. */
      readonly meta: {
        /** @description Corrected query. Present if there are no suggestions for `query`. The returned suggestions are for the corrected query. */
        readonly suggestion?: string;
        /** @description Redirect to a dedicated page for this query. */
        readonly redirect?: {
          /** @description Target of the redirect: an absolute URL, or a path on the storefront. */
          readonly url: string;
        };
        /** @description Reasons why the response is incomplete or outdated. Absent if the response is complete. */
        readonly degraded?: readonly ("taste" | "user" | "phrases" | "products")[];
      };
    };
    readonly QueryRequest: {
      readonly user: {
        /** @description Persistent identifier of the browser. Send the same value with every request. */
        readonly device_id: string;
        /** @description Identifier of a logged-in shopper, whose taste profile is shared across devices. The identifier must be signed if the storefront requires signatures (`signed_user_ids`). */
        readonly user_id?: string | null;
      };
      /**
       * @description Whether to return one item per product. If false, each matching variant is an item, and variants of the same product are adjacent.
       * @default true
       */
      readonly group_by_product?: boolean | null;
      readonly seed?: {
        /** @description Products that the page displays, such as the product of a product page or the products in the cart, oldest first. Identifiers of active variants are also accepted, and resolved to their product. */
        readonly product_identifiers?: readonly string[] | null;
      } | null;
      /** @description Filter for eligible products. Maps field names (nested fields in dot notation) to a value, or to an object with the operators $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not. Conditions are combined with $and, $or and $not. null matches products without a value. Field names are resolved in the same way as in `projection`; aliases, `name` and `category` are also accepted. */
      readonly filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description Item fields to return in addition to the identifiers. Default: the standard item fields. */
      readonly projection?: readonly string[] | null;
      readonly context?: {
        /** @description This member is accepted for compatibility, but is neither used nor stored. */
        readonly user_agent?: string | null;
        /** @description This member is accepted for compatibility, but is neither used nor stored. */
        readonly url?: string | null;
        /** @description Whether to separate products of the same category in the response. */
        readonly category_diversification?: boolean | null;
      } | null;
      /** @description Information about the page that displays the recommendations. Recommendation profiles that search by text use the member `query`, or the words of the page URL if `query` is absent. */
      readonly metadata?: {
        readonly [key: string]: string | null;
      } | null;
      /** @description Name of a recommendation profile of the storefront. Default: `similar` if the request has seeds, otherwise `for_you`. */
      readonly profile?: string | null;
      /**
       * @description Maximum number of items.
       * @default 24
       */
      readonly limit?: number | null;
    };
    /** @description Recommended products. */
    readonly QueryResponse: {
      /** @description Opaque identifier of the response, for use in events. */
      readonly recommendation_id: string;
      /** @description Recommended products, best first. */
      readonly items: readonly components["schemas"]["Item"][];
      /** @description Number of items in the response. Less than `limit` if there are not enough products. */
      readonly count: number;
      /** @description Filters of the request, as received. */
      readonly applied_filters: {
        readonly filters: Record<string, never> | null;
        /** @description Always an empty object. */
        readonly facet_filters: Record<string, never>;
      };
      /** @description Recommendation profile, and state of the seed products. */
      readonly metadata: {
        /** @description Name of the recommendation profile that selected the products. */
        readonly profile: string;
        /**
         * @description Whether all, some or none of the seed products are in the catalogue. Inactive products count as part of the catalogue.
         * @enum {string}
         */
        readonly seed_state: "seeded" | "partially_seeded" | "unseeded";
      };
      /** @description Details about the recommendation, such as warnings. */
      readonly meta: {
        /** @description For each item, the name of the recommender that proposed the item. */
        readonly recommenders: readonly (
          | "next"
          | "session_neighbours"
          | "complementary"
          | "content"
          | "outfit"
          | "affinity"
          | "recently_viewed"
          | "words"
          | "popular"
          | "trending"
          | "new_in"
        )[];
        /** @description Reasons why the response is incomplete or outdated. Absent if the response is complete. */
        readonly degraded?: readonly ("taste" | "candidates" | "user")[];
        /** @description Problems that do not cause the request to fail, such as unknown fields. Absent if there are no warnings. */
        readonly warnings?: readonly components["schemas"]["Warning"][];
      };
    };
    readonly SlotsRequest: {
      readonly user: {
        /** @description Persistent identifier of the browser. Send the same value with every request. */
        readonly device_id: string;
        /** @description Identifier of a logged-in shopper, whose taste profile is shared across devices. The identifier must be signed if the storefront requires signatures (`signed_user_ids`). */
        readonly user_id?: string | null;
      };
      /**
       * @description Whether to return one item per product. If false, each matching variant is an item, and variants of the same product are adjacent.
       * @default true
       */
      readonly group_by_product?: boolean | null;
      readonly seed?: {
        /** @description Products that the page displays, such as the product of a product page or the products in the cart, oldest first. Identifiers of active variants are also accepted, and resolved to their product. */
        readonly product_identifiers?: readonly string[] | null;
      } | null;
      /** @description Filter for eligible products. Maps field names (nested fields in dot notation) to a value, or to an object with the operators $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not. Conditions are combined with $and, $or and $not. null matches products without a value. Field names are resolved in the same way as in `projection`; aliases, `name` and `category` are also accepted. */
      readonly filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description Item fields to return in addition to the identifiers. Default: the standard item fields. */
      readonly projection?: readonly string[] | null;
      readonly context?: {
        /** @description This member is accepted for compatibility, but is neither used nor stored. */
        readonly user_agent?: string | null;
        /** @description This member is accepted for compatibility, but is neither used nor stored. */
        readonly url?: string | null;
        /** @description Whether to separate products of the same category in the response. */
        readonly category_diversification?: boolean | null;
      } | null;
      /** @description Information about the page that displays the recommendations. Recommendation profiles that search by text use the member `query`, or the words of the page URL if `query` is absent. */
      readonly metadata?: {
        readonly [key: string]: string | null;
      } | null;
      /** @description Name of a placement of the storefront. */
      readonly placement: string;
      /** @description Maximum number of products per slot, at most the `max_products` of the placement. */
      readonly limit?: number | null;
    };
    /** @description A slot of a placement with its products. */
    readonly Slot: {
      /** @description Key of the slot in the placement. */
      readonly key: string;
      /** @description Heading of the slot. */
      readonly title: string;
      /** @description Name of the recommendation profile that selects the products. */
      readonly profile: string;
      /** @description Products of the slot, best first. Slots have no products in common. */
      readonly items: readonly components["schemas"]["Item"][];
    };
    /** @description Slots of a placement with their products. */
    readonly SlotsResponse: {
      /** @description Opaque identifier of the response, for use in events. */
      readonly recommendation_id: string;
      /** @description Filled slots in the order of the placement, followed by empty slots. */
      readonly slots: readonly components["schemas"]["Slot"][];
      /** @description Details about the recommendation, such as unfilled slots and warnings. */
      readonly meta: {
        /** @description Name of the requested placement. */
        readonly placement: string;
        /**
         * @description Whether all, some or none of the seed products are in the catalogue. Inactive products count as part of the catalogue.
         * @enum {string}
         */
        readonly seed_state: "seeded" | "partially_seeded" | "unseeded";
        /** @description Slots with fewer products than requested, in the order of the placement. */
        readonly short: readonly {
          /** @description Key of the slot in the placement. */
          readonly key: string;
          /** @description Number of missing products. */
          readonly missing: number;
          /**
           * @description `too_few`: the catalogue has too few eligible products. `shown_elsewhere`: other slots display the products of this slot, or too many similar products. `no_match`: no further products match the profile. `slow`: products were not retrieved in time. `failed`: products could not be retrieved.
           * @enum {string}
           */
          readonly reason: "too_few" | "shown_elsewhere" | "no_match" | "slow" | "failed";
        }[];
        /** @description Reasons why the response is incomplete or outdated. Absent if the response is complete. */
        readonly degraded?: readonly ("taste" | "user")[];
        /** @description Problems that do not cause the request to fail, such as unknown fields. Absent if there are no warnings. */
        readonly warnings?: readonly components["schemas"]["Warning"][];
      };
    };
    /** @description A field value that the shopper prefers, with its weight. */
    readonly TasteToken: {
      /** @description Identifier of the token. Corrections of the taste profile refer to the token by this identifier. */
      readonly token: string;
      /** @description Name of the feed field, or `price` for the token that represents all viewed prices. */
      readonly field: string;
      /** @description Display name of the token: the field value, or the range of viewed prices. */
      readonly label: string;
      /** @description Share of the viewed products that the token accounts for. The products are weighted: the latest product has the weight ½, the product before it ¼, and so on. */
      readonly weight: number;
    };
    /** @description Taste profile of a device. */
    readonly Taste: {
      /** @description The requested device. */
      readonly device_id: string;
      /**
       * Format: date-time
       * @description Time of the latest event that is counted in the taste profile. null if no events are counted.
       */
      readonly learned_until: string | null;
      /**
       * Format: date-time
       * @description Events up to this time were deleted. null if the taste profile was never deleted.
       */
      readonly forgotten_at: string | null;
      /** @description Learned preferences of the shopper, highest weight first. */
      readonly tokens: readonly components["schemas"]["TasteToken"][];
      /** @description Muted tokens, which have no effect on results. */
      readonly muted: readonly string[];
      /** @description Products that the shopper has shown interest in, latest first. */
      readonly recent_products: readonly {
        readonly product_identifier: string;
        /**
         * Format: date-time
         * @description Time when the product was last viewed, added to the cart or bought.
         */
        readonly last_event_at: string;
        /** @description Weight of the product: ½ for the latest product, ¼ for the product before it, and so on. */
        readonly interest: number;
      }[];
    };
    readonly TasteCorrection: {
      /** @description Tokens (learned preferences) to mute. The weight of muted tokens stays 0, regardless of later events. */
      readonly mute?: readonly string[] | null;
      /** @description Tokens to unmute. */
      readonly unmute?: readonly string[] | null;
      /** @description Tokens (learned preferences) to remove from the taste profile. Later events may add the tokens again. */
      readonly remove?: readonly string[] | null;
      /** @description Products to remove from the taste profile, together with the preferences learned from them. */
      readonly remove_products?: readonly string[] | null;
    };
    /** @description Outcome of a line in a request that updates products. */
    readonly LineOutcome: {
      /** @description Line number in the request body, starting at 1. */
      readonly line: number;
      /** @description Identifier of the product; null if the identifier could not be read. */
      readonly product_identifier: string | null;
      /** @description Identifier of the variant; null for a whole product, or if the identifier could not be read. */
      readonly variant_identifier: string | null;
      /**
       * @description `applied`: the update is stored and visible to searches; `pending`: the update is stored and will be applied when an `insert` line activates the variant; `older`: the catalogue has a newer version; nothing has changed; `repeated`: the update was received before; nothing has changed; `accepted`: the update is stored and will be applied when the running ingestion has ended; `refused`: the line was rejected, see `reason`
       * @enum {string}
       */
      readonly outcome: "applied" | "pending" | "older" | "repeated" | "accepted" | "refused";
      /** @description Error message; only if the outcome is `refused`. */
      readonly reason?: string;
    };
    /** @description Outcomes of product updates. */
    readonly Delivery: {
      /** @description Id of the ingestion that applies the product updates. */
      readonly ingestion_id: number;
      /** @description Outcome of each line of the request body, in the order of the lines. */
      readonly lines: readonly components["schemas"]["LineOutcome"][];
    };
    /** @description Public settings of a storefront. */
    readonly PublicStorefront: {
      /** @description Id of the client that the API key belongs to. */
      readonly client_id: string;
      /** @description Name of the client. */
      readonly name: string;
      /** @description Language of the storefront. */
      readonly language: string;
      /** @description ISO 4217 currency code of the prices. null if prices have no currency. */
      readonly currency: string | null;
      /** @description Fields that the request member `projection` may contain. The list is in alphabetical order. An object field is listed by the name of the object, such as `attributes`. */
      readonly fields: readonly string[];
      /** @description Facets in the order of search responses. */
      readonly facets: readonly {
        /** @description Key of the facet in requests and responses. */
        readonly key: string;
        /** @description Display name of the facet. */
        readonly label: string;
        /**
         * @description Type of the facet's values.
         * @enum {string}
         */
        readonly type: "list" | "tree" | "range";
        /**
         * @description Whether the storefront lets shoppers select several values.
         * @enum {string}
         */
        readonly selection_mode: "multi" | "single";
        /** @description Name of the facet's field, for use in filters. */
        readonly field: string;
      }[];
      /** @description Sort orders in display order. */
      readonly sort_keys: readonly {
        /** @description Value for `sort` in requests. */
        readonly key: string;
        /** @description Display name of the sort order. */
        readonly label: string;
        /** @description Whether products are sorted by a ranking instead of by a field. The pages of a ranked sort can only be requested one after another. */
        readonly ranked: boolean;
      }[];
      /** @description Key of the sort order that is used if a request has no `sort`. */
      readonly default_sort: string;
      /** @description Placements for `/v2/recommendations/query/slots`. */
      readonly placements: readonly string[];
      /** @description Profiles for `/v2/recommendations/query`. */
      readonly profiles: readonly string[];
    };
    /** @description A shopper event. Consists of fields that all events have and fields that depend on the event type. */
    readonly EventLine:
      | {
          /** @constant */
          readonly type: "product_view";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          /** @description A product of an event. */
          readonly product: {
            /** @description Product or variant identifier in the catalogue. */
            readonly id: string;
            /** @description Unit price in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description Number of units.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Position of the product in the displayed list, starting at 1. */
            readonly position?: number | null;
            /** @description Brand of the product. */
            readonly brand?: string | null;
            /** @description Category path, with levels separated as in the feed (": "). */
            readonly category?: string | null;
          };
        }
      | {
          /** @constant */
          readonly type: "list_view";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          /** @description Name of the product list. */
          readonly list?: string | null;
          readonly products: readonly {
            /** @description Product or variant identifier in the catalogue. */
            readonly id: string;
            /** @description Unit price in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description Number of units.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Position of the product in the displayed list, starting at 1. */
            readonly position?: number | null;
            /** @description Brand of the product. */
            readonly brand?: string | null;
            /** @description Category path, with levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "list_click";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          /** @description Name of the product list. */
          readonly list?: string | null;
          /** @description A product of an event. */
          readonly product: {
            /** @description Product or variant identifier in the catalogue. */
            readonly id: string;
            /** @description Unit price in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description Number of units.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Position of the product in the displayed list, starting at 1. */
            readonly position?: number | null;
            /** @description Brand of the product. */
            readonly brand?: string | null;
            /** @description Category path, with levels separated as in the feed (": "). */
            readonly category?: string | null;
          };
        }
      | {
          /** @constant */
          readonly type: "add_to_cart";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          readonly products: readonly {
            /** @description Product or variant identifier in the catalogue. */
            readonly id: string;
            /** @description Unit price in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description Number of units.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Position of the product in the displayed list, starting at 1. */
            readonly position?: number | null;
            /** @description Brand of the product. */
            readonly brand?: string | null;
            /** @description Category path, with levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "remove_from_cart";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          readonly products: readonly {
            /** @description Product or variant identifier in the catalogue. */
            readonly id: string;
            /** @description Unit price in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description Number of units.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Position of the product in the displayed list, starting at 1. */
            readonly position?: number | null;
            /** @description Brand of the product. */
            readonly brand?: string | null;
            /** @description Category path, with levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "transaction";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          /** @description Identifier of the order. */
          readonly transaction_id: string;
          /** @description Total amount of the order. */
          readonly revenue?: number | null;
          /** @description Currency of the revenue. */
          readonly currency?: string | null;
          readonly products: readonly {
            /** @description Product or variant identifier in the catalogue. */
            readonly id: string;
            /** @description Unit price in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description Number of units.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Position of the product in the displayed list, starting at 1. */
            readonly position?: number | null;
            /** @description Brand of the product. */
            readonly brand?: string | null;
            /** @description Category path, with levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "refund";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          /** @description Identifier of the refunded order. */
          readonly transaction_id: string;
          /** @description Refunded products. If absent or empty, the whole order is refunded. */
          readonly products?: readonly {
            /** @description Product or variant identifier in the catalogue. */
            readonly id: string;
            /** @description Unit price in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description Number of units.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Position of the product in the displayed list, starting at 1. */
            readonly position?: number | null;
            /** @description Brand of the product. */
            readonly brand?: string | null;
            /** @description Category path, with levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "checkout_step";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          /** @description Number of the checkout step, starting at 1. */
          readonly step: number;
        }
      | {
          /** @constant */
          readonly type: "page_view";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          /** @description Title of the page. */
          readonly title?: string | null;
        }
      | {
          /** @constant */
          readonly type: "experiment_exposure";
          /** @description Unique identifier of the event. Events with an identifier that is already stored are skipped. */
          readonly event_id: string;
          /** @description Persistent identifier of the browser. Events with the device id `anonymous` are counted but not stored. */
          readonly device_id: string;
          /** @description Identifier of the logged-in shopper. */
          readonly user_id?: string | null;
          /** @description Identifier of the session. */
          readonly session_id?: string | null;
          /** @description Time of the event: ISO 8601 with a time zone, or milliseconds since 1970. Must not be in the future, and must not be older than the retention period for events. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description URL of the page. */
          readonly page_url?: string | null;
          /** @description `recommendation_id` of the response that led to the event. */
          readonly recommendation_id?: string | null;
          /** @description User agent of the browser. Only used to detect bots; not stored. */
          readonly user_agent?: string | null;
          /** @description Name of the experiment. */
          readonly experiment: string;
          /** @description Experiment variant that the shopper saw. */
          readonly variant: string;
        };
    /** @description An error in a response of an endpoint under `/v2`. */
    readonly RecommendationError: {
      /**
       * @description Error code.
       * @enum {string}
       */
      readonly code:
        | "validation_error"
        | "payload_empty"
        | "unauthorized"
        | "forbidden"
        | "not_found"
        | "unknown_page"
        | "method_not_allowed"
        | "request_timeout"
        | "conflict"
        | "payload_too_large"
        | "unsupported_media_type"
        | "rate_limited"
        | "internal_error";
      /** @description Human-readable message. The wording may change. */
      readonly message: string;
      /** @description Machine-readable details of the error. */
      readonly context: {
        /** @description Name of the invalid field (path in dot notation), header or query parameter. */
        readonly field?: string;
        /**
         * @description `expired`: the cursor has expired. `unknown`: the cursor was not issued to this client. `impact`: the configuration would hide products from shoppers or leave listings without products.
         * @enum {string}
         */
        readonly reason?: "expired" | "unknown" | "impact";
        /** @description Identifier of the failed ingestion. */
        readonly ingestion_id?: number;
        /** @description Number of events that were processed before the import failed, by outcome. */
        readonly events?: {
          /** @description Number of received lines, without empty lines. */
          readonly received: number;
          /** @description Number of newly stored events. */
          readonly accepted: number;
          /** @description Number of skipped events whose `event_id` was already stored. */
          readonly duplicate: number;
          /** @description Number of events of the device `anonymous`, which are not stored. */
          readonly anonymous: number;
          /** @description Number of events that are not stored, because they occurred before the data of their device or user was deleted. */
          readonly erased: number;
          /** @description Number of rejected lines. `errors` lists the reasons. */
          readonly rejected: number;
        };
        /** @description All validation errors of the configuration. */
        readonly errors?: readonly {
          /** @description Path of the invalid setting in the configuration, in dot notation. Empty for an error of the whole configuration. */
          readonly path: string;
          /** @description Error message with the expected and the received value. */
          readonly message: string;
        }[];
        /** @description Token that identifies the rejected change. To apply the change anyway, send the token in the query parameter `accept_impact`. */
        readonly accept_impact?: string;
        /** @description Impact on shoppers: affected listings and searches, and hidden products if more than 10 % of all products would be hidden. */
        readonly impact?: {
          readonly hidden: {
            readonly products: number;
            readonly of: number;
            /** @description Time from which the change affects shoppers, if the rule is scheduled for later. */
            readonly from?: string;
            /**
             * @description Experiment variant of the affected devices. The field is absent if the change affects all devices.
             * @enum {string}
             */
            readonly who?: "b";
          } | null;
          /** @description Listings and searches that would become empty or nearly empty, sorted by the number of lost products in descending order. */
          readonly listings: readonly {
            /** @description Display name of the listing or search. */
            readonly name: string;
            readonly query?: string;
            readonly filters?: {
              readonly [key: string]: unknown;
            };
            readonly products: number;
            readonly left: number;
            /** @description Time from which the change affects shoppers, if the rule is scheduled for later. */
            readonly from?: string;
            /**
             * @description Experiment variant of the affected devices. The field is absent if the change affects all devices.
             * @enum {string}
             */
            readonly who?: "b";
          }[];
        };
        /** @description Up to 30 listings and searches that would return fewer products, but not become empty or nearly empty. */
        readonly reduced?: readonly {
          /** @description Display name of the listing or search. */
          readonly name: string;
          readonly query?: string;
          readonly filters?: {
            readonly [key: string]: unknown;
          };
          readonly products: number;
          readonly left: number;
          /** @description Time from which the change affects shoppers, if the rule is scheduled for later. */
          readonly from?: string;
          /**
           * @description Experiment variant of the affected devices. The field is absent if the change affects all devices.
           * @enum {string}
           */
          readonly who?: "b";
        }[];
        /** @description Warnings about the changed rules, by rule key. */
        readonly warnings?: readonly {
          readonly key: string;
          /** @description Warnings about the rule. */
          readonly warnings: readonly string[];
        }[];
        /** @description Paths of the changed settings that take effect with the next catalogue replacement. */
        readonly later?: readonly string[];
        /** @description Number of compared listings and searches. `left_out` is the number of listings and searches that were not compared, because the changed rules refer to too many listings and searches. */
        readonly compared?: {
          readonly left_out: number;
          readonly listings: number;
        };
      } | null;
      readonly extra: null;
    };
    /** @description Error response of the endpoints under `/v2`. */
    readonly RecommendationErrors: {
      /** @description The errors of the request. */
      readonly errors: readonly components["schemas"]["RecommendationError"][];
      readonly meta: null;
      readonly data: null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type FilterExpression = components["schemas"]["FilterExpression"];
export type FilterCondition = components["schemas"]["FilterCondition"];
export type SearchRequest = components["schemas"]["SearchRequest"];
export type Item = components["schemas"]["Item"];
export type ListFacet = components["schemas"]["ListFacet"];
export type TreeFacetValue = components["schemas"]["TreeFacetValue"];
export type TreeFacet = components["schemas"]["TreeFacet"];
export type RangeFacet = components["schemas"]["RangeFacet"];
export type Facet = components["schemas"]["Facet"];
export type Banner = components["schemas"]["Banner"];
export type Warning = components["schemas"]["Warning"];
export type SearchResponse = components["schemas"]["SearchResponse"];
export type SuggestRequest = components["schemas"]["SuggestRequest"];
export type SuggestResponse = components["schemas"]["SuggestResponse"];
export type QueryRequest = components["schemas"]["QueryRequest"];
export type QueryResponse = components["schemas"]["QueryResponse"];
export type SlotsRequest = components["schemas"]["SlotsRequest"];
export type Slot = components["schemas"]["Slot"];
export type SlotsResponse = components["schemas"]["SlotsResponse"];
export type TasteToken = components["schemas"]["TasteToken"];
export type Taste = components["schemas"]["Taste"];
export type TasteCorrection = components["schemas"]["TasteCorrection"];
export type LineOutcome = components["schemas"]["LineOutcome"];
export type Delivery = components["schemas"]["Delivery"];
export type PublicStorefront = components["schemas"]["PublicStorefront"];
export type EventLine = components["schemas"]["EventLine"];
export type RecommendationError = components["schemas"]["RecommendationError"];
export type RecommendationErrors = components["schemas"]["RecommendationErrors"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
