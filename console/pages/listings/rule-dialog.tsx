import { Checkbox, Radio, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { FormDialog } from "../../parts/form-dialog.js";
import { momentOf } from "../../parts/moments.js";
import { PositionInput } from "../../parts/position-input.js";
import { RULE_ACTIONS } from "../../parts/rule-actions.js";
import { endsBeforeItBegins, NO_SCHEDULE, ScheduleInputs } from "../../parts/schedule.js";
import { type Comparison, EVERYWHERE, scopeOf, type PreviewedPage, type Steering } from "./curate.js";

/** Boost strengths in points. In a listing, n points weigh like a popularity e^n times as high. */
const STRENGTHS = [
  { value: "0.7", label: "A little" },
  { value: "3", label: "Clearly" },
  { value: "8", label: "To the edge" },
];

const comparisonsOf = (query: string) => [
  { value: "is", label: `that are “${query}”` },
  { value: "contains", label: `that contain “${query}”` },
  { value: "begins_with", label: `that begin with “${query}”` },
];

/** Product that a rule is created for. */
export interface Steered {
  readonly id: string;
  readonly name: string;
  /** Current position; 1 for a product that is not in the list. */
  readonly rank: number;
}

interface DialogProps {
  readonly action: Steering["action"];
  readonly product: Steered;
  readonly page: PreviewedPage;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onCurate: (steering: Steering) => void;
}

/** Dialog that sets the scope, strength and schedule of a curation rule. */
export function RuleDialog({ action, product, page, isBusy, onClose, onCurate }: DialogProps) {
  const [where, setWhere] = useState("here");
  const [position, setPosition] = useState<number | string>(product.rank);
  const [points, setPoints] = useState("3");
  const [schedule, setSchedule] = useState(NO_SCHEDULE);
  const { verb, asks } = RULE_ACTIONS[action];
  const [comparison, setComparison] = useState<Required<Comparison>>({ match: "is", exact: false });
  const here = scopeOf(page, comparison);
  const isAnywhere = Object.keys(here).length === 0;
  const isBackwards = endsBeforeItBegins(schedule);
  return (
    <FormDialog
      title={`${verb} ${product.name}`}
      word={verb}
      isBusy={isBusy}
      isDisabled={isBackwards}
      onClose={onClose}
      onSubmit={() =>
        onCurate({
          action,
          product: product.id,
          position: Number(position),
          points: Number(points),
          scope: where === "here" || asks.includes("position") ? here : EVERYWHERE,
          starts_at: momentOf(schedule.from, schedule.zone),
          ends_at: momentOf(schedule.until, schedule.zone),
        })
      }
    >
      {asks.includes("position") && <PositionInput data-autofocus value={position} onChange={setPosition} />}
      {asks.includes("points") && (
        <div>
          <Text component="span" size="sm" fw={500} id="strength">
            How much
          </Text>
          <SegmentedControl fullWidth aria-labelledby="strength" data={STRENGTHS} value={points} onChange={setPoints} />
        </div>
      )}
      {!asks.includes("position") && (
        <Radio.Group label="Where" value={where} onChange={setWhere}>
          <Stack gap="xs" mt="xs">
            <Radio
              value="here"
              label={isAnywhere ? "In all listings and searches" : "Only in this listing or search"}
            />
            {!isAnywhere && <Radio value="everywhere" label="In all listings and searches" />}
          </Stack>
        </Radio.Group>
      )}
      {page.query.trim() !== "" && (where === "here" || asks.includes("position")) && (
        <>
          <Select
            label="For searches"
            data={comparisonsOf(page.query.trim())}
            allowDeselect={false}
            value={comparison.match}
            onChange={(match) => setComparison({ ...comparison, match: match as Required<Comparison>["match"] })}
          />
          <Checkbox
            label="Also in other forms"
            description="Plurals, articles, synonyms, and what the search corrects"
            checked={!comparison.exact}
            onChange={(event) => setComparison({ ...comparison, exact: !event.currentTarget.checked })}
          />
        </>
      )}
      <ScheduleInputs schedule={schedule} onChange={(change) => setSchedule({ ...schedule, ...change })} />
      <Text size="sm" c="dimmed">
        This goes into a draft. Shoppers see nothing of it until the draft is published.
      </Text>
    </FormDialog>
  );
}
