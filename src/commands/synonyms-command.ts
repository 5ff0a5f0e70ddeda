import { createLiveCatalogs } from "../catalog/live.js";
import { proposingDeps } from "../composition/search.js";
import type { Config } from "../config.js";
import type { Engine } from "../engine/engine.js";
import { type ProposedSynonym, proposeSynonyms, type SynonymProposals } from "../search/vocabulary/propose-synonyms.js";
import { getStorefront, listClients } from "../storefront/clients.js";
import { CommandError } from "./command-error.js";
import type { CountProgress } from "./output.js";

export interface ProposeOptions {
  /** All clients unless given. */
  readonly client?: string;
  readonly days: number;
  readonly json: boolean;
}

/**
 * Synonyms that a merchandiser may want, as the console proposes them. Nothing is changed.
 * @throws CommandError when there is no such client
 */
export async function proposeSynonymsCommand(
  engine: Engine,
  config: Config,
  { client, days, json }: ProposeOptions,
  onProgress: CountProgress,
): Promise<string> {
  const ids = client === undefined ? (await listClients({ engine })).map(({ client_id }) => client_id) : [client];
  const deps = proposingDeps({ engine, liveCatalogs: createLiveCatalogs(engine), now: () => Date.now() }, config);
  const all: (SynonymProposals & { readonly client_id: string })[] = [];
  for (const client_id of ids) {
    const storefront = await getStorefront({ engine }, client_id);
    if (storefront === undefined) throw new CommandError(`there is no client ${client_id}`);
    const told = ({ done, of }: { readonly done: number; readonly of: number }) => onProgress(done, of);
    all.push({ client_id, ...(await proposeSynonyms(deps, storefront, days, told, new AbortController().signal)) });
  }
  if (json) return JSON.stringify(all, null, 2);
  return all.map(({ client_id, ...found }) => [`${client_id}:`, ...linesOf(found)].join("\n")).join("\n\n");
}

function linesOf({ days, least_devices, proposals, encoder_error }: SynonymProposals): string[] {
  const error = encoder_error === null ? [] : [`Nothing was looked up by meaning: ${encoder_error}.`];
  if (proposals.length === 0) return ["Nothing found that is not a synonym already and changes a search.", ...error];
  return [
    `From ${days} days; what shoppers did counts from ${least_devices} devices on. Hits are of words alone.`,
    ...proposals.flatMap((one) => ["", ...linesOfProposal(one)]),
    ...[
      "",
      ...error,
      "To use some, add them to search.synonyms: in a draft of the console, or with vitrine storefront apply.",
    ],
  ];
}

function linesOfProposal({ rule: { terms, to }, evidence, searches, changes }: ProposedSynonym): string[] {
  return [
    to === undefined ? terms.join(" = ") : `${terms.join(", ")} → ${to.join(", ")}`,
    ...evidence.map(({ in_words }) => `  because ${shown(in_words)}`),
    `  ${searches === 1 ? "1 stored search has" : `${searches} stored searches have`} its words`,
    ...changes.map(
      ({ query, before, after, titles }) =>
        `  “${query}”: ${before} → ${after} hits; first ${titles.map(shown).join(" · ")}`,
    ),
  ];
}

/** A terminal obeys control characters. */
const shown = (title: string): string => title.replace(/\p{C}+/gu, " ");
