import { Alert, Autocomplete, Button, Checkbox, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ListingPreview } from "../../server/listing-preview/listing-preview.js";
import type { Meant } from "../../server/listing-preview/meant.js";
import { api } from "../../api.js";
import { AddressInput } from "../../parts/address-input.js";
import { Answered } from "../../parts/loaded.js";
import { ProductPicture } from "../../parts/product-picture.js";
import { synonymFor, withRedirect, withRightWord, withSynonym } from "./fix-search.js";
import { nameOf } from "./product-row.js";
import { ruleKey } from "./curate.js";
import { NOBODY, useListingPreview, type Requested } from "./use-listing-preview.js";
import type { Edit } from "./use-curation.js";

const TYPING_MS = 400;
const NEAR = 6;

interface FixSearchProps {
  readonly requested: Requested;
  readonly isBusy: boolean;
  readonly onChange: (what: string, edit: Edit) => void;
}

/** Panel that fixes a search with no or poor results: a synonym, boosted products, or a redirect. */
export function FixSearchPanel(props: FixSearchProps) {
  const { query } = props.requested;
  const meant = useQuery({
    queryKey: ["meant", query],
    queryFn: ({ signal }) => api.get<Meant[]>(`listing-previews/meant?query=${encodeURIComponent(query)}`, signal),
  });
  return (
    <Paper withBorder p="sm" component="section" aria-label="Mend">
      <Title order={2} size="h4" mb="xs">
        Mend “{query}”
      </Title>
      <Answered query={meant}>
        {(proposals) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
            <Synonym key={query} {...props} proposals={proposals} />
            <Page key={`to ${query}`} {...props} />
          </SimpleGrid>
        )}
      </Answered>
    </Paper>
  );
}

/** Form for a synonym that adds the results of another query to this search. */
function Synonym({
  requested,
  isBusy,
  onChange,
  proposals,
}: FixSearchProps & { readonly proposals: readonly Meant[] }) {
  const { query } = requested;
  const [meant, setMeant] = useState(proposals[0]?.query ?? "");
  const [boosted, setBoosted] = useState<readonly string[]>([]);
  const [wanted] = useDebouncedValue(meant.trim(), TYPING_MS);
  const near = useListingPreview(
    { ...requested, query: wanted, filters: null, category: null, sort: null, shopper: NOBODY },
    NEAR,
  );
  const items = wanted === "" ? [] : (near.data?.unpersonalized.items ?? []);
  const shoppers = proposals.find((one) => one.query === meant)?.shoppers ?? 0;
  const synonym = synonymFor(query, meant);
  const boost = { action: "boost" as const, key: ruleKey("boost", query, crypto.randomUUID().slice(0, 6)), when: { queries: [query.trim()] }, products: boosted }; // prettier-ignore
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(`“${query}” finds “${meant}”, too`, (configuration) => {
          const { rules = [], ...rest } = withSynonym(configuration, synonym);
          return { ...rest, rules: boosted.length === 0 ? rules : [boost, ...rules] };
        });
      }}
    >
      <Stack gap="xs">
        <Autocomplete
          label="Shoppers mean"
          description={shoppers > 0 ? `${shoppers} typed this next and found something` : "Words that find products"}
          maxLength={100}
          required
          data={proposals.map((one) => one.query)}
          filter={({ options }) => options}
          value={meant}
          onChange={(text) => {
            setMeant(text);
            setBoosted([]);
          }}
        />
        {meant.trim() !== "" && (
          <Text size="sm">
            “{synonym.terms.join(", ")}” will find “{synonym.to?.join(", ")}”, too.
          </Text>
        )}
        <Checkbox.Group label="Boost these" value={[...boosted]} onChange={setBoosted} hidden={items.length === 0}>
          <Stack gap={6} mt={4}>
            {items.map((item) => (
              <Group key={item.item.product_identifier} gap="xs" wrap="nowrap">
                <ProductPicture images={item.item["images"]} width={32} />
                <Checkbox value={item.item.product_identifier} label={nameOf(item)} />
              </Group>
            ))}
          </Stack>
        </Checkbox.Group>
        {wanted !== "" && near.data?.unpersonalized.total === 0 && (
          <Text size="sm">Nothing is found by that either.</Text>
        )}
        <Group>
          <Button type="submit" loading={isBusy} disabled={meant.trim() === ""}>
            {boosted.length === 0 ? "Add the synonym" : "Add the synonym and boost these"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Form for a redirect from this search to a page. */
function Page({ requested: { query }, isBusy, onChange }: FixSearchProps) {
  const [url, setUrl] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChange(`“${query}” leads to ${url}`, (configuration) => withRedirect(configuration, query, url));
      }}
    >
      <Stack gap="xs">
        <AddressInput label="Or lead to a page" required value={url} onChange={setUrl} />
        <Group>
          <Button type="submit" variant="default" loading={isBusy} disabled={url === ""}>
            Redirect
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface CorrectedProps extends Omit<FixSearchProps, "requested"> {
  readonly corrections: ListingPreview["unpersonalized"]["corrections"];
}

/** Notice of typo corrections in the query, with a button that excludes the word from correction. */
export const Corrected = ({ corrections, isBusy, onChange }: CorrectedProps) => (
  <Alert color="yellow" title="Not what was typed" role="status">
    <Stack gap="xs" align="flex-start">
      {corrections.map(({ word, by }) => (
        <Group key={word} gap="xs">
          <Text size="sm">
            No product has “{word}”, so “{by}” was looked for.
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            onClick={() => onChange(`“${word}” is not corrected any more`, (one) => withRightWord(one, word))}
          >
            Never correct “{word}”
          </Button>
        </Group>
      ))}
    </Stack>
  </Alert>
);
