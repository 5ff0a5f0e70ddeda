import { SimpleGrid, TextInput } from "@mantine/core";

/** Local times as inputs have them; "" for none. */
export interface Schedule {
  readonly from: string;
  readonly until: string;
}

export const endsBeforeItBegins = ({ from, until }: Schedule): boolean => from !== "" && until !== "" && from >= until;

interface ScheduleInputsProps {
  readonly schedule: Schedule;
  readonly onChange: (change: Partial<Schedule>) => void;
}

/** When a rule is in force. */
export const ScheduleInputs = ({ schedule, onChange }: ScheduleInputsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <TextInput
      label="From"
      description="Empty: at once"
      type="datetime-local"
      value={schedule.from}
      onChange={({ currentTarget }) => onChange({ from: currentTarget.value })}
    />
    <TextInput
      label="Until"
      description="Empty: for ever"
      type="datetime-local"
      value={schedule.until}
      error={endsBeforeItBegins(schedule) ? "It would end before it begins" : undefined}
      onChange={({ currentTarget }) => onChange({ until: currentTarget.value })}
    />
  </SimpleGrid>
);
