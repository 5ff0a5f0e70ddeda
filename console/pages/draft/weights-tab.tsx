import { Fieldset, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { Answered } from "../../parts/loaded.js";
import { useSchema, type Schema } from "./use-schema.js";
import type { TabProps } from "./rules-tab.js";

type Values = Readonly<Record<string, unknown>>;

const SECTIONS = [
  { name: "field_weights", title: "Words in fields" },
  { name: "search", title: "Searches" },
  { name: "popularity", title: "Popularity" },
  { name: "ranking", title: "Ranking for a shopper" },
] as const;

/** Tab for numbers and switches, with descriptions from the schema. An empty field uses the default. */
export function WeightsTab({ configuration, onChange }: TabProps) {
  const query = useSchema();
  return (
    <Answered query={query}>
      {({ properties = {} }) => (
        <Stack maw={640}>
          <Text size="sm">What is left empty follows the default, which is shown in grey.</Text>
          {SECTIONS.map(({ name, title }) => (
            <Section
              key={name}
              title={title}
              schema={properties[name] ?? {}}
              values={valuesOf(configuration[name])}
              onChange={(values) => onChange(withMember(configuration, name, values))}
            />
          ))}
        </Stack>
      )}
    </Answered>
  );
}

interface SectionProps {
  readonly title: string;
  readonly schema: Schema;
  readonly values: Values;
  /** @param values `undefined` removes the section from the draft */
  readonly onChange: (values: Values | undefined) => void;
}

function Section({ title, schema, values, onChange }: SectionProps) {
  const set = (name: string, value: unknown) => {
    const next = withMember(values, name, value);
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <Fieldset legend={title}>
      <Stack>
        <Text size="sm">{schema.description}</Text>
        {Object.entries(schema.properties ?? {}).map(([name, member]) => (
          <Field key={name} name={name} schema={member} value={values[name]} onChange={(value) => set(name, value)} />
        ))}
      </Stack>
    </Fieldset>
  );
}

interface FieldProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function Field({ name, schema, value, onChange }: FieldProps) {
  const label = name.replaceAll("_", " ");
  switch (schema.type) {
    case "number":
    case "integer":
      return (
        <NumberInput
          label={label}
          description={schema.description}
          placeholder={String(schema.default)}
          min={schema.minimum ?? schema.exclusiveMinimum}
          max={schema.maximum}
          allowDecimal={schema.type === "number"}
          value={typeof value === "number" ? value : ""}
          onChange={(typed) => onChange(typeof typed === "number" ? typed : undefined)}
        />
      );
    case "boolean":
      return (
        <Switch
          label={label}
          description={schema.description}
          checked={typeof value === "boolean" ? value : schema.default === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case "object":
      return <Section title={label} schema={schema} values={valuesOf(value)} onChange={onChange} />;
    case undefined:
    default:
      return null;
  }
}

const valuesOf = (value: unknown): Values =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {};

const withMember = (values: object, name: string, value: unknown): Values =>
  Object.fromEntries(Object.entries({ ...values, [name]: value }).filter(([, member]) => member !== undefined));
