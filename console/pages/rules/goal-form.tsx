import { useState } from "react";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { FormDialog } from "../../parts/form-dialog.js";
import { itemsOf } from "../../parts/items.js";
import { uniqueName } from "../../parts/keys.js";
import { MatchingProducts } from "../../parts/matching-products.js";
import type { EditProps } from "../../parts/page.js";
import { Strength } from "../../parts/strength.js";
import { PickValues } from "../../parts/values.js";

/** Common goals that have a simplified form, keyed by the action of the rule that the form creates. */
export const GOALS = {
  hide: { title: "Hide a brand", verb: "Hide" },
  boost: { title: "Promote a brand", verb: "Promote" },
} as const;

export type Goal = keyof typeof GOALS;

const BRAND = "designer";

export function GoalForm({ goal, configuration, onChange, onClose }: EditProps & { goal: Goal; onClose: () => void }) {
  const { title, verb } = GOALS[goal];
  const [brands, setBrands] = useState<string[]>([]);
  const [categories, setCategories] = useState<string[]>([]);
  const [points, setPoints] = useState(3);
  const filters = { [BRAND]: brands.length === 1 ? brands[0] : { $in: brands } };
  const rules = itemsOf<RuleDocument>(configuration.rules) ?? [];
  const name = `${verb} ${brands.join(", ")}${categories.length === 0 ? "" : ` in ${categories.join(", ")}`}`;
  return (
    <FormDialog
      title={title}
      word={verb}
      isDisabled={brands.length === 0}
      onClose={onClose}
      onSubmit={() => {
        const rule = {
          key: uniqueName(
            name.slice(0, 90),
            rules.map(({ key }) => key ?? ""),
          ),
          action: goal,
          filters,
          ...(goal === "boost" && { points }),
          ...(categories.length > 0 && { when: { categories } }),
        } as RuleDocument;
        onChange({ ...configuration, rules: [rule, ...rules] });
        onClose();
      }}
    >
      <PickValues label="Brand" field={BRAND} value={brands} onChange={setBrands} autoFocus />
      {brands.length > 0 && <MatchingProducts filters={filters} />}
      <PickValues
        label="Categories"
        description="Subcategories are included. Leave empty for all searches and listings."
        field="categories"
        value={categories}
        onChange={setCategories}
      />
      {goal === "boost" && <Strength points={points} onChange={setPoints} />}
    </FormDialog>
  );
}
