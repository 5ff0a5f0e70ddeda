import type { Answer } from "./answers.js";
import type { ShopperEvent } from "./event.js";

/** Something that learns from what shoppers do. */
export interface EventConsumer {
  /** Short and fixed: it labels metrics and names the consumer in the spool. */
  readonly name: string;
  /**
   * Gets events that were new, in order of arrival; bots and imports included. Must be quick; resolves when what it
   * changed is readable. An event is given once, except after a rejection with EngineUnavailableError: then the same
   * events come again later, so such a rejection must mean that none of them has counted. After any other rejection they
   * do not come again.
   */
  consume(events: readonly ShopperEvent[]): Promise<void>;
}

/** Something that learns from what shoppers are shown. */
export interface AnswerConsumer {
  /** Gets each answer once, shortly after it was stored. After a rejection they do not come again. */
  consumeAnswers(answers: readonly Answer[]): Promise<void>;
}
