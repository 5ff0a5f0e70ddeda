import type { Tone } from "./sketch.js";

type Rgb = readonly [number, number, number];

export interface Tones {
  readonly fill: Readonly<Record<Tone, string>>;
  /** Colour of seams and edges. */
  readonly seam: string;
  readonly stitch: string;
  /** Colours of shadows and highlights on the product. */
  readonly shade: string;
  readonly shine: string;
  /** Colour of light threads in a weave, which is darker than the colour of highlights. */
  readonly thread: string;
  readonly shadeStrength: number;
  readonly shineStrength: number;
  readonly isDark: boolean;
}

/**
 * Derives the colours of a picture from the product's colour. The number `chance` selects the colours of straps and
 * dials.
 */
export function tonesOf(hex: string, chance: number, stone = hex): Tones {
  const base = parse(hex);
  const brightness = luminance(base);
  const isDark = brightness < 0.16;
  const night: Rgb = [14, 11, 20];
  const white: Rgb = [255, 255, 255];
  const darker = (share: number) => format(mix(base, night, share));
  const lighter = (share: number) => format(mix(base, white, share));
  const dial = chosen(["#f4f1ea", "#f4f1ea", "#26282c", "#1f3048", "#2b4a3d", "#e9dfca"], chance >> 1);
  return {
    fill: {
      main: hex,
      inside: darker(isDark ? 0.45 : 0.34),
      deep: isDark ? lighter(0.1) : darker(0.24),
      pale: lighter(isDark ? 0.16 : 0.35),
      rib: isDark ? lighter(0.06) : darker(0.07),
      contrast: brightness > 0.55 ? "#2a3550" : "#f1ebdf",
      sole: "#f0eee9",
      gum: "#b98a57",
      foam: "#f7f5f1",
      jute: "#cdae78",
      wood: "#4a3226",
      metal: "#cfa955",
      steel: "#c3c7cc",
      glass: "#2c3033",
      label: isDark ? "#4b4a4e" : brightness > 0.6 ? "#d9cfbe" : darker(0.38),
      shearling: "#efe4d0",
      leather: "#7a4a2a",
      strap: chosen(["#7a4a2a", "#26262a", "#4a3226", "#2a3550", "#9c6b3f", "#5b5a58"], chance),
      dial,
      hands: luminance(parse(dial)) > 0.5 ? "#262527" : "#f7f5f1",
      stone,
      ink: "#262527",
    },
    seam: isDark ? lighter(0.26) : darker(brightness > 0.6 ? 0.42 : 0.5),
    stitch: isDark ? lighter(0.36) : darker(0.34),
    shade: format(mix(base, night, 0.82)),
    shine: format(mix(base, white, isDark ? 0.55 : 0.85)),
    thread: format(mix(base, white, isDark ? 0.3 : 0.8)),
    shadeStrength: isDark ? 0.45 : brightness > 0.6 ? 0.26 : 0.4,
    shineStrength: isDark ? 0.26 : brightness > 0.6 ? 0.55 : 0.34,
    isDark,
  };
}

/** Mixes two colours. `share` is the weight of the second colour. */
export function blend(from: string, to: string, share: number): string {
  return format(mix(parse(from), parse(to), share));
}

export function brightnessOf(hex: string): number {
  return luminance(parse(hex));
}

const chosen = (colors: readonly string[], chance: number): string => colors[chance % colors.length] ?? "#7a4a2a";

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function format(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Perceived brightness from 0 to 1 (ITU-R BT.601 weights on gamma-encoded values). */
function luminance([red, green, blue]: Rgb): number {
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}
