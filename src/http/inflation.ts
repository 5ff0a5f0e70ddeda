/** Real JSON becomes 5 to 20 times shorter by gzip; what becomes much shorter was made to. */
const MAX_TIMES = 64;
/** Small bodies may repeat themselves as much as they like. */
const ALWAYS_ALLOWED = 65_536;

/** The largest size in bytes to which a gzipped body may inflate, by the bytes received so far. */
export const mostInflated = (sentBytes: number): number => ALWAYS_ALLOWED + MAX_TIMES * sentBytes;

export const INFLATES_TOO_MUCH = `the body inflates to more than ${MAX_TIMES} times what was sent; send it less compressed, or plain`;
