import { withinTenMinutes, type PreviewDeps } from "../preview/preview.js";
import { isChanged } from "../preview/changes.js";
import { replay, type Sides } from "../preview/replay.js";
import { requestsOf, type Request } from "../preview/requests.js";
import { readNewestResponses } from "../preview/stored-responses.js";

export type DifferenceDeps = Pick<PreviewDeps, "liveCatalogs" | "searching" | "now">;

/** Comparison of the results of variants A and B for recent searches and listings. */
export interface Difference {
  /** Number of distinct requests that were compared. The comparison stops soon after the first differences. */
  readonly compared: number;
  /** Number of compared requests whose first pages differ. */
  readonly changed: number;
  /** Whether the requests are from recent traffic. Without traffic, only the listing of all products is compared. */
  readonly is_recent: boolean;
}

const MAX_RESPONSES = 500;
const AT_ONCE = 20;

const ALL_PRODUCTS: Request = {
  key: "all",
  topic: "all",
  subject: { query: null, filters: null, facet_filters: null, sort: null },
  body: { user: { device_id: "console" } },
  times: 1,
};

/**
 * Replays recent searches and listings with both variants, the most frequent first, until some results differ.
 * @throws the errors of the engine; EngineBusyError after ten minutes; the signal's reason
 */
export const readDifference = (deps: DifferenceDeps, sides: Sides, signal: AbortSignal): Promise<Difference> =>
  withinTenMinutes(signal, async () => {
    const { client_id } = sides.before;
    const searching = deps.searching(await deps.liveCatalogs.get(client_id), deps.now());
    const { requests: recent } = requestsOf(await readNewestResponses(searching.engine, client_id, MAX_RESPONSES));
    const is_recent = recent.length > 0;
    const requests = is_recent ? recent : [ALL_PRODUCTS];
    let [compared, changed] = [0, 0];
    for (let from = 0; from < requests.length && changed === 0; from += AT_ONCE) {
      const some = requests.slice(from, from + AT_ONCE);
      const { replayed } = await replay(searching, sides, some, () => undefined, signal);
      compared += replayed.length;
      changed += replayed.filter(isChanged).length;
    }
    return { compared, changed, is_recent };
  });
