import type { Design } from "./design.js";
import type { Random } from "../random.js";
import type { Texture } from "./vocabulary/materials.js";
import type { Fit } from "./vocabulary/product-type.js";
import { PATTERN_WORDS } from "./vocabulary/styles.js";

const FIT_WORDS: Readonly<Record<Fit, string | undefined>> = {
  Slim: "Slim-Fit",
  Regular: undefined,
  Relaxed: "Relaxed-Fit",
  Oversized: "Oversized",
  Tailored: undefined,
  Cropped: "Cropped",
};

/**
 * Returns a title such as "Alba Logo-Debossed Leather Tote": name, up to two traits for readability, material and noun.
 */
export function title(design: Design, name: string | undefined): string {
  const { type, material, pattern, fit, detail } = design;
  const traits = [
    detail?.after === true ? undefined : detail?.word,
    fit && FIT_WORDS[fit],
    pattern === "Plain" ? undefined : PATTERN_WORDS[pattern],
  ].filter((word) => word !== undefined);
  // Keeps two of three traits: the first one, and the pattern, which is the most visible trait.
  const kept = traits.length > 2 ? [traits[0], traits[2]] : traits;
  const stone = detail?.after === true ? detail.word : undefined;
  return [name, ...kept, type.lead, material.name, stone, type.noun].filter((word) => word !== undefined).join(" ");
}

const KNITS: ReadonlySet<Texture> = new Set(["knit", "fine_knit", "cable", "mohair", "pique"]);

function madeFrom(random: Random, { material, type }: Design): string {
  if (material.texture === "metal") return type.line === "watches" ? "Built from" : "Cast in";
  if (material.texture === "straw") return "Woven from";
  if (KNITS.has(material.texture)) return "Knitted from";
  if (type.line === "bags" || type.sizes === "shoes") return random.pick(["Made from", "Crafted from"]);
  return random.pick(["Cut from", "Made from"]);
}

/** Lowercases a noun for sentences: "T-Shirt" → "T-shirt", "Mary Jane Pumps" → "Mary Jane pumps". */
function inSentence(noun: string): string {
  return noun
    .toLowerCase()
    .replace(/\bt-shirt/, "T-shirt")
    .replace("v-neck", "V-neck")
    .replace("oxford", "Oxford")
    .replace("chelsea", "Chelsea")
    .replace("mary jane", "Mary Jane");
}

const NOUN_PATTERNS: Readonly<Record<keyof typeof PATTERN_WORDS, string>> = {
  Striped: "stripes",
  Pinstriped: "fine pinstripes",
  Checked: "checks",
  Gingham: "gingham checks",
  Floral: "a scattered floral print",
  "Polka dot": "polka dots",
  Houndstooth: "a houndstooth weave",
  Herringbone: "a herringbone weave",
  Argyle: "an argyle motif",
};

const FIT_SENTENCES: Readonly<Record<Fit, string>> = {
  Slim: "It is cut slim; take the next size up for more room.",
  Regular: "The fit is true to size.",
  Relaxed: "The fit is relaxed and easy.",
  Oversized: "The shape is generous; take a size down for a closer fit.",
  Tailored: "It is tailored close to the body.",
  Cropped: "It ends above the hip.",
};

export interface Measures {
  readonly heel_height_mm?: number;
  readonly dimensions?: { readonly width_cm: number; readonly height_cm: number; readonly depth_cm: number };
}

/** Returns one to three sentences about actual properties of the product. */
export function description(random: Random, design: Design, measures: Measures): string {
  const { type, material, designer, detail, pattern, fit } = design;
  const noun = inSentence(type.lead === undefined ? type.noun : `${type.lead} ${type.noun}`);
  const possessive = designer.name.endsWith("S") ? `${designer.name}'` : `${designer.name}'s`;
  const features = list(type.features);
  const opening = type.plural
    ? random.pick([
        `${madeFrom(random, design)} ${material.text}, these ${noun} have ${features}.`,
        `${possessive} ${noun} are made from ${material.text} and have ${features}.`,
      ])
    : random.pick([
        `${madeFrom(random, design)} ${material.text}, this ${noun} has ${features}.`,
        `${possessive} ${noun} is made from ${material.text} and has ${features}.`,
      ]);

  const subject = type.plural ? "They come" : "It comes";
  const more: string[] = [];
  if (pattern !== "Plain" && detail) more.push(`${subject} in ${NOUN_PATTERNS[pattern]}, with ${detail.text}.`);
  else if (pattern !== "Plain") more.push(`${subject} in ${NOUN_PATTERNS[pattern]}.`);
  else if (detail) more.push(`${random.pick([`${subject} with`, "Note", "What sets it apart:"])} ${detail.text}.`);

  const closing = [`Made in ${designer.origin}.`];
  if (fit && !type.plural) closing.push(FIT_SENTENCES[fit]);
  if (measures.heel_height_mm !== undefined) closing.push(`The heel measures ${measures.heel_height_mm} mm.`);
  if (measures.dimensions) {
    const { width_cm, height_cm, depth_cm } = measures.dimensions;
    closing.push(`It measures ${width_cm} × ${height_cm} × ${depth_cm} cm.`);
  }
  if (random.chance(0.75)) more.push(random.pick(closing));
  return [opening, ...more].join(" ");
}

function list(phrases: readonly string[]): string {
  return phrases.length < 2 ? phrases.join("") : `${phrases.slice(0, -1).join(", ")} and ${phrases.at(-1)}`;
}

/** Converts a text to a URL slug: "Slim-Fit Cotton-Piqué Polo Shirt" → "slim-fit-cotton-pique-polo-shirt". */
export function slug(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
