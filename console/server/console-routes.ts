import { Router, type Request, type RequestHandler, type Response } from "express";
import { success } from "../../src/http/envelope.js";
import { methodNotAllowed } from "../../src/http/error-handler.js";
import { acceptUpload } from "../../src/http/upload.js";
import type { ConsoleGuards } from "./guards.js";

type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Handler of an authorized request. Returns the response's `data`, or `undefined` if the handler has sent the response.
 * @param named value of the path's only parameter; "" if the path has no parameter
 */
type Handler = (req: Request, res: Response, named: string) => unknown;

/**
 * Creates a router from handlers by method and path, such as "GET /:id". Other methods of a path are rejected.
 * @param guards middleware by method. A key with a suffix, such as "POST of a file", defines another middleware for the
 * same method.
 */
export function guardedRoutes<Guarded extends Method | `${Method} ${string}`>(
  guards: Readonly<Record<Guarded, readonly RequestHandler[]>>,
  handlers: Readonly<Record<`${NoInfer<Guarded>} /${string}`, Handler>>,
): Router {
  const router = Router();
  const methodsOf = new Map<string, string[]>();
  for (const [key, handler] of Object.entries<Handler>(handlers)) {
    const [guarded, path] = key.split(/ (?=\/)/) as [Guarded, string];
    const method = guarded.split(" ")[0] as Method;
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
    const verb = method.toLowerCase() as Lowercase<Method>;
    router.route(path)[verb](...guards[guarded], async (req: Request, res: Response) => {
      const [named = ""] = Object.values(req.params).flat();
      const data: unknown = await handler(req, res, named);
      if (data !== undefined) res.json(success(data));
    });
  }
  for (const [path, methods] of methodsOf) router.route(path).all(methodNotAllowed(...methods));
  return router;
}

const byMethod = ({ read, write, act }: ConsoleGuards) => ({
  GET: read,
  POST: write,
  PUT: write,
  DELETE: act,
  "DELETE with body": write,
  "POST of a file": [...act, acceptUpload],
});

/** Creates a router for console requests that require a session. */
export const consoleRoutes = (
  guards: ConsoleGuards,
  handlers: Readonly<Record<`${keyof ReturnType<typeof byMethod>} /${string}`, Handler>>,
): Router => guardedRoutes(byMethod(guards), handlers);
