/** Maximum number of examples that are reported per problem. */
const EXAMPLES = 3;
const MAX_FINDINGS = 1_000;
const MAX_VALUE_LENGTH = 60;

/** Records or values with the same problem. */
export interface Finding {
  readonly text: string;
  count: number;
  /** First occurrences of the problem, such as "line 7" or "line 7: twelve". */
  readonly examples: string[];
}

/** Counts skipped records and unreadable values, with examples. */
export class ImportReport {
  /** Number of records read, including continuation rows of a product. */
  records = 0;
  /** Skipped records, keyed by reason. */
  readonly leftOut = new Map<string, Finding>();
  /** Records of products that the shop does not currently sell, keyed by reason. Such records are not errors. */
  readonly notSold = new Map<string, Finding>();
  /** Unreadable values, keyed by column. The records are imported without these values. */
  readonly unread = new Map<string, Finding>();
  /**
   * Variants whose identifiers occur more than once in the file. Only the last variant with each identifier is
   * imported.
   */
  readonly repeated: Finding = { text: "duplicate variant", count: 0, examples: [] };
  /** Table rows with missing trailing values, as in files that omit empty ones. */
  readonly short: Finding = {
    text: "the row has fewer values than the file has columns; the missing values are empty",
    count: 0,
    examples: [],
  };
  /** Whether the last table row does not end with a line break and may therefore be incomplete. */
  isOpen = false;
  /** Hash of the last table row. */
  last = "";
  /** Columns that contain values but are not used by any field. */
  unused: readonly string[] = [];

  /** Creates an empty report. @param unit whether positions in the report are line numbers or record numbers */
  constructor(readonly unit: "line" | "record") {}

  leaveOut(at: number, why: string): void {
    this.#add(this.leftOut, why, at);
  }

  skipUnsold(at: number, why: string): void {
    this.#add(this.notSold, why, at);
  }

  cannotRead(at: number, column: string, value: string, expected: string): void {
    const shown = value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…` : value;
    this.#add(this.unread, `${column}: expected ${expected}`, at, JSON.stringify(shown));
  }

  repeat(identifier: string): void {
    this.repeated.count += 1;
    if (this.repeated.examples.length < EXAMPLES) this.repeated.examples.push(identifier);
  }

  takeShort(at: number): void {
    this.short.count += 1;
    if (this.short.examples.length < EXAMPLES) this.short.examples.push(`${this.unit} ${at}`);
  }

  #add(findings: Map<string, Finding>, text: string, at: number, value?: string): void {
    let finding = findings.get(text);
    if (finding === undefined) {
      if (findings.size >= MAX_FINDINGS) return;
      finding = { text, count: 0, examples: [] };
      findings.set(text, finding);
    }
    finding.count += 1;
    if (finding.examples.length < EXAMPLES) {
      finding.examples.push(`${this.unit} ${at}${value === undefined ? "" : `: ${value}`}`);
    }
  }
}
