import {
  Anchor,
  Button,
  Group,
  Input,
  NumberInput,
  Select,
  Slider,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useEffect, useId, useState, type SubmitEvent } from "react";
import { Link } from "wouter";
import type { DraftEntry } from "../../server/drafts/draft.js";
import { Answered, Problem } from "../../parts/loaded.js";
import { isRefusedForImpact, useGate, type Gate } from "../../parts/review.js";
import { loadReview, useDrafts, useStart } from "./use-experiments.js";

/** Form that starts an experiment with a draft as variant B. */
export function StartForm() {
  const drafts = useDrafts();
  return (
    <Answered query={drafts}>
      {(found) =>
        found.length === 0 ? (
          <Text>
            An experiment tries a draft, and there is none yet.{" "}
            <Anchor component={Link} href="/console/drafts">
              Begin a draft
            </Anchor>{" "}
            with the change that you want to try.
          </Text>
        ) : (
          <Form drafts={found} />
        )
      }
    </Answered>
  );
}

function Form({ drafts }: { readonly drafts: readonly DraftEntry[] }) {
  const start = useStart();
  const [draft, setDraft] = useState<string | null>(null);
  const [name, setName] = useState("");
  const [hypothesis, setHypothesis] = useState("");
  const [share, setShare] = useState(100);
  const [split, setSplit] = useState(50);
  const [days, setDays] = useState(14);

  const [accepting, setAccepting] = useState<Gate["accepting"] | null>(null);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (draft === null) return;
    const plan = { name: name.trim(), hypothesis, draft_id: draft, share: share / 100, split: split / 100, days };
    start.mutate({ ...plan, ...accepting });
  }

  return (
    <form onSubmit={submit} aria-label="Start an experiment">
      <Stack maw={560}>
        {start.error !== null && !isRefusedForImpact(start.error) && <Problem error={start.error} />}
        <Select
          label="Draft to try (B)"
          description="A is what is in force; both get what is published meanwhile."
          data={drafts.map(({ id, title }) => ({ value: id, label: title }))}
          value={draft}
          onChange={setDraft}
          required
        />
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={200}
          required
        />
        <Textarea
          label="What do you expect?"
          description="Say beforehand which measure decides."
          value={hypothesis}
          onChange={(event) => setHypothesis(event.currentTarget.value)}
          maxLength={2_000}
          autosize
          minRows={2}
        />
        <Percent label="Devices that take part" value={share} onChange={setShare} range={[1, 100]} />
        <Percent label="Of these get B" value={split} onChange={setSplit} range={[5, 95]} />
        <NumberInput
          label="Planned days"
          description="Whole weeks are best; results are judged when they are over."
          value={days}
          onChange={(value) => setDays(Number(value))}
          min={1}
          max={90}
          allowDecimal={false}
          required
        />
        {draft !== null && (
          <GateOf
            key={draft}
            draft={draft}
            refused={start.variables?.draft_id === draft ? start.error : null}
            onGate={setAccepting}
          />
        )}
        <Group>
          <Button
            type="submit"
            loading={start.isPending}
            disabled={draft === null || name.trim() === "" || accepting === null}
          >
            Start the experiment
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface GateOfProps {
  readonly draft: string;
  readonly refused: Error | null;
  /** Receives the review's confirmation to send with the start, or `null` while starting is not allowed. */
  readonly onGate: (accepting: Gate["accepting"] | null) => void;
}

/** Review of the draft chosen as variant B. */
function GateOf({ draft, refused, onGate }: GateOfProps) {
  const gate = useGate(["start", draft], (signal) => loadReview({ draft_id: draft }, signal), refused);
  const { accept_impact } = gate.accepting;
  useEffect(() => {
    onGate(gate.isOpen ? (accept_impact === undefined ? {} : { accept_impact }) : null);
    return () => onGate(null);
  }, [gate.isOpen, accept_impact, onGate]);
  return gate.view;
}

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
