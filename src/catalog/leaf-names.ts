import { objectsAround } from "../filters/field-names.js";

/** Leaves and the objects they lie in, below the limit of fields that the template sets (30,000, a few of them its own). */
export const MAX_FIELDS = 29_000;

/** Names of leaves and of the objects that they lie in: no name is both. */
export class LeafNames {
  readonly #leaves = new Set<string>();
  readonly #objects = new Set<string>();

  /** Leaves and objects. */
  get fields(): number {
    return this.#leaves.size + this.#objects.size;
  }

  get leaves(): number {
    return this.#leaves.size;
  }

  has(leaf: string): boolean {
    return this.#leaves.has(leaf);
  }

  add(leaf: string): void {
    this.#leaves.add(leaf);
    for (const object of objectsAround(leaf)) this.#objects.add(object);
  }

  /** Whether a leaf of this name is an object here, or would lie in a leaf. */
  contradicts(leaf: string): boolean {
    return this.#objects.has(leaf) || objectsAround(leaf).some((object) => this.#leaves.has(object));
  }

  /** How many more fields there were with this leaf. */
  growth(leaf: string): number {
    return 1 + objectsAround(leaf).filter((object) => !this.#objects.has(object)).length;
  }
}
