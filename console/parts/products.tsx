import { Group, MultiSelect, Select, Text, type ComboboxItem } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProductCard } from "../server/catalog/product-card.js";
import { api } from "../api.js";
import { ProductPicture } from "./product-picture.js";

const TYPING_MS = 300;

/** Products by identifier, or words of their titles; none while nothing is typed. */
export function useFoundProducts(typed: string) {
  const [wanted] = useDebouncedValue(typed.trim().slice(0, 256), TYPING_MS);
  return useQuery({
    queryKey: ["products", wanted],
    queryFn: ({ signal }) => api.get<ProductCard[]>(`catalog/products?q=${encodeURIComponent(wanted)}`, signal),
    enabled: wanted !== "",
    placeholderData: keepPreviousData,
  });
}

/** What products are called, by their identifiers; undefined while that is read. Those that are gone are missing. */
export function useProductCards(ids: readonly string[]): ReadonlyMap<string, ProductCard> | undefined {
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
  /** Whether what has no card is gone; else it is not known yet. */
  readonly isKnown: boolean;
}

/** A product by its picture and title; one that is gone or not sold says so. */
export const ProductLine = ({ id, card, isKnown }: ProductLineProps) => (
  <Group gap={6} wrap="nowrap" component="span">
    <ProductPicture images={card?.picture} width={24} />
    <Text span size="sm" style={{ overflowWrap: "anywhere" }}>
      {card === undefined ? id : titleOf(card)}
      {isKnown && card === undefined && <Mark>there is no such product any more</Mark>}
      {card?.active === false && <Mark>not sold</Mark>}
    </Text>
  </Group>
);

/** What is wrong with something that was chosen. */
export const Mark = ({ children }: { readonly children: string }) => (
  <Text span size="xs" fw={700}>
    {" "}
    ⚠ {children}
  </Text>
);

/** Products by their pictures and titles, of those that a rule or a block names. */
export function ProductLines({ ids, most = 5 }: { readonly ids: readonly string[]; readonly most?: number }) {
  const shown = ids.slice(0, most);
  const cards = useProductCards(shown);
  return (
    <>
      {shown.map((id) => (
        <ProductLine key={id} id={id} card={cards?.get(id)} isKnown={cards !== undefined} />
      ))}
      {ids.length > most && <Text size="sm">and {ids.length - most} more</Text>}
    </>
  );
}

interface PickProps {
  readonly label: string;
  readonly description?: string;
  readonly required?: boolean;
}

interface PickProductProps extends PickProps {
  readonly value: string | null;
  readonly onChange: (id: string | null, card: ProductCard | undefined) => void;
}

/** Chooses one product of the catalogue by words of its title, or by its identifier. */
export function PickProduct({ value, onChange, ...requested }: PickProductProps) {
  const { select, found } = usePicking(value === null || value === "" ? [] : [value]);
  return (
    <Select
      {...requested}
      {...select}
      value={value}
      onChange={(id) => onChange(id, found.get(id ?? ""))}
      allowDeselect={false}
    />
  );
}

interface PickProductsProps extends PickProps {
  readonly value: readonly string[];
  readonly onChange: (ids: string[]) => void;
}

/** The same for several. */
export function PickProducts({ value, onChange, ...requested }: PickProductsProps) {
  const { select } = usePicking(value);
  return <MultiSelect {...requested} {...select} value={[...value]} onChange={onChange} hidePickedOptions />;
}

/** Options are what was found by what is typed, and what is chosen already. */
function usePicking(chosen: readonly string[]) {
  const [typed, setTyped] = useState("");
  const { data = [], isFetching } = useFoundProducts(typed);
  const cards = useProductCards(chosen);
  const found = new Map([...(cards ?? []), ...data.map((card) => [card.product_identifier, card] as const)]);
  const gone = cards === undefined ? [] : chosen.filter((id) => !found.has(id));
  const options: ComboboxItem[] = [
    ...[...found].map(([value, card]) => ({ value, label: titleOf(card) })),
    ...gone.map((value) => ({ value, label: `⚠ ${value}: no such product` })),
    ...(cards === undefined ? chosen : []).map((value) => ({ value, label: value })),
  ];
  const offered = new Set(typed.trim() === "" ? [] : data.map(({ product_identifier }) => product_identifier));
  const select = {
    searchable: true,
    placeholder: "Words of its title, or its identifier",
    nothingFoundMessage: typed.trim() === "" || isFetching ? undefined : "No product is called so",
    data: options,
    filter: () => options.filter(({ value }) => offered.has(value)),
    onSearchChange: setTyped,
    renderOption: ({ option }: { readonly option: ComboboxItem }) => (
      <Group gap="sm" wrap="nowrap">
        <ProductPicture images={found.get(option.value)?.picture} width={32} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm">{option.label}</Text>
          <Text size="xs" style={{ overflowWrap: "anywhere" }}>
            {[found.get(option.value)?.designer, option.value].filter((text) => text != null).join(" · ")}
          </Text>
        </div>
      </Group>
    ),
  };
  return { select, found };
}
