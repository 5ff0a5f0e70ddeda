import { Checkbox, Collapse, Button, NumberInput, Radio, Select, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { FormDialog } from "../../parts/form-dialog.js";
import { MatchingProducts } from "../../parts/matching-products.js";
import { momentOf } from "../../parts/moments.js";
import { RULE_ACTIONS, type ProductAction } from "../../parts/rule-actions.js";
import { Strength } from "../../parts/strength.js";
import { endsBeforeItBegins, NO_SCHEDULE, ScheduleInputs } from "../../parts/schedule.js";
import { scopesOf, targetName, type Comparison, type Curation, type PreviewedPage, type Target } from "./curate.js";
import { PositionInput } from "../../parts/inputs.js";

const comparisonsOf = (query: string) => [
  { value: "is", label: `Exactly “${query}”` },
  { value: "contains", label: `Contain “${query}”` },
  { value: "begins_with", label: `Begin with “${query}”` },
];

/** Maximum number of points of a rule, as in the configuration schema. */
const MAX_POINTS = 20;

export interface Started {
  readonly action: ProductAction;
  readonly target: Target;
  readonly position: number;
}

interface DialogProps extends Started {
  readonly page: PreviewedPage;
  readonly onClose: () => void;
  readonly onCurate: (curation: Curation) => void;
}

export function RuleDialog({ action, target, position: proposed, page, onClose, onCurate }: DialogProps) {
  const [position, setPosition] = useState<number | string>(proposed);
  const [points, setPoints] = useState<number | string>(3);
  const [schedule, setSchedule] = useState(NO_SCHEDULE);
  const [comparison, setComparison] = useState<Required<Comparison>>({ match: "is", exact: false });
  const scopes = scopesOf(page, comparison);
  const [chosen, setChosen] = useState(scopes[0]?.label);
  const [isOpen, { toggle }] = useDisclosure();
  const scope = scopes.find(({ label }) => label === chosen)?.scope ?? {};
  const { verb, asks } = RULE_ACTIONS[action];
  const query = page.query.trim();
  return (
    <FormDialog
      title={`${verb} ${targetName(target)}`}
      word={verb}
      isDisabled={endsBeforeItBegins(schedule)}
      onClose={onClose}
      onSubmit={() =>
        onCurate({
          action,
          target,
          position: Number(position),
          points: Number(points),
          scope,
          starts_at: momentOf(schedule.from, schedule.zone),
          ends_at: momentOf(schedule.until, schedule.zone),
        })
      }
    >
      {"field" in target && <MatchingProducts filters={{ [target.field]: target.value }} />}
      {asks.includes("position") && <PositionInput data-autofocus value={position} onChange={setPosition} />}
      {asks.includes("points") && <Strength points={points} onChange={setPoints} />}
      <Radio.Group label="Applies to" value={chosen ?? ""} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {scopes.map(({ label }) => (
            <Radio key={label} value={label} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={toggle} style={{ alignSelf: "start" }}>
        Advanced
      </Button>
      <Collapse expanded={isOpen}>
        <Stack>
          {asks.includes("points") && (
            <NumberInput label="Points" required min={0.1} max={MAX_POINTS} value={points} onChange={setPoints} />
          )}
          {scope.queries !== undefined && (
            <>
              <Select
                label="Searches that"
                data={comparisonsOf(query)}
                value={comparison.match}
                onChange={(match) => setComparison({ ...comparison, match: match as Required<Comparison>["match"] })}
              />
              <Checkbox
                label="Include plurals, typos, synonyms"
                checked={!comparison.exact}
                onChange={({ currentTarget }) => setComparison({ ...comparison, exact: !currentTarget.checked })}
              />
            </>
          )}
          <ScheduleInputs schedule={schedule} onChange={(change) => setSchedule({ ...schedule, ...change })} />
        </Stack>
      </Collapse>
      <Text c="dimmed">Shoppers see the change after you publish it.</Text>
    </FormDialog>
  );
}
