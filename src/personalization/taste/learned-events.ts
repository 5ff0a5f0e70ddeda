import { BOUNDS, type TasteDocument } from "./document.js";

/** The key of an event, and its time. */
export interface LearnedEvent {
  /** Short, because documents keep those of the latest events. */
  readonly key: string;
  /** Milliseconds since 1970: when the event was first received, by whichever process. */
  readonly received_at: number;
  /** It may have been learnt from before. */
  readonly isRepeated?: boolean;
}

type LearnedKeys = Pick<TasteDocument, "events" | "events_until">;

/**
 * Those events from which a document has surely not learnt, each once. One that was received after `events_until`
 * stands in `events` if it was learnt from. Older ones are unknown, so a repetition of one of them does not count: it
 * is missed if it was not learnt, which takes as many later events as `events` holds.
 */
export function notLearned<E extends LearnedEvent>({ events, events_until }: LearnedKeys, told: readonly E[]): E[] {
  const known = new Set(events.map((event) => read(event).key));
  return told.filter(({ key, received_at, isRepeated }) => {
    if (known.has(key) || (isRepeated === true && received_at <= events_until)) return false;
    known.add(key);
    return true;
  });
}

/** The keys of events that a document keeps after learning from more: those received latest. */
export function withLearned({ events, events_until }: LearnedKeys, fresh: readonly LearnedEvent[]): LearnedKeys {
  const all = [...events.map(read), ...fresh].sort((a, b) => a.received_at - b.received_at);
  const dropped = all.slice(0, -BOUNDS.events);
  return {
    events: all.slice(-BOUNDS.events).map(({ key, received_at }) => `${key}.${received_at.toString(36)}`),
    events_until: Math.max(events_until, dropped.at(-1)?.received_at ?? 0),
  };
}

function read(event: string): Pick<LearnedEvent, "key" | "received_at"> {
  const [key = "", received = "0"] = event.split(".");
  return { key, received_at: Number.parseInt(received, 36) };
}
