/**
 * Why the service did not do what a page wanted: it is `away` for now, it asks for `patience` after too many requests, the
 * page is `outdated` (its key counts no more), a cursor is `expired`, or it `refused` the request as one that makes no sense.
 */
export type FailureKind = "away" | "patience" | "outdated" | "expired" | "refused";

export class ServiceFailure extends Error {
  /**
   * @param field which part of the request was refused, where the service said so
   * @param unknown the name in it that the service does not know
   */
  constructor(
    readonly kind: FailureKind,
    readonly field: string | null = null,
    readonly unknown: string | null = null,
  ) {
    super(`the service could not answer: ${kind}`);
  }
}

export const isFailure = (error: unknown, kind: FailureKind): error is ServiceFailure =>
  error instanceof ServiceFailure && error.kind === kind;

interface ErrorBody {
  readonly errors?: readonly {
    readonly code?: string;
    readonly message?: string;
    readonly context?: { readonly field?: string } | null;
  }[];
}

export async function failureOf(response: Response): Promise<ServiceFailure> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const [error] = body.errors ?? [];
  const unknown = /^unknown field `([^`]+)`/.exec(error?.message ?? "")?.[1] ?? null;
  return new ServiceFailure(kindOf(response.status, error?.code), error?.context?.field ?? null, unknown);
}

function kindOf(status: number, code: string | undefined): FailureKind {
  if (code === "unknown_page") return "expired";
  if (status === 401 || status === 403) return "outdated";
  if (status === 429) return "patience";
  return status >= 500 ? "away" : "refused";
}
