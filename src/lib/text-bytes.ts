/**
 * What a text is counted as in memory, in bytes: two a unit. Most texts take one, and as much again lies about as garbage until
 * the heap is collected.
 */
export const textBytes = (text: string): number => 2 * text.length;
