import { median } from "../../shared/measure.js";
import { formatTable } from "../../shared/table.js";
import type { Contest, Judged, ShopResult } from "./evaluate-drafts.js";

/** Formats the comparison of draft previews with simulated A/B tests. */
export function formatDrafts(shops: readonly ShopResult[]): string {
  const drafts = shops.flatMap((shop) => shop.drafts);
  const contests = shops.flatMap((shop) => shop.contests);
  const sure = drafts.filter(({ promised }) => promised.low > 0 || promised.high < 0);
  const bigger = [...drafts].sort((one, other) => Math.abs(other.found) - Math.abs(one.found));
  const rows: readonly (readonly [string, readonly Judged[]])[] = [
    ["all drafts", drafts],
    ...(["pin", "boost", "bury"] as const).map((kind) => [kind, drafts.filter((one) => one.kind === kind)] as const),
    ["drafts with a gain in the A/B test", drafts.filter(({ found }) => found > 0)],
    ["drafts with a loss in the A/B test", drafts.filter(({ found }) => found < 0)],
    ["the half of the drafts with the largest changes in the A/B test", bigger.slice(0, Math.ceil(drafts.length / 2))],
    ["drafts whose predicted interval excludes 0", sure],
  ];
  const held = drafts.filter(({ promised, found }) => promised.low <= found && found <= promised.high).length;
  return [
    formatTable([
      ["", "drafts", "same sign"],
      ...rows.map(([name, some]) => [name, String(some.length), String(agreeing(some))]),
    ]),
    `  the A/B test result is within the predicted interval for ${held} of ${drafts.length} drafts`,
    `  pinned to position 1, an irrelevant product is predicted to gain less than a relevant one: ${won(contests, "product")} of ${contests.length}` +
      ` queries for the product, ${won(contests, "draft")} for the whole draft`,
    `  learning from 10,000 responses took ${median(shops.map(({ learn_ms }) => learn_ms)).toFixed(0)} ms (median)`,
  ].join("\n");
}

export const agreeing = (drafts: readonly Judged[]): number =>
  drafts.filter(({ promised, found }) => Math.sign(promised.clicks) === Math.sign(found)).length;

const won = (contests: readonly Contest[], which: "product" | "draft"): number =>
  contests.filter(({ misfit, fitting }) => misfit[which] < fitting[which]).length;
