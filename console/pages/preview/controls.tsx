import { ActionIcon, Button, Group, Paper, Popover, SegmentedControl, Select, Stack, TextInput } from "@mantine/core"; // prettier-ignore
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconClock, IconDeviceDesktop, IconDeviceMobile, IconFilter, IconSearch } from "@tabler/icons-react"; // prettier-ignore
import { useState, type ReactNode } from "react";
import { DEFAULT_PLACEMENTS } from "../../../src/storefront/default-items.js";
import { conditionsIn, fieldLabel, filterOf, isWhole, type Condition } from "../../parts/conditions.js";
import { FilterForm } from "../../parts/filter-form.js";
import { localInput, momentOf, OWN_ZONE, shownMoment } from "../../parts/moments.js";
import { PickProduct } from "../../parts/products.js";
import { useWorkingDraft } from "../../parts/working-draft.js";
import type { ListingPreview } from "../../server/listing-preview/listing-preview.js";
import { useChoices, type Requested } from "./use-preview.js";
import { VisitorControl } from "./visitor.js";
import { Action } from "../../parts/action.js";

const TYPING_MS = 400;

const icon = (label: string, Icon: typeof IconClock): ReactNode => (
  <Icon size={16} role="img" aria-label={label} style={{ display: "block" }} />
);

const DEVICES = [
  { value: "desktop", label: icon("Desktop", IconDeviceDesktop) },
  { value: "phone", label: icon("Phone", IconDeviceMobile) },
];

interface ControlsProps {
  readonly requested: Requested;
  readonly change: (change: Partial<Requested>) => void;
  readonly taste: ListingPreview["taste"];
}

export function Controls({ requested, change, taste }: ControlsProps) {
  const { data: choices } = useChoices();
  const { draft, configuration } = useWorkingDraft();
  const [isOpen, { toggle }] = useDisclosure();
  const [hasFilters, { toggle: toggleFilters }] = useDisclosure();
  const isListing = requested.placement === null;
  const sorts = choices?.sort_keys.filter(({ key }) => key !== choices.default_sort) ?? [];
  const filters = conditionsIn(requested.filters)?.length ?? 1;
  const select = { size: "xs", flex: "1 1 110px", miw: 110, maw: { sm: 190 } } as const;
  return (
    <Paper withBorder p="xs" component="section" aria-label="Preview options">
      <Group gap={6}>
        {isListing ? (
          <SearchInput value={requested.query} onChange={(query) => change({ query })} />
        ) : (
          <div style={{ flex: "2 1 140px" }}>
            <PickProduct
              label="Product"
              isCompact
              value={requested.product}
              onChange={(product) => change({ product })}
            />
          </div>
        )}
        <ActionIcon
          hiddenFrom="sm"
          variant="default"
          size={30}
          aria-label="Preview options"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <IconAdjustmentsHorizontal size={16} aria-hidden />
        </ActionIcon>
        <Group gap={6} display={{ base: isOpen ? "flex" : "none", sm: "contents" }}>
          <Select
            {...select}
            miw={146}
            aria-label="Page type"
            data={[
              { value: "", label: "Listing or search" },
              ...Object.keys({ ...DEFAULT_PLACEMENTS, ...configuration.placements }).map((key) => ({
                value: key,
                label: fieldLabel(key),
              })),
            ]}
            value={requested.placement ?? ""}
            onChange={(placement) => change({ placement: placement === "" ? null : placement })}
          />
          {isListing && (
            <>
              <Select
                {...select}
                aria-label="Category"
                searchable
                limit={100}
                data={[
                  { value: "", label: "All categories" },
                  ...(choices?.categories.map(({ value, products }) => ({ value, label: `${value} (${products})` })) ??
                    []),
                ]}
                value={requested.category ?? ""}
                onChange={(category) => change({ category: category === "" ? null : category })}
              />
              <Select
                {...select}
                aria-label="Sort option"
                data={[{ value: "", label: "Relevance" }, ...sorts.map(({ key, label }) => ({ value: key, label }))]}
                value={requested.sort ?? ""}
                onChange={(sort) => change({ sort: sort === "" ? null : sort })}
              />
              <Button
                size="xs"
                variant={filters > 0 ? "outline" : "default"}
                leftSection={<IconFilter size={16} aria-hidden />}
                aria-expanded={hasFilters}
                onClick={toggleFilters}
              >
                Filters{filters > 0 ? ` (${filters})` : ""}
              </Button>
            </>
          )}
          {draft !== null && (
            <Select
              {...select}
              miw={176}
              aria-label="Version"
              data={[
                { value: "", label: "Unpublished changes" },
                { value: "live", label: "Live" },
              ]}
              value={requested.version ?? ""}
              onChange={(version) => change({ version: version === "live" ? "live" : null })}
            />
          )}
          <VisitorControl
            shopper={requested.shopper}
            choices={choices}
            taste={taste}
            onChange={(shopper) => change({ shopper })}
          />
          <TimeControl at={requested.at} onChange={(at) => change({ at })} />
          <SegmentedControl
            size="xs"
            aria-label="Device"
            data={DEVICES}
            value={requested.device ?? "desktop"}
            onChange={(device) => change({ device: device === "phone" ? "phone" : null })}
          />
        </Group>
      </Group>
      {isListing && hasFilters && <Filters filters={requested.filters} onChange={change} />}
    </Paper>
  );
}

function SearchInput({ value, onChange }: { value: string; onChange: (query: string) => void }) {
  const [query, setQuery] = useState(value);
  // Updates the search field when the browser navigates back.
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    setQuery(value);
  }
  const requestLater = useDebouncedCallback(onChange, TYPING_MS);
  return (
    <TextInput
      size="xs"
      flex="2 1 140px"
      aria-label="Search"
      placeholder="Search products"
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={1000}
      value={query}
      onChange={({ currentTarget }) => {
        setQuery(currentTarget.value);
        requestLater(currentTarget.value);
      }}
    />
  );
}

const TimeControl = ({ at, onChange }: { at: string | null; onChange: (at: string | null) => void }) => (
  <Popover position="bottom-end" trapFocus>
    <Popover.Target>
      <Button size="xs" variant={at === null ? "default" : "outline"} leftSection={<IconClock size={16} aria-hidden />}>
        {at === null ? "Now" : shownMoment(at)}
      </Button>
    </Popover.Target>
    <Popover.Dropdown>
      <Stack gap="xs">
        <TextInput
          label="Date and time"
          description="Choose a time to preview scheduled rules and campaigns"
          type="datetime-local"
          value={localInput(at, OWN_ZONE)}
          onChange={({ currentTarget }) => onChange(momentOf(currentTarget.value, OWN_ZONE))}
        />
        <Action label="Now" size="xs" disabled={at === null} onClick={() => onChange(null)} />
      </Stack>
    </Popover.Dropdown>
  </Popover>
);

interface FiltersProps {
  readonly filters: Requested["filters"];
  readonly onChange: (change: Pick<Requested, "filters">) => void;
}

/** Filter form. It changes the preview only when all conditions are complete. */
function Filters({ filters, onChange }: FiltersProps) {
  const [conditions, setConditions] = useState(() => conditionsIn(filters));
  const edit = (next: Condition[]) => {
    setConditions(next);
    if (next.every(isWhole)) onChange({ filters: filterOf(next) });
  };
  return <FilterForm legend="Products where" conditions={conditions} onChange={edit} />;
}
