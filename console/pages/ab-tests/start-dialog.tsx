import { Accordion, Input, Modal, NumberInput, Select, Slider, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { orDefault } from "../../../src/storefront/default-items.js";
import type { SortKey } from "../../../src/storefront/sorts-configuration.js";
import { FormDialog } from "../../parts/form-dialog.js";
import type { Gate } from "../../parts/review.js";
import { useSession } from "../../parts/session.js";
import { useWorkingDraft } from "../../parts/working-draft.js";
import { StartGate } from "./start-gate.js";
import { useStart, type Variant } from "./use-ab-tests.js";
import { Action } from "../../parts/action.js";

/** Change to test: another default sort option, or a draft. */
export type Goal = "sort" | "draft";

interface StartDialogProps {
  readonly goal: Goal;
  readonly onClose: () => void;
}

const TITLES = { sort: "Test two sort orders", draft: "Test unpublished changes or a draft" };

export function StartDialog({ goal, onClose }: StartDialogProps) {
  const { drafts } = useWorkingDraft();
  if (goal === "sort" || drafts.length > 0) return <StartForm goal={goal} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={TITLES.draft}>
      <Stack align="flex-start">
        <Text>There are no unpublished changes. Change a rule or a setting, then test it here.</Text>
        <Action label="Open rules" variant="filled" href="/console/rules" />
      </Stack>
    </Modal>
  );
}

function StartForm({ goal, onClose }: StartDialogProps) {
  const { session } = useSession();
  const { live, draft, drafts, change } = useWorkingDraft();
  const start = useStart();
  const sorts = orDefault("sort_keys", live.sort_keys) as readonly SortKey[];
  const current = sorts.find(({ key }) => key === live.default_sort) ?? sorts[0];
  const [chosen, setChosen] = useState(goal === "draft" ? (draft?.id ?? null) : null);
  const [typedName, setName] = useState<string | null>(null);
  const [hypothesis, setHypothesis] = useState("");
  const [share, setShare] = useState(100);
  const [split, setSplit] = useState(50);
  const [days, setDays] = useState(14);
  const [accepting, setAccepting] = useState<Gate["accepting"] | null>(null);

  const options =
    goal === "sort"
      ? sorts.filter((sort) => sort !== current).map(({ key, label }) => ({ value: key, label }))
      : drafts.map(({ id, title }) => ({
          value: id,
          label: id === draft?.id ? `Unpublished changes (${title})` : title,
        }));
  const label = options.find(({ value }) => value === chosen)?.label ?? "";
  const proposedName = goal === "sort" && label !== "" ? `${current?.label ?? "–"} or ${label}` : label;
  const name = typedName ?? proposedName.slice(0, MAX_NAME);
  const variant: Variant | null =
    chosen === null ? null : goal === "sort" ? { default_sort: chosen } : { draft_id: chosen };
  // Only drafts can be approved. If the test needs approval, a sort order is therefore added to a draft first.
  const isForApproval = goal === "sort" && session.needs_approval;

  function submit() {
    if (variant === null) return;
    if ("default_sort" in variant && isForApproval) {
      void change(
        (configuration) => ({ ...configuration, ...variant }),
        "The sort order was added to the unpublished changes. After their approval, you can start the test.",
      ).then((isSaved) => isSaved && onClose());
      return;
    }
    const plan = {
      name: name.trim(),
      hypothesis: hypothesis.trim() || null,
      variant,
      share: share / 100,
      split: split / 100,
    };
    start.mutate({ ...plan, days, ...accepting }, { onSuccess: onClose });
  }

  return (
    <FormDialog
      title={TITLES[goal]}
      word={isForApproval ? "Add to unpublished changes" : "Start test"}
      size="lg"
      request={start}
      isDisabled={variant === null || name.trim() === "" || accepting === null}
      onClose={onClose}
      onSubmit={submit}
    >
      <Select
        label={goal === "sort" ? "Sort order of the variant" : "Variant"}
        description={
          goal === "sort"
            ? `Original: ${current?.label ?? "–"}, the default sort option now`
            : "Original: the live configuration"
        }
        placeholder={goal === "sort" ? "Choose a sort option" : "Choose a draft"}
        data={options}
        value={chosen}
        onChange={(next) => {
          start.reset();
          setChosen(next);
        }}
        data-autofocus
        required
      />
      <TextInput
        label="Name"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        maxLength={MAX_NAME}
        required
      />
      <Textarea
        label="Hypothesis"
        description="The expected effect, and the metric that decides the test"
        value={hypothesis}
        onChange={({ currentTarget }) => setHypothesis(currentTarget.value)}
        maxLength={2_000}
        autosize
        minRows={2}
      />
      <NumberInput
        label="Days"
        description="We recommend testing for whole weeks. The results are final after the last day of the test."
        value={days}
        onChange={(value) => setDays(Number(value))}
        min={1}
        max={90}
        allowDecimal={false}
        required
      />
      <Accordion variant="contained">
        <Accordion.Item value="advanced">
          <Accordion.Control>Advanced</Accordion.Control>
          <Accordion.Panel>
            <Stack>
              <Percent label="Devices in the test" value={share} onChange={setShare} range={[1, 100]} />
              <Percent label="Devices that see the variant" value={split} onChange={setSplit} range={[5, 95]} />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      {variant !== null && <StartGate key={chosen} variant={variant} refused={start.error} onGate={setAccepting} />}
    </FormDialog>
  );
}

const MAX_NAME = 200;

interface PercentProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly range: readonly [min: number, max: number];
}

function Percent({ label, value, onChange, range: [min, max] }: PercentProps) {
  const id = useId();
  return (
    <Stack gap={4}>
      <Input.Label labelElement="div" id={id}>
        {label}: {value} %
      </Input.Label>
      <Slider {...{ value, onChange, min, max }} label={(at) => `${at} %`} thumbProps={{ "aria-labelledby": id }} />
    </Stack>
  );
}
