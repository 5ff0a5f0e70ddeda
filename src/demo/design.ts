import type { Random } from "./random.js";
import { CLOTH_COLORS, AVOIDED_PATTERNS, PLAIN_SHARE, type Pattern } from "./vocabulary/styles.js";
import { COLORS, DYES, type Color } from "./vocabulary/colors.js";
import type { Designer } from "./vocabulary/designers.js";
import { MATERIALS, METAL_COLORS, type Material, type MaterialKey } from "./vocabulary/materials.js";
import { PATTERN_CLOTH } from "./vocabulary/pattern-cloth.js";
import type { Detail, Fit, Line, ProductType } from "./vocabulary/product-type.js";
import { PRODUCT_TYPES } from "./vocabulary/product-types.js";
import type { Department } from "./vocabulary/sizes.js";

/** What a designer decides about a product before it has a name, a price and a season. */
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

/** One product such as this designer would make. */
export function drawDesign(random: Random, designer: Designer): Design {
  const department = drawDepartment(random, designer);
  const type = drawType(random, designer, department);
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

/** First the line, in the designer's proportions, then what shops sell most of within it. */
function drawType(random: Random, designer: Designer, department: Department): ProductType {
  const sold = PRODUCT_TYPES.filter(
    (type) => type.popularity[department] !== undefined && usableMaterials(designer, type).length > 0,
  );
  const lines = (Object.entries(designer.makes) as [Line, number][]).filter(([line]) =>
    sold.some((type) => type.line === line),
  );
  const line = random.weighted(lines);
  return random.weighted(
    sold.filter((type) => type.line === line).map((type) => [type, type.popularity[department] ?? 0] as const),
  );
}

function usableMaterials({ level }: Designer, type: ProductType): (readonly [MaterialKey, number])[] {
  return type.materials.filter(([key]) => {
    const [lowest, highest] = MATERIALS[key].levels;
    return lowest <= level && level <= highest;
  });
}

/** The dearer the designer, the likelier the finer material. */
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
