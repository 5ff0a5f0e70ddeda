import { useEffect, useMemo, useRef } from "react";
import type { EventProduct } from "@vitrine/client";
import { createImpressions, type Impressions } from "@vitrine/client/impressions";
import { useVitrine } from "./vitrine.js";

/** Props for the element that displays a product; stable across renders. */
export interface ShownProps {
  readonly ref: (element: Element | null) => void;
  readonly onClick: () => void;
}

interface Shown {
  readonly product: EventProduct;
  readonly recommendationId: string;
}

/**
 * Reports impressions (half visible for a second) and clicks of the products in a list. The returned function creates
 * the props of a product's element from the product and the `recommendation_id` of the response.
 * @param list name of the list in the shop
 */
export function useImpressions(list: string): (product: EventProduct, recommendationId: string) => ShownProps {
  const client = useVitrine();
  const attached = useRef(new Map<Element, { readonly shown: Shown; stop: () => void }>());
  const impressions = useRef<Impressions<Shown> | null>(null);

  useEffect(() => {
    const own = createImpressions<Shown>((seen) => {
      for (const recommendation_id of new Set(seen.map(({ recommendationId }) => recommendationId))) {
        const together = seen.filter(({ recommendationId }) => recommendationId === recommendation_id);
        const products = together.map(({ product }) => product);
        client.report({ type: "list_view", list, products, recommendation_id }).catch(() => undefined);
      }
    });
    impressions.current = own;
    // Refs are attached before effects run, and stay attached when strict mode runs effects twice.
    for (const [element, one] of attached.current) one.stop = own.watch(element, one.shown);
    return () => {
      impressions.current = null;
      own.close();
    };
  }, [client, list]);

  return useMemo(() => {
    const known = new Map<string, ShownProps>();
    return (product, recommendationId) => {
      const key = JSON.stringify([product, recommendationId]);
      const props = known.get(key) ?? propsOf({ product, recommendationId });
      known.set(key, props);
      return props;
    };

    function propsOf(shown: Shown): ShownProps {
      let element: Element | undefined;
      return {
        ref(given) {
          if (element !== undefined) {
            attached.current.get(element)?.stop();
            attached.current.delete(element);
          }
          element = given ?? undefined;
          if (given === null) return;
          attached.current.set(given, { shown, stop: impressions.current?.watch(given, shown) ?? (() => undefined) });
        },
        onClick() {
          const { product, recommendationId: recommendation_id } = shown;
          client.report({ type: "list_click", list, product, recommendation_id }).catch(() => undefined);
        },
      };
    }
  }, [client, list]);
}
