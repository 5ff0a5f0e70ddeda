const WIDE = /[^\0-\xff]/;

/** What a text takes in memory, in bytes: one a unit where all units are of Latin-1, which is how V8 keeps them, else two. */
export const textBytes = (text: string): number => (WIDE.test(text) ? 2 : 1) * text.length;
