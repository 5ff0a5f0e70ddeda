import { Router, type Request, type RequestHandler, type Response } from "express";
import { success } from "../../src/http/envelope.js";
import { methodNotAllowed } from "../../src/http/error-handler.js";
import { acceptUpload } from "../../src/http/upload.js";
import type { ConsoleGuards } from "./guards.js";

type Method = "GET" | "POST" | "POST of a file" | "PUT" | "DELETE" | "DELETE with body";

/**
 * Handler of an authorized request.
 * @param named value of the path's only parameter; "" if there is none
 * @returns the response's `data`, or `undefined` if the handler has sent the response
 */
type Handler = (req: Request, res: Response, named: string) => unknown;

/** Creates a router from handlers by method and path, such as "GET /:id". Other methods of a path are rejected. */
export function consoleRoutes(
  guards: ConsoleGuards,
  handlers: Readonly<Record<`${Method} /${string}`, Handler>>,
): Router {
  const router = Router();
  const methodsOf = new Map<string, string[]>();
  const guardsOf = { GET: guards.read, POST: guards.write, PUT: guards.write, DELETE: guards.act };
  const specialGuards: Readonly<Record<string, readonly RequestHandler[]>> = {
    "DELETE with body": guards.write,
    "POST of a file": [...guards.act, acceptUpload],
  };
  for (const [key, handler] of Object.entries(handlers)) {
    const [head = "", path = ""] = key.split(/ (?=\/)/);
    const method = head.split(" ")[0] as keyof typeof guardsOf;
    const own = specialGuards[head] ?? guardsOf[method];
    methodsOf.set(path, [...(methodsOf.get(path) ?? []), method]);
    const verb = method.toLowerCase() as Lowercase<typeof method>;
    router.route(path)[verb](...own, async (req: Request, res: Response) => {
      const [named = ""] = Object.values(req.params).flat();
      const data: unknown = await handler(req, res, named);
      if (data !== undefined) res.json(success(data));
    });
  }
  for (const [path, methods] of methodsOf) router.route(path).all(methodNotAllowed(...methods));
  return router;
}
