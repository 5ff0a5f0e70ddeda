import { DEFAULT_POINTS, DEFAULT_SCOPE, type Rule, type RuleScope, type RuleTarget } from "./rules-configuration.js";

/** A rule as a merchandiser writes it. */
export type RuleDocument = RuleBaseDocument &
  (
    | { readonly action: "pin"; readonly product: string; readonly position: number }
    | ({ readonly action: "boost" | "bury"; readonly points?: number } & TargetDocument)
    | ({ readonly action: "hide" } & TargetDocument)
  );

interface RuleBaseDocument {
  readonly key: string;
  readonly when?: Partial<RuleScope>;
  readonly starts_at?: string | null;
  readonly ends_at?: string | null;
}

type TargetDocument = Partial<RuleTarget>;

export function completeRule(document: RuleDocument): Rule {
  const { key, starts_at = null, ends_at = null } = document;
  const shared = { key, when: { ...DEFAULT_SCOPE, ...document.when }, starts_at, ends_at };
  switch (document.action) {
    case "pin":
      return { ...shared, action: "pin", product: document.product, position: document.position };
    case "boost":
    case "bury": {
      const { action, points = DEFAULT_POINTS } = document;
      return { ...shared, action, ...targetOf(document), points };
    }
    case "hide":
      return { ...shared, action: "hide", ...targetOf(document) };
  }
}

const targetOf = ({ products = null, filters = null }: TargetDocument): RuleTarget => ({ products, filters });
