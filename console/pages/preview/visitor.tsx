import { Autocomplete, Badge, Button, Group, MultiSelect, Popover, SegmentedControl, Stack, TagsInput, Text } from "@mantine/core"; // prettier-ignore
import { useDebouncedCallback } from "@mantine/hooks";
import { IconUser } from "@tabler/icons-react";
import { useState } from "react";
import type { Choices } from "../../server/listing-preview/choices.js";
import type { ListingPreview } from "../../server/listing-preview/listing-preview.js";
import type { PreviewShopper } from "../../server/listing-preview/visitor.js";
import { fieldLabel } from "../../parts/conditions.js";
import { UNKNOWN_VISITOR } from "./use-preview.js";

const TYPING_MS = 400;
const MAX_TOKENS = 8;

const KINDS = [
  { value: "anonymous", label: "Unknown visitor" },
  { value: "known", label: "A device" },
  { value: "simulated", label: "Simulated profile" },
];

/** Renders options inside the popover, so that a click on an option does not close the popover. */
const INSIDE = { withinPortal: false };

interface VisitorProps {
  readonly shopper: PreviewShopper;
  readonly choices: Choices | undefined;
  readonly taste: ListingPreview["taste"];
  readonly onChange: (shopper: PreviewShopper) => void;
}

export function VisitorControl({ shopper, choices, taste, onChange }: VisitorProps) {
  const start = (kind: string) => {
    if (kind === "anonymous") onChange(UNKNOWN_VISITOR);
    else if (kind === "known") onChange({ kind: "known", device_id: choices?.devices[0]?.device_id ?? "device" });
    else onChange({ kind: "simulated" });
  };
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover position="bottom-end" width={340} trapFocus opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <Button
          size="xs"
          variant={shopper.kind === "anonymous" ? "default" : "outline"}
          leftSection={<IconUser size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {KINDS.find(({ value }) => value === shopper.kind)?.label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <SegmentedControl
            fullWidth
            orientation="vertical"
            aria-label="View as"
            data={KINDS}
            value={shopper.kind}
            onChange={start}
          />
          {shopper.kind === "known" && <ChooseDevice shopper={shopper} choices={choices} onChange={onChange} />}
          {shopper.kind === "simulated" && <SimulateProfile shopper={shopper} choices={choices} onChange={onChange} />}
          {taste !== null && shopper.kind === "known" && <Tokens taste={taste} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const Tokens = ({ taste }: { taste: NonNullable<ListingPreview["taste"]> }) => (
  <Group gap={6}>
    {taste.tokens.length === 0 && <Text>There is no data about this visitor yet.</Text>}
    {taste.tokens.slice(0, MAX_TOKENS).map(({ token, field, label }) => (
      <Badge key={token} variant="default" tt="none">
        {field === "price" ? `Price level: ${label}` : label}
      </Badge>
    ))}
  </Group>
);

type Known = Extract<PreviewShopper, { kind: "known" }>;
type Simulated = Extract<PreviewShopper, { kind: "simulated" }>;

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
    <>
      <Autocomplete
        label="Device ID"
        description="Recently active devices are suggested"
        maxLength={256}
        comboboxProps={INSIDE}
        data={choices?.devices.map(({ device_id }) => device_id) ?? []}
        value={device}
        onChange={(text) => {
          setDevice(text);
          report(text, user);
        }}
      />
      <Autocomplete
        label="User ID"
        description="User ID of a signed-in visitor"
        maxLength={256}
        comboboxProps={INSIDE}
        data={[...new Set(choices?.devices.flatMap(({ user_id }) => user_id ?? []))]}
        value={user}
        onChange={(text) => {
          setUser(text);
          report(device, text);
        }}
      />
    </>
  );
}

const SEPARATOR = "\u0000";
const MAX_LIKES = 20;

function SimulateProfile({ shopper, choices, onChange }: PartProps<Simulated>) {
  const { likes = [], products = [] } = shopper;
  return (
    <>
      <MultiSelect
        label="Likes"
        description="The most recently liked product comes first"
        searchable
        maxValues={MAX_LIKES}
        limit={100}
        comboboxProps={INSIDE}
        data={choices?.likes.map(({ field, values }) => ({
          group: fieldLabel(field),
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
        label="Viewed products"
        description="Product identifiers. The product viewed last comes first."
        maxTags={MAX_LIKES}
        comboboxProps={INSIDE}
        value={[...products]}
        onChange={(ids) => onChange({ ...shopper, products: ids })}
      />
    </>
  );
}
