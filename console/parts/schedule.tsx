import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";
import { OWN_ZONE, type Schedule } from "./moments.js";

export const NO_SCHEDULE: Schedule = { from: "", until: "", zone: OWN_ZONE };

export const endsBeforeItBegins = ({ from, until }: Schedule): boolean => from !== "" && until !== "" && from >= until;

const ZONES = [...new Set([OWN_ZONE, "UTC", ...Intl.supportedValuesOf("timeZone")])];

interface ScheduleInputsProps {
  readonly schedule: Schedule;
  /**
   * Whether the rule belongs to a campaign. The rule's own start and end then apply only within the campaign's period.
   */
  readonly isWithin?: boolean;
  readonly onChange: (change: Partial<Schedule>) => void;
}

export const ScheduleInputs = ({ schedule, isWithin = false, onChange }: ScheduleInputsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <TextInput
      label="Start"
      description={isWithin ? "Leave empty for the start of the campaign" : "Leave empty for no start"}
      type="datetime-local"
      value={schedule.from}
      onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
    />
    <TextInput
      label="End"
      description={isWithin ? "Leave empty for the end of the campaign" : "Leave empty for no end"}
      type="datetime-local"
      value={schedule.until}
      error={endsBeforeItBegins(schedule) ? "The end is before the start" : undefined}
      onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
    />
    <PickZone value={schedule.zone} onChange={(zone) => onChange({ zone })} />
  </SimpleGrid>
);

/** Selector for a time zone. Its search starts empty, so that typing does not append to the selected name. */
function PickZone({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  return (
    <Select
      label="Time zone"
      description="Time zone of the start and the end"
      searchable
      limit={100}
      data={ZONES.includes(value) ? ZONES : [value, ...ZONES]}
      nothingFoundMessage="Unknown time zone"
      searchValue={isOpen ? typed : value}
      onSearchChange={setTyped}
      onDropdownOpen={() => {
        setTyped("");
        setOpen(true);
      }}
      onDropdownClose={() => setOpen(false)}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
    />
  );
}
