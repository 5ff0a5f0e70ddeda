import { completed } from "../../src/schema/typed.js";
import { DEFAULT_CONFIGURATION } from "../../src/storefront/configuration.js";
import { RULE, type Rule, type RuleDocument } from "../../src/storefront/rules-configuration.js";

export const {
  taste: DEFAULT_TASTE,
  ranking: DEFAULT_RANKING,
  search: DEFAULT_SEARCH,
  suggest: DEFAULT_SUGGEST,
  popularity: DEFAULT_POPULARITY,
} = DEFAULT_CONFIGURATION;

/** Adds default values for the missing properties of a rule, except for the campaign. */
export function completeRule(document: RuleDocument): Rule {
  const { campaign, ...rule } = completed(RULE, document);
  return rule;
}
