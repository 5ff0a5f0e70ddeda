export type Department = "Women" | "Men";

export type SizeRun =
  "letters" | "tailoring" | "waist" | "shoes" | "belt" | "ring" | "gloves" | "hat" | "socks" | "one";

function steps(from: number, to: number, by: number): readonly string[] {
  return Array.from({ length: Math.round((to - from) / by) + 1 }, (_, index) => String(from + index * by));
}

/**
 * Sizes in ascending order. Tailoring and dresses use European sizes, waists inches, belts centimetres, rings
 * millimetres.
 */
export const SIZES: Readonly<Record<SizeRun, Readonly<Record<Department, readonly string[]>>>> = {
  letters: { Women: ["XXS", "XS", "S", "M", "L", "XL"], Men: ["XS", "S", "M", "L", "XL", "XXL"] },
  tailoring: { Women: steps(34, 46, 2), Men: steps(44, 58, 2) },
  waist: { Women: steps(24, 33, 1), Men: ["28", "29", "30", "31", "32", "33", "34", "36", "38"] },
  shoes: {
    Women: ["35", "36", "36.5", "37", "37.5", "38", "38.5", "39", "39.5", "40", "41", "42"],
    Men: ["39", "40", "41", "41.5", "42", "42.5", "43", "43.5", "44", "45", "46", "47"],
  },
  belt: { Women: steps(70, 95, 5), Men: steps(80, 110, 5) },
  ring: { Women: steps(48, 58, 2), Men: steps(56, 66, 2) },
  gloves: { Women: ["6.5", "7", "7.5", "8"], Men: ["8", "8.5", "9", "9.5", "10"] },
  hat: { Women: ["S", "M", "L"], Men: ["S", "M", "L", "XL"] },
  socks: { Women: ["35–38", "39–42"], Men: ["39–42", "43–46"] },
  one: { Women: ["One size"], Men: ["One size"] },
};
