/** This cannot be done the way things are; the message is for the person at the terminal, without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
