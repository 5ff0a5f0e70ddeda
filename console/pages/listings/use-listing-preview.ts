import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "wouter";
import type { Choices } from "../../server/listing-preview/choices.js";
import type { MetricsOfProducts } from "../../server/insights/product-metrics.js";
import type { ListingPreview, PreviewShopper } from "../../server/listing-preview/listing-preview.js";
import { api } from "../../api.js";
import type { PreviewedPage } from "./curate.js";

/** Previewed listing and shopper. They are part of the page's address, so that a preview can be shared and reloaded. */
export interface Requested extends PreviewedPage {
  /** `null` for the storefront's default order. */
  readonly sort: string | null;
  readonly shopper: PreviewShopper;
  /** `null` for the live configuration. */
  readonly draft: string | null;
}

export const NOBODY: PreviewShopper = { kind: "anonymous" };

/** Reads the preview request from the page's address and returns it with a function to change it. */
export function useRequested(): readonly [Requested, (change: Partial<Requested>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const requested = useMemo(() => readRequested(parameters), [parameters]);
  // Each change adds a history entry, so that the browser's back button restores the previous preview.
  const change = (changed: Partial<Requested>) => setParameters(writeRequested({ ...requested, ...changed }));
  return [requested, change];
}

function readRequested(parameters: URLSearchParams): Requested {
  return {
    query: parameters.get("query") ?? "",
    category: parameters.get("category"),
    filters: parsed(parameters.get("filters")),
    sort: parameters.get("sort"),
    shopper: (parsed(parameters.get("shopper")) as PreviewShopper | null) ?? NOBODY,
    draft: parameters.get("draft"),
  };
}

function writeRequested({ shopper, filters, ...texts }: Requested): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, text] of Object.entries(texts)) if (text !== null && text !== "") parameters.set(name, text);
  if (filters !== null) parameters.set("filters", JSON.stringify(filters));
  if (shopper.kind !== "anonymous") parameters.set("shopper", JSON.stringify(shopper));
  return parameters;
}

/** Returns `null` if the text is not a JSON object. */
function parsed(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Number of products shown at first and added per click, and the maximum explained in total. */
export const PRODUCTS = 24;
export const MOST_PRODUCTS = 240;

export function useListingPreview(requested: Requested, limit = PRODUCTS) {
  const { query, category, filters, sort, shopper, draft } = requested;
  const conditions = [...(filters === null ? [] : [filters]), ...(category === null ? [] : [{ categories: category }])];
  const body = {
    request: {
      ...(query.trim() === "" ? {} : { query: query.trim() }),
      ...(conditions.length === 0 ? {} : { filters: conditions.length === 1 ? conditions[0] : { $and: conditions } }),
      ...(sort === null ? {} : { sort: [sort] }),
      limit,
    },
    shopper,
    draft_id: draft,
  };
  return useQuery({
    queryKey: ["outfit", body],
    queryFn: ({ signal }) => api.send<ListingPreview>("POST", "listing-previews", body, signal),
    placeholderData: keepPreviousData,
  });
}

/** Loads the recent metrics of products by identifier. */
export function useMetrics(ids: readonly string[]) {
  const { data } = useQuery({
    queryKey: ["figures", ids],
    queryFn: ({ signal }) => api.send<MetricsOfProducts>("POST", "insights/products", { ids }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return data && { days: data.days, of: new Map(data.products.map((one) => [one.product, one])) };
}

export const useChoices = () =>
  useQuery({ queryKey: ["choices"], queryFn: () => api.get<Choices>("listing-previews/choices"), staleTime: 60_000 });
