import { Checkbox, Select, SimpleGrid, TagsInput } from "@mantine/core";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import { FilterForm } from "../../parts/filter-form.js";
import { PickValues } from "../../parts/values.js";
import { zoneOf } from "../campaigns/campaigns.js";
import type { Typed } from "./rule-typed.js";

const MATCHES = [
  { value: "is", label: "Equals a search text" },
  { value: "contains", label: "Contains a search text" },
  { value: "begins_with", label: "Starts with a search text" },
];

const REQUESTS = [
  { value: "all", label: "All pages" },
  { value: "searches", label: "Searches only" },
  { value: "listings", label: "Listings only" },
];

/** Separators between entered values: an empty list, because identifiers and queries may contain commas. */
const NO_SPLIT: string[] = [];

export const RuleScope = ({ typed, set }: { typed: Typed; set: (change: Partial<Typed>) => void }) => (
  <>
    <Select
      label="Applies to"
      data={REQUESTS}
      value={typed.requests}
      onChange={(requests) => set({ requests: requests ?? "all" })}
    />
    <TagsInput
      label="Searches"
      description="Press Enter after each search text. Leave empty for all searches."
      acceptValueOnBlur
      splitChars={NO_SPLIT}
      value={[...typed.queries]}
      onChange={(queries) => set({ queries })}
    />
    {typed.queries.length > 0 && (
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label="The search"
          data={MATCHES}
          value={typed.match}
          onChange={(match) => set({ match: match ?? "is" })}
        />
        <Checkbox
          label="Include plurals, typos and synonyms"
          checked={!typed.exact}
          onChange={({ currentTarget }) => set({ exact: !currentTarget.checked })}
        />
      </SimpleGrid>
    )}
    <PickValues
      label="Categories"
      description="Subcategories are included. Leave empty for all categories."
      field="categories"
      value={typed.categories}
      onChange={(categories) => set({ categories })}
    />
    <FilterForm
      legend="When shoppers filter by"
      conditions={typed.whenFilters}
      onChange={(whenFilters) => set({ whenFilters })}
    />
  </>
);

interface PickCampaignProps {
  readonly campaigns: readonly CampaignDocument[];
  readonly typed: Typed;
  readonly set: (change: Partial<Typed>) => void;
}

/** Selector for a rule's campaign. The selector is hidden if there are no campaigns. */
export function PickCampaign({ campaigns, typed, set }: PickCampaignProps) {
  const names = campaigns.flatMap(({ key }) => (typeof key === "string" && key !== "" ? [key] : []));
  // Includes the rule's campaign even if the campaign no longer exists.
  const known = [...new Set([...names, typed.campaign])].filter((name) => name !== "");
  if (known.length === 0) return null;
  const hasOwnTimes = typed.from !== "" || typed.until !== "";
  return (
    <Select
      label="Campaign"
      description="The rule is active only during the campaign"
      data={[{ value: "", label: "None" }, ...known.map((name) => ({ value: name, label: name }))]}
      value={typed.campaign}
      onChange={(name) => set({ campaign: name ?? "", ...(hasOwnTimes ? {} : { zone: zoneOf(campaigns, name) }) })}
    />
  );
}
