import { Alert, Checkbox, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { formatLater, warningLines, formatReduced, formatShare } from "../../src/publishing/format-review.js";
import type { Review } from "../../src/publishing/index.js";
import type { AcceptedImpact } from "../../src/storefront/publications.js";
import { ApiError } from "../api.js";
import { Answered } from "./loaded.js";
import { count } from "./format-numbers.js";
import { shownMoment } from "./moments.js";

const SHOWN = 30;

/** Review of a change before it is published: impact, reductions and warnings. */
export function Reviewed({ review: { impact, reduced, warnings, later, compared } }: { readonly review: Review }) {
  const { listings, left_out } = compared;
  const isQuiet = impact === null && reduced.length + warnings.length + later.length === 0;
  return (
    <Stack>
      {impact !== null && (
        <Texts color="orange" title="Shoppers would lose" texts={warningLines(impact, shownMoment)} isUrgent />
      )}
      {reduced.length > 0 && <Texts color="yellow" title="Fewer products" texts={reduced.map(formatReduced)} />}
      {warnings.length > 0 && <RemarksOnRules warnings={warnings} />}
      {later.length > 0 && <Texts color="blue" title="Some of it takes effect later" texts={later.map(formatLater)} />}
      {isQuiet && (
        <Text size="sm">No listing loses products, and nothing is remarkable about the rules that change.</Text>
      )}
      <Text size="xs" c="dimmed">
        Compared {count(listings)} listings and searches
        {left_out === 0 ? "" : `; ${count(left_out)} more that rules name were too many`}.
      </Text>
    </Stack>
  );
}

export const RemarksOnRules = ({ warnings }: Pick<Review, "warnings">) => (
  <Texts
    color="yellow"
    title="Look at these rules"
    texts={warnings.map(({ key, warnings: texts }) => {
      const more = texts.length > 10 ? ` and ${texts.length - 10} more` : "";
      return `${key}: ${texts.slice(0, 10).join("; ")}${more}`;
    })}
  />
);

/** Impact that was accepted for a published change. */
export const Accepted = ({ impact: { hidden, listings, count: lost } }: { readonly impact: AcceptedImpact }) => {
  const named = listings.slice(0, 3).map(({ name }) => name);
  const more = lost - named.length;
  const texts = [
    ...(hidden === null ? [] : [`${formatShare(hidden.products, hidden.of)} products`]),
    ...named,
    ...(more > 0 ? [`${count(more)} more listings and searches`] : []),
  ];
  return <Text size="xs">accepted that shoppers lose {texts.join(", ")}</Text>;
};

interface TextsProps {
  readonly color: string;
  readonly title: string;
  readonly texts: readonly string[];
  readonly isUrgent?: boolean;
}

const Texts = ({ color, title, texts, isUrgent = false }: TextsProps) => (
  <Alert color={color} title={title} role={isUrgent ? "alert" : "note"}>
    <List size="sm">
      {texts.slice(0, SHOWN).map((text, at) => (
        <List.Item key={at} style={{ wordBreak: "break-word" }}>
          {text}
        </List.Item>
      ))}
    </List>
    {texts.length > SHOWN && <Text size="sm">… and {count(texts.length - SHOWN)} more</Text>}
  </Alert>
);

export interface Gate {
  readonly view: ReactNode;
  /** Whether the change may be submitted: it was reviewed and its impact confirmed. */
  readonly isOpen: boolean;
  readonly isLossy: boolean;
  /** Confirmation to send with the change. */
  readonly accepting: { readonly accept_impact?: string };
}

/**
 * Shows the review of a change in the dialog that submits it, with a checkbox to confirm the impact.
 * @param refused error of the last submission. A review in it replaces the loaded one.
 */
export function useGate(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Review>,
  refused: Error | null,
): Gate {
  const query = useQuery({ queryKey: ["review", ...queryKey], queryFn: ({ signal }) => load(signal), gcTime: 0 });
  const [meant, setMeant] = useState<string | null>(null);
  const review = reviewIn(refused) ?? query.data;
  if (review === undefined) {
    // If the review fails, submitting is allowed and its error message gives the reason.
    const isOpen = query.error !== null;
    return { view: <Answered query={query}>{() => null}</Answered>, isOpen, isLossy: false, accepting: {} };
  }
  const { impact, accept_impact } = review;
  const isMeant = impact === null || meant === accept_impact;
  const view = (
    <Stack>
      <Reviewed review={review} />
      {impact !== null && (
        <Checkbox
          label={`Yes, I mean it: shoppers lose ${lossesIn(impact)}`}
          checked={isMeant}
          onChange={({ currentTarget }) => setMeant(currentTarget.checked ? accept_impact : null)}
        />
      )}
    </Stack>
  );
  return { view, isOpen: isMeant, isLossy: impact !== null, accepting: impact === null ? {} : { accept_impact } };
}

function lossesIn({ hidden, listings }: NonNullable<Review["impact"]>): string {
  const [first, ...others] = listings;
  const named =
    first === undefined ? [] : [`${first.name}${others.length === 0 ? "" : ` and ${count(others.length)} more`}`];
  return [...(hidden === null ? [] : [`${count(hidden.products)} products`]), ...named].join(", ");
}

/** Returns the review contained in a rejection, or `undefined` for any other error. */
function reviewIn(error: Error | null): Review | undefined {
  const context = error instanceof ApiError ? (error.context as (Review & { readonly reason?: string }) | null) : null;
  return context?.reason === "impact" ? context : undefined;
}

export const isRefusedForLosses = (error: Error | null): boolean => reviewIn(error) !== undefined;
