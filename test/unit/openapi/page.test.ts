import { expect } from "chai";
import { Script } from "node:vm";
import { CONTENT_SECURITY_POLICY, OWN_FILES, page, PAGE_FILES } from "../../../src/openapi/page.js";

describe("docs page", () => {
  const html = page("abc123");

  it("the docs page references only files that the service delivers", () => {
    const addresses = Array.from(html.matchAll(/(?:src|href)="([^"]*)"/g), (match) => match[1]);
    const files = ["favicon-32x32.png", "swagger-ui.css", "page.css", "swagger-ui-bundle.js", "start.js"];
    expect(addresses.sort()).to.deep.equal([...files.map((name) => `docs/${name}?v=abc123`), "openapi.json"].sort());
    expect([...PAGE_FILES].sort()).to.deep.equal(files.sort());
  });

  it("the docs page has no inline script or style", () => {
    expect(html).to.not.match(/<style|\sstyle=|\son\w+=|javascript:/i);
    for (const [element] of html.matchAll(/<script[^>]*>[^<]*<\/script>/g))
      expect(element).to.match(/ src="[^"]+"><\//);
  });

  it("the content security policy of the docs page allows only resources from the service itself", () => {
    const sources = CONTENT_SECURITY_POLICY.split("; ").flatMap((directive) => directive.split(" ").slice(1));
    expect([...new Set(sources)].sort()).to.deep.equal(["'none'", "'self'", "data:"]);
    expect(CONTENT_SECURITY_POLICY).to.match(/^default-src 'none'/);
  });

  it("the docs page loads the OpenAPI document of the service and disables the external validator", () => {
    const requested: Record<string, unknown>[] = [];
    new Script(OWN_FILES.get("start.js")?.text ?? "").runInNewContext({
      SwaggerUIBundle: (options: Record<string, unknown>) => requested.push(options),
    });
    expect(requested).to.have.lengthOf(1);
    expect(requested[0]).to.include({ url: "openapi.json", dom_id: "#docs", validatorUrl: null });
  });

  it("the docs page shows examples in JSON Lines format unchanged", () => {
    const text = OWN_FILES.get("start.js")?.text ?? "";
    const sampled = (type: string, example: unknown): unknown => {
      const system = { fn: { getSampleSchema: (...given: unknown[]) => ["sampled", ...given] as unknown } };
      new Script(text).runInNewContext({
        SwaggerUIBundle: ({ plugins: [plugin] }: { plugins: [() => { afterLoad(): void }] }) =>
          plugin().afterLoad.call(system),
      });
      return system.fn.getSampleSchema({}, type, {}, example);
    };
    expect(sampled("application/x-ndjson", "{}\n{}\n")).to.equal("{}\n{}\n");
    expect(sampled("application/x-ndjson", undefined)).to.deep.equal([
      "sampled",
      {},
      "application/x-ndjson",
      {},
      undefined,
    ]);
    expect(sampled("application/json", "{}")).to.deep.equal(["sampled", {}, "application/json", {}, "{}"]);
  });
});
