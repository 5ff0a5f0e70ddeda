import { BarChart } from "@mantine/charts";
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Gain } from "../../server/preview/gains.js";
import type { Preview } from "../../server/preview/preview-result.js";
import { ProductPicture } from "../product-picture.js";
import { count, counted } from "../format-numbers.js";
import { RowsTable, type Column } from "../rows-table.js";
import { between, formatClicks, formatGain, LIMITS, signed } from "./format.js";

const CHARTED = 10;

export function GainsAndLosses({ result }: { result: Preview }) {
  const [who, setWho] = useState("brands");
  const { products, brands, learnt, gain } = result;
  const { gainers, losers, gaining, losing } = who === "brands" ? brands : products;
  const titleOf = (name: string) => (who === "brands" ? name : (products.known[name]?.title ?? name));
  const charted = [...gainers.slice(0, CHARTED), ...losers.slice(0, CHARTED).reverse()];
  return (
    <Stack>
      <SegmentedControl
        aria-label="Brands or products"
        data={[
          { value: "brands", label: "Brands" },
          { value: "products", label: "Products" },
        ]}
        value={who}
        onChange={setWho}
        w="fit-content"
      />
      <Text>
        {`${counted(gaining, "gains", "gain")}, ${counted(losing, "loses", "lose")}. ${formatGain(learnt, gain)}`}
      </Text>
      <Text>{LIMITS}</Text>
      {charted.length > 0 && (
        <BarChart
          h={40 + 26 * charted.length}
          data={charted.map((gain) => ({ name: shortened(titleOf(gain.name)), gain: rounded(gain.gain.clicks) }))}
          dataKey="name"
          orientation="vertical"
          series={[{ name: "gain", label: "Expected clicks", color: "indigo.7" }]}
          gridAxis="x"
          yAxisProps={{ width: 140 }}
          withTooltip={false}
          barProps={{ isAnimationActive: false }}
          role="img"
          aria-label={`Expected clicks gained and lost by ${who}, as in the table below`}
        />
      )}
      <RowsTable
        title={`Gains and losses of ${who}`}
        about="Shown: number of searches and listings whose first page contains the brand or product."
        columns={columnsOf({ titleOf, known: who === "brands" ? null : products.known, learnt: learnt.measure })}
        rows={[...gainers, ...[...losers].reverse()]}
        keyOf={({ name }) => name}
        none="No gains or losses."
      />
    </Stack>
  );
}

const shortened = (text: string) => (text.length > 18 ? `${text.slice(0, 17)}…` : text);
const rounded = (clicks: number) => Math.round(100 * clicks) / 100;

interface ColumnsProps {
  readonly titleOf: (name: string) => string;
  /** Product details by product identifier; `null` if the table lists brands. */
  readonly known: Preview["products"]["known"] | null;
  readonly learnt: Preview["learnt"]["measure"];
}

const columnsOf = ({ titleOf, known, learnt }: ColumnsProps): Column<Gain>[] => [
  {
    label: known === null ? "Brand" : "Product",
    cell: ({ name }) => (
      <Group gap="xs" wrap="nowrap">
        {known !== null && <ProductPicture images={known[name]?.picture} width={32} />}
        <span>
          {titleOf(name)}
          {known?.[name]?.brand != null && <Text size="xs">{known[name].brand}</Text>}
        </span>
      </Group>
    ),
  },
  { label: "Expected clicks before", isNumber: true, cell: ({ before }) => formatClicks(before.clicks) },
  { label: "Expected clicks after", isNumber: true, cell: ({ after }) => formatClicks(after.clicks) },
  { label: "Gain", isNumber: true, cell: ({ gain }) => (learnt === "clicks" ? between(gain) : signed(gain.clicks)) },
  { label: "Shown before", isNumber: true, cell: ({ before }) => count(before.shown) },
  { label: "Shown after", isNumber: true, cell: ({ after }) => count(after.shown) },
  { label: "Mean position before", isNumber: true, cell: ({ before }) => before.mean_position?.toFixed(1) ?? "none" },
  { label: "Mean position after", isNumber: true, cell: ({ after }) => after.mean_position?.toFixed(1) ?? "none" },
];
