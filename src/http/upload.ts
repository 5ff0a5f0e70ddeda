import type { IncomingMessage } from "node:http";
import type { RequestHandler } from "express";

const accepted = new WeakSet<IncomingMessage>();

/**
 * Lets the body of a request take as long as it keeps a minimum pace, instead of a few seconds. Mount it behind the key
 * check: a client without a key gets no such time.
 */
export const acceptUpload: RequestHandler = (req, _res, next) => {
  accepted.add(req);
  next();
};

export const isUpload = (request: IncomingMessage): boolean => accepted.has(request);
