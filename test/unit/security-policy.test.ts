import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { openApiDocument } from "../../src/openapi/openapi.js";
import { CHECKOUT } from "../support/process.js";
import { operationsOf } from "../support/openapi.js";

const KEYS = { PublicKey: "public", PrivateKey: "private" } as const;

/** The API key that each request, such as `POST /v2/taste`, requires according to the table of the security page. */
async function keysInPolicy(): Promise<Map<string, string>> {
  const text = await readFile(`${CHECKOUT}/SECURITY.md`, "utf8");
  const rows = text.matchAll(/^\| `([A-Z]+ \/\S*)`\s*\| (\w+)\s*\|/gm);
  return new Map([...rows].map(([, request = "", key = ""]) => [request, key]));
}

describe("SECURITY.md", () => {
  const documented = operationsOf(openApiDocument("0")).map(({ method, path, operation }) => {
    const [scheme] = operation.security.flatMap((one) => Object.keys(one) as (keyof typeof KEYS)[]);
    return [`${method.toUpperCase()} ${path}`, scheme === undefined ? "none" : KEYS[scheme]] as const;
  });

  it("SECURITY.md lists every request of the OpenAPI document with the required type of API key", async () => {
    const policy = await keysInPolicy();
    const wrong = documented.filter(([request, key]) => policy.get(request) !== key);
    expect(wrong).to.deep.equal([]);
  });

  it("SECURITY.md lists only requests that the OpenAPI document describes", async () => {
    const known = new Set<string>(documented.map(([request]) => request));
    expect([...(await keysInPolicy()).keys()].filter((request) => !known.has(request))).to.deep.equal([]);
  });
});
