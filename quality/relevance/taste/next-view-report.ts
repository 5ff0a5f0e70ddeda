import { pairedBootstrap, type ResamplingOptions } from "../paired-bootstrap.js";
import { formatTable } from "../../shared/table.js";
import { RANKINGS, type NextView, type Scores } from "./next-view.js";
import { formatInterval } from "./report.js";

const PARTS = [
  ["all views", ({ all }: NextView) => all],
  ["products not yet viewed in the session", ({ fresh }: NextView) => fresh],
  [
    "products not yet viewed in the session, in a listing without viewed products",
    ({ fresh_unseen }: NextView) => fresh_unseen,
  ],
] as const;

/**
 * Formats the mean reciprocal rank of each ranking, and the difference between the personalized ranking and the
 * heuristic and unpersonalized rankings.
 */
export function formatNextViews(views: readonly NextView[], bootstrap: ResamplingOptions): string {
  const header = ["MRR@100", "views", ...RANKINGS, "above heuristic", "above unpersonalized"];
  const rows = PARTS.map(([title, scoresOf]) => {
    const own = views.flatMap((view) => {
      const scores = scoresOf(view);
      return scores === null ? [] : [{ shopper: view.session, scores }];
    });
    const mean = (name: keyof Scores) => own.reduce((sum, { scores }) => sum + scores[name], 0) / own.length;
    const above = (other: keyof Scores) =>
      pairedBootstrap(
        own.map(({ shopper, scores }) => ({ shopper, value: scores.personalized - scores[other] })),
        bootstrap,
      );
    return [
      ...[title, String(own.length)],
      ...RANKINGS.map((name) => mean(name).toFixed(4)),
      ...[formatInterval(above("heuristic")), formatInterval(above("unpersonalized"))],
    ];
  });
  const sessions = new Set(views.map(({ session }) => session)).size;
  return [
    "REES46 (recorded sessions, electronics and general merchandise)",
    `  the next viewed product of each of ${sessions} sessions; listings of the whole catalogue and of its top category, 100 per page`,
    "  heuristic: the category of the last view, its brand, the nearest price; intervals: 95 %, resamples of sessions",
    "",
    formatTable([header, ...rows]),
  ].join("\n");
}
