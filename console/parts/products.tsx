import { Group, MultiSelect, Select, Text, type ComboboxItem } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProductCard } from "../server/catalog/product-card.js";
import { api } from "../api.js";
import { ProductPicture } from "./product-picture.js";

const TYPING_MS = 300;

/** Searches products by identifier or title. Empty input sends no request. */
function useFoundProducts(typed: string) {
  const [wanted] = useDebouncedValue(typed.trim().slice(0, 256), TYPING_MS);
  return useQuery({
    queryKey: ["products", wanted],
    queryFn: ({ signal }) => api.get<ProductCard[]>(`catalog/products?q=${encodeURIComponent(wanted)}`, signal),
    enabled: wanted !== "",
    placeholderData: keepPreviousData,
  });
}

/** Loads product cards by identifier. Deleted products are missing. Returns `undefined` while loading. */
function useProductCards(ids: readonly string[]): ReadonlyMap<string, ProductCard> | undefined {
  const wanted = [...new Set(ids)].sort().slice(0, 1_000);
  const { data } = useQuery({
    queryKey: ["cards", wanted],
    queryFn: () => api.send<ProductCard[]>("POST", "catalog/named-products", { ids: wanted }),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return data && new Map(data.map((card) => [card.product_identifier, card]));
}

export const titleOf = ({ title, product_identifier }: ProductCard): string => title ?? product_identifier;

interface ProductLineProps {
  readonly id: string;
  readonly card: ProductCard | undefined;
  /** Whether the product cards are loaded. If the cards are loaded, a product without a card was deleted. */
  readonly isKnown: boolean;
}

/** Product with picture and title. Deleted and unavailable products are marked. */
const ProductLine = ({ id, card, isKnown }: ProductLineProps) => (
  <Group gap={6} wrap="nowrap" component="span">
    <ProductPicture images={card?.picture} width={24} />
    <Text span style={{ overflowWrap: "anywhere" }}>
      {card === undefined ? id : titleOf(card)}
      {isKnown && card === undefined && <Mark>Product was deleted</Mark>}
      {card?.active === false && <Mark>Inactive</Mark>}
    </Text>
  </Group>
);

const Mark = ({ children }: { children: string }) => (
  <Text span size="xs" fw={700}>
    {" "}
    ⚠ {children}
  </Text>
);

export function ProductLines({ ids, most = 5 }: { ids: readonly string[]; most?: number }) {
  const shown = ids.slice(0, most);
  const cards = useProductCards(shown);
  return (
    <>
      {shown.map((id) => (
        <ProductLine key={id} id={id} card={cards?.get(id)} isKnown={cards !== undefined} />
      ))}
      {ids.length > most && <Text>and {ids.length - most} more</Text>}
    </>
  );
}

interface PickProps {
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
}

interface PickProductProps extends PickProps {
  /** Whether the label is displayed as the placeholder of the input. */
  readonly isCompact?: boolean;
  readonly value: string | null;
  readonly onChange: (id: string | null, card: ProductCard | undefined) => void;
}

export function PickProduct({ isCompact = false, value, onChange, ...requested }: PickProductProps) {
  const { select, found } = usePicking(value === null || value === "" ? [] : [value]);
  const { label } = requested;
  return (
    <Select
      {...requested}
      {...select}
      {...(isCompact && { size: "xs", label: undefined, "aria-label": label, placeholder: label })}
      value={value}
      onChange={(id) => onChange(id, found.get(id ?? ""))}
    />
  );
}

export function PickProducts({
  value,
  onChange,
  ...requested
}: PickProps & { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { select } = usePicking(value);
  return <MultiSelect {...requested} {...select} value={[...value]} onChange={onChange} hidePickedOptions />;
}

/** Returns the selector's options: search results and already selected products. */
function usePicking(chosen: readonly string[]) {
  const [typed, setTyped] = useState("");
  const { data = [], isFetching } = useFoundProducts(typed);
  const cards = useProductCards(chosen);
  const found = new Map([...(cards ?? []), ...data.map((card) => [card.product_identifier, card] as const)]);
  const gone = cards === undefined ? [] : chosen.filter((id) => !found.has(id));
  const options: ComboboxItem[] = [
    ...[...found].map(([value, card]) => ({ value, label: titleOf(card) })),
    ...gone.map((value) => ({ value, label: `⚠ ${value}: deleted product` })),
    ...(cards === undefined ? chosen.filter((id) => !found.has(id)) : []).map((value) => ({ value, label: value })),
  ];
  const offered = new Set(typed.trim() === "" ? [] : data.map(({ product_identifier }) => product_identifier));
  const select = {
    searchable: true,
    placeholder: "Search by title or identifier",
    nothingFoundMessage: typed.trim() === "" || isFetching ? undefined : "No product found",
    data: options,
    filter: () => options.filter(({ value }) => offered.has(value)),
    onSearchChange: setTyped,
    renderOption: ({ option }: { readonly option: ComboboxItem }) => (
      <Group gap="sm" wrap="nowrap">
        <ProductPicture images={found.get(option.value)?.picture} width={32} />
        <div style={{ minWidth: 0 }}>
          <Text>{option.label}</Text>
          <Text size="xs" style={{ overflowWrap: "anywhere" }}>
            {[found.get(option.value)?.designer, option.value].filter((text) => text != null).join(" · ")}
          </Text>
        </div>
      </Group>
    ),
  };
  return { select, found };
}
