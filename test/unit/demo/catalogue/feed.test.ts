import { expect } from "chai";
import { createHash } from "node:crypto";
import { categoryPath } from "../../../../src/catalog/fields.js";
import { demoFeed } from "../../../../demo/catalogue/feed.js";
import { DESIGNERS } from "../../../../demo/catalogue/vocabulary/designers.js";
import { MATERIALS } from "../../../../demo/catalogue/vocabulary/materials.js";
import { SIZES, type Department } from "../../../../demo/catalogue/vocabulary/sizes.js";

interface ProductData {
  readonly product_identifier: string;
  readonly variant_identifier: string;
  readonly title: string;
  readonly designer: string;
  readonly description: string;
  readonly department: Department;
  readonly categories: readonly string[];
  readonly color: string;
  readonly color_name: string;
  readonly sizes: readonly string[];
  readonly price: number;
  readonly original_price?: number;
  readonly on_sale: boolean;
  readonly discount_percent?: number;
  readonly material: string;
  readonly season: string;
  readonly released_at: string;
  readonly in_stock: boolean;
  readonly handle: string;
  readonly images: readonly string[];
}

const lines = [...demoFeed()];
const parsed = lines.map((line) => JSON.parse(line) as { operation: string; product_data: ProductData });
const all = parsed.map(({ product_data }) => product_data);
const lineOf = (variant: string) => parsed.find(({ product_data }) => product_data.variant_identifier === variant);
const countBy = (keyOf: (data: ProductData) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const data of all) counts.set(keyOf(data), (counts.get(keyOf(data)) ?? 0) + 1);
  return counts;
};
/** Returns the variants for which a condition fails, so that a failing test lists them. */
const exceptions = (holds: (data: ProductData) => boolean) => all.filter((data) => !holds(data));

