/** Makes texts of which no two are the same. @param run unique to this run of the process */
export function createTokens(run: string): () => string {
  let count = 0;
  return () => `${run}.${(count += 1).toString(36)}`;
}
