/** Derives a unique key for API requests from a field name. */
export function keyFor(field: string, taken: readonly string[]): string {
  const letters = field.replace(/^attributes\./, "").replaceAll(/[^A-Za-z0-9_.-]/g, "_");
  const name = (/^[A-Za-z]/.test(letters) ? letters : `f${letters}`).slice(0, 90);
  for (let nth = 1; ; nth += 1) {
    const key = nth === 1 ? name : `${name}_${nth}`;
    if (!taken.includes(key)) return key;
  }
}

/** Returns a name that is not taken, with a number if necessary. */
export function uniqueName(name: string, taken: readonly string[]): string {
  for (let nth = 1; ; nth += 1) {
    const one = nth === 1 ? name : `${name} (${nth})`;
    if (!taken.includes(one)) return one;
  }
}
