import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useSearchParams } from "wouter";
import type { Choices } from "../../server/listing-preview/choices.js";
import type { MetricsOfProducts } from "../../server/insights/product-metrics.js";
import type { ListingPreview } from "../../server/listing-preview/listing-preview.js";
import type { PreviewShopper } from "../../server/listing-preview/visitor.js";
import type { SlotsPreview } from "../../server/listing-preview/slots.js";
import { api } from "../../api.js";
import { isNamed, useWorkingDraft } from "../../parts/working-draft.js";
import type { PreviewedPage } from "./curate.js";

/** Preview request. It is part of the page's address, so that a preview can be shared and reloaded. */
export interface Requested extends PreviewedPage {
  /** Sort key; `null` for the storefront's default order. */
  readonly sort: string | null;
  readonly shopper: PreviewShopper;
  /** Previewed version: "live" without unpublished changes, `null` with the changes. */
  readonly version: "live" | null;
  /** Id of the named draft that is previewed. It is in the page's address, so that a shared link opens this draft. */
  readonly draft: string | null;
  /** Time of the preview, ISO 8601; `null` for the current time. */
  readonly at: string | null;
  /** Placement whose recommendations are previewed; `null` to preview a listing or search. */
  readonly placement: string | null;
  readonly product: string | null;
  readonly device: "phone" | null;
}

export const UNKNOWN_VISITOR: PreviewShopper = { kind: "anonymous" };

/** Reads the preview request from the page's address and returns it with a function to change it. */
export function useRequested(): readonly [Requested, (change: Partial<Requested>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const requested = useMemo(() => readRequested(parameters), [parameters]);
  // Each change adds a history entry, so that the browser's back button restores the previous preview.
  const change = (changed: Partial<Requested>) => setParameters(writeRequested({ ...requested, ...changed }));
  const { draft } = useWorkingDraft();
  const named = draft !== null && isNamed(draft) && requested.version === null ? draft.id : null;
  useEffect(() => {
    if (requested.draft !== named) setParameters(writeRequested({ ...requested, draft: named }), { replace: true });
  }, [requested, named, setParameters]);
  return [requested, change];
}

function readRequested(parameters: URLSearchParams): Requested {
  const at = parameters.get("at");
  return {
    query: parameters.get("query") ?? "",
    category: parameters.get("category"),
    filters: parsed(parameters.get("filters")),
    sort: parameters.get("sort"),
    shopper: (parsed(parameters.get("shopper")) as PreviewShopper | null) ?? UNKNOWN_VISITOR,
    version: parameters.get("version") === "live" ? "live" : null,
    draft: parameters.get("draft"),
    at: at === null || Number.isNaN(Date.parse(at)) ? null : at,
    placement: parameters.get("placement"),
    product: parameters.get("product"),
    device: parameters.get("device") === "phone" ? "phone" : null,
  };
}

function writeRequested({ shopper, filters, ...texts }: Requested): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, text] of Object.entries(texts)) if (text !== null && text !== "") parameters.set(name, text);
  if (filters !== null) parameters.set("filters", JSON.stringify(filters));
  if (shopper.kind !== "anonymous") parameters.set("shopper", JSON.stringify(shopper));
  return parameters;
}

/** Parses a JSON object. Returns `null` if the text is not a JSON object. */
function parsed(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Number of products that the preview shows at first, and adds with each click on "more". */
export const PRODUCTS = 24;
export const MOST_PRODUCTS = 240;

/**
 * Sends a preview request for the chosen version, visitor and time. Edits of the draft send the request again.
 * @param more path below `listing-previews`
 */
function usePreviewed<T>(
  { shopper, version, at }: Pick<Requested, "shopper" | "version" | "at">,
  request: object,
  more = "",
  enabled = true,
) {
  const { draft } = useWorkingDraft();
  const shown = version === "live" ? null : draft;
  const body = { request, shopper, draft_id: shown?.id ?? null, ...(at === null ? {} : { at }) };
  return useQuery({
    queryKey: ["listing-previews", more, body, shown?.version],
    queryFn: ({ signal }) => api.send<T>("POST", `listing-previews${more}`, body, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useListingPreview(requested: Requested, limit = PRODUCTS) {
  const { query, category, filters, sort } = requested;
  const conditions = [...(filters === null ? [] : [filters]), ...(category === null ? [] : [{ categories: category }])];
  const request = {
    ...(query.trim() === "" ? {} : { query: query.trim() }),
    ...(conditions.length === 0 ? {} : { filters: conditions.length === 1 ? conditions[0] : { $and: conditions } }),
    ...(sort === null ? {} : { sort: [sort] }),
    limit,
  };
  return usePreviewed<ListingPreview>(requested, request, "", requested.placement === null);
}

export const useSlotsPreview = (requested: Requested, placement: string, enabled: boolean) =>
  usePreviewed<SlotsPreview>(requested, { placement, product: requested.product }, "/slots", enabled);

export function useMetrics(ids: readonly string[]) {
  const { data } = useQuery({
    queryKey: ["product-metrics", ids],
    queryFn: ({ signal }) => api.send<MetricsOfProducts>("POST", "insights/products", { ids }, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return data && { days: data.days, of: new Map(data.products.map((one) => [one.product, one])) };
}

export const useChoices = () =>
  useQuery({ queryKey: ["choices"], queryFn: () => api.get<Choices>("listing-previews/choices"), staleTime: 60_000 });
