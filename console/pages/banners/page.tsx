import { Page, useEditing } from "../../parts/page.js";
import { RulesTable, type RuleKind } from "../rules/rules-table.js";

const BANNERS: RuleKind = {
  noun: "banner",
  empty:
    "There are no banners yet. A banner is a text or an image with a link above the products of a search or category.",
  actions: ["banner"],
};

export default function BannersPage() {
  return (
    <Page title="Banners" about="Texts and images above the products of a search, a category or all listings.">
      <RulesTable {...useEditing()} kind={BANNERS} />
    </Page>
  );
}
