/** A question about the columns of a field. */
export interface Question {
  readonly field: string;
  readonly why: string;
  /** Answers in the syntax of `parseAnswer`, the likeliest first. */
  readonly rivals: readonly string[];
  /** What answers it where no column does. */
  readonly answer?: string;
}