describe("demo feed", () => {
  it("a line of the demo feed has the fields of a real shop's feed", () => {
    expect(lineOf("41057102")).to.deep.equal({
      operation: "insert",
      product_data: {
        product_identifier: "410571",
        variant_identifier: "41057102",
        title: "Cotton-Jersey Polo Shirt",
        designer: "COTTON ASSEMBLY",
        description:
          "Made from soft cotton-jersey, this polo shirt has a ribbed collar and a two-button placket. The fit is true to size.",
        department: "Men",
        categories: ["Clothing", "Clothing: Tops", "Clothing: Tops: Polo Shirts"],
        color: "Black",
        color_name: "Black",
        sizes: ["M", "L", "XL", "XXL"],
        price: 34.95,
        on_sale: false,
        material: "Cotton",
        fit: "Regular",
        season: "AW25",
        released_at: "2025-07-14T08:31:00.000Z",
        in_stock: true,
        handle: "cotton-assembly-cotton-jersey-polo-shirt-black",
        images: ["/demo/pictures/41057102-1.svg", "/demo/pictures/41057102-2.svg"],
        attributes: {
          pattern: "Plain",
          fabric: "Cotton-Jersey",
          composition: "100% cotton",
          care: "Machine wash at 30°C",
          origin: "Türkiye",
          recycled: false,
          closure: "Button",
        },
      },
    });
    expect(lineOf("41022502")).to.deep.equal({
      operation: "insert",
      product_data: {
        product_identifier: "410225",
        variant_identifier: "41022502",
        title: "Suede Pumps",
        designer: "TALMONTE",
        description:
          "Made from velvety suede, these pumps have a slender heel and a low-cut vamp. The heel measures 90 mm.",
        department: "Women",
        categories: ["Shoes", "Shoes: Heels", "Shoes: Heels: Pumps"],
        color: "Brown",
        color_name: "Cognac",
        sizes: ["36.5", "37", "37.5", "38", "38.5", "39.5", "40"],
        price: 525,
        on_sale: true,
        original_price: 750,
        discount_percent: 30,
        material: "Suede",
        season: "SS25",
        released_at: "2025-02-03T07:21:00.000Z",
        in_stock: true,
        handle: "talmonte-suede-pumps-cognac",
        images: ["/demo/pictures/41022502-1.svg", "/demo/pictures/41022502-2.svg"],
        attributes: {
          pattern: "Plain",
          fabric: "Suede",
          composition: "100% calf suede",
          care: "Brush with a suede brush",
          origin: "Italy",
          recycled: false,
          heel_height_mm: 90,
        },
      },
    });
    expect(lineOf("41055401")).to.deep.equal({
      operation: "insert",
      product_data: {
        product_identifier: "410554",
        variant_identifier: "41055401",
        title: "Greta Canvas Tote",
        designer: "DAYFOLK",
        description:
          "Crafted from heavyweight cotton-canvas, this tote has a roomy inside with a zipped pocket and handles that fit over the shoulder.",
        department: "Men",
        categories: ["Bags", "Bags: Tote Bags"],
        color: "Burgundy",
        color_name: "Burgundy",
        sizes: ["One size"],
        price: 95,
        on_sale: true,
        original_price: 190,
        discount_percent: 50,
        material: "Canvas",
        season: "AW25",
        released_at: "2025-07-11T06:25:00.000Z",
        in_stock: true,
        handle: "dayfolk-greta-canvas-tote-burgundy",
        images: ["/demo/pictures/41055401-1.svg", "/demo/pictures/41055401-2.svg"],
        attributes: {
          pattern: "Plain",
          fabric: "Canvas",
          composition: "100% cotton",
          care: "Machine wash at 30°C",
          origin: "Germany",
          recycled: false,
          dimensions: { width_cm: 38, height_cm: 30, depth_cm: 14 },
        },
      },
    });
  });

  it("the demo feed is deterministic", () => {
    const digest = (feed: Iterable<string>) =>
      createHash("sha256")
        .update([...feed].join("\n"))
        .digest("hex");
    expect(digest(demoFeed())).to.equal(digest(lines));
  });

  it("the demo feed has about 3,000 products in 7,500 variants by 60 designers", () => {
    expect(new Set(all.map((data) => data.product_identifier)).size).to.be.within(2_900, 3_200);
    expect(all.length).to.be.within(7_000, 8_500);
    expect(new Set(all.map((data) => data.designer))).to.deep.equal(new Set(DESIGNERS.map(({ name }) => name)));
  });

  it("the demo feed has products in every department and top category", () => {
    const departments = countBy((data) => data.department);
    expect([...departments.keys()].sort()).to.deep.equal(["Men", "Women"]);
    for (const variants of departments.values()) expect(variants).to.be.greaterThan(2_500);
    const tops = countBy((data) => data.categories[0] ?? "");
    expect([...tops.keys()].sort()).to.deep.equal(["Accessories", "Bags", "Clothing", "Jewellery", "Shoes"]);
    for (const variants of tops.values()) expect(variants).to.be.greaterThan(100);
  });

  it("the demo feed has designers with many and with few variants, each with at most a tenth of all variants", () => {
    const sizes = [...countBy((data) => data.designer).values()].sort((a, b) => b - a);
    expect(sizes[0]).to.be.within(4 * (sizes.at(-1) ?? 0), all.length / 10);
  });

  it("the demo feed has one line of valid JSON per variant", () => {
    expect(lines.filter((line) => line.includes("\n"))).to.deep.equal([]);
    expect(parsed.filter(({ operation }) => operation !== "insert")).to.deep.equal([]);
    expect(
      exceptions(
        (data) =>
          typeof data.variant_identifier === "string" && data.variant_identifier.startsWith(data.product_identifier),
      ),
    ).to.deep.equal([]);
    expect(new Set(all.map((data) => data.variant_identifier)).size).to.equal(all.length);
  });

  it("the demo feed has the same price for all variants of a product", () => {
    const seen = new Set<string>();
    let before: ProductData | undefined;
    for (const data of all) {
      if (data.product_identifier !== before?.product_identifier) {
        expect(seen.has(data.product_identifier), data.product_identifier).to.equal(false);
        seen.add(data.product_identifier);
      } else {
        expect([data.price, data.title, data.released_at]).to.deep.equal([
          before.price,
          before.title,
          before.released_at,
        ]);
      }
      before = data;
    }
    const colors = countBy((data) => `${data.product_identifier} ${data.color_name}`);
    expect([...colors].filter(([, count]) => count > 1)).to.deep.equal([]);
  });

  it("the demo feed has a unique handle of URL-safe characters for every variant", () => {
    expect(exceptions((data) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(data.handle))).to.deep.equal([]);
    expect(new Set(all.map((data) => data.handle)).size).to.equal(all.length);
  });

  it("the demo feed lists each category with all its ancestors", () => {
    expect(
      exceptions(
        ({ categories }) => JSON.stringify(categories) === JSON.stringify(categoryPath(categories.at(-1) ?? "")),
      ),
    ).to.deep.equal([]);
  });

  it("the demo feed has prices above zero in whole cents, and sale prices below the original price", () => {
    const cents = (amount: number) => amount > 0 && Number(amount.toFixed(2)) === amount;
    expect(exceptions((data) => cents(data.price) && cents(data.original_price ?? 1))).to.deep.equal([]);
    expect(exceptions((data) => data.on_sale === (data.original_price !== undefined))).to.deep.equal([]);
    expect(exceptions((data) => data.on_sale === (data.discount_percent !== undefined))).to.deep.equal([]);
    const share = ({ price, original_price = price }: ProductData) => Math.round((1 - price / original_price) * 100);
    expect(exceptions((data) => share(data) === (data.discount_percent ?? 0))).to.deep.equal([]);
    expect(exceptions((data) => !data.on_sale || (data.discount_percent ?? 0) > 0)).to.deep.equal([]);
  });

  it("the demo feed has price endings that fit the designer's price level", () => {
    const levelOf = new Map(DESIGNERS.map(({ name, level }) => [name, level]));
    const full = (data: ProductData) => data.original_price ?? data.price;
    const endsWell = (data: ProductData) => {
      const level = levelOf.get(data.designer);
      if (level === 1) return /\.9[59]$/.test(full(data).toFixed(2)) && /\.9[59]$/.test(data.price.toFixed(2));
      return full(data) % 5 === 0 && Number.isInteger(data.price) && (full(data) < 1_000 || full(data) % 50 === 0);
    };
    expect(exceptions(endsWell)).to.deep.equal([]);
  });

  it("the demo feed lists the sizes of the product's category and department, smallest first", () => {
    const runs = (data: ProductData): readonly (readonly string[])[] => {
      const of = (...names: (keyof typeof SIZES)[]) => names.map((name) => SIZES[name][data.department]);
      const [top, middle = ""] = data.categories;
      if (top === "Shoes") return of("shoes");
      if (top === "Bags") return of("one");
      if (top === "Jewellery") return middle === "Jewellery: Rings" ? of("ring") : of("one");
      if (top === "Accessories") return of("one", "belt", "gloves", "hat", "socks");
      return middle === "Clothing: Jeans" ? of("waist") : of("letters", "tailoring", "waist");
    };
    const ordered = (sizes: readonly string[], run: readonly string[]) =>
      run.filter((size) => sizes.includes(size)).join() === sizes.join();
    expect(
      exceptions((data) => data.sizes.length > 0 && runs(data).some((run) => ordered(data.sizes, run))),
    ).to.deep.equal([]);
  });

  it("the demo feed has release dates within the product's season", () => {
    const last = "2026-10-16";
    expect(
      exceptions((data) => new Date(data.released_at).toISOString() === data.released_at && data.released_at < last),
    ).to.deep.equal([]);
    expect(exceptions((data) => data.released_at.startsWith(`20${data.season.slice(2)}-`))).to.deep.equal([]);
    const months = (season: string) =>
      new Set(all.filter((data) => data.season.startsWith(season)).map((data) => Number(data.released_at.slice(5, 7))));
    expect(Math.max(...months("SS"))).to.be.lessThan(Math.min(...months("AW")));
  });

  it("the demo feed has descriptions of one to three sentences", () => {
    const sentences = (text: string) => text.split(/(?<=[.])\s/).length;
    expect(exceptions((data) => sentences(data.description) >= 1 && sentences(data.description) <= 3)).to.deep.equal(
      [],
    );
    expect(
      exceptions((data) => data.description.endsWith(".") && !/undefined|null|\s\s/.test(data.description)),
    ).to.deep.equal([]);
    expect(exceptions((data) => !/undefined|null|\s\s/.test(data.title))).to.deep.equal([]);
  });

  it("the demo feed has a few variants out of stock and some on sale", () => {
    const share = (isCounted: (data: ProductData) => boolean) => all.filter(isCounted).length / all.length;
    expect(share((data) => !data.in_stock)).to.be.within(0.02, 0.1);
    expect(share((data) => data.on_sale)).to.be.within(0.1, 0.35);
  });

  it("the demo feed has two pictures per variant", () => {
    expect(
      exceptions(
        ({ images, variant_identifier: id }) =>
          images.join() === `/demo/pictures/${id}-1.svg,/demo/pictures/${id}-2.svg`,
      ),
    ).to.deep.equal([]);
  });

  it("the demo feed has only plausible materials for each product type", () => {
    const family =
      (...families: string[]) =>
      (data: ProductData) =>
        families.includes(data.material);
    const within = (category: string) => all.filter((data) => data.categories.includes(category));
    const outside = (category: string, allowed: (data: ProductData) => boolean) =>
      within(category)
        .filter((data) => !allowed(data))
        .map(({ title }) => title);
    expect(
      within("Shoes")
        .filter(family("Wool", "Cashmere", "Mohair", "Linen", "Denim"))
        .map(({ title }) => title),
    ).to.deep.equal([]);
    expect(outside("Clothing: Knitwear", family("Wool", "Cashmere", "Mohair", "Cotton"))).to.deep.equal([]);
    expect(outside("Clothing: Jeans", family("Denim"))).to.deep.equal([]);
    expect(outside("Jewellery", family("Gold", "Silver"))).to.deep.equal([]);
    expect(outside("Clothing: Swimwear", family("Nylon", "Polyester"))).to.deep.equal([]);
    expect(within("Jewellery").filter((data) => data.material === "Silver" && data.color !== "Silver")).to.deep.equal(
      [],
    );
    expect(new Set(all.map((data) => data.material))).to.deep.equal(
      new Set(Object.values(MATERIALS).map((material) => material.family)),
    );
  });

  it("within a product type, the demo feed has higher prices for designers at a higher price level", () => {
    const level = new Map(DESIGNERS.map((designer) => [designer.name, designer.level]));
    const median = (wanted: number) => {
      const prices = all
        .filter((data) => data.categories.includes("Clothing: Tops") && level.get(data.designer) === wanted)
        .map((data) => data.original_price ?? data.price)
        .sort((a, b) => a - b);
      return prices[Math.floor(prices.length / 2)] ?? Number.NaN;
    };
    const medians = [1, 2, 3, 4, 5].map(median);
    expect(medians).to.deep.equal(medians.toSorted((a, b) => a - b));
    expect(new Set(medians).size).to.equal(5);
  });
});
