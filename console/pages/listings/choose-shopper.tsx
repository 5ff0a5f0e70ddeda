import { Autocomplete, Badge, Group, MultiSelect, SegmentedControl, Stack, TagsInput, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import type { Choices } from "../../server/listing-preview/choices.js";
import type { ListingPreview, PreviewShopper } from "../../server/listing-preview/listing-preview.js";
import { NOBODY } from "./use-listing-preview.js";

const TYPING_MS = 400;
const MAX_TOKENS = 8;

const KINDS = [
  { value: "anonymous", label: "Anonymous" },
  { value: "known", label: "A device" },
  { value: "invented", label: "Invented taste" },
];

interface ChooseShopperProps {
  readonly shopper: PreviewShopper;
  readonly choices: Choices | undefined;
  readonly taste: ListingPreview["taste"];
  readonly onChange: (shopper: PreviewShopper) => void;
}

/** Selector for the previewed shopper: unknown, a known device, or a simulated profile. */
export function ChooseShopper({ shopper, choices, taste, onChange }: ChooseShopperProps) {
  const start = (kind: string) => {
    if (kind === "anonymous") onChange(NOBODY);
    else if (kind === "known") onChange({ kind: "known", device_id: choices?.devices[0]?.device_id ?? "device" });
    else onChange({ kind: "invented" });
  };
  return (
    <Stack gap="xs">
      <Group align="center" gap="sm">
        <Text component="span" size="sm" fw={500} id="shopper-kind">
          As
        </Text>
        <SegmentedControl aria-labelledby="shopper-kind" data={KINDS} value={shopper.kind} onChange={start} />
      </Group>
      {shopper.kind === "known" && <ChooseDevice shopper={shopper} choices={choices} onChange={onChange} />}
      {shopper.kind === "invented" && <InventTaste shopper={shopper} choices={choices} onChange={onChange} />}
      {taste !== null && shopper.kind === "known" && (
        <Tokens taste={taste} whose={shopper.user_id == null ? "device" : "user"} />
      )}
    </Stack>
  );
}

interface TokensProps {
  readonly taste: NonNullable<ListingPreview["taste"]>;
  readonly whose: "device" | "user";
}

const Tokens = ({ taste, whose }: TokensProps) => (
  <Group gap={6}>
    <Text size="sm">
      {taste.tokens.length === 0 ? `Nothing is known of this ${whose}.` : `Known of this ${whose}:`}
    </Text>
    {taste.tokens.slice(0, MAX_TOKENS).map(({ token, label }) => (
      <Badge key={token} variant="default" tt="none">
        {label}
      </Badge>
    ))}
  </Group>
);

type Known = Extract<PreviewShopper, { kind: "known" }>;
type Invented = Extract<PreviewShopper, { kind: "invented" }>;

interface PartProps<S> {
  readonly shopper: S;
  readonly choices: Choices | undefined;
  readonly onChange: (shopper: PreviewShopper) => void;
}

function ChooseDevice({ shopper, choices, onChange }: PartProps<Known>) {
  const [device, setDevice] = useState(shopper.device_id);
  const [user, setUser] = useState(shopper.user_id ?? "");
  const report = useDebouncedCallback((device_id: string, user_id: string) => {
    if (device_id.trim() !== "") onChange({ kind: "known", device_id, ...(user_id === "" ? {} : { user_id }) });
  }, TYPING_MS);
  return (
    <Group align="flex-end" grow preventGrowOverflow={false}>
      <Autocomplete
        label="Device"
        description="Its identifier; those that were answered last are proposed"
        maxLength={256}
        data={choices?.devices.map(({ device_id }) => device_id) ?? []}
        value={device}
        onChange={(text) => {
          setDevice(text);
          report(text, user);
        }}
      />
      <Autocomplete
        label="User"
        description="For a shopper who is logged in"
        maxLength={256}
        data={[...new Set(choices?.devices.flatMap(({ user_id }) => user_id ?? []))]}
        value={user}
        onChange={(text) => {
          setUser(text);
          report(device, text);
        }}
      />
    </Group>
  );
}

const SEPARATOR = "\u0000";
const MAX_LIKES = 20;

function InventTaste({ shopper, choices, onChange }: PartProps<Invented>) {
  const { likes = [], products = [] } = shopper;
  return (
    <Group align="flex-end" grow preventGrowOverflow={false}>
      <MultiSelect
        label="Likes"
        description="Latest first"
        searchable
        maxValues={MAX_LIKES}
        limit={100}
        data={choices?.likes.map(({ field, values }) => ({
          group: field,
          items: values.map(({ value }) => ({ value: `${field}${SEPARATOR}${value}`, label: value })),
        }))}
        value={likes.map(({ field, value }) => `${field}${SEPARATOR}${value}`)}
        onChange={(chosen) =>
          onChange({
            ...shopper,
            likes: chosen.map((one) => {
              const [field = "", value = ""] = one.split(SEPARATOR);
              return { field, value };
            }),
          })
        }
      />
      <TagsInput
        label="Has looked at"
        description="Product identifiers, latest first"
        maxTags={MAX_LIKES}
        value={[...products]}
        onChange={(ids) => onChange({ ...shopper, products: ids })}
      />
    </Group>
  );
}
