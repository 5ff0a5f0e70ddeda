import {
  Card,
  Checkbox,
  Group,
  List,
  NumberInput,
  Radio,
  SimpleGrid,
  Spoiler,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import type { ConfigurationDocument } from "../../../../src/storefront/configuration.js";
import type { FilePreview, PreviewedProduct } from "../../../server/import/read-file.js";
import { count } from "../../../parts/format-numbers.js";
import { ProductPicture } from "../../../parts/product-picture.js";
import { StateBadge } from "../../../parts/state-badge.js";
import { useWorkingDraft } from "../../../parts/working-draft.js";
import { formatPrice } from "../products.js";
import { formatFinding } from "./format-file.js";

export interface ImportOptions {
  readonly mode: "soft_replace" | "insert";
  readonly maxRemoved: number;
  readonly withSettings: boolean;
}

interface CheckFileProps {
  readonly preview: FilePreview;
  readonly options: ImportOptions;
  readonly onChange: (options: ImportOptions) => void;
}

const SHOWN = 6;

export function CheckFile({ preview, options, onChange }: CheckFileProps) {
  const { live } = useWorkingDraft();
  const { format, products, variants, sample, findings, columns, unused, proposal } = preview;
  const used = Object.entries(columns).map(([field, from]) => `${field}: ${from.join(", ")}`);
  return (
    <Stack>
      <Text role="status">
        {format}: {count(products)} products, {count(variants)} variants
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {sample.slice(0, SHOWN).map((product) => (
          <Previewed
            key={product.product_identifier}
            product={product}
            currency={proposal === null ? live.currency : proposal.currency}
          />
        ))}
      </SimpleGrid>
      {findings.length > 0 && <Facts title="Skipped or changed data" facts={findings.map(formatFinding)} />}
      {used.length > 0 && <Facts title="Columns" facts={used} />}
      {unused.length > 0 && <Text>Unused columns: {unused.join(", ")}</Text>}
      {proposal === null ? (
        <Radio.Group label="Import as" value={options.mode} onChange={(mode) => onChange({ ...options, mode: mode })}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="soft_replace"
              label="Whole catalog"
              description="Products that are not in the file are removed."
            />
            <Radio
              value="insert"
              label="Changed products"
              description="Products that are not in the file stay unchanged."
            />
          </Stack>
        </Radio.Group>
      ) : (
        <Checkbox
          label="Add suggested settings for this file to the unpublished changes"
          description={formatSettings(proposal)}
          checked={options.withSettings}
          onChange={({ currentTarget }) => onChange({ ...options, withSettings: currentTarget.checked })}
        />
      )}
      {proposal === null && options.mode === "soft_replace" && (
        <NumberInput
          label="Maximum share of removed products"
          description="If the file would remove a larger share of the products, the import fails and the catalog stays unchanged."
          suffix=" %"
          min={0}
          max={100}
          maw={320}
          value={options.maxRemoved}
          onChange={(value) => onChange({ ...options, maxRemoved: Number(value) })}
        />
      )}
    </Stack>
  );
}

const formatSettings = ({
  language = "english",
  currency,
  facets = [],
  sort_keys = [],
}: ConfigurationDocument): string =>
  [
    `Language: ${language}`,
    `Currency: ${currency ?? "none"}`,
    `Filters: ${facets.map(({ label }) => label).join(", ")}`,
    `Sort options: ${sort_keys.map(({ label }) => label).join(", ")}`,
  ].join(". ");

const Facts = ({ title, facts }: { title: string; facts: readonly string[] }) => (
  <Stack gap={4}>
    <Title order={3} size="h5">
      {title}
    </Title>
    <Spoiler maxHeight={110} showLabel="Show all" hideLabel="Show fewer">
      <List size="sm">
        {facts.map((fact) => (
          <List.Item key={fact} style={{ overflowWrap: "anywhere" }}>
            {fact}
          </List.Item>
        ))}
      </List>
    </Spoiler>
  </Stack>
);

interface PreviewedProps {
  readonly product: PreviewedProduct;
  /** Currency of the shop, which applies to products without a currency. */
  readonly currency: string | null | undefined;
}

function Previewed({ product, currency }: PreviewedProps) {
  const { product_identifier, title, about, picture, prices, variants, sold_out } = product;
  const [least, most] = (prices ?? []).map((price) => formatPrice(price, product.currency ?? currency));
  return (
    <Card withBorder padding="xs">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ProductPicture images={picture} width={48} />
        <Stack gap={2} miw={0} style={{ overflowWrap: "anywhere" }}>
          <Text fw={600} lineClamp={2}>
            {title ?? product_identifier}
          </Text>
          <Text size="xs">{[...about, ...(variants > 1 ? [`${count(variants)} variants`] : [])].join(" · ")}</Text>
          <Text>{least === undefined ? "No price" : least === most ? least : `${least} – ${most}`}</Text>
          {sold_out && <StateBadge color="orange">sold out</StateBadge>}
        </Stack>
      </Group>
    </Card>
  );
}
