import { Alert, Anchor, Autocomplete, Button, Checkbox, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core"; // prettier-ignore
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import type { ListingPreview } from "../../server/listing-preview/listing-preview.js";
import type { Meant } from "../../server/listing-preview/meant.js";
import { api } from "../../api.js";
import { counted } from "../../parts/format-numbers.js";
import { Form } from "../../parts/form.js";
import { Answered } from "../../parts/loaded.js";
import { ProductPicture } from "../../parts/product-picture.js";
import type { Edit } from "../../parts/working-draft.js";
import { ruleKey } from "./curate.js";
import { synonymFor, withRedirect, withRightWord, withSynonym } from "./fix-search.js";
import { nameOf } from "./product-card.js";
import { UNKNOWN_VISITOR, useListingPreview, type Requested } from "./use-preview.js";
import { Action } from "../../parts/action.js";
import { AddressInput } from "../../parts/inputs.js";

const TYPING_MS = 400;
const NEAR = 6;

export interface Fixed {
  readonly text: string;
  readonly href: string;
  readonly label: string;
}

interface FixProps {
  readonly isSaving: boolean;
  readonly onFix: (edit: Edit, fixed: Fixed) => void;
}

interface FixSearchProps extends FixProps {
  readonly requested: Requested;
}

const WAYS = [
  { value: "synonym", label: "Add a synonym" },
  { value: "redirect", label: "Redirect to a page" },
];

export function FixSearchPanel(props: FixSearchProps) {
  const { query } = props.requested;
  const [way, setWay] = useState("synonym");
  const meant = useQuery({
    queryKey: ["meant", query],
    queryFn: ({ signal }) => api.get<Meant[]>(`listing-previews/meant?query=${encodeURIComponent(query)}`, signal),
  });
  return (
    <Paper withBorder p="sm" component="section" aria-label="Fix search">
      <Stack gap="sm" maw={480}>
        <Title order={2} size="h4">
          Fix search “{query.trim()}”
        </Title>
        <SegmentedControl aria-label="How to fix the search" data={WAYS} value={way} onChange={setWay} />
        {way === "redirect" ? (
          <RedirectForm key={query} {...props} />
        ) : (
          <Answered query={meant}>
            {(proposals) => <SynonymForm key={query} {...props} proposals={proposals} />}
          </Answered>
        )}
      </Stack>
    </Paper>
  );
}

function SynonymForm({ requested, isSaving, onFix, proposals }: FixSearchProps & { proposals: readonly Meant[] }) {
  const query = requested.query.trim();
  const [meant, setMeant] = useState(proposals[0]?.query ?? "");
  const [boosted, setBoosted] = useState<readonly string[]>([]);
  const [wanted] = useDebouncedValue(meant.trim(), TYPING_MS);
  const near = useListingPreview(
    { ...requested, query: wanted, filters: null, category: null, sort: null, shopper: UNKNOWN_VISITOR },
    NEAR,
  );
  const items = wanted === "" ? [] : (near.data?.unpersonalized.items ?? []);
  const shoppers = proposals.find((one) => one.query === meant)?.shoppers ?? 0;
  const synonym = synonymFor(query, meant);
  return (
    <Form
      gap="xs"
      onSubmit={() => {
        onFix(
          (configuration) => {
            const { rules = [], ...rest } = withSynonym(configuration, synonym);
            if (boosted.length === 0) return { ...rest, rules };
            const key = ruleKey("boost", `products for “${query}”`, rules);
            return {
              ...rest,
              rules: [{ key, action: "boost", when: { queries: [query] }, products: boosted }, ...rules],
            };
          },
          {
            text: `Synonym added: “${query}” also finds “${meant}”.`,
            href: "/console/synonyms",
            label: "Show synonyms",
          },
        );
      }}
    >
      <Autocomplete
        label="Also find"
        description={
          shoppers > 0
            ? `${counted(shoppers, "shopper")} typed this next and found products`
            : "A query that finds products"
        }
        maxLength={100}
        data={proposals.map((one) => one.query)}
        filter={({ options }) => options}
        value={meant}
        onChange={(text) => {
          setMeant(text);
          setBoosted([]);
        }}
      />
      {meant.trim() !== "" && (
        <Text>
          “{synonym.terms.join(", ")}” will also find “{synonym.to?.join(", ")}”.
        </Text>
      )}
      {wanted !== "" && near.data?.unpersonalized.total === 0 && <Text>“{wanted}” finds no products either.</Text>}
      <Checkbox.Group label="Products to boost" value={[...boosted]} onChange={setBoosted} hidden={items.length === 0}>
        <Stack gap={6} mt={4}>
          {items.map((item) => (
            <Group key={item.item.product_identifier} gap="xs" wrap="nowrap">
              <ProductPicture images={item.item["images"]} width={32} />
              <Checkbox value={item.item.product_identifier} label={nameOf(item)} />
            </Group>
          ))}
        </Stack>
      </Checkbox.Group>
      <Group>
        <Button type="submit" loading={isSaving} disabled={meant.trim() === ""}>
          {boosted.length === 0 ? "Add synonym" : "Add synonym and boost"}
        </Button>
      </Group>
    </Form>
  );
}

function RedirectForm({ requested: { query }, isSaving, onFix }: FixSearchProps) {
  const [url, setUrl] = useState("");
  return (
    <Form
      gap="xs"
      onSubmit={() => {
        onFix((configuration) => withRedirect(configuration, query, url), {
          text: `Redirect added: “${query.trim()}” leads to ${url}.`,
          href: "/console/rules?tab=redirects",
          label: "Show redirects",
        });
      }}
    >
      <AddressInput label="Redirect to" value={url} onChange={setUrl} />
      <Group>
        <Action label="Add redirect" variant="filled" type="submit" loading={isSaving} disabled={url === ""} />
      </Group>
    </Form>
  );
}

export const FixedNotice = ({ fixed, onClose }: { fixed: Fixed; onClose: () => void }) => (
  <Alert color="green" role="status" withCloseButton closeButtonLabel="Close" onClose={onClose} title={fixed.text}>
    <Group gap="md">
      <Anchor component={Link} href={fixed.href}>
        {fixed.label}
      </Anchor>
      <Anchor component={Link} href="/console/changes">
        Review and publish
      </Anchor>
    </Group>
  </Alert>
);

interface NoticeProps extends FixProps {
  readonly title: string;
  readonly mayEdit: boolean;
  readonly lines: readonly {
    readonly text: ReactNode;
    readonly button: string;
    readonly edit: Edit;
    readonly fixed: Fixed;
  }[];
}

const Notice = ({ title, lines, mayEdit, isSaving, onFix }: NoticeProps) => (
  <Alert color="yellow" title={title} role="status">
    <Stack gap="xs" align="flex-start">
      {lines.map(({ text, button, edit, fixed }) => (
        <Group key={fixed.text} gap="xs">
          <Text>{text}</Text>
          {mayEdit && <Action label={button} size="compact-sm" loading={isSaving} onClick={() => onFix(edit, fixed)} />}
        </Group>
      ))}
    </Stack>
  </Alert>
);

export const HiddenNotice = ({
  hidden,
  ...more
}: FixProps & { hidden: ListingPreview["hidden"]; mayEdit: boolean }) => (
  <Notice
    {...more}
    title="Hidden products"
    lines={hidden.map(({ rule, products }) => ({
      text: (
        <>
          {counted(products, "product is", "products are")} hidden by rule{" "}
          <Anchor component={Link} href="/console/rules" c="inherit" underline="always">
            “{rule}”
          </Anchor>
        </>
      ),
      button: "Show hidden products again",
      edit: ({ rules = [], ...others }) => ({ ...others, rules: rules.filter(({ key }) => key !== rule) }),
      fixed: { text: `Rule “${rule}” removed.`, href: "/console/rules", label: "Show rules" },
    }))}
  />
);

export const CorrectedNotice = ({
  corrections,
  ...more
}: FixProps & { corrections: ListingPreview["unpersonalized"]["corrections"]; mayEdit: boolean }) => (
  <Notice
    {...more}
    title="Typo corrected"
    lines={corrections.map(({ word, by }) => ({
      text: `No product contains “${word}”, so the results are for “${by}”.`,
      button: `Do not correct “${word}”`,
      edit: (one) => withRightWord(one, word),
      fixed: { text: `Typo exception added: “${word}”.`, href: "/console/synonyms", label: "Show typo exceptions" },
    }))}
  />
);
