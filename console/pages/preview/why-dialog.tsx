import { Anchor, Modal, Stack, Table, Title } from "@mantine/core";
import { Link } from "wouter";
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";
import { compare, formatPoints, reasonsOf, type Reason } from "./format-explanation.js";
import { nameOf } from "./product-card.js";

interface WhyProps {
  readonly item: ExplainedItem;
  /** Product at the next position; `undefined` for the last product. */
  readonly next: ExplainedItem | undefined;
  readonly items: readonly ExplainedItem[];
  readonly onClose: () => void;
}

export const WhyDialog = ({ item, next, items, onClose }: WhyProps) => (
  <Modal opened onClose={onClose} title={`Why is ${nameOf(item)} at position ${item.rank}?`}>
    <Stack>
      <section>
        <Title order={3} size="h5">
          Strongest reasons
        </Title>
        <Reasons reasons={reasonsOf(item, items)} caption="Points" />
      </section>
      {next !== undefined && (
        <section>
          <Title order={3} size="h5">
            Compared with {nameOf(next)} at position {next.rank}
          </Title>
          <Reasons reasons={compare(item, next)} caption="Difference in ranking points" />
        </section>
      )}
      <Anchor component={Link} href={`/console/catalog/${encodeURIComponent(item.item.product_identifier)}`}>
        Show the product in the catalog
      </Anchor>
    </Stack>
  </Modal>
);

const Reasons = ({ reasons, caption }: { reasons: readonly Reason[]; caption: string }) => (
  <Table aria-label={caption} withRowBorders={false} verticalSpacing={2}>
    <Table.Tbody>
      {reasons.map((reason) => (
        <Table.Tr key={reason.text}>
          <Table.Th scope="row" fw={400} ps={0}>
            {reason.text}
          </Table.Th>
          <Table.Td ta="right" pe={0} style={{ fontVariantNumeric: "tabular-nums" }}>
            {formatPoints(reason)}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
