import { ConnectionPool, errors } from "@opensearch-project/opensearch";

/** The addresses of a cluster's nodes in one text, with commas between. A comma inside a password is not followed by a scheme. */
export const addressesOf = (urls: string): string[] => urls.split(/,(?=https?:\/\/)/);

/** A node that failed is asked again after so long, then after twice and four times as long; the others serve meanwhile. */
const ASIDE_MS = 1_000;

/** The client's own pool leaves a node that failed aside for a minute, then for up to half an hour. */
export class NodePool extends ConnectionPool {
  override resurrectTimeout = ASIDE_MS;
  override resurrectTimeoutCutoff = 2;
  private isAsking = false;

  /** One question at a time: the client's own asks again with every request until there is an answer. */
  override resurrect(...[options, callback]: Parameters<ConnectionPool["resurrect"]>): void {
    if (this.isAsking) return;
    this.isAsking = true;
    super.resurrect(options, (isAlive, connection) => {
      this.isAsking = false;
      callback?.(isAlive, connection);
    });
  }
}

/** Whether a call failed before anything of it was sent. */
export const isUnsent = (cause: unknown): boolean =>
  cause instanceof errors.ConnectionError && /^(?:connect|getaddrinfo) /.test(cause.message);

/** Whether an answer was lost or damaged on its way, of which the next one shows nothing. */
export const isDamaged = (cause: unknown): boolean =>
  cause instanceof errors.DeserializationError || (cause instanceof errors.ConnectionError && !isUnsent(cause));

/** Whether nothing came in the time that there was. */
export const isTimeout = (cause: unknown): boolean => cause instanceof errors.TimeoutError;
