import { setTimeout as delay } from "node:timers/promises";
import type { Arrival } from "./event.js";
import { SpoolFullError, type Span, type Spool } from "./spool/spool.js";

/**
 * Arrivals that are not processed yet, in the order of arrival: all are on disk, and also in memory while there are
 * few, so that arrivals processed at once are not read back.
 */
export interface Backlog {
  readonly isEmpty: boolean;
  /** Something has to be read from the disk before what arrives now has its turn. */
  readonly isBehind: boolean;
  /** When the oldest of it arrived, in milliseconds since 1970; null while that is not known. */
  readonly since: number | null;
  /** Undefined when nothing more can be held for now. */
  add(arrivals: readonly Arrival[]): Waiting | undefined;
  /** Puts something behind all that waits. @throws as `Spool.append` */
  putBehind(arrivals: readonly Arrival[]): Promise<void>;
  /**
   * The next batch; undefined when there is none. Until a batch is processed, it is returned again with the arrivals
   * that joined it.
   */
  next(): Promise<ArrivalBatch | undefined>;
  /** Takes over what dead processes have left. @returns whether there was anything */
  adopt(): Promise<boolean>;
  /** Those in memory that are not dealt with. */
  waiting(): readonly Waiting[];
}

/** The events of one request. */
export interface Waiting {
  /** Whether they are on the disk; resolves once that has been tried. */
  readonly written: Promise<boolean>;
  /** Why they are not on the disk. */
  readonly problem: "spool_full" | "disk" | undefined;
  /** Resolves once they have been dealt with; at once for arrivals that are only on disk. */
  readonly done: Promise<void>;
  readonly isDone: boolean;
  /** Resolves when it is `done`, or when it is known that this will take long. */
  readonly settled: Promise<void>;
  /** It will take long. */
  hurry(): void;
}

export interface ArrivalBatch {
  readonly arrivals: readonly Arrival[];
  /** They have been dealt with. */
  done(): void;
}

interface Kept extends Waiting {
  readonly arrivals: readonly Arrival[];
  readonly weight: number;
  /** Where it is on the disk; of no length when it could not be written. */
  span?: Span;
  problem: Waiting["problem"];
  isDone: boolean;
  finish(): void;
}

/** Weight of one batch, and of what is in memory at most: waiting its turn, and again on its way to the disk. */
const BATCH_WEIGHT = 1_000;
const MAX_WEIGHT = 20_000;
/** Who waits longer for the disk goes on without it. */
const DISK_PATIENCE_MS = 300;

export function createBacklog(spool: Spool): Backlog {
  let kept: Kept[] = [];
  let keptWeight = 0;
  let writingWeight = 0;
  /** All before it has been dealt with. */
  let position = 0;
  /** Up to here something is on the disk and not in memory. */
  let unkeptUpTo = 0;
  let since: number | null = null;

  function advance(to: number) {
    position = Math.max(position, to);
    spool.release(position);
  }

  function keep(arrivals: readonly Arrival[], weight: number, written: Promise<Span>): Kept {
    const [done, finish] = deferred();
    const [hurried, hurry] = deferred();
    const settled = Promise.race([done, hurried]);
    const isWritten = written.then(
      (span) => {
        one.span = span;
        return true;
      },
      (error: unknown) => {
        one.span = { start: spool.end, end: spool.end };
        one.problem = problemOf(error);
        return false;
      },
    );
    const one: Kept = {
      arrivals,
      weight,
      written: isWritten,
      problem: undefined,
      done,
      finish,
      isDone: false,
      settled,
      hurry,
    };
    kept.push(one);
    keptWeight += weight;
    return one;
  }

  /** The next events to hand on: the oldest in memory and those that follow them without a gap in the spool, up to `BATCH_WEIGHT`. */
  function group(): Kept[] {
    const some: Kept[] = [];
    let weight = 0;
    let end = kept[0]?.span?.end;
    for (const one of kept) {
      if (some.length > 0 && (one.span?.start !== end || weight + one.weight > BATCH_WEIGHT)) break;
      some.push(one);
      weight += one.weight;
      end = one.span?.end;
    }
    return some;
  }

  const isEmpty = () => kept.length === 0 && position >= spool.end;

  return {
    get isEmpty() {
      return isEmpty();
    },
    get isBehind() {
      return position < unkeptUpTo;
    },
    get since() {
      return isEmpty() ? null : (kept[0]?.arrivals[0]?.event.received_at ?? since);
    },

    add(arrivals) {
      const weight = arrivals.reduce((sum, arrival) => sum + weightOf(arrival), 0);
      if (writingWeight + weight > MAX_WEIGHT) return undefined;
      writingWeight += weight;
      const written = spool.append(arrivals).finally(() => (writingWeight -= weight));
      if (keptWeight + weight <= MAX_WEIGHT) return keep(arrivals, weight, written);
      return onDiskAlone(
        written.then(({ end }) => {
          unkeptUpTo = Math.max(unkeptUpTo, end);
        }),
      );
    },

    async putBehind(arrivals) {
      const { end } = await spool.append(arrivals);
      unkeptUpTo = Math.max(unkeptUpTo, end);
    },

    async next() {
      const [first] = kept;
      if (first !== undefined && first.span === undefined) {
        await Promise.race([first.written, delay(DISK_PATIENCE_MS, undefined, { ref: false })]);
      }
      const upTo = kept[0]?.span?.start ?? spool.end;
      const read = position < upTo ? await spool.read(position, upTo) : { arrivals: [], end: position };
      since = read.arrivals[0]?.event.received_at ?? null;
      // Arrivals that cannot be stored now must not block those that can.
      const some = read.end >= upTo ? group() : [];
      if (some.length === 0 && read.end === position) return undefined;
      // The position of an arrival that is still being written is unknown: it is read when it is on disk.
      const end = some.at(-1)?.span?.end ?? read.end;
      return {
        arrivals: [...read.arrivals, ...some.flatMap(({ arrivals }) => arrivals)],
        done() {
          kept = kept.slice(some.length);
          for (const one of some) {
            keptWeight -= one.weight;
            one.isDone = true;
            one.finish();
          }
          advance(end);
        },
      };
    },

    async adopt() {
      const found = await spool.adopt();
      if (found) unkeptUpTo = spool.end;
      return found;
    },

    waiting: () => kept,
  };
}

function onDiskAlone(writing: Promise<void>): Waiting {
  const one: { -readonly [Name in keyof Waiting]: Waiting[Name] } = {
    written: writing.then(
      () => true,
      (error: unknown) => {
        one.problem = problemOf(error);
        return false;
      },
    ),
    problem: undefined,
    done: Promise.resolve(),
    isDone: false,
    settled: Promise.resolve(),
    hurry: () => undefined,
  };
  return one;
}

const problemOf = (error: unknown) => (error instanceof SpoolFullError ? "spool_full" : "disk");

function deferred(): [promise: Promise<void>, resolve: () => void] {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((given) => (resolve = given));
  return [promise, resolve];
}

/** Roughly the memory of an event, in that of the smallest one: most of a large one is products. */
const weightOf = ({ event }: Arrival): number => 1 + ("products" in event ? Math.ceil(event.products.length / 4) : 0);
