/** How many pages of `limit` products there are; 0 for a request that wants no products. */
export const lastPage = (total: number, limit: number): number => (limit === 0 ? 0 : Math.ceil(total / limit));
