import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { InsightsReport } from "../../server/insights/tables.js";
import type { Progress } from "../../server/stream.js";
import { api } from "../../api.js";

export const PERIODS = [
  { value: "1", label: "Today" },
  { value: "7", label: "7 days" },
  { value: "28", label: "28 days" },
  { value: "90", label: "90 days" },
] as const;

const DAY_MS = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Period of a report: first and last day in UTC, both inclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Returns the dates from the page's address. `period` is "" if the user chose two dates instead of a period. */
export function useDays() {
  const [parameters, setParameters] = useSearchParams();
  const [now] = useState(Date.now);
  const [from, to, days] = ["from", "to", "days"].map((name) => parameters.get(name));
  const period = PERIODS.find(({ value }) => value === days)?.value ?? "7";
  const isChosen = from != null && to != null;
  const chosen: Days = isChosen ? { from, to } : { from: dayOf(now - (Number(period) - 1) * DAY_MS), to: dayOf(now) };
  const change = (next: Days | { readonly days: string }) =>
    setParameters((before) => {
      const others = [...before].filter(([name]) => !["from", "to", "days"].includes(name));
      return new URLSearchParams([...others, ...Object.entries(next)]);
    }, { replace: true }); // prettier-ignore
  return { days: chosen, period: isChosen ? "" : period, today: dayOf(now), change };
}

export function useReport(range: string) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const report = useQuery({
    queryKey: ["insights", range],
    queryFn: ({ signal }) => {
      setProgress(null);
      return api.stream<InsightsReport>(`insights?${range}`, {}, setProgress, signal);
    },
    staleTime: 60_000,
  });
  return { report, progress };
}
