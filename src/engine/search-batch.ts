import { withSharedDeadline } from "./deadline.js";
import type { Engine } from "./engine.js";
import { searchMany, type SearchOutcome } from "./multi-search.js";

/** Collects single searches and sends them in one call. */
export interface SearchBatch {
  /** @returns what becomes of the search once the batch is sent; rejects with what `searchMany` throws */
  add<T>(body: object): Promise<SearchOutcome<T>>;
  /** To be called once, when everything has been added. Sends nothing where nothing was. */
  send(): void;
}

export interface SearchBatchOptions {
  readonly engine: Engine;
  /** An index or alias. */
  readonly index: string;
  /** Milliseconds that each search may take. */
  readonly budgetMs: number;
}

/** Others may wait for what is in it: the call goes on when the one who sent it leaves. */
export function createSearchBatch({ engine, index, budgetMs }: SearchBatchOptions): SearchBatch {
  const bodies: object[] = [];
  let begin!: (call: Promise<SearchOutcome<never>[]>) => void;
  const outcomes = new Promise<SearchOutcome<never>[]>((resolve) => {
    begin = resolve;
  });

  return {
    async add(body) {
      const place = bodies.push(body) - 1;
      return (await outcomes)[place] as SearchOutcome<never>;
    },
    send() {
      if (bodies.length > 0) begin(withSharedDeadline(() => searchMany<never>(engine, index, bodies, budgetMs)));
    },
  };
}
