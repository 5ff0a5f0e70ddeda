import {
  Button,
  Group,
  JsonInput,
  Modal,
  NumberInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import type { RuleAction, RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { localInput, momentOf } from "../../parts/moments.js";
import { RULE_ACTION_NAMES, RULE_ACTIONS } from "../../parts/rule-actions.js";
import { endsBeforeItBegins, ScheduleInputs } from "../../parts/schedule.js";
import { isText } from "./everything-tab.js";

const ACTIONS = RULE_ACTION_NAMES.map((value) => ({ value, label: RULE_ACTIONS[value].label }));

/** Identifiers and searches may hold commas. */
const NO_SPLIT: string[] = [];

interface RuleFormProps {
  /** Null: a new one. */
  readonly rule: RuleDocument | null;
  /** The keys of the other rules. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onDone: (rule: RuleDocument) => void;
}

/** What the form holds, as its inputs have it. */
interface Typed {
  readonly key: string;
  readonly action: string;
  readonly product: string;
  readonly position: number | string;
  readonly points: number | string;
  readonly target: string;
  readonly products: readonly string[];
  readonly filters: string;
  readonly queries: readonly string[];
  readonly categories: readonly string[];
  readonly whenFilters: string;
  readonly from: string;
  readonly until: string;
}

/** A rule in a form. */
export function RuleForm({ rule, taken, onClose, onDone }: RuleFormProps) {
  const [typed, setTyped] = useState(() => typedOf(rule));
  const set = (change: Partial<Typed>) => setTyped({ ...typed, ...change });
  const { action } = typed;
  const asks = asksOf(action);
  const isTaken = taken.includes(typed.key);
  const isBackwards = endsBeforeItBegins(typed);
  const wrongFilters = asks.includes("target") && typed.target === "filters" && !isText(typed.filters);
  const wrongWhen = typed.whenFilters.trim() !== "" && !isText(typed.whenFilters);
  const isWrong = isTaken || isBackwards || wrongFilters || wrongWhen;
  return (
    <Modal opened onClose={onClose} size="lg" title={rule === null ? "Add a rule" : `Edit ${typed.key}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) onDone(ruleOf(typed, rule));
        }}
      >
        <Stack>
          <TextInput
            label="Name"
            description="Letters, digits, _, . and -; explanations name the rule by it"
            required
            maxLength={100}
            pattern="[A-Za-z0-9][A-Za-z0-9_.\-]*"
            data-autofocus
            value={typed.key}
            error={isTaken ? "Another rule has this name" : undefined}
            onChange={({ currentTarget }) => set({ key: currentTarget.value })}
          />
          <Select
            label="What it does"
            data={ACTIONS}
            allowDeselect={false}
            value={action}
            onChange={(value) => set({ action: value ?? "boost" })}
          />
          {asks.includes("place") && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <TextInput
                label="Product"
                description="Its identifier"
                required
                maxLength={512}
                value={typed.product}
                onChange={({ currentTarget }) => set({ product: currentTarget.value })}
              />
              <NumberInput
                label="Place"
                description="From 1, over all pages"
                required
                min={1}
                max={1000}
                allowDecimal={false}
                value={typed.position}
                onChange={(position) => set({ position })}
              />
            </SimpleGrid>
          )}
          {asks.includes("target") && (
            <>
              <Radio.Group label="Which products" value={typed.target} onChange={(target) => set({ target })}>
                <Group mt="xs">
                  <Radio value="products" label="These products" />
                  <Radio value="filters" label="What a filter matches" />
                </Group>
              </Radio.Group>
              {typed.target === "products" ? (
                <TagsInput
                  label="Products"
                  description="Identifiers, each with Enter"
                  acceptValueOnBlur
                  splitChars={NO_SPLIT}
                  value={[...typed.products]}
                  onChange={(products) => set({ products })}
                />
              ) : (
                <JsonInput
                  label="Filter of products"
                  description='As in requests: {"designer": "Fernwick"}'
                  autosize
                  minRows={2}
                  value={typed.filters}
                  error={wrongFilters ? "This is not a JSON object" : undefined}
                  onChange={(filters) => set({ filters })}
                />
              )}
            </>
          )}
          {asks.includes("points") && (
            <NumberInput
              label="Points"
              description="0.7 is a little, 3 is clear, 8 is to the edge"
              min={0.01}
              max={20}
              step={0.1}
              required
              value={typed.points}
              onChange={(points) => set({ points })}
            />
          )}
          <TagsInput
            label="For searches"
            description="What was typed, each with Enter; none: for all requests"
            acceptValueOnBlur
            splitChars={NO_SPLIT}
            value={[...typed.queries]}
            onChange={(queries) => set({ queries })}
          />
          <TagsInput
            label="For categories"
            description="And those below; none: for all"
            acceptValueOnBlur
            splitChars={NO_SPLIT}
            value={[...typed.categories]}
            onChange={(categories) => set({ categories })}
          />
          <JsonInput
            label="For requests with this filter"
            description="None: for all"
            autosize
            minRows={1}
            value={typed.whenFilters}
            error={wrongWhen ? "This is not a JSON object" : undefined}
            onChange={(whenFilters) => set({ whenFilters })}
          />
          <ScheduleInputs schedule={typed} onChange={set} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isWrong}>
              {rule === null ? "Add" : "Change"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** A draft may hold any action; the form shows one that does not exist as a boost. */
const asksOf = (action: string) =>
  RULE_ACTIONS[Object.hasOwn(RULE_ACTIONS, action) ? (action as RuleAction) : "boost"].asks;

/** Whatever a draft holds, as text in the inputs. */
function typedOf(rule: RuleDocument | null): Typed {
  const { key, action = "boost", when, starts_at, ends_at, ...rest } = (rule ?? {}) as Record<string, unknown>;
  const { queries, categories, filters: whenFilters } = (when ?? {}) as Record<string, unknown>;
  const { product, position, points, products, filters } = rest;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const json = (value: unknown) => (value == null ? "" : JSON.stringify(value, null, 2));
  const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);
  const number = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise);
  return {
    key: text(key),
    action: text(action),
    product: text(product),
    position: number(position, 1),
    points: number(points, 3),
    target: filters == null ? "products" : "filters",
    products: texts(products),
    filters: json(filters),
    queries: texts(queries),
    categories: texts(categories),
    whenFilters: json(whenFilters),
    from: localInput(text(starts_at)),
    until: localInput(text(ends_at)),
  };
}

/** What is left empty is left out, so that documents stay short. */
function ruleOf(typed: Typed, before: RuleDocument | null): RuleDocument {
  const { key, action, product, position, points, target, products, filters } = typed;
  const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
  const when = {
    ...(typed.queries.length === 0 ? {} : { queries: typed.queries }),
    ...(typed.categories.length === 0 ? {} : { categories: typed.categories }),
    ...(typed.whenFilters.trim() === "" ? {} : { filters: json(typed.whenFilters) }),
  };
  const asks = asksOf(action);
  const does = {
    ...(asks.includes("place") && { product, position: Number(position) }),
    ...(asks.includes("target") && (target === "products" ? { products } : { filters: json(filters) })),
    ...(asks.includes("points") && { points: Number(points) }),
  };
  const starts_at = sameMoment(typed.from, before?.starts_at);
  const ends_at = sameMoment(typed.until, before?.ends_at);
  return {
    key,
    action,
    ...does,
    ...(Object.keys(when).length === 0 ? {} : { when }),
    ...(starts_at === null ? {} : { starts_at }),
    ...(ends_at === null ? {} : { ends_at }),
  } as RuleDocument;
}

/** Inputs know no seconds and no time zones: what was not changed stays as it was written. */
const sameMoment = (local: string, before: string | null | undefined): string | null =>
  before != null && local === localInput(before) ? before : momentOf(local);
