import {
  Button,
  Checkbox,
  Group,
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
import { conditionsIn, filterOf, isWhole, type Condition } from "../../parts/conditions.js";
import { FilterForm } from "../../parts/filter-form.js";
import { localInput, momentOf } from "../../parts/moments.js";
import { PickProduct, PickProducts } from "../../parts/products.js";
import { PickValues } from "../../parts/values.js";
import { RULE_ACTION_NAMES, RULE_ACTIONS } from "../../parts/rule-actions.js";
import { endsBeforeItBegins, ScheduleInputs } from "../../parts/schedule.js";

const MATCHES = [
  { value: "is", label: "are one of these" },
  { value: "contains", label: "contain one of these" },
  { value: "begins_with", label: "begin with one of these" },
];

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
  /** Undefined: of a shape that no form shows. */
  readonly filters: readonly Condition[] | undefined;
  readonly queries: readonly string[];
  readonly categories: readonly string[];
  readonly match: string;
  readonly exact: boolean;
  readonly whenFilters: readonly Condition[] | undefined;
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
  const isShort = (conditions: Typed["filters"], least: number) =>
    conditions !== undefined && (conditions.length < least || !conditions.every(isWhole));
  const isUnaimed =
    (asks.includes("place") && typed.product === "") ||
    (asks.includes("target") && typed.target === "products" && typed.products.length === 0) ||
    (asks.includes("target") && typed.target === "filters" && isShort(typed.filters, 1));
  const isWrong = isTaken || isBackwards || isUnaimed || isShort(typed.whenFilters, 0);
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
            description="In your words; explanations name the rule by it"
            required
            maxLength={100}
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
              <PickProduct
                label="Product"
                required
                value={typed.product}
                onChange={(id) => set({ product: id ?? "" })}
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
                  <Radio value="filters" label="All that are like this" />
                </Group>
              </Radio.Group>
              {typed.target === "products" ? (
                <PickProducts label="Products" value={typed.products} onChange={(products) => set({ products })} />
              ) : (
                <FilterForm
                  legend="Products of which"
                  conditions={typed.filters}
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
          {typed.queries.length > 0 && (
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Select
                label="Searches that"
                data={MATCHES}
                allowDeselect={false}
                value={typed.match}
                onChange={(match) => set({ match: match ?? "is" })}
              />
              <Checkbox
                label="Also in other forms"
                description="Plurals, articles, synonyms, and what the search corrects"
                checked={!typed.exact}
                onChange={({ currentTarget }) => set({ exact: !currentTarget.checked })}
              />
            </SimpleGrid>
          )}
          <PickValues
            label="For categories"
            description="And those below; none: for all"
            field="categories"
            value={typed.categories}
            onChange={(categories) => set({ categories })}
          />
          <FilterForm
            legend="For requests that ask for"
            conditions={typed.whenFilters}
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
  const { queries, match, exact, categories, filters: whenFilters } = (when ?? {}) as Record<string, unknown>;
  const { product, position, points, products, filters } = rest;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
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
    filters: conditionsIn(filters),
    queries: texts(queries),
    categories: texts(categories),
    match: text(match) === "" ? "is" : text(match),
    exact: exact === true,
    whenFilters: conditionsIn(whenFilters),
    from: localInput(text(starts_at)),
    until: localInput(text(ends_at)),
  };
}

/** What is left empty is left out, so that documents stay short. */
function ruleOf(typed: Typed, before: RuleDocument | null): RuleDocument {
  const { key, action, product, position, points, target, products, filters } = typed;
  const named = before as { readonly filters?: unknown } | null;
  const whenFilter = typed.whenFilters === undefined ? before?.when?.filters : filterOf(typed.whenFilters);
  const when = {
    ...(typed.queries.length === 0 ? {} : { queries: typed.queries }),
    ...(typed.categories.length === 0 ? {} : { categories: typed.categories }),
    ...(typed.queries.length === 0 || typed.match === "is" ? {} : { match: typed.match }),
    ...(typed.queries.length === 0 || !typed.exact ? {} : { exact: true }),
    ...(whenFilter == null ? {} : { filters: whenFilter }),
  };
  const asks = asksOf(action);
  const does = {
    ...(asks.includes("place") && { product, position: Number(position) }),
    ...(asks.includes("target") &&
      (target === "products" ? { products } : { filters: filters === undefined ? named?.filters : filterOf(filters) })),
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
