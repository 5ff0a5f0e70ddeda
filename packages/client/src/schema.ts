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
    /** @description A value that the field has, null for none, or operators that all have to hold. */
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
        /** @description The browser's long-lived identifier: the same string on every call. */
        readonly device_id: string;
        /** @description For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`). */
        readonly user_id?: string | null;
      };
      /** @description What the shopper typed; absent, null or blank for a listing. Its first 12 words are looked for; the answer's `meta.query_shortened` says when there are more. */
      readonly query?: string | null;
      /**
       * @description Products a page; 0 returns facets and the total only.
       * @default 24
       */
      readonly limit?: number | null;
      readonly sort?: readonly string[] | null;
      /** @description Which products are eligible. Leaf names (objects dotted) with a value, or with an object of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not; joined by $and, $or and $not. null means that there is no value. `name`, `category` and aliases are what they are in projections. */
      readonly filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description What the shopper has selected: facet key → a value, a list of values, a range {min, max}, or a list of ranges. Alternatives within a key, together across keys. */
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
        /** @description The facets to count; `*` for all the storefront has, which is also the default. */
        readonly keys?: readonly string[] | null;
        /**
         * @description Of a list, and of a tree's values below one and the same, those with the most products.
         * @default 50
         */
        readonly max_values?: number | null;
      } | null;
      /** @description The item fields to return beside the identifiers; those of the interface unless given. */
      readonly projection?: readonly string[] | null;
      readonly pagination?:
        | (
            | (
                | {
                    /** @description Where the sort is by a field, the page wanted; else what to call the next one. Required beside a cursor. */
                    readonly page?: number | null;
                    /** @description The recommendation_id of the previous response. */
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
        /** @description Accepted, not used and not stored. */
        readonly user_agent?: string | null;
        /** @description Accepted, not used and not stored. */
        readonly url?: string | null;
        /** @description Keeps products of one category apart, where the order is the storefront's own. */
        readonly category_diversification?: boolean | null;
      } | null;
    };
    /** @description A product, as the variant of it that fits the request best. */
    readonly Item: {
      /** @constant */
      readonly type: "product";
      readonly product_identifier: string;
      readonly variant_identifier: string;
    } & {
      readonly [key: string]: unknown;
    };
    /** @description A facet with an entry for each value. */
    readonly ListFacet: {
      /** @description Names the facet in requests. */
      readonly key: string;
      /** @description For shoppers. */
      readonly label: string;
      /**
       * @description How many values the storefront offers at a time; requests may name several all the same.
       * @enum {string}
       */
      readonly selection_mode: "multi" | "single";
      /** @description Whether the storefront shows the facet folded. */
      readonly collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: "list";
      /** @description Selected values are always there. */
      readonly values: readonly {
        readonly value: string;
        /** @description For shoppers. */
        readonly label: string;
        /** @description Products that have it, under the filters and the selections in the other facets. */
        readonly count: number;
        readonly selected: boolean;
      }[];
    };
    /** @description A value, its products and what is below it. */
    readonly TreeFacetValue: {
      /** @description The whole path, as `facet_filters` takes it. */
      readonly value: string;
      /** @description Of its own level, for shoppers. */
      readonly label: string;
      /** @description Products that have it or a value below it, under the filters and the selections in the other facets. */
      readonly count: number;
      /** @description Whether it was selected itself. */
      readonly selected: boolean;
      /** @description The values below it. */
      readonly children: readonly components["schemas"]["TreeFacetValue"][];
    };
    /** @description A facet with an entry for each value of a hierarchical field, nested by its levels. */
    readonly TreeFacet: {
      /** @description Names the facet in requests. */
      readonly key: string;
      /** @description For shoppers. */
      readonly label: string;
      /**
       * @description How many values the storefront offers at a time; requests may name several all the same.
       * @enum {string}
       */
      readonly selection_mode: "multi" | "single";
      /** @description Whether the storefront shows the facet folded. */
      readonly collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: "tree";
      /** @description Those of the highest level, at most `max_values` of each parent. Selected values and what leads to them are always there. */
      readonly values: readonly components["schemas"]["TreeFacetValue"][];
    };
    /** @description A facet with an entry for each range of a number. */
    readonly RangeFacet: {
      /** @description Names the facet in requests. */
      readonly key: string;
      /** @description For shoppers. */
      readonly label: string;
      /**
       * @description How many values the storefront offers at a time; requests may name several all the same.
       * @enum {string}
       */
      readonly selection_mode: "multi" | "single";
      /** @description Whether the storefront shows the facet folded. */
      readonly collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      readonly type: "range";
      /** @description Selected ranges are always there. */
      readonly values: readonly {
        /** @description Inclusive on both sides; a bound that is missing is open. Where the next range begins at 50, this one ends at 49.99999999999999: `label` has the round number. */
        readonly value: {
          readonly min?: number;
          readonly max?: number;
        };
        /** @description For shoppers. */
        readonly label: string;
        /** @description Products that have it, under the filters and the selections in the other facets. */
        readonly count: number;
        readonly selected: boolean;
      }[];
      /** @description The smallest value there is under the other conditions; null when there is none. */
      readonly min: number | null;
      /** @description The greatest one. */
      readonly max: number | null;
    };
    readonly Facet:
      components["schemas"]["ListFacet"] | components["schemas"]["TreeFacet"] | components["schemas"]["RangeFacet"];
    /** @description What merchandisers say above the products. */
    readonly Banner: {
      /** @description The name of its rule. */
      readonly key: string;
      /** @description Plain text, to be shown as such; with a picture, for whoever does not see it. */
      readonly text: string;
      /** @description The picture's address, http or https, or a path of the storefront. */
      readonly image: string | null;
      /** @description Where it leads: the same; null: nowhere. */
      readonly url: string | null;
    };
    /** @description A field that no product has, or a price where hardly one has any. */
    readonly Warning: {
      /** @enum {string} */
      readonly code: "unknown_field" | "price_ignored";
      /** @description Dotted name of the field; of a range, one that holds no numbers; of a price in `query`, `price`. */
      readonly field: string;
      /** @description What follows from it. */
      readonly message: string;
    };
    /** @description A page of products. */
    readonly SearchResponse: {
      /** @description Names this page, also as the cursor of the next. Opaque. What stands before the dot, or all of it where there is none, is the short part that names the answer: 24 characters, and what events should report. */
      readonly recommendation_id: string;
      /** @description Seconds that the cursor is good for at least, from when the answer arrives: every page prolongs the chain, and longer the deeper it is. 0 where there is no page to go on to because `limit` was 0. */
      readonly expires_in: number;
      /** @description Where this page stands. */
      readonly pagination: {
        /** @description As it was asked for; 1 unless it was. */
        readonly page: number;
        /** @description Whether another page follows. */
        readonly has_more: boolean;
        /** @description Number of the last page for the present `total`; 0 if `limit` was 0. */
        readonly last_page: number;
      };
      /** @description In order. */
      readonly items: readonly components["schemas"]["Item"][];
      /** @description Items in this answer. */
      readonly count: number;
      /** @description Exact number of matching products, counted again for each page. */
      readonly total: number;
      /** @description Those asked for, in the order asked for. */
      readonly facets: readonly components["schemas"]["Facet"][];
      /** @description What was filtered by, as it came. */
      readonly applied_filters: {
        readonly filters: Record<string, never> | null;
        readonly facet_filters: Record<string, never>;
      };
      /** @description What else there is to know; mostly empty. */
      readonly meta: {
        /**
         * @description Too little has all the words of `query`: some of what follows has some of them, or similar ones.
         * @constant
         */
        readonly query_relaxed?: true;
        /** @description Beside `query_relaxed`: how many of the products have all the words. */
        readonly all_words?: number;
        /**
         * @description No product has all the words of `query`: products that are near it in meaning were looked for as well.
         * @constant
         */
        readonly semantic_search?: true;
        /**
         * @description More was typed than is looked for: the first 12 words count.
         * @constant
         */
        readonly query_shortened?: true;
        /** @description What was probably meant, in words of the catalogue: no product has all words of `query`, and some have all of these. */
        readonly suggestion?: string;
        /** @description The price that was read from `query` ("under 50", "between 20 and 60"): products are filtered by it, inclusive. */
        readonly price?: {
          readonly min?: number;
          readonly max?: number;
        };
        /** @description The storefront has a page for this query. */
        readonly redirect?: {
          /** @description An address, or a path of the storefront. */
          readonly url: string;
        };
        /** @description In their order; the same on every page of a chain. */
        readonly banners?: readonly components["schemas"]["Banner"][];
        /** @description What this catalogue cannot have been asked. */
        readonly warnings?: readonly components["schemas"]["Warning"][];
        /** @description What could not be had in time and was left out of the answer. */
        readonly degraded?: readonly ("taste" | "user" | "rules" | "semantic" | "stale")[];
      };
    };
    readonly SuggestRequest: {
      readonly user: {
        /** @description The browser's long-lived identifier: the same string on every call. */
        readonly device_id: string;
        /** @description For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`). */
        readonly user_id?: string | null;
      };
      /** @description What has been typed so far; nothing in it is syntax. Without it: where many begin. */
      readonly query?: string | null;
      /** @description How many of each at most; 0 leaves them out. */
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
      /** @description The item fields to return beside the identifiers; those of the interface unless given. */
      readonly projection?: readonly string[] | null;
      readonly context?: {
        /** @description Accepted, not used and not stored. */
        readonly user_agent?: string | null;
        /** @description Accepted, not used and not stored. */
        readonly url?: string | null;
        /** @description Accepted; suggestions are the same with it and without. */
        readonly category_diversification?: boolean | null;
      } | null;
    };
    /** @description What a shopper may be about to type. */
    readonly SuggestResponse: {
      /** @description To be searched for as they are, likely ones first. */
      readonly queries: readonly {
        /** @description Lower case. */
        readonly query: string;
        /**
         * @description Whether several other shoppers typed it, or the catalogue's words make it.
         * @enum {string}
         */
        readonly from: "shoppers" | "catalog";
      }[];
      /** @description Categories of any level, likely ones first. */
      readonly categories: readonly {
        /** @description As filters want it. */
        readonly value: string;
        /** @description For shoppers: of a category its last level. */
        readonly label: string;
        /** @description Products that have it. */
        readonly count: number;
      }[];
      /** @description Brands, likely ones first. */
      readonly brands: readonly {
        /** @description As filters want it. */
        readonly value: string;
        /** @description For shoppers: of a category its last level. */
        readonly label: string;
        /** @description Products that have it. */
        readonly count: number;
      }[];
      /** @description Best first. */
      readonly products: readonly components["schemas"]["Item"][];
      /** @description What else there is to know; mostly empty. */
      readonly meta: {
        /** @description What was probably meant, where nothing begins with what was typed. */
        readonly suggestion?: string;
        /** @description The storefront has a page for this query. */
        readonly redirect?: {
          /** @description An address, or a path of the storefront. */
          readonly url: string;
        };
        /** @description What could not be had in time and was left out of the answer. */
        readonly degraded?: readonly ("taste" | "user" | "phrases" | "products")[];
      };
    };
    readonly QueryRequest: {
      readonly user: {
        /** @description The browser's long-lived identifier: the same string on every call. */
        readonly device_id: string;
        /** @description For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`). */
        readonly user_id?: string | null;
      };
      /**
       * @description False: every variant that matches is an item, those of a product one after the other.
       * @default true
       */
      readonly group_by_product?: boolean | null;
      readonly seed?: {
        /** @description What the page is about, such as its product or the cart's products, oldest first. An active variant's identifier is resolved to its product. */
        readonly product_identifiers?: readonly string[] | null;
      } | null;
      /** @description Which products are eligible. Leaf names (objects dotted) with a value, or with an object of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not; joined by $and, $or and $not. null means that there is no value. `name`, `category` and aliases are what they are in projections. */
      readonly filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description The item fields to return beside the identifiers; those of the interface unless given. */
      readonly projection?: readonly string[] | null;
      readonly context?: {
        /** @description Accepted, not used and not stored. */
        readonly user_agent?: string | null;
        /** @description Accepted, not used and not stored. */
        readonly url?: string | null;
        /** @description Keeps products of one category apart. */
        readonly category_diversification?: boolean | null;
      } | null;
      /** @description What else the page knows. `query`, or else `url` or `path`: what the shopper was looking for, for profiles that start from words. */
      readonly metadata?: {
        readonly [key: string]: string | null;
      } | null;
      /** @description Which kind of recommendation; the storefront's profiles are known. `similar` with seeds and `for_you` without, unless given. */
      readonly profile?: string | null;
      /**
       * @description Items at most.
       * @default 24
       */
      readonly limit?: number | null;
    };
    /** @description A recommendation. */
    readonly QueryResponse: {
      /** @description Names this answer in events. Opaque. */
      readonly recommendation_id: string;
      /** @description Best first. */
      readonly items: readonly components["schemas"]["Item"][];
      /** @description Items in this answer: fewer than `limit` where there are no more. */
      readonly count: number;
      /** @description What was filtered by, as it came. */
      readonly applied_filters: {
        readonly filters: Record<string, never> | null;
        /** @description Always empty. */
        readonly facet_filters: Record<string, never>;
      };
      /** @description How it was made. */
      readonly metadata: {
        /** @description The profile that was used. */
        readonly profile: string;
        /**
         * @description Whether the catalogue has all seeds, some of them, or none (or none were named). Products that are not sold any more count.
         * @enum {string}
         */
        readonly seed_state: "seeded" | "partially_seeded" | "unseeded";
      };
      /** @description What else there is to know. */
      readonly meta: {
        /** @description Of each item, in their order, who proposed it. */
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
        /** @description What could not be had in time and was left out of the answer. */
        readonly degraded?: readonly ("taste" | "candidates" | "user")[];
        /** @description What this catalogue cannot have been asked. */
        readonly warnings?: readonly components["schemas"]["Warning"][];
      };
    };
    readonly SlotsRequest: {
      readonly user: {
        /** @description The browser's long-lived identifier: the same string on every call. */
        readonly device_id: string;
        /** @description For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`). */
        readonly user_id?: string | null;
      };
      /**
       * @description False: every variant that matches is an item, those of a product one after the other.
       * @default true
       */
      readonly group_by_product?: boolean | null;
      readonly seed?: {
        /** @description What the page is about, such as its product or the cart's products, oldest first. An active variant's identifier is resolved to its product. */
        readonly product_identifiers?: readonly string[] | null;
      } | null;
      /** @description Which products are eligible. Leaf names (objects dotted) with a value, or with an object of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not; joined by $and, $or and $not. null means that there is no value. `name`, `category` and aliases are what they are in projections. */
      readonly filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description The item fields to return beside the identifiers; those of the interface unless given. */
      readonly projection?: readonly string[] | null;
      readonly context?: {
        /** @description Accepted, not used and not stored. */
        readonly user_agent?: string | null;
        /** @description Accepted, not used and not stored. */
        readonly url?: string | null;
        /** @description Keeps products of one category apart. */
        readonly category_diversification?: boolean | null;
      } | null;
      /** @description What else the page knows. `query`, or else `url` or `path`: what the shopper was looking for, for profiles that start from words. */
      readonly metadata?: {
        readonly [key: string]: string | null;
      } | null;
      /** @description Which place of the storefront. */
      readonly placement: string;
      /** @description Products a slot at most; never more than the placement shows. */
      readonly limit?: number | null;
    };
    /** @description A slot of a placement. */
    readonly Slot: {
      /** @description As the placement calls it. */
      readonly key: string;
      /** @description For shoppers. */
      readonly title: string;
      /** @description The profile that filled it. */
      readonly profile: string;
      /** @description Best first; no product that another slot has. */
      readonly items: readonly components["schemas"]["Item"][];
    };
    /** @description The slots of a placement. */
    readonly SlotsResponse: {
      /** @description Names this answer in events. Opaque. */
      readonly recommendation_id: string;
      /** @description Those with products in the placement's order, then the empty ones in the same. */
      readonly slots: readonly components["schemas"]["Slot"][];
      /** @description What else there is to know. */
      readonly meta: {
        /** @description As it was asked for. */
        readonly placement: string;
        /**
         * @description Whether the catalogue has all seeds, some of them, or none (or none were named). Products that are not sold any more count.
         * @enum {string}
         */
        readonly seed_state: "seeded" | "partially_seeded" | "unseeded";
        /** @description Slots with fewer products than were asked for, in the placement's order. */
        readonly short: readonly {
          /** @description As the placement calls it. */
          readonly key: string;
          /** @description So many more would have fitted. */
          readonly missing: number;
          /**
           * @description `too_few`: there are no more eligible products. `shown_elsewhere`: other slots of the page show what it would, or more of its kind. `no_match`: there are more products, but none that its profile has a reason to choose. `slow`, `failed`: not all could be looked for.
           * @enum {string}
           */
          readonly reason: "too_few" | "shown_elsewhere" | "no_match" | "slow" | "failed";
        }[];
        /** @description What could not be had in time and was left out of the answer. */
        readonly degraded?: readonly ("taste" | "user")[];
        /** @description What this catalogue cannot have been asked. */
        readonly warnings?: readonly components["schemas"]["Warning"][];
      };
    };
    /** @description Something the device's shopper seems to like. */
    readonly TasteToken: {
      /** @description As corrections name it. */
      readonly token: string;
      /** @description The feed field; `price` of all prices. */
      readonly field: string;
      /** @description For people: the value; of `price` what was looked at, from the lowest to the highest. */
      readonly label: string;
      /** @description How much of what was looked at has it; what was looked at last counts ½, what was before half of that. */
      readonly weight: number;
    };
    /** @description What is known of a device. */
    readonly Taste: {
      /** @description As it was asked for. */
      readonly device_id: string;
      /**
       * Format: date-time
       * @description The latest event that taught something; null for none.
       */
      readonly learned_until: string | null;
      /**
       * Format: date-time
       * @description What happened until then has been forgotten; null where nobody asked for it.
       */
      readonly forgotten_at: string | null;
      /** @description Strongest first. */
      readonly tokens: readonly components["schemas"]["TasteToken"][];
      /** @description Tokens that are not used, whatever is learnt. */
      readonly muted: readonly string[];
      /** @description Latest first. */
      readonly recent_products: readonly {
        readonly product_identifier: string;
        /**
         * Format: date-time
         * @description When it was last looked at, put into the cart or bought.
         */
        readonly last_event_at: string;
        /** @description ½ for the latest, half of that for the one before it. */
        readonly interest: number;
      }[];
    };
    readonly TasteCorrection: {
      /** @description Tokens that are not to be used from now on, whatever is learnt: their weight is 0. */
      readonly mute?: readonly string[] | null;
      /** @description Muted tokens that may be used again. */
      readonly unmute?: readonly string[] | null;
      /** @description Tokens of which nothing was learnt so far; later events may add them again. */
      readonly remove?: readonly string[] | null;
      /** @description Products in which there was no interest: what they taught goes too. */
      readonly remove_products?: readonly string[] | null;
    };
    /** @description What became of a line. */
    readonly LineOutcome: {
      /** @description Number of the line in the body. */
      readonly line: number;
      /** @description Where it could be read. */
      readonly product_identifier: string | null;
      /** @description Null for a whole product, and where it could not be read. */
      readonly variant_identifier: string | null;
      /**
       * @description `applied`: the catalogue has it, and so has the next search; `pending`: an update of a variant that is not sold: it is kept until a line with the whole variant comes; `older`: something newer is known; nothing has changed; `repeated`: it came before; nothing has changed; `accepted`: it is stored, and follows an ingestion that it cannot overtake; `refused`: it is not taken, see `reason`
       * @enum {string}
       */
      readonly outcome: "applied" | "pending" | "older" | "repeated" | "accepted" | "refused";
      /** @description Why it was refused. */
      readonly reason?: string;
    };
    /** @description What became of lines with versions. */
    readonly Delivery: {
      /** @description Of the ingestion that the lines are a part of. */
      readonly ingestion_id: number;
      /** @description In their order. */
      readonly lines: readonly components["schemas"]["LineOutcome"][];
    };
    /** @description What a storefront offers to its pages. */
    readonly PublicStorefront: {
      /** @description The client that the key belongs to. */
      readonly client_id: string;
      /** @description Its name. */
      readonly name: string;
      /** @description Of its texts. */
      readonly language: string;
      /** @description ISO 4217; null: prices are plain numbers. */
      readonly currency: string | null;
      /** @description Names that a projection takes, in alphabetical order. Objects are named whole: `attributes`. */
      readonly fields: readonly string[];
      /** @description In the order in which answers have them. */
      readonly facets: readonly {
        /** @description Its name in requests and answers. */
        readonly key: string;
        /** @description Its name for shoppers. */
        readonly label: string;
        /**
         * @description How its values are given.
         * @enum {string}
         */
        readonly type: "list" | "tree" | "range";
        /**
         * @description Whether several values are offered at a time.
         * @enum {string}
         */
        readonly selection_mode: "multi" | "single";
        /** @description The field that filters name for it. */
        readonly field: string;
      }[];
      /** @description In the order in which they are offered. */
      readonly sort_keys: readonly {
        /** @description As `sort` takes it. */
        readonly key: string;
        /** @description Its name for shoppers. */
        readonly label: string;
        /** @description Whether it ranks, so that its pages come one after another. */
        readonly ranked: boolean;
      }[];
      /** @description The one in force where a request names none. */
      readonly default_sort: string;
      /** @description Pages of blocks. */
      readonly placements: readonly string[];
      /** @description Kinds of blocks. */
      readonly profiles: readonly string[];
    };
    /** @description A shopper event as a shop reports it: the fields all have, and those of its type. */
    readonly EventLine:
      | {
          /** @constant */
          readonly type: "product_view";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          /** @description A product as the storefront named it. */
          readonly product: {
            /** @description A product or variant identifier of the catalogue. */
            readonly id: string;
            /** @description Of one piece, in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Where it stood in its list, from 1. */
            readonly position?: number | null;
            /** @description Its brand. */
            readonly brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            readonly category?: string | null;
          };
        }
      | {
          /** @constant */
          readonly type: "list_view";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          /** @description What the shop calls the list. */
          readonly list?: string | null;
          readonly products: readonly {
            /** @description A product or variant identifier of the catalogue. */
            readonly id: string;
            /** @description Of one piece, in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Where it stood in its list, from 1. */
            readonly position?: number | null;
            /** @description Its brand. */
            readonly brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "list_click";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          /** @description What the shop calls the list. */
          readonly list?: string | null;
          /** @description A product as the storefront named it. */
          readonly product: {
            /** @description A product or variant identifier of the catalogue. */
            readonly id: string;
            /** @description Of one piece, in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Where it stood in its list, from 1. */
            readonly position?: number | null;
            /** @description Its brand. */
            readonly brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            readonly category?: string | null;
          };
        }
      | {
          /** @constant */
          readonly type: "add_to_cart";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          readonly products: readonly {
            /** @description A product or variant identifier of the catalogue. */
            readonly id: string;
            /** @description Of one piece, in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Where it stood in its list, from 1. */
            readonly position?: number | null;
            /** @description Its brand. */
            readonly brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "remove_from_cart";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          readonly products: readonly {
            /** @description A product or variant identifier of the catalogue. */
            readonly id: string;
            /** @description Of one piece, in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Where it stood in its list, from 1. */
            readonly position?: number | null;
            /** @description Its brand. */
            readonly brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "transaction";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          /** @description The order. */
          readonly transaction_id: string;
          /** @description What it brought. */
          readonly revenue?: number | null;
          /** @description Of the revenue. */
          readonly currency?: string | null;
          readonly products: readonly {
            /** @description A product or variant identifier of the catalogue. */
            readonly id: string;
            /** @description Of one piece, in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Where it stood in its list, from 1. */
            readonly position?: number | null;
            /** @description Its brand. */
            readonly brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "refund";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          /** @description The order. */
          readonly transaction_id: string;
          /** @description Empty: all of it. */
          readonly products?: readonly {
            /** @description A product or variant identifier of the catalogue. */
            readonly id: string;
            /** @description Of one piece, in the storefront's currency. */
            readonly price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            readonly quantity?: number;
            /** @description Where it stood in its list, from 1. */
            readonly position?: number | null;
            /** @description Its brand. */
            readonly brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            readonly category?: string | null;
          }[];
        }
      | {
          /** @constant */
          readonly type: "checkout_step";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          /** @description From 1. */
          readonly step: number;
        }
      | {
          /** @constant */
          readonly type: "page_view";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          /** @description Of the page. */
          readonly title?: string | null;
        }
      | {
          /** @constant */
          readonly type: "experiment_exposure";
          /** @description Names the event; the same one sent twice counts once. */
          readonly event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          readonly device_id: string;
          /** @description The account of a shopper who was logged in. */
          readonly user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          readonly session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          readonly occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          readonly page_url?: string | null;
          /** @description The answer of this service that led to it. */
          readonly recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          readonly user_agent?: string | null;
          /** @description Its name. */
          readonly experiment: string;
          /** @description Which one was shown. */
          readonly variant: string;
        };
    /** @description An error. */
    readonly RecommendationError: {
      /**
       * @description For programs.
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
      /** @description For people. Its wording may change. */
      readonly message: string;
      /** @description What a program can use of the error. */
      readonly context: {
        /** @description Dotted path of the field, name of the header or of the query parameter that is wrong. */
        readonly field?: string;
        /**
         * @description Of a cursor: `expired` when its time is over, `unknown` when this client was never given it. Of a configuration: `impact` when shoppers would lose something by it.
         * @enum {string}
         */
        readonly reason?: "expired" | "unknown" | "impact";
        /** @description The ingestion that was recorded as failed. */
        readonly ingestion_id?: number;
        /** @description What became of the events before an import failed. */
        readonly events?: {
          /** @description Lines that are not blank. */
          readonly received: number;
          /** @description New ones, now stored. */
          readonly accepted: number;
          /** @description Those whose `event_id` had been stored before. */
          readonly duplicate: number;
          /** @description Those of the device `anonymous`, of which nothing is stored. */
          readonly anonymous: number;
          /** @description Those from before their device or user was erased, which are not stored again. */
          readonly erased: number;
          /** @description Those that were not taken; see `errors`. */
          readonly rejected: number;
        };
        /** @description Everything that is wrong with a configuration. */
        readonly errors?: readonly {
          /** @description Dotted path in the configuration; empty for the whole. */
          readonly path: string;
          /** @description What was expected and what came. */
          readonly message: string;
        }[];
        /** @description The name of this change, for the parameter `accept_impact` of whoever means it. */
        readonly accept_impact?: string;
        /** @description What shoppers would lose: many products, where they are more than a tenth of all, and listings. */
        readonly impact?: {
          readonly hidden: {
            readonly products: number;
            readonly of: number;
            /** @description From this moment on, where a rule begins later. */
            readonly from?: string;
            /**
             * @description Only the devices that get B of an experiment.
             * @enum {string}
             */
            readonly who?: "b";
          } | null;
          /** @description Listings and searches, the largest loss first. */
          readonly listings: readonly {
            /** @description Its name for people. */
            readonly name: string;
            readonly query?: string;
            readonly filters?: {
              readonly [key: string]: unknown;
            };
            readonly products: number;
            readonly left: number;
            /** @description From this moment on, where a rule begins later. */
            readonly from?: string;
            /**
             * @description Only the devices that get B of an experiment.
             * @enum {string}
             */
            readonly who?: "b";
          }[];
        };
        /** @description At most 30 other listings and searches that would find fewer products. */
        readonly reduced?: readonly {
          /** @description Its name for people. */
          readonly name: string;
          readonly query?: string;
          readonly filters?: {
            readonly [key: string]: unknown;
          };
          readonly products: number;
          readonly left: number;
          /** @description From this moment on, where a rule begins later. */
          readonly from?: string;
          /**
           * @description Only the devices that get B of an experiment.
           * @enum {string}
           */
          readonly who?: "b";
        }[];
        /** @description What is remarkable about the rules that change. */
        readonly warnings?: readonly {
          readonly key: string;
          /** @description In words. */
          readonly warnings: readonly string[];
        }[];
        /** @description Paths of changes that take effect with the next soft_replace. */
        readonly later?: readonly string[];
        /** @description How many listings and searches were compared, and how many of the rules' were too many. */
        readonly compared?: {
          readonly left_out: number;
          readonly listings: number;
        };
      } | null;
      readonly extra: null;
    };
    /** @description An answer of a recommendation endpoint that is an error. */
    readonly RecommendationErrors: {
      /** @description What went wrong. */
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
