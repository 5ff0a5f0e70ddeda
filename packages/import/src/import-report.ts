/** As many places of a finding as anybody looks at. */
const EXAMPLES = 3;
const MAX_FINDINGS = 1_000;
const MAX_VALUE_LENGTH = 60;

/** Records or values of which the same is to be said. */
export interface Finding {
  readonly text: string;
  count: number;
  /** The first of them, "line 7" or "line 7: twelve". */
  readonly examples: string[];
}

/** What an import could not take over, counted, with the first places of each. */
export class ImportReport {
  /** Records read, those that only continue a product among them. */
  records = 0;
  /** Records that are no part of the feed, by why. */
  readonly leftOut = new Map<string, Finding>();
  /** Products that the shop itself does not sell now, by why; no mistake. */
  readonly notSold = new Map<string, Finding>();
  /** Values that could not be read, by column; their records are taken without them. */
  readonly unread = new Map<string, Finding>();
  /** Variants that came before, by their identifiers; the later one counts. */
  readonly repeated: Finding = { text: "the same variant again", count: 0, examples: [] };
  /** Rows of a table whose last values are missing, where the file leaves out empty ones. */
  readonly short: Finding = {
    text: "it has fewer values than the file has columns; the others are empty",
    count: 0,
    examples: [],
  };
  /** No line end stands behind the last row of a table: whether the row is whole cannot be seen. */
  isOpen = false;
  /** The last row of a table, as a digest. */
  last = "";
  /** Columns with values that nothing was made of. */
  unused: readonly string[] = [];

  /** @param unit what records are counted by */
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
