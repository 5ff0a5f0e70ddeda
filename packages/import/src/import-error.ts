/** A file cannot be imported; the message is for the person who has it. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}
