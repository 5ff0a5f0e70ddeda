import { constants } from "node:zlib";
import compression from "compression";
import type { RequestHandler } from "express";

/**
 * Answers of more than 1 KiB that become shorter are sent as brotli or gzip, where the client takes it. The quality is low and
 * the window small: answers are made for one request, of tens of kilobytes, and every one under way needs its own encoder.
 */
export const compress = (): RequestHandler =>
  compression({
    threshold: 1_024,
    level: GZIP_LEVEL,
    brotli: {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS },
    },
  });

const GZIP_LEVEL = 4;
const BROTLI_QUALITY = 3;
const BROTLI_WINDOW_BITS = 18;
