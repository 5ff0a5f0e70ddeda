import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const SRC = resolve(dirname(fileURLToPath(import.meta.url)), "../../src");

/** From what everyone may use to what nobody may import: a domain imports only from domains before it. */
const DOMAINS = ["catalog", "tracking", "behaviour", "personalization", "search", "recommendation", "shoppers"];

interface SourceFile {
  /** Relative to src, with forward slashes. */
  readonly path: string;
  readonly domain: string;
  readonly packages: readonly string[];
  /** Relative to src. */
  readonly files: readonly string[];
  readonly text: string;
}

function sourceFiles(): SourceFile[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((name) => {
      const text = readFileSync(join(SRC, name), "utf8");
      const imports = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
      const path = name.replaceAll("\\", "/");
      return {
        path,
        domain: path.includes("/") ? (path.split("/")[0] as string) : "",
        packages: imports.filter((target) => !target.startsWith(".")),
        files: imports
          .filter((target) => target.startsWith("."))
          .map((target) => relative(SRC, resolve(SRC, dirname(name), target)).replaceAll("\\", "/")),
        text,
      };
    });
}

const files = sourceFiles();
const violations = (isViolation: (file: SourceFile) => boolean) => files.filter(isViolation).map(({ path }) => path);
const domainOf = (path: string) => path.split("/")[0] as string;
const isTypeOnly = (file: SourceFile, packageName: string) =>
  new RegExp(`import type [^;]*from "${packageName}"`).test(file.text);

describe("import rules", () => {
  it("finds the sources", () => {
    expect(files.length).to.be.greaterThan(50);
  });

  it("lets domains import only from domains before them", () => {
    const backwards = files.flatMap((file) =>
      file.files
        .filter((target) => DOMAINS.indexOf(domainOf(target)) > DOMAINS.indexOf(file.domain))
        .filter(() => DOMAINS.includes(file.domain))
        .map((target) => `${file.path} → ${target}`),
    );
    expect(backwards).to.deep.equal([]);
  });

  it("keeps what every domain uses free of domains", () => {
    const shared = ["engine", "filters", "observability", "schema", "storefront", "errors.ts"];
    const wrong = files
      .filter((file) => shared.includes(file.domain) || file.path === "errors.ts")
      .flatMap((file) =>
        file.files.filter((target) => DOMAINS.includes(domainOf(target))).map((target) => `${file.path} → ${target}`),
      );
    expect(wrong).to.deep.equal([]);
  });

  it("imports the engine's client only in engine/", () => {
    const outside = violations(
      (file) => file.domain !== "engine" && file.packages.includes("@opensearch-project/opensearch"),
    );
    expect(outside).to.deep.equal([]);
  });

  it("knows Express only in routes.ts files, http/ and the composition", () => {
    const outside = violations(
      (file) =>
        file.packages.includes("express") &&
        file.domain !== "http" &&
        !file.path.endsWith("routes.ts") &&
        file.domain !== "composition" &&
        !["app.ts", "bootstrap.ts"].includes(file.path) &&
        !isTypeOnly(file, "express"),
    );
    expect(outside).to.deep.equal([]);
  });

  it("reads the environment only in main.ts", () => {
    const outside = violations(
      (file) => file.path !== "main.ts" && /process\.env\b/.test(file.text) && !file.path.startsWith("engine/local/"),
    );
    expect(outside).to.deep.equal([]);
  });

  it("keeps commands and the composition out of everything else", () => {
    const wrong = files
      .filter(
        ({ domain, path }) =>
          !["commands", "composition"].includes(domain) && !["main.ts", "bootstrap.ts"].includes(path),
      )
      .flatMap((file) =>
        file.files
          .filter(
            (target) => ["commands", "composition"].includes(domainOf(target)) || /^(main|bootstrap)\.js$/.test(target),
          )
          .map((target) => `${file.path} → ${target}`),
      );
    expect(wrong).to.deep.equal([]);
  });
});
