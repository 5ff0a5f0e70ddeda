/** A question about the columns from which a field is read. */
export interface Question {
  readonly field: string;
  readonly why: string;
  /** Suggested answers in the syntax of `parseAnswer`, most likely first. */
  readonly rivals: readonly string[];
  /** The default answer if no column fits the field. */
  readonly answer?: string;
}
