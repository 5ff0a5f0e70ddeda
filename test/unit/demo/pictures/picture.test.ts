import { expect } from "chai";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { demoCatalogue } from "../../../../demo/catalogue/catalogue.js";
import { demoFeed, PICTURES_PATH } from "../../../../demo/catalogue/feed.js";
import { DRAWINGS } from "../../../../demo/pictures/drawings.js";
import { picture } from "../../../../demo/pictures/picture.js";
import { render } from "../../../../demo/pictures/render.js";
import type { Silhouette } from "../../../../demo/pictures/silhouette.js";
import { PRODUCT_TYPES } from "../../../../demo/catalogue/vocabulary/product-types.js";

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/**
 * Returns all elements of an XML document.
 * @throws an error if the document is not well-formed
 */
function elementsOf(xml: string): Element[] {
  const elements: Element[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => elements.push({ name, attributes }));
  parser.write(xml).close();
  return elements;
}

const DRAWN = new Set(
  "svg defs g path use rect circle ellipse clipPath pattern linearGradient radialGradient stop filter feTurbulence feDiffuseLighting feDistantLight feComposite feColorMatrix feDropShadow feGaussianBlur".split(
    " ",
  ),
);

/** Returns the faults of a picture: unexpected elements, broken references, and invalid numbers. */
function faultsOf(svg: string): string[] {
  const elements = elementsOf(svg);
  const ids = elements.flatMap(({ attributes }) => attributes["id"] ?? []);
  const values = elements.flatMap(({ attributes }) => Object.entries(attributes));
  const targets = values.flatMap(([name, value]) => {
    if (name === "href") return [value];
    return [...value.matchAll(/url\(([^)]*)\)/g)].map(([, target]) => target ?? "");
  });
  return [
    ...elements.filter(({ name }) => !DRAWN.has(name)).map(({ name }) => `element ${name}`),
    ...values.filter(([name]) => /^on|^style$|^src$|:/.test(name)).map(([name]) => `attribute ${name}`),
    ...targets.filter((target) => !target.startsWith("#") || !ids.includes(target.slice(1))).map((it) => `to ${it}`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} twice`),
    ...values.filter(([, value]) => /NaN|undefined|Infinity|\{/.test(value)).map(([name, value]) => `${name}=${value}`),
  ];
}

const catalogue = demoCatalogue();
const files = [...demoFeed()].flatMap((line) => {
  const { images } = (JSON.parse(line) as { product_data: { images: string[] } }).product_data;
  return images.map((url) => url.slice(PICTURES_PATH.length + 1));
});

const drawn = (file: string): string => picture(file) ?? expect.fail(`no picture ${file}`);

describe("picture generator of the demo", () => {
  it("the picture generator of the demo draws well-formed SVG with drawing elements only", () => {
    // Tests every 25th picture. The step is odd, so that front and back views of products alternate.
    const sample = files.filter((_, index) => index % 25 === 0);
    expect(sample.length).to.be.greaterThan(600);
    for (const file of sample) expect(faultsOf(drawn(file)), file).to.deep.equal([]);
  });

  it("the picture generator of the demo draws the front and the back of every product silhouette", () => {
    for (const { silhouette } of PRODUCT_TYPES) {
      const product = catalogue.find(({ design }) => design.type.silhouette === silhouette);
      const id = product?.variants[0]?.variant_identifier ?? expect.fail(`no product is a ${silhouette}`);
      const [front, back] = [drawn(`${id}-1.svg`), drawn(`${id}-2.svg`)];
      expect([...faultsOf(front), ...faultsOf(back)], silhouette).to.deep.equal([]);
      expect(front, silhouette).to.not.equal(back);
    }
    const sold = new Set<Silhouette>(PRODUCT_TYPES.map(({ silhouette }) => silhouette));
    expect(new Set(Object.keys(DRAWINGS))).to.deep.equal(sold);
  });

  it("the picture generator of the demo draws pictures of a few kilobytes", () => {
    const sizes = files.filter((_, index) => index % 50 === 0).map((file) => drawn(file).length);
    expect(Math.max(...sizes)).to.be.lessThan(20_000);
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).to.be.lessThan(10_000);
  });

  it("the picture generator of the demo draws pictures with an aspect ratio of 3:4 and a descriptive label", () => {
    const variant = catalogue[0]?.variants[0]?.variant_identifier ?? "";
    const [root] = elementsOf(drawn(`${variant}-1.svg`));
    const { design, title, variants } = catalogue[0] ?? expect.fail("no product");
    expect(root).to.deep.equal({
      name: "svg",
      attributes: {
        xmlns: "http://www.w3.org/2000/svg",
        viewBox: "0 0 600 800",
        width: "600",
        height: "800",
        role: "img",
        "aria-label": `${design.designer.name} ${title} in ${variants[0]?.color.name.toLowerCase() ?? ""}`,
      },
    });
  });

  it("the picture generator of the demo is deterministic, and draws a different picture for each colour of a product", () => {
    const { variants } = catalogue.find((product) => product.variants.length > 2) ?? expect.fail("no product");
    const fronts = variants.map(({ variant_identifier }) => drawn(`${variant_identifier}-1.svg`));
    expect(new Set(fronts).size).to.equal(variants.length);
    expect(variants.map(({ variant_identifier }) => picture(`${variant_identifier}-1.svg`))).to.deep.equal(fronts);
  });

  it("escapes labels", () => {
    const label = `"><script>alert('&')</script>`;
    const svg = render(DRAWINGS["t-shirt"](false), {
      hex: "#336699",
      texture: "jersey",
      pattern: "Plain",
      across: true,
      view: 1,
      label,
      chance: 0,
    });
    expect(faultsOf(svg)).to.deep.equal([]);
    expect(elementsOf(svg)[0]?.attributes["aria-label"]).to.equal(label);
  });

  it("the picture generator of the demo returns no picture for an unknown or inexact file name", () => {
    const [known] = files as [string];
    const names = [
      "",
      "nope.svg",
      "../../etc/passwd",
      "__proto__",
      "constructor",
      "99999999-1.svg",
      known.replace("-1.svg", "-3.svg"),
      known.replace("-1.svg", "-1.png"),
      known.replace("-1.svg", ""),
      `${known}\n`,
      ` ${known}`,
      `./${known}`,
    ];
    expect(names.filter((name) => picture(name) !== undefined)).to.deep.equal([]);
    fc.assert(fc.property(fc.string(), (name) => picture(name) === undefined || files.includes(name)));
  });
});
