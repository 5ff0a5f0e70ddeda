import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { OWN_ZONE, type Schedule } from "./moments.js";

export const NO_SCHEDULE: Schedule = { from: "", until: "", zone: OWN_ZONE };

export const endsBeforeItBegins = ({ from, until }: Schedule): boolean => from !== "" && until !== "" && from >= until;

const ZONES = [...new Set([OWN_ZONE, "UTC", ...Intl.supportedValuesOf("timeZone")])];

interface ScheduleInputsProps {
  readonly schedule: Schedule;
  /** Whether the rule is part of a campaign, whose period its own times narrow. */
  readonly isWithin?: boolean;
  readonly onChange: (change: Partial<Schedule>) => void;
}

/** Inputs for a start and end time and their time zone. */
export const ScheduleInputs = ({ schedule, isWithin = false, onChange }: ScheduleInputsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <TextInput
      label="From"
      description={isWithin ? "Empty: with the campaign" : "Empty: at once"}
      type="datetime-local"
      value={schedule.from}
      onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
    />
    <TextInput
      label="Until"
      description={isWithin ? "Empty: with the campaign" : "Empty: for ever"}
      type="datetime-local"
      value={schedule.until}
      error={endsBeforeItBegins(schedule) ? "It would end before it begins" : undefined}
      onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
    />
    <Select
      label="By the clocks of"
      description="Of both times"
      searchable
      allowDeselect={false}
      data={ZONES.includes(schedule.zone) ? ZONES : [schedule.zone, ...ZONES]}
      value={schedule.zone}
      onChange={(zone) => onChange({ zone: zone ?? OWN_ZONE })}
    />
  </SimpleGrid>
);
