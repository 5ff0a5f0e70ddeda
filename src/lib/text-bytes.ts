/**
 * Estimates the bytes of a text in memory: two per UTF-16 unit. Most texts take one, and about as much again is garbage
 * until the heap is collected.
 */
export const textBytes = (text: string): number => 2 * text.length;
