import type { Random, Weighted } from "../random.js";
import { CLOTH_COLORS, AVOIDED_PATTERNS, PLAIN_SHARE, type Pattern } from "./vocabulary/styles.js";
import { COLORS, DYES, type Color } from "./vocabulary/colors.js";
import type { Designer } from "./vocabulary/designers.js";
import { MATERIALS, METAL_COLORS, type Material, type MaterialKey } from "./vocabulary/materials.js";
import { PATTERN_CLOTH } from "./vocabulary/pattern-cloth.js";
import type { Detail, Fit, Line, ProductType } from "./vocabulary/product-type.js";
import { PRODUCT_TYPES } from "./vocabulary/product-types.js";
import type { Department } from "./vocabulary/sizes.js";

/** Properties of a product that do not depend on name, price or season. */
export interface Design {
  readonly designer: Designer;
  readonly department: Department;
  readonly type: ProductType;
  readonly material: Material;
  readonly pattern: Pattern;
  readonly fit?: Fit;
  readonly detail?: Detail;
  readonly colors: readonly Color[];
}

const WOMEN_SHARE = 0.55;
const DETAIL_SHARE = 0.42;
const COLOR_COUNTS = [[1, 26], [2, 29], [3, 22], [4, 13], [5, 7], [6, 3]] as const; // prettier-ignore

/**
 * Product types that a designer makes, by department: product lines weighted by the designer's shares, and the types in
 * each line weighted by popularity.
 */
export type Range = ReadonlyMap<
  Department,
  { readonly lines: Weighted<Line>; readonly types: ReadonlyMap<Line, Weighted<ProductType>> }
>;

/**
 * Computes the product types that a designer makes. The result is reused for all products of the designer, because the
 * computation is slow.
 */
export function rangeOf(designer: Designer): Range {
  return new Map(
    designer.departments.map((department) => {
      const types = new Map<Line, (readonly [ProductType, number])[]>();
      for (const type of PRODUCT_TYPES) {
        const popularity = type.popularity[department];
        if (popularity === undefined || usableMaterials(designer, type).length === 0) continue;
        types.set(type.line, [...(types.get(type.line) ?? []), [type, popularity]]);
      }
      const lines = (Object.entries(designer.makes) as [Line, number][]).filter(([line]) => types.has(line));
      return [department, { lines, types }];
    }),
  );
}

/** Draws a product design for a designer. */
export function drawDesign(random: Random, designer: Designer, range: Range): Design {
  const department = drawDepartment(random, designer);
  const type = drawType(random, range, department);
  const key = drawMaterial(random, designer, type);
  const material = MATERIALS[key];
  const fit = type.fits && random.weighted(type.fits);
  const detail = drawDetail(random, type, key, fit);
  const pattern = detail?.texture === undefined ? drawPattern(random, designer, type, material) : "Plain";
  return { designer, department, type, material, pattern, fit, detail, colors: drawColors(random, designer, material) };
}

function drawDepartment(random: Random, { departments }: Designer): Department {
  if (departments.length > 1) return random.chance(WOMEN_SHARE) ? "Women" : "Men";
  return random.pick(departments);
}

function drawType(random: Random, range: Range, department: Department): ProductType {
  const { lines, types } = range.get(department) ?? { lines: [], types: new Map<Line, Weighted<ProductType>>() };
  return random.weighted(types.get(random.weighted(lines)) ?? []);
}

function usableMaterials({ level }: Designer, type: ProductType): (readonly [MaterialKey, number])[] {
  return type.materials.filter(([key]) => {
    const [lowest, highest] = MATERIALS[key].levels;
    return lowest <= level && level <= highest;
  });
}

/** Draws a material for a product type. Expensive designers prefer materials of a high grade. */
function drawMaterial(random: Random, designer: Designer, type: ProductType): MaterialKey {
  return random.weighted(
    usableMaterials(designer, type).map(([key, weight]) => [
      key,
      weight * MATERIALS[key].grade ** (designer.level - 3),
    ]),
  );
}

function drawDetail(
  random: Random,
  type: ProductType,
  material: MaterialKey,
  fit: Fit | undefined,
): Detail | undefined {
  const suitable = type.details.filter(({ on, word }) => (on?.includes(material) ?? true) && word !== fit);
  return suitable.length > 0 && random.chance(DETAIL_SHARE) ? random.pick(suitable) : undefined;
}

function drawPattern(random: Random, { style }: Designer, type: ProductType, material: Material): Pattern {
  const avoided = AVOIDED_PATTERNS[style];
  const suitable = (type.patterns ?? []).filter(
    (pattern) => pattern !== "Plain" && PATTERN_CLOTH[pattern].includes(material.texture) && !avoided.includes(pattern),
  );
  return suitable.length > 0 && !random.chance(PLAIN_SHARE[style]) ? random.pick(suitable) : "Plain";
}

function drawColors(random: Random, { style }: Designer, material: Material): Color[] {
  const metals = METAL_COLORS[material.family];
  const keys =
    metals?.map((key) => [key, 1] as const) ?? (material.dye === "cloth" ? CLOTH_COLORS[style] : DYES[material.dye]);
  return random.draw(keys, random.weighted(COLOR_COUNTS)).map((key) => COLORS[key]);
}
