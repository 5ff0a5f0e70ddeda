import { Fieldset, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { TESTS, fieldLabel, formatFilter, isWhole, typedValue, type Condition } from "./conditions.js";
import { PickField } from "./pick-field.js";
import { PickValues, useFields } from "./values.js";
import { Action } from "./action.js";

interface FilterFormProps {
  readonly legend: string;
  /** Whether conditions on the age of dates are offered. Request filters do not support such conditions. */
  readonly hasAges?: boolean;
  /** Conditions of the filter; `undefined` if the form cannot display the filter, which then stays unchanged. */
  readonly conditions: readonly Condition[] | undefined;
  readonly onChange: (conditions: Condition[]) => void;
}

const TIMELESS = ["string", "number", "boolean"] as const;

const NEW: Condition = { field: "", test: "is", values: [], number: "" };

/** Form for a filter on catalogue fields. Products must meet all conditions of the filter. */
export function FilterForm({ legend, hasAges = false, conditions, onChange }: FilterFormProps) {
  const { data: fields = [] } = useFields();
  if (conditions === undefined) {
    return <Text>{legend}: {formatFilter(undefined, fieldLabel)} . Edit it as JSON in the settings.</Text>; // prettier-ignore
  }
  const put = (at: number, change: Partial<Condition>) =>
    onChange(conditions.map((one, position) => (position === at ? { ...one, ...change } : one)));
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        {conditions.map((condition, at) => (
          <Group key={at} align="flex-end" gap="xs">
            <PickField
              label="Field"
              types={hasAges ? undefined : TIMELESS}
              value={condition.field}
              onChange={(field) => put(at, { ...NEW, field, test: testsOf(typeIn(fields, field))[0] ?? "is" })}
              style={{ flex: "1 1 9rem" }}
            />
            <Select
              label="Operator"
              data={[...new Set([...testsOf(typeIn(fields, condition.field)), condition.test])].map((value) => ({
                value,
                label: TESTS[value],
              }))}
              value={condition.test}
              onChange={(test) => put(at, { test: test as Condition["test"] })}
              style={{ flex: "1 1 8rem" }}
            />
            <div style={{ flex: "2 1 12rem" }}>
              {condition.test === "is" || condition.test === "not" ? (
                <PickValues
                  label="Values"
                  field={condition.field}
                  value={condition.values.map(String)}
                  onChange={(values) =>
                    put(at, { values: values.map((one) => typedValue(one, typeIn(fields, condition.field))) })
                  }
                />
              ) : (
                <NumberInput
                  label="Number"
                  required
                  value={condition.number}
                  onChange={(number) => put(at, { number: typeof number === "number" ? number : "" })}
                />
              )}
            </div>
            <Action
              label="Remove"
              name={`Remove condition ${at + 1}`}
              onClick={() => onChange(conditions.filter((_, position) => position !== at))}
            />
          </Group>
        ))}
        <Group>
          <Action
            label="Add a condition"
            size="compact-sm"
            disabled={!conditions.every(isWhole)}
            onClick={() => onChange([...conditions, NEW])}
          />
        </Group>
      </Stack>
    </Fieldset>
  );
}

const typeIn = (fields: readonly { readonly field: string; readonly type: string }[], wanted: string | null) =>
  fields.find(({ field }) => field === wanted)?.type;

function testsOf(type: string | undefined): readonly Condition["test"][] {
  if (type === "number") return ["least", "most", "is", "not"];
  if (type === "date") return ["newer", "older"];
  return ["is", "not"];
}
