const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** UTF-8 without the mark that some editors and serializers put first; it is no part of what JSON is. */
export const withoutByteOrderMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
