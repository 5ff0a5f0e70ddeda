/**
 * Formats rows as aligned columns.
 * @param left zero-based indexes of left-aligned columns; other columns are right-aligned
 */
export function formatTable(rows: readonly (readonly string[])[], left: readonly number[] = [0]): string {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const cell = (text: string, column: number) =>
    left.includes(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => `  ${row.map(cell).join("  ")}`.trimEnd()).join("\n");
}
