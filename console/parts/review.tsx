import { Alert, Checkbox, List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { formatLater, warningLines, formatReduced, formatShare } from "../../src/publishing/format-review.js";
import type { Review } from "../../src/publishing/index.js";
import type { AcceptedImpact } from "../../src/storefront/publications.js";
import type { UndoReview } from "../server/drafts/publish.js";
import { ApiError } from "../api.js";
import { Answered } from "./loaded.js";
import { count } from "./format-numbers.js";
import { shownMoment } from "./moments.js";

const SHOWN = 30;

function Reviewed({ review: { impact, reduced, warnings, later, compared } }: { review: Review }) {
  const { listings, left_out } = compared;
  const isQuiet = impact === null && reduced.length + warnings.length + later.length === 0;
  return (
    <Stack>
      {impact !== null && <Texts color="orange" title="Warning" texts={warningLines(impact, shownMoment)} isUrgent />}
      {reduced.length > 0 && <Texts color="yellow" title="Fewer products" texts={reduced.map(formatReduced)} />}
      {warnings.length > 0 && <RuleWarnings warnings={warnings} />}
      {later.length > 0 && <Texts color="blue" title="Scheduled" texts={later.map(formatLater)} />}
      {isQuiet && <Text>No warnings or conflicts.</Text>}
      <Text size="xs" c="dimmed">
        {count(listings)} listings and searches were compared
        {left_out === 0 ? "." : `. ${count(left_out)} further listings and searches were not compared.`}
      </Text>
    </Stack>
  );
}

export const RuleWarnings = ({ warnings }: Pick<Review, "warnings">) => (
  <Texts
    color="yellow"
    title="Check these rules"
    texts={warnings.map(({ key, warnings: texts }) => {
      const more = texts.length > 10 ? ` and ${texts.length - 10} more` : "";
      return `${key}: ${texts.slice(0, 10).join("; ")}${more}`;
    })}
  />
);

export const Accepted = ({ impact: { hidden, listings, count: lost } }: { impact: AcceptedImpact }) => {
  const named = listings.slice(0, 3).map(({ name }) => name);
  const more = lost - named.length;
  const texts = [
    ...(hidden === null ? [] : [`${formatShare(hidden.products, hidden.of)} products`]),
    ...named,
    ...(more > 0 ? [`${count(more)} more listings and searches`] : []),
  ];
  return <Text size="xs">Accepted impact: {texts.join(", ")}</Text>;
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
    {texts.length > SHOWN && <Text>… and {count(texts.length - SHOWN)} more</Text>}
  </Alert>
);

export interface Gate {
  readonly view: ReactNode;
  /** Whether the change may be submitted: it was reviewed and its impact confirmed. */
  readonly isOpen: boolean;
  readonly isLossy: boolean;
  /** Changes that an undo would make; `null` if the review is not about an undo or is still loading. */
  readonly changes: UndoReview["changes"] | null;
  /** Confirmation to send with the change. */
  readonly accepting: { readonly accept_impact?: string };
}

/**
 * Shows the review of a change in a dialog, with a checkbox to confirm the impact of the change.
 * @param refused error of the last submission. If the error contains a review, this review replaces the loaded review.
 */
export function useGate(
  queryKey: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Review & Partial<Pick<UndoReview, "changes">>>,
  refused: Error | null,
): Gate {
  const query = useQuery({ queryKey: ["review", ...queryKey], queryFn: ({ signal }) => load(signal), gcTime: 0 });
  const [accepted, setAccepted] = useState<string | null>(null);
  const review = reviewIn(refused) ?? query.data;
  if (review === undefined) {
    // If the review cannot be loaded, the user can still submit the change, and the response contains the error.
    const isOpen = query.error !== null;
    return {
      view: <Answered query={query}>{() => null}</Answered>,
      isOpen,
      isLossy: false,
      changes: null,
      accepting: {},
    };
  }
  const { impact, accept_impact } = review;
  const isAccepted = impact === null || accepted === accept_impact;
  const view = (
    <Stack>
      <Reviewed review={review} />
      {impact !== null && (
        <Checkbox
          label={`I understand that shoppers no longer find ${lossesIn(impact)}`}
          checked={isAccepted}
          onChange={({ currentTarget }) => setAccepted(currentTarget.checked ? accept_impact : null)}
        />
      )}
    </Stack>
  );
  return {
    view,
    isOpen: isAccepted,
    isLossy: impact !== null,
    changes: query.data?.changes ?? null,
    accepting: impact === null ? {} : { accept_impact },
  };
}

function lossesIn({ hidden, listings }: NonNullable<Review["impact"]>): string {
  const [first, ...others] = listings;
  const named =
    first === undefined ? [] : [`${first.name}${others.length === 0 ? "" : ` and ${count(others.length)} more`}`];
  return [...(hidden === null ? [] : [`${count(hidden.products)} products`]), ...named].join(", ");
}

/** Returns the review in an error response, or `undefined` for an error without a review. */
function reviewIn(error: Error | null): Review | undefined {
  const context = error instanceof ApiError ? (error.context as (Review & { readonly reason?: string }) | null) : null;
  return context?.reason === "impact" ? context : undefined;
}

export const isRefusedForImpact = (error: Error | null): boolean => reviewIn(error) !== undefined;
