import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const example = (path: string) => fileURLToPath(new URL(`../packages/${path}`, import.meta.url));

/** Scripts of the packages' example pages, keyed by page name. */
const PAGES = {
  instantsearch: example("instantsearch/example/vanilla.ts"),
  "react-instantsearch": example("instantsearch/example/react.tsx"),
  react: example("react/example/shop.tsx"),
  "react-server": example("react/example/server.tsx"),
  widgets: example("instantsearch/example/every-widget.ts"),
};

/** URL and keys of the service, as stored in `demo.json`. */
export interface Access {
  readonly base_url: string;
  readonly client_id: string;
  readonly public_key: string;
}

export interface ExamplePages {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Bundles the examples and serves them.
 * @param port port of the server; a free port by default
 */
export async function serveExamples({ base_url: url, client_id, public_key }: Access, port = 0): Promise<ExamplePages> {
  const { outputFiles } = await build({
    entryPoints: PAGES,
    outdir: "/",
    write: false,
    bundle: true,
    format: "iife",
    platform: "browser",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "silent",
  });
  const scripts = new Map(outputFiles.map(({ path, text }) => [`/${basename(path, ".js")}`, text]));
  const style = await readFile(example("instantsearch/example/style.css"), "utf8");
  const access = JSON.stringify({ url, clientId: client_id, publicKey: public_key });
  const server = createServer((req, res) => {
    const script = scripts.get((req.url ?? "").replace(/\?.*/, ""));
    res.statusCode = script === undefined ? 404 : 200;
    res.setHeader("Content-Type", "text/html; charset=utf-8");
    res.end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Example</title><link rel="icon" href="data:,"><style>${style}</style><body><main></main>
<script type="application/json" id="access">${access}</script>
<script>${(script ?? "").replaceAll("</script", "<\\/script")}</script></body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
