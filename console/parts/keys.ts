/** Derives a unique key for API requests from a field name. */
export function keyFor(field: string, taken: readonly string[]): string {
  const letters = field.replace(/^attributes\./, "").replaceAll(/[^A-Za-z0-9_.-]/g, "_");
  const name = (/^[A-Za-z]/.test(letters) ? letters : `f${letters}`).slice(0, 90);
  return firstFree(name, taken, (nth) => `${name}_${nth}`);
}

/** Returns a unique name. Appends a number if the name is already taken. */
export const uniqueName = (name: string, taken: readonly string[]): string =>
  firstFree(name, taken, (nth) => `${name} (${nth})`);

function firstFree(name: string, taken: readonly string[], numbered: (nth: number) => string): string {
  let free = name;
  for (let nth = 2; taken.includes(free); nth += 1) free = numbered(nth);
  return free;
}
