// Generated from the OpenAPI document; `npm run client:types` renews it.
/* eslint-disable */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /** @description Conditions that all have to hold, by field; `$and`, `$or` and `$not` join expressions. */
    FilterExpression: {
      [key: string]:
        | components["schemas"]["FilterCondition"]
        | components["schemas"]["FilterExpression"]
        | components["schemas"]["FilterExpression"][];
    };
    /** @description A value that the field has, null for none, or operators that all have to hold. */
    FilterCondition:
      | string
      | number
      | boolean
      | null
      | {
          $eq?: string | number | boolean | null;
          $ne?: string | number | boolean | null;
          $in?: (string | number | boolean | null)[];
          $nin?: (string | number | boolean | null)[];
          $gt?: string | number;
          $gte?: string | number;
          $lt?: string | number;
          $lte?: string | number;
          $exists?: boolean;
          $not?: components["schemas"]["FilterCondition"];
        };
    SearchRequest: {
      user: {
        /** @description The browser's long-lived identifier: the same string on every call. */
        device_id: string;
        /** @description For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`). */
        user_id?: string | null;
      };
      /** @description What the shopper typed; absent, null or blank for a listing. Its first 12 words are looked for; the answer's `meta.query_shortened` says when there are more. */
      query?: string | null;
      /**
       * @description Products a page; 0 returns facets and the total only.
       * @default 24
       */
      limit?: number | null;
      sort?: string[] | null;
      /** @description Which products are eligible. Leaf names (objects dotted) with a value, or with an object of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not; joined by $and, $or and $not. null means that there is no value. `name`, `category` and aliases are what they are in projections. */
      filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description What the shopper has selected: facet key → a value, a list of values, a range {min, max}, or a list of ranges. Alternatives within a key, together across keys. */
      facet_filters?: {
        [key: string]:
          | (string | number | boolean)
          | (string | number | boolean)[]
          | {
              min?: number;
              max?: number;
            }
          | {
              min?: number;
              max?: number;
            }[];
      } | null;
      facets?: {
        /** @description The facets to count; `*` for all the storefront has, which is also the default. */
        keys?: string[] | null;
        /**
         * @description Of a list, and of a tree's values below one and the same, those with the most products.
         * @default 50
         */
        max_values?: number | null;
      } | null;
      /** @description The item fields to return beside the identifiers; those of the interface unless given. */
      projection?: string[] | null;
      pagination?:
        | (
            | (
                | {
                    /** @description Where the sort is by a field, the page wanted; else what to call the next one. Required beside a cursor. */
                    page?: number | null;
                    /** @description The recommendation_id of the previous response. */
                    cursor?: string | null;
                  }
                | {
                    page: number;
                  }
                | {
                    cursor?: null;
                  }
              )
            | null
          )
        | {
            page: number;
          }
        | {
            cursor?: null;
          };
      context?: {
        /** @description Accepted, not used and not stored. */
        user_agent?: string | null;
        /** @description Accepted, not used and not stored. */
        url?: string | null;
        /** @description Keeps products of one category apart, where the order is the storefront's own. */
        category_diversification?: boolean | null;
      } | null;
    };
    /** @description A product, as the variant of it that fits the request best. */
    Item: {
      /** @constant */
      type: "product";
      product_identifier: string;
      variant_identifier: string;
    } & {
      [key: string]: unknown;
    };
    /** @description A facet with an entry for each value. */
    ListFacet: {
      /** @description Names the facet in requests. */
      key: string;
      /** @description For shoppers. */
      label: string;
      /**
       * @description How many values the storefront offers at a time; requests may name several all the same.
       * @enum {string}
       */
      selection_mode: "multi" | "single";
      /** @description Whether the storefront shows the facet folded. */
      collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "list";
      /** @description Selected values are always there. */
      values: {
        value: string;
        /** @description For shoppers. */
        label: string;
        /** @description Products that have it, under the filters and the selections in the other facets. */
        count: number;
        selected: boolean;
      }[];
    };
    /** @description A value, its products and what is below it. */
    TreeFacetValue: {
      /** @description The whole path, as `facet_filters` takes it. */
      value: string;
      /** @description Of its own level, for shoppers. */
      label: string;
      /** @description Products that have it or a value below it, under the filters and the selections in the other facets. */
      count: number;
      /** @description Whether it was selected itself. */
      selected: boolean;
      /** @description The values below it. */
      children: components["schemas"]["TreeFacetValue"][];
    };
    /** @description A facet with an entry for each value of a hierarchical field, nested by its levels. */
    TreeFacet: {
      /** @description Names the facet in requests. */
      key: string;
      /** @description For shoppers. */
      label: string;
      /**
       * @description How many values the storefront offers at a time; requests may name several all the same.
       * @enum {string}
       */
      selection_mode: "multi" | "single";
      /** @description Whether the storefront shows the facet folded. */
      collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "tree";
      /** @description Those of the highest level, at most `max_values` of each parent. Selected values and what leads to them are always there. */
      values: components["schemas"]["TreeFacetValue"][];
    };
    /** @description A facet with an entry for each range of a number. */
    RangeFacet: {
      /** @description Names the facet in requests. */
      key: string;
      /** @description For shoppers. */
      label: string;
      /**
       * @description How many values the storefront offers at a time; requests may name several all the same.
       * @enum {string}
       */
      selection_mode: "multi" | "single";
      /** @description Whether the storefront shows the facet folded. */
      collapsed: boolean;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "range";
      /** @description Selected ranges are always there. */
      values: {
        /** @description Inclusive on both sides; a bound that is missing is open. */
        value: {
          min?: number;
          max?: number;
        };
        /** @description For shoppers. */
        label: string;
        /** @description Products that have it, under the filters and the selections in the other facets. */
        count: number;
        selected: boolean;
      }[];
      /** @description The smallest value there is under the other conditions; null when there is none. */
      min: number | null;
      /** @description The greatest one. */
      max: number | null;
    };
    Facet:
      components["schemas"]["ListFacet"] | components["schemas"]["TreeFacet"] | components["schemas"]["RangeFacet"];
    /** @description A field that no product has. */
    Warning: {
      /** @enum {string} */
      code: "unknown_field";
      /** @description Dotted name of the field; of a range, one that holds no numbers. */
      field: string;
      /** @description What follows from it. */
      message: string;
    };
    /** @description A page of products. */
    SearchResponse: {
      /** @description Names this page, also as the cursor of the next. Opaque. What stands before the dot, or all of it where there is none, is the short part that names the answer: 24 characters, and what events should report. */
      recommendation_id: string;
      /** @description Seconds that the cursor is good for at least, from when the answer arrives: every page prolongs the chain, and longer the deeper it is. 0 where there is no page to go on to because `limit` was 0. */
      expires_in: number;
      /** @description Where this page stands. */
      pagination: {
        /** @description As it was asked for; 1 unless it was. */
        page: number;
        /** @description Whether another page follows. */
        has_more: boolean;
        /** @description Of as many products as there were on the first page; 0 when `limit` was 0. */
        last_page: number;
      };
      /** @description In order. */
      items: components["schemas"]["Item"][];
      /** @description Items in this answer. */
      count: number;
      /** @description Products that match, exactly; all pages of a chain say what its first one counted. */
      total: number;
      /** @description Those asked for, in the order asked for. */
      facets: components["schemas"]["Facet"][];
      /** @description What was filtered by, as it came. */
      applied_filters: {
        filters: Record<string, never> | null;
        facet_filters: Record<string, never>;
      };
      /** @description What else there is to know; mostly empty. */
      meta: {
        /**
         * @description Too little has all the words of `query`: some of what follows has some of them, or similar ones.
         * @constant
         */
        query_relaxed?: true;
        /** @description Beside `query_relaxed`: how many of the products have all the words. */
        all_words?: number;
        /**
         * @description More was typed than is looked for: the first 12 words count.
         * @constant
         */
        query_shortened?: true;
        /** @description What was probably meant, in words of the catalogue: no product has all words of `query`, and some have all of these. */
        suggestion?: string;
        /** @description The price that was read from `query` ("under 50"): products are filtered by it, inclusive. */
        price?: {
          min?: number;
          max?: number;
        };
        /** @description The storefront has a page for this query. */
        redirect?: {
          /** @description An address, or a path of the storefront. */
          url: string;
        };
        /** @description What this catalogue cannot have been asked. */
        warnings?: components["schemas"]["Warning"][];
        /** @description What could not be had in time and was left out of the answer. */
        degraded?: ("taste" | "user" | "rules")[];
      };
    };
    SuggestRequest: {
      user: {
        /** @description The browser's long-lived identifier: the same string on every call. */
        device_id: string;
        /** @description For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`). */
        user_id?: string | null;
      };
      /** @description What has been typed so far; nothing in it is syntax. Without it: where many begin. */
      query?: string | null;
      /** @description How many of each at most; 0 leaves them out. */
      limits?: {
        /** @default 6 */
        queries?: number | null;
        /** @default 3 */
        categories?: number | null;
        /** @default 3 */
        brands?: number | null;
        /** @default 4 */
        products?: number | null;
      } | null;
      /** @description The item fields to return beside the identifiers; those of the interface unless given. */
      projection?: string[] | null;
      context?: {
        /** @description Accepted, not used and not stored. */
        user_agent?: string | null;
        /** @description Accepted, not used and not stored. */
        url?: string | null;
        /** @description Accepted; suggestions are the same with it and without. */
        category_diversification?: boolean | null;
      } | null;
    };
    /** @description What a shopper may be about to type. */
    SuggestResponse: {
      /** @description To be searched for as they are, likely ones first. */
      queries: {
        /** @description Lower case. */
        query: string;
        /**
         * @description Whether several other shoppers typed it, or the catalogue's words make it.
         * @enum {string}
         */
        from: "shoppers" | "catalog";
      }[];
      /** @description Categories of any level, likely ones first. */
      categories: {
        /** @description As filters want it. */
        value: string;
        /** @description For shoppers: of a category its last level. */
        label: string;
        /** @description Products that have it. */
        count: number;
      }[];
      /** @description Brands, likely ones first. */
      brands: {
        /** @description As filters want it. */
        value: string;
        /** @description For shoppers: of a category its last level. */
        label: string;
        /** @description Products that have it. */
        count: number;
      }[];
      /** @description Best first. */
      products: components["schemas"]["Item"][];
      /** @description What else there is to know; mostly empty. */
      meta: {
        /** @description What was probably meant, where nothing begins with what was typed. */
        suggestion?: string;
        /** @description The storefront has a page for this query. */
        redirect?: {
          /** @description An address, or a path of the storefront. */
          url: string;
        };
        /** @description What could not be had in time and was left out of the answer. */
        degraded?: ("taste" | "user" | "phrases" | "products")[];
      };
    };
    QueryRequest: {
      user: {
        /** @description The browser's long-lived identifier: the same string on every call. */
        device_id: string;
        /** @description For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`). */
        user_id?: string | null;
      };
      /**
       * @description False: every variant that matches is an item, those of a product one after the other.
       * @default true
       */
      group_by_product?: boolean | null;
      seed?: {
        /** @description What the page is about, such as its product or the cart's products: oldest first. */
        product_identifiers?: string[] | null;
      } | null;
      /** @description Which products are eligible. Leaf names (objects dotted) with a value, or with an object of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not; joined by $and, $or and $not. null means that there is no value. `name`, `category` and aliases are what they are in projections. */
      filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description The item fields to return beside the identifiers; those of the interface unless given. */
      projection?: string[] | null;
      context?: {
        /** @description Accepted, not used and not stored. */
        user_agent?: string | null;
        /** @description Accepted, not used and not stored. */
        url?: string | null;
        /** @description Keeps products of one category apart. */
        category_diversification?: boolean | null;
      } | null;
      /** @description What else the page knows. `query`, or else `url` or `path`: what the shopper was looking for, for profiles that start from words. */
      metadata?: {
        [key: string]: string | null;
      } | null;
      /** @description Which kind of recommendation; the storefront's profiles are known. `similar` with seeds and `for_you` without, unless given. */
      profile?: string | null;
      /**
       * @description Items at most.
       * @default 24
       */
      limit?: number | null;
    };
    /** @description A recommendation. */
    QueryResponse: {
      /** @description Names this answer in events. Opaque. */
      recommendation_id: string;
      /** @description Best first. */
      items: components["schemas"]["Item"][];
      /** @description Items in this answer: fewer than `limit` where there are no more. */
      count: number;
      /** @description What was filtered by, as it came. */
      applied_filters: {
        filters: Record<string, never> | null;
        /** @description Always empty. */
        facet_filters: Record<string, never>;
      };
      /** @description How it was made. */
      metadata: {
        /** @description The profile that was used. */
        profile: string;
        /**
         * @description Whether the catalogue has all seeds, some of them, or none (or none were named). Products that are not sold any more count.
         * @enum {string}
         */
        seed_state: "seeded" | "partially_seeded" | "unseeded";
      };
      /** @description What else there is to know. */
      meta: {
        /** @description Of each item, in their order, who proposed it. */
        recommenders: (
          | "next"
          | "session_neighbours"
          | "goes_with"
          | "viewed_with"
          | "bought_with"
          | "content"
          | "look"
          | "affinity"
          | "recently_viewed"
          | "words"
          | "popular"
          | "trending"
          | "new_in"
        )[];
        /** @description What could not be had in time and was left out of the answer. */
        degraded?: ("taste" | "candidates" | "user")[];
        /** @description What this catalogue cannot have been asked. */
        warnings?: components["schemas"]["Warning"][];
      };
    };
    SlotsRequest: {
      user: {
        /** @description The browser's long-lived identifier: the same string on every call. */
        device_id: string;
        /** @description For shoppers who are logged in; carries what is learnt across devices. Signed where the storefront wants it (`signed_user_ids`). */
        user_id?: string | null;
      };
      /**
       * @description False: every variant that matches is an item, those of a product one after the other.
       * @default true
       */
      group_by_product?: boolean | null;
      seed?: {
        /** @description What the page is about, such as its product or the cart's products: oldest first. */
        product_identifiers?: string[] | null;
      } | null;
      /** @description Which products are eligible. Leaf names (objects dotted) with a value, or with an object of $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists and $not; joined by $and, $or and $not. null means that there is no value. `name`, `category` and aliases are what they are in projections. */
      filters?:
        ((components["schemas"]["FilterExpression"] | null) | null) | components["schemas"]["FilterExpression"] | null;
      /** @description The item fields to return beside the identifiers; those of the interface unless given. */
      projection?: string[] | null;
      context?: {
        /** @description Accepted, not used and not stored. */
        user_agent?: string | null;
        /** @description Accepted, not used and not stored. */
        url?: string | null;
        /** @description Keeps products of one category apart. */
        category_diversification?: boolean | null;
      } | null;
      /** @description What else the page knows. `query`, or else `url` or `path`: what the shopper was looking for, for profiles that start from words. */
      metadata?: {
        [key: string]: string | null;
      } | null;
      /** @description Which place of the storefront. */
      placement: string;
      /** @description Products a slot at most; never more than the placement shows. */
      limit?: number | null;
    };
    /** @description A slot of a placement. */
    Slot: {
      /** @description As the placement calls it. */
      key: string;
      /** @description For shoppers. */
      title: string;
      /** @description The profile that filled it. */
      profile: string;
      /** @description Best first; no product that another slot has. */
      items: components["schemas"]["Item"][];
    };
    /** @description The slots of a placement. */
    SlotsResponse: {
      /** @description Names this answer in events. Opaque. */
      recommendation_id: string;
      /** @description Those with products in the placement's order, then the empty ones in the same. */
      slots: components["schemas"]["Slot"][];
      /** @description What else there is to know. */
      meta: {
        /** @description As it was asked for. */
        placement: string;
        /**
         * @description Whether the catalogue has all seeds, some of them, or none (or none were named). Products that are not sold any more count.
         * @enum {string}
         */
        seed_state: "seeded" | "partially_seeded" | "unseeded";
        /** @description Slots with fewer products than were asked for, in the placement's order. */
        short: {
          /** @description As the placement calls it. */
          key: string;
          /** @description So many more would have fitted. */
          missing: number;
          /**
           * @description `too_few`: there are no more eligible products. `slow`, `failed`: not all could be looked for.
           * @enum {string}
           */
          reason: "too_few" | "slow" | "failed";
        }[];
        /** @description What could not be had in time and was left out of the answer. */
        degraded?: ("taste" | "user")[];
        /** @description What this catalogue cannot have been asked. */
        warnings?: components["schemas"]["Warning"][];
      };
    };
    /** @description A shopper event as a shop reports it: the fields all have, and those of its type. */
    EventLine:
      | {
          /** @constant */
          type: "product_view";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          /** @description A product as the storefront named it. */
          product: {
            /** @description A product or variant identifier of the catalogue. */
            id: string;
            /** @description Of one piece, in the storefront's currency. */
            price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            quantity?: number;
            /** @description Where it stood in its list, from 1. */
            position?: number | null;
            /** @description Its brand. */
            brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            category?: string | null;
          };
        }
      | {
          /** @constant */
          type: "list_view";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          /** @description What the shop calls the list. */
          list?: string | null;
          products: {
            /** @description A product or variant identifier of the catalogue. */
            id: string;
            /** @description Of one piece, in the storefront's currency. */
            price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            quantity?: number;
            /** @description Where it stood in its list, from 1. */
            position?: number | null;
            /** @description Its brand. */
            brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            category?: string | null;
          }[];
        }
      | {
          /** @constant */
          type: "list_click";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          /** @description What the shop calls the list. */
          list?: string | null;
          /** @description A product as the storefront named it. */
          product: {
            /** @description A product or variant identifier of the catalogue. */
            id: string;
            /** @description Of one piece, in the storefront's currency. */
            price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            quantity?: number;
            /** @description Where it stood in its list, from 1. */
            position?: number | null;
            /** @description Its brand. */
            brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            category?: string | null;
          };
        }
      | {
          /** @constant */
          type: "add_to_cart";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          products: {
            /** @description A product or variant identifier of the catalogue. */
            id: string;
            /** @description Of one piece, in the storefront's currency. */
            price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            quantity?: number;
            /** @description Where it stood in its list, from 1. */
            position?: number | null;
            /** @description Its brand. */
            brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            category?: string | null;
          }[];
        }
      | {
          /** @constant */
          type: "remove_from_cart";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          products: {
            /** @description A product or variant identifier of the catalogue. */
            id: string;
            /** @description Of one piece, in the storefront's currency. */
            price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            quantity?: number;
            /** @description Where it stood in its list, from 1. */
            position?: number | null;
            /** @description Its brand. */
            brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            category?: string | null;
          }[];
        }
      | {
          /** @constant */
          type: "transaction";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          /** @description The order. */
          transaction_id: string;
          /** @description What it brought. */
          revenue?: number | null;
          /** @description Of the revenue. */
          currency?: string | null;
          products: {
            /** @description A product or variant identifier of the catalogue. */
            id: string;
            /** @description Of one piece, in the storefront's currency. */
            price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            quantity?: number;
            /** @description Where it stood in its list, from 1. */
            position?: number | null;
            /** @description Its brand. */
            brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            category?: string | null;
          }[];
        }
      | {
          /** @constant */
          type: "refund";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          /** @description The order. */
          transaction_id: string;
          /** @description Empty: all of it. */
          products?: {
            /** @description A product or variant identifier of the catalogue. */
            id: string;
            /** @description Of one piece, in the storefront's currency. */
            price?: number | null;
            /**
             * @description How many.
             * @default 1
             */
            quantity?: number;
            /** @description Where it stood in its list, from 1. */
            position?: number | null;
            /** @description Its brand. */
            brand?: string | null;
            /** @description Its category, levels separated as in the feed (": "). */
            category?: string | null;
          }[];
        }
      | {
          /** @constant */
          type: "checkout_step";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          /** @description From 1. */
          step: number;
        }
      | {
          /** @constant */
          type: "page_view";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          /** @description Of the page. */
          title?: string | null;
        }
      | {
          /** @constant */
          type: "experiment_exposure";
          /** @description Names the event; the same one sent twice counts once. */
          event_id: string;
          /** @description The browser's long-lived identifier. `anonymous` is counted and not stored. */
          device_id: string;
          /** @description The account of a shopper who was logged in. */
          user_id?: string | null;
          /** @description The visit it belongs to, where it is known. */
          session_id?: string | null;
          /** @description When it happened: ISO 8601 with a time zone, or milliseconds since 1970. Neither in the future nor longer ago than events are kept. */
          occurred_at: ((string | number) | (number | string)) | string | number;
          /** @description The page it happened on. */
          page_url?: string | null;
          /** @description The answer of this service that led to it. */
          recommendation_id?: string | null;
          /** @description The browser's user agent. Only tells bots apart; it is not stored. */
          user_agent?: string | null;
          /** @description Its name. */
          experiment: string;
          /** @description Which one was shown. */
          variant: string;
        };
    TasteCorrection: {
      /** @description Tokens that are not to be used from now on, whatever is learnt: their weight is 0. */
      mute?: string[] | null;
      /** @description Muted tokens that may be used again. */
      unmute?: string[] | null;
      /** @description Tokens of which nothing was learnt so far; later events may learnSignals them again. */
      remove?: string[] | null;
      /** @description Products in which there was no interest: what they taught goes too. */
      remove_products?: string[] | null;
    };
    /** @description Something the device's shopper seems to like. */
    TasteToken: {
      /** @description As corrections name it. */
      token: string;
      /** @description The feed field; `price` of all prices. */
      field: string;
      /** @description For people: the value; of `price` what was looked at, from the lowest to the highest. */
      label: string;
      /** @description How much of what was looked at has it; what was looked at last counts ½, what was before half of that. */
      weight: number;
    };
    /** @description What is known of a device. */
    Taste: {
      /** @description As it was asked for. */
      device_id: string;
      /**
       * Format: date-time
       * @description The latest event that taught something; null for none.
       */
      learnt_until: string | null;
      /**
       * Format: date-time
       * @description What happened until then has been forgotten; null where nobody asked for it.
       */
      forgotten_at: string | null;
      /** @description Strongest first. */
      tokens: components["schemas"]["TasteToken"][];
      /** @description Tokens that are not used, whatever is learnt. */
      muted: string[];
      /** @description Latest first. */
      recent_products: {
        product_identifier: string;
        /**
         * Format: date-time
         * @description When it was last looked at, put into the cart or bought.
         */
        last_event_at: string;
        /** @description ½ for the latest, half of that for the one before it. */
        interest: number;
      }[];
    };
    /** @description An error. */
    RecommendationError: {
      /**
       * @description For programs.
       * @enum {string}
       */
      code:
        | "validation_error"
        | "payload_empty"
        | "unauthorized"
        | "forbidden"
        | "not_found"
        | "unknown_page"
        | "method_not_allowed"
        | "request_timeout"
        | "payload_too_large"
        | "unsupported_media_type"
        | "rate_limited"
        | "internal_error";
      /** @description For people. Its wording may change. */
      message: string;
      /** @description What a program can use of the error. */
      context: {
        /** @description Dotted path of the field, name of the header or of the query parameter that is wrong. */
        field?: string;
        /**
         * @description Of a cursor: `expired` when its time is over, `unknown` when this client was never given it.
         * @enum {string}
         */
        reason?: "expired" | "unknown";
        /** @description The ingestion that was recorded as failed. */
        ingestion_id?: number;
        /** @description What became of the events before an import failed. */
        events?: {
          /** @description Lines that are not blank. */
          received: number;
          /** @description New ones, now stored. */
          accepted: number;
          /** @description Those whose `event_id` had been stored before. */
          duplicate: number;
          /** @description Those of the device `anonymous`, of which nothing is stored. */
          anonymous: number;
          /** @description Those from before their device or user was erased, which are not stored again. */
          erased: number;
          /** @description Those that were not taken; see `errors`. */
          rejected: number;
        };
        /** @description Everything that is wrong with a configuration. */
        mistakes?: {
          /** @description Dotted path in the configuration; empty for the whole. */
          path: string;
          /** @description What was expected and what came. */
          message: string;
        }[];
      } | null;
      extra: null;
    };
    /** @description An answer of a recommendation endpoint that is an error. */
    RecommendationErrors: {
      /** @description What went wrong. */
      errors: components["schemas"]["RecommendationError"][];
      meta: null;
      data: null;
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
export type Warning = components["schemas"]["Warning"];
export type SearchResponse = components["schemas"]["SearchResponse"];
export type SuggestRequest = components["schemas"]["SuggestRequest"];
export type SuggestResponse = components["schemas"]["SuggestResponse"];
export type QueryRequest = components["schemas"]["QueryRequest"];
export type QueryResponse = components["schemas"]["QueryResponse"];
export type SlotsRequest = components["schemas"]["SlotsRequest"];
export type Slot = components["schemas"]["Slot"];
export type SlotsResponse = components["schemas"]["SlotsResponse"];
export type EventLine = components["schemas"]["EventLine"];
export type TasteCorrection = components["schemas"]["TasteCorrection"];
export type TasteToken = components["schemas"]["TasteToken"];
export type Taste = components["schemas"]["Taste"];
export type RecommendationError = components["schemas"]["RecommendationError"];
export type RecommendationErrors = components["schemas"]["RecommendationErrors"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
