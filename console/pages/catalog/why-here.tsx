import { Button, Group, List, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Why } from "../../server/catalog/why.js";
import { api } from "../../api.js";
import { Problem } from "../../parts/loaded.js";
import { formatWhy } from "./format-why.js";

interface WhyHereProps {
  readonly product: string;
  /** The product's own categories, offered as listings to explain. */
  readonly categories: readonly string[];
}

const deepest = (categories: readonly string[]): string | null =>
  categories.toSorted((one, other) => other.split(": ").length - one.split(": ").length)[0] ?? null;

/** Form that explains the product's position in a listing or search, unpersonalized or for one device. */
export function WhyHere({ product, categories }: WhyHereProps) {
  const [category, setCategory] = useState<string | null>(deepest(categories));
  const [query, setQuery] = useState("");
  const [device, setDevice] = useState("");
  const why = useMutation({
    mutationFn: () =>
      api.send<Why>("POST", `catalog/products/${encodeURIComponent(product)}/why`, {
        user: { device_id: device.trim() === "" ? "anonymous" : device.trim() },
        ...(query.trim() === "" ? {} : { query: query.trim() }),
        ...(category === null ? {} : { filters: { categories: category } }),
      }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        why.mutate();
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end">
          <Select
            label="Listing"
            placeholder="All products"
            clearable
            data={[...new Set(categories)]}
            value={category}
            onChange={setCategory}
          />
          <TextInput
            label="Search"
            placeholder="Words that were typed"
            maxLength={1000}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <TextInput
            label="Device"
            placeholder="Everybody"
            maxLength={256}
            value={device}
            onChange={({ currentTarget }) => setDevice(currentTarget.value)}
          />
          <Button type="submit" loading={why.isPending}>
            Why?
          </Button>
        </Group>
        <div aria-live="polite">
          {why.error !== null && <Problem error={why.error} />}
          {why.data !== undefined && (
            <Stack gap={4}>
              {formatWhy(why.data).map(({ words, points }) => (
                <div key={words}>
                  <Text size="sm">{words}</Text>
                  {points.length > 0 && (
                    <List size="sm">
                      {points.map((point) => (
                        <List.Item key={point}>{point}</List.Item>
                      ))}
                    </List>
                  )}
                </div>
              ))}
            </Stack>
          )}
        </div>
      </Stack>
    </form>
  );
}
