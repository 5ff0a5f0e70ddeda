import { Button, Fieldset, Group, NumberInput, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../api.js";
import { Answered } from "../../parts/loaded.js";
import { useState } from "react";
import type { EditProps } from "../../parts/page.js";
import { useSession } from "../../parts/session.js";

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

type Values = Readonly<Record<string, unknown>>;

const SECTIONS = [
  { name: "field_weights", title: "Searchable fields" },
  { name: "search", title: "Search" },
  { name: "popularity", title: "Popularity" },
  { name: "ranking", title: "Personalized ranking" },
] as const;

/**
 * Form for the numbers and on/off settings of the ranking, with descriptions from the schema. An empty field uses the
 * default.
 */
export function Weights({ configuration, onChange }: EditProps) {
  const query = useQuery({
    queryKey: ["configuration-schema"],
    queryFn: () => api.get<Schema>("drafts/schema"),
    staleTime: Infinity,
  });
  const { may } = useSession();
  const [edited, setEdited] = useState<Values | null>(null);
  const shown = edited ?? configuration;
  return (
    <Answered query={query}>
      {({ properties = {} }) => (
        <Stack maw={640}>
          <Text>Empty fields use the default weight, which is shown in grey.</Text>
          {SECTIONS.map(({ name, title }) => (
            <Section
              key={name}
              title={title}
              schema={properties[name] ?? {}}
              values={valuesOf((shown as Values)[name])}
              onChange={(values) => setEdited(withMember(shown, name, values))}
            />
          ))}
          {may("editor") && (
            <Group>
              <Button
                disabled={edited === null}
                onClick={() => {
                  onChange(shown);
                  setEdited(null);
                }}
              >
                Save
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Answered>
  );
}

interface SectionProps {
  readonly title: string;
  readonly schema: Schema;
  readonly values: Values;
  /** Changes the weights of the section, or removes the section if `values` is `undefined`. */
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
        <Text>{schema.description}</Text>
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
