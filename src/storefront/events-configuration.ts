/** What is kept of shoppers' events. */
export interface EventRules {
  /** Parameters of a page's query string that are stored; all others are dropped before anything is written. */
  readonly page_url_parameters: readonly string[];
}

export const DEFAULT_EVENTS: EventRules = { page_url_parameters: [] };
