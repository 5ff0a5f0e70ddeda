import { Group, List, Select, Stack, Text, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Why } from "../../server/catalog/why.js";
import { api } from "../../api.js";
import { Form } from "../../parts/form.js";
import { Answered } from "../../parts/loaded.js";
import { formatWhy } from "./format-why.js";
import { Action } from "../../parts/action.js";

const deepest = (categories: readonly string[]): string | null =>
  categories.toSorted((one, other) => other.split(": ").length - one.split(": ").length)[0] ?? null;

export function WhyHere({ product, categories }: { product: string; categories: readonly string[] }) {
  const [typed, setTyped] = useState({ category: deepest(categories), query: "", device: "" });
  const [wanted, setWanted] = useState(typed);
  const why = useQuery({
    queryKey: ["why", product, wanted],
    queryFn: ({ signal }) => {
      const { category, query, device } = wanted;
      const body = {
        user: { device_id: device.trim() || "anonymous" },
        ...(query.trim() === "" ? {} : { query: query.trim() }),
        ...(category === null ? {} : { filters: { categories: category } }),
      };
      return api.send<Why>("POST", `catalog/products/${encodeURIComponent(product)}/why`, body, signal);
    },
    placeholderData: keepPreviousData,
  });
  return (
    <Form gap="sm" onSubmit={() => setWanted(typed)}>
      <Group align="flex-end">
        <Select
          label="Category"
          placeholder="All products"
          clearable
          data={[...new Set(categories)]}
          value={typed.category}
          onChange={(category) => setTyped({ ...typed, category })}
        />
        <TextInput
          label="Search"
          placeholder="Search query"
          maxLength={1000}
          value={typed.query}
          onChange={({ currentTarget }) => setTyped({ ...typed, query: currentTarget.value })}
        />
        <TextInput
          label="Device"
          placeholder="Unknown visitor"
          maxLength={256}
          value={typed.device}
          onChange={({ currentTarget }) => setTyped({ ...typed, device: currentTarget.value })}
        />
        <Action label="Explain position" variant="filled" type="submit" loading={why.isFetching} />
      </Group>
      <div aria-live="polite">
        <Answered query={why}>
          {(found) => (
            <Stack gap={4}>
              {formatWhy(found).map(({ sentence, points }) => (
                <div key={sentence}>
                  <Text>{sentence}</Text>
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
        </Answered>
      </div>
    </Form>
  );
}
