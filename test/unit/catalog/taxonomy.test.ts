import { expect } from "chai";
import { departmentReader, withinDepartments } from "../../../src/catalog/departments.js";
import type { Department, Language } from "../../../src/languages/languages.js";
import type { Scalar } from "../../../src/catalog/fields.js";
import {
  categoriesOfProductTypes,
  productTypesOf,
  TaxonomyScan,
  type Taxonomy,
} from "../../../src/catalog/taxonomy.js";

const surveyed = (
  lines: readonly Readonly<Record<string, Scalar | readonly Scalar[]>>[],
  field: string | null = null,
  sellsFashion: boolean | null = null,
) => {
  const scan = new TaxonomyScan("english", field, undefined, sellsFashion);
  for (const line of lines)
    scan.observe(new Map(Object.entries(line).map(([fieldName, value]) => [fieldName, Array.isArray(value) ? (value as Scalar[]) : [value as Scalar]]))); // prettier-ignore
  return scan;
};
const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe("catalogue taxonomy", () => {
  for (const [language, value, department] of [
    ["english", "Women", "women"],
    ["english", "Ladieswear", "women"],
    ["english", "Menswear", "men"],
    ["english", "Men's", "men"],
    ["english", "Baby/Children", "children"],
    ["english", "Kids: Girls", "girls"],
    ["english", "Girls & Boys", "children"],
    ["german", "Herrenschuhe", "men"],
    ["german", "DAMEN", "women"],
    ["turkish", "Kadın Giyim", "women"],
    ["french", "Bébé", "children"],
    ["english", "Men and Women", undefined],
    ["english", "Unisex", undefined],
    ["english", "Divided", undefined],
    ["english", "Mentor", undefined],
    ["english", "Menstrual care", undefined],
    ["hindi", "महिला", "women"],
    ["english", "", undefined],
  ] satisfies [Language, string, Department | undefined][]) {
    it(`departmentReader interprets ${value} in ${language} as ${department ?? "no department"}`, () =>
      expect(departmentReader(language)(value)).to.equal(department));
  }

  it("the catalogue taxonomy detects the field whose values are departments", () => {
    const lines = [
      ...times(6, { sex: "Women", designer: "A", categories: ["Shoes: Boots"] }),
      ...times(3, { sex: "Men", designer: "B", categories: "Bags" }),
      { sex: "Unisex", designer: "C", categories: "Bags" },
    ];
    expect(surveyed(lines).decide()).to.deep.equal({
      departments: { field: "sex", values: { women: ["Women"], men: ["Men"] } },
      product_type_level: 1,
      sells_fashion: true,
      roots: [],
      lines: 10,
    } satisfies Taxonomy);
  });

  it("the catalogue taxonomy detects the category level whose values are departments", () => {
    const lines = [
      ...times(5, { section: "Womens denim", categories: "Ladieswear: Trousers: Jeans" }),
      ...times(4, { section: "Mens denim", categories: "Menswear: Shoes" }),
      { section: "Mens sport", categories: "Sport: Shoes" },
    ];
    const taxonomy = surveyed(lines).decide();
    expect(taxonomy).to.deep.equal({
      departments: { field: "categories", values: { women: ["Ladieswear"], men: ["Menswear"] } },
      product_type_level: 2,
      sells_fashion: true,
      roots: ["Ladieswear", "Menswear", "Sport"],
      lines: 10,
    } satisfies Taxonomy);
    expect(productTypesOf(["Ladieswear: Trousers: Jeans", "Sport: Shoes", "Sale"], taxonomy)).to.deep.equal([
      ...["Trousers", "Shoes", "Sale"],
    ]);
    expect(categoriesOfProductTypes(["Shoes", "Sport"], taxonomy)).to.deep.equal([
      ...["Ladieswear: Shoes", "Menswear: Shoes", "Sport: Shoes", "Sport"],
    ]);
  });

  it("the catalogue taxonomy contains no departments if few products have a department or all have the same department", () => {
    const few = [...times(4, { sex: "Women" }), ...times(4, { sex: "Men" }), ...times(10, { sex: "All" })];
    const one = times(10, { sex: "Women" });
    const brands = [...times(5, { brand: "Acme" }), ...times(5, { brand: "Bolt" })];
    expect([few, one, brands].map((lines) => surveyed(lines).decide().departments)).to.deep.equal([null, null, null]);
  });

  it("the catalogue taxonomy takes departments from the field that the storefront configures", () => {
    const lines = [{ for_whom: "Women", sex: "Men" }, ...times(2, { sex: "Women" }), { sex: "Men" }];
    expect(surveyed(lines, "for_whom").decide().departments).to.deep.equal({
      field: "for_whom",
      values: { women: ["Women"] },
    });
  });

  it("the catalogue taxonomy detects a fashion shop by departments or clothing sizes", () => {
    const sold = (sizes: readonly string[], sells: boolean | null = null) =>
      surveyed([{ sizes }, { sizes: ["500 g"] }], null, sells).decide().sells_fashion;
    expect([
      sold(["S", "XXL"]),
      sold(["500 g"]),
      sold(["39"]),
      sold(["500 g"], true),
      sold(["M"], false),
    ]).to.deep.equal([true, false, false, true, false]);
    const departed = [...times(3, { sex: "Women" }), { sex: "Men" }];
    expect(surveyed(departed).decide().sells_fashion).to.equal(true);
    expect(surveyed([]).decide()).to.deep.equal({ departments: null, product_type_level: 0, sells_fashion: false, roots: [], lines: 0 }); // prettier-ignore
  });

  it("the product type level of a fashion shop is the second category level if one top category has most products", () => {
    const lines = [
      ...times(6, { categories: "Clothing: Shirts: Oxford" }),
      ...times(5, { categories: "Clothing: Coats" }),
      { categories: "Sport: Ski" },
    ];
    expect(surveyed(lines, null, true).decide().product_type_level).to.equal(2);
  });

  it("the product type level of a non-fashion shop is the deepest level with several large categories", () => {
    const care = ["Toothpaste", "Toothbrush", "Soap"].flatMap((kind) => times(3, { categories: `Beauty: Care: ${kind}` })); // prettier-ignore
    const level = (lines: readonly { readonly categories: string }[]) =>
      surveyed(lines, null, false).decide().product_type_level;
    expect(level([...care, { categories: "Pets: Dogs: Food" }])).to.equal(3);
    const single = ["Mint", "Salt", "Herbs"].map((kind) => ({ categories: `Beauty: Care: ${kind}` }));
    expect(level([...single, ...times(3, { categories: "Pets: Dogs" })])).to.equal(2);
    expect(level([...times(3, { categories: "Beauty" }), ...times(3, { categories: "Pets" })])).to.equal(1);
    expect(level(times(9, { categories: "Beauty" }))).to.equal(0);
  });

  it("the catalogue taxonomy adds new department names from a partial feed to the existing departments", () => {
    const before: Taxonomy = {
      departments: { field: "sex", values: { women: ["Women"] } },
      product_type_level: 2,
      sells_fashion: true,
      roots: [],
      lines: 9,
    };
    const scan = surveyed([{ sex: "Girls", gender: "Women" }, { sex: "Ladies" }, { gender: "Men" }]);
    expect(scan.decide(before)).to.deep.equal({
      departments: { field: "sex", values: { women: ["Ladies", "Women"], girls: ["Girls"] } },
      product_type_level: 2,
      sells_fashion: true,
      roots: [],
      lines: 9,
    } satisfies Taxonomy);
    const none: Taxonomy = { departments: null, product_type_level: 1, sells_fashion: true, roots: [], lines: 9 };
    expect(scan.decide(none)).to.deep.equal(none);
    expect(scan.decide({ ...before, lines: 3 }).departments).to.deep.equal({
      field: "gender",
      values: { women: ["Women"], men: ["Men"] },
    });
  });

  it("a department filter excludes products that are only for departments outside the filter", () => {
    const values = { women: ["W"], men: ["M"], girls: ["G"], children: ["C"] };
    expect(withinDepartments({ field: "sex", values }, ["girls"])).to.deep.equal({
      kind: "or",
      filters: [
        { kind: "not", filter: { kind: "in", field: "sex", values: ["W", "M"] } },
        { kind: "in", field: "sex", values: ["G", "C"] },
      ],
    });
    expect(withinDepartments({ field: "sex", values }, [])).to.equal(undefined);
  });
});
