import { BarChart } from "@mantine/charts";
import { Group, SegmentedControl, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import type { Gain } from "../../server/preview/gains.js";
import type { Preview } from "../../server/preview/preview-result.js";
import { ProductPicture } from "../product-picture.js";
import { count } from "../in-figures.js";
import { between, clicksWords, counted, gainWords, LIMITS, signed } from "./words.js";

const CHARTED = 10;

/** Products and brands by the clicks that they gain and lose. */
export function GainsAndLosses({ result }: { readonly result: Preview }) {
  const [who, setWho] = useState("brands");
  const { products, brands, learnt, gain } = result;
  const { gainers, losers, gaining, losing } = who === "brands" ? brands : products;
  const all = [...gainers, ...[...losers].reverse()];
  const titleOf = (name: string) => (who === "brands" ? name : (products.known[name]?.title ?? name));
  const charted = [...gainers.slice(0, CHARTED), ...losers.slice(0, CHARTED).reverse()];
  return (
    <Stack>
      <SegmentedControl
        aria-label="Who"
        data={[
          { value: "brands", label: "Brands" },
          { value: "products", label: "Products" },
        ]}
        value={who}
        onChange={setWho}
        w="fit-content"
      />
      <Text size="sm">
        {`${counted(gaining, "gains", "gain")}, ${counted(losing, "loses", "lose")}. ${gainWords(learnt, gain)}`}
      </Text>
      <Text size="sm">{LIMITS}</Text>
      {all.length === 0 ? (
        <Text size="sm">Nobody gains or loses.</Text>
      ) : (
        <>
          <BarChart
            h={40 + 26 * charted.length}
            data={charted.map((gain) => ({ name: shortened(titleOf(gain.name)), gain: rounded(gain.gain.clicks) }))}
            dataKey="name"
            orientation="vertical"
            series={[{ name: "gain", label: "Expected clicks", color: "indigo.7" }]}
            gridAxis="x"
            yAxisProps={{ width: 130 }}
            withTooltip={false}
            barProps={{ isAnimationActive: false }}
            role="img"
            aria-label={`Expected clicks gained and lost by ${who}, as in the table below`}
          />
          <Gains
            gains={all}
            titleOf={titleOf}
            known={who === "brands" ? null : products.known}
            learnt={learnt.measure}
          />
        </>
      )}
    </Stack>
  );
}

const shortened = (text: string) => (text.length > 20 ? `${text.slice(0, 19)}…` : text);
const rounded = (clicks: number) => Math.round(100 * clicks) / 100;

interface GainsProps {
  readonly gains: readonly Gain[];
  readonly titleOf: (name: string) => string;
  readonly known: Preview["products"]["known"] | null;
  readonly learnt: Preview["learnt"]["measure"];
}

const Gains = ({ gains, titleOf, known, learnt }: GainsProps) => (
  <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table aria-label={`Gains and losses of ${known === null ? "brands" : "products"}`} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{known === null ? "Brand" : "Product"}</Table.Th>
          <Table.Th ta="end">Expected clicks before</Table.Th>
          <Table.Th ta="end">after</Table.Th>
          <Table.Th ta="end">Gain</Table.Th>
          <Table.Th ta="end">Times on a first page before</Table.Th>
          <Table.Th ta="end">after</Table.Th>
          <Table.Th ta="end">Mean place before</Table.Th>
          <Table.Th ta="end">after</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {gains.map(({ name, before, after, gain }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                {known !== null && <ProductPicture images={known[name]?.picture} width={32} />}
                <span>
                  {titleOf(name)}
                  {known?.[name]?.brand != null && (
                    <Text size="xs" c="dimmed">
                      {known[name].brand}
                    </Text>
                  )}
                </span>
              </Group>
            </Table.Td>
            <Table.Td ta="end">{clicksWords(before.clicks)}</Table.Td>
            <Table.Td ta="end">{clicksWords(after.clicks)}</Table.Td>
            <Table.Td ta="end">{learnt === "clicks" ? between(gain) : signed(gain.clicks)}</Table.Td>
            <Table.Td ta="end">{count(before.shown)}</Table.Td>
            <Table.Td ta="end">{count(after.shown)}</Table.Td>
            <Table.Td ta="end">{before.mean_place?.toFixed(1) ?? "none"}</Table.Td>
            <Table.Td ta="end">{after.mean_place?.toFixed(1) ?? "none"}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
