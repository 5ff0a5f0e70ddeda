import { Counter, Gauge, type Registry } from "prom-client";

/** Why the service closed a connection that its client would have kept. */
export const CLOSE_REASONS = [
  "head_late",
  "body_late",
  "upload_slow",
  "answer_unread",
  "unfinished_evicted",
  "idle_evicted",
  "refused",
] as const;

export type CloseReason = (typeof CLOSE_REASONS)[number];

/** Connections of clients, by listener: `public` or `operations`. */
export interface ConnectionMetrics {
  readonly open: Gauge<"listener" | "state">;
  readonly closed: Counter<"listener" | "reason">;
}

export function connectionMetrics(registers: Registry[]): ConnectionMetrics {
  return {
    open: new Gauge({
      name: "vitrine_http_connections",
      help: "Open connections by what is waited for: unfinished (a request), upload (a body that keeps its pace), idle, answering (the service)",
      labelNames: ["listener", "state"],
      registers,
    }),
    closed: new Counter({
      name: "vitrine_http_connections_closed_total",
      help: "Connections that the service closed because their client was late or too many were open, by reason",
      labelNames: ["listener", "reason"],
      registers,
    }),
  };
}
