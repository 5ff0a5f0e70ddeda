import { Card, Group, SimpleGrid, Text, ThemeIcon } from "@mantine/core";
import {
  IconClick,
  IconCoins,
  IconMoodEmpty,
  IconSearch,
  IconShoppingCart,
  IconSparkles,
  IconTrendingDown,
  IconTrendingUp,
  type Icon,
} from "@tabler/icons-react";
import type { HomeReport, Metric } from "../../server/home/home.js";
import { amount, count, lift, percent } from "../../parts/format-numbers.js";

const NOT_ENOUGH = "Not enough data";

export const Metrics = ({ report }: { report: HomeReport }) => (
  <SimpleGrid cols={{ base: 2, md: 3 }} spacing={{ base: "xs", sm: "md" }}>
    <MetricCard label="Searches" Icon={IconSearch} values={[{ ...report.searches, format: count }]} />
    <MetricCard label="Click rate" Icon={IconClick} values={[{ ...report.click_rate, format: percent }]} />
    <MetricCard label="Add-to-cart rate" Icon={IconShoppingCart} values={[{ ...report.cart_rate, format: percent }]} />
    <MetricCard label="Revenue from search" Icon={IconCoins} values={inCurrency(report.search_revenue)} />
    <MetricCard
      label="Revenue from recommendations"
      Icon={IconSparkles}
      values={inCurrency(report.recommendation_revenue)}
    />
    <MetricCard
      label="Searches without results"
      Icon={IconMoodEmpty}
      values={[{ ...report.without_results, format: percent }]}
      isLessBetter
    />
  </SimpleGrid>
);

interface Value extends Metric {
  readonly format: (value: number) => string;
}

const inCurrency = (revenue: HomeReport["search_revenue"]): Value[] =>
  revenue.map(({ currency, ...metric }) => ({ ...metric, format: (value) => amount(value, currency) }));

interface MetricCardProps {
  readonly label: string;
  readonly Icon: Icon;
  readonly values: readonly Value[];
  readonly isLessBetter?: boolean;
}

const MetricCard = ({ label, Icon, values, isLessBetter = false }: MetricCardProps) => (
  <Card withBorder padding="sm" component="section" aria-label={label}>
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <Text c="dimmed">{label}</Text>
      <ThemeIcon variant="light" visibleFrom="xs" aria-hidden>
        <Icon size={18} stroke={1.6} />
      </ThemeIcon>
    </Group>
    {values.length === 0 && (
      <Text size="md" c="dimmed">
        No purchases yet
      </Text>
    )}
    {values.map(({ value, before, change, format }, at) =>
      value === null ? (
        <Text size="md" key={at} c="dimmed">
          {NOT_ENOUGH}
        </Text>
      ) : (
        <div key={at}>
          <Text fw={700} size="xl">
            {format(value)}
          </Text>
          {change === null || before === null ? (
            <Text size="xs" c="dimmed">
              {NOT_ENOUGH} to compare
            </Text>
          ) : (
            <Group gap={4} wrap="nowrap">
              <Trend change={change} isLessBetter={isLessBetter} />
              <Text size="xs">
                {lift(change)} from {format(before)}
              </Text>
            </Group>
          )}
        </div>
      ),
    )}
  </Card>
);

/**
 * Arrow in the colour of an improvement or a decline. Changes below 2 % have no arrow, because such changes are usually
 * random.
 */
function Trend({ change, isLessBetter }: { change: number; isLessBetter: boolean }) {
  if (Math.abs(change) < 0.02) return null;
  const Arrow = change > 0 ? IconTrendingUp : IconTrendingDown;
  return (
    <Arrow size={16} color={`var(--mantine-color-${change > 0 === isLessBetter ? "red" : "teal"}-7)`} aria-hidden />
  );
}
