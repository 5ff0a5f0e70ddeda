import { BarChart, type BarChartProps } from "@mantine/charts";
import { Box } from "@mantine/core";

/** Bar chart in percent. Hidden from screen readers, because a table with the same data follows. */
export const RateBars = (chart: Pick<BarChartProps, "data" | "dataKey" | "series">) => (
  <Box aria-hidden>
    <BarChart h={280} {...chart} unit=" %" withLegend barChartProps={{ accessibilityLayer: false }} />
  </Box>
);

/**
 * @param share from 0 to 1
 * @returns percent, rounded to one decimal
 */
export const inPercent = (share: number): number => Math.round(share * 1000) / 10;
