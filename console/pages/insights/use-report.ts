import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import type { InsightsReport, TableName } from "../../server/insights/tables.js";
import type { Progress } from "../../server/stream.js";
import { api } from "../../api.js";

export const RANGES = [
  { value: "1", label: "Today" },
  { value: "7", label: "7 days" },
  { value: "28", label: "28 days" },
  { value: "90", label: "90 days" },
] as const;

const DAY_MS = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Number of days in the page's address, as a range that ends today, with a function to change it. */
export function useDays(): readonly [days: string, range: string, change: (days: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const requested = parameters.get("days");
  const days = RANGES.find(({ value }) => value === requested)?.value ?? "7";
  const [now] = useState(Date.now);
  const range = `from=${dayOf(now - (Number(days) - 1) * DAY_MS)}&to=${dayOf(now)}`;
  const change = (next: string) =>
    setParameters((before) => new URLSearchParams([...before].filter(([name]) => name !== "days").concat([["days", next]])), { replace: true }); // prettier-ignore
  return [days, range, change];
}

/** Loads the report for a date range, with its progress. */
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

export const csvOf = (table: TableName, range: string): string => `/console/api/insights/${table}.csv?${range}`;
