/** No row, slot or product. */
export const NONE = -1;
