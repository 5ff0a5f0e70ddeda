import type { Pattern } from "../catalogue/vocabulary/styles.js";
import type { Tile } from "./textures.js";
import { blend, brightnessOf } from "./tones.js";

/**
 * Returns the repeating tile of a pattern in colours that suit the cloth. Stripes are horizontal if `across` is set, as
 * on jersey and knitwear.
 */
export function motif(pattern: Pattern, hex: string, across: boolean): Tile | undefined {
  const isLight = brightnessOf(hex) > 0.5;
  const other = isLight ? blend(hex, "#1f2d4d", 0.78) : blend(hex, "#f6efe2", 0.86);
  const accent = isLight ? "#a2402f" : "#d9b25c";
  const soft = blend(hex, isLight ? "#22304e" : "#ffffff", 0.3);
  switch (pattern) {
    case "Plain":
      return undefined;
    case "Striped":
      return across
        ? { width: 40, height: 30, content: `<rect width="40" height="10" fill="${other}"/>` }
        : { width: 15, height: 15, content: `<rect width="4" height="15" fill="${other}" fill-opacity=".85"/>` };
    case "Pinstriped":
      return { width: 17, height: 17, content: `<path d="M2 0V17" stroke="${soft}" stroke-width="1.3"/>` };
    case "Checked":
      return {
        width: 58,
        height: 58,
        content:
          `<path d="M12 0V58M0 12H58" stroke="${other}" stroke-width="15" stroke-opacity=".3"/>` +
          `<path d="M34 0V58M0 34H58" stroke="${other}" stroke-width="5" stroke-opacity=".36"/>` +
          `<path d="M48 0V58M0 48H58" stroke="${accent}" stroke-width="1.8" stroke-opacity=".85"/>`,
      };
    case "Gingham":
      return {
        width: 22,
        height: 22,
        content: `<path d="M5.5 0V22M0 5.5H22" stroke="${isLight ? other : "#f8f4ec"}" stroke-width="11" stroke-opacity=".5"/>`,
      };
    case "Floral":
      return { width: 84, height: 92, content: flowers(other, accent, soft) };
    case "Polka dot":
      return {
        width: 34,
        height: 34,
        content: `<circle cx="8.5" cy="8.5" r="5" fill="${other}"/><circle cx="25.5" cy="25.5" r="5" fill="${other}"/>`,
      };
    case "Houndstooth":
      return {
        width: 20,
        height: 20,
        content: `<path d="M0 0H10V5L15 0H20L10 10H20V20H15V15L10 20H5L10 15V10L0 20V15L5 10H0Z" fill="${other}" fill-opacity=".62"/>`,
      };
    case "Herringbone":
      return {
        width: 28,
        height: 8,
        content:
          `<path d="M0 -16L14 0L28 -16M0 -8L14 8L28 -8M0 0L14 16L28 0" stroke="${soft}" stroke-width="2.6" fill="none" stroke-opacity=".55"/>` +
          `<path d="M0 0V8M14 0V8" stroke="${soft}" stroke-width="1.4" stroke-opacity=".5"/>`,
      };
    case "Argyle":
      return {
        width: 76,
        height: 112,
        content:
          `<path d="M38 0L76 56L38 112L0 56Z" fill="${other}" fill-opacity=".5"/>` +
          `<path d="M0 0L76 112M76 0L0 112" stroke="${accent}" stroke-width="1.8" stroke-dasharray="6 4"/>`,
      };
  }
}

function flowers(petal: string, heart: string, leaf: string): string {
  const flower = (x: number, y: number, r: number) => {
    const petals = [0, 72, 144, 216, 288].map(
      (turn) => `<ellipse cx="0" cy="${-r}" rx="${r * 0.62}" ry="${r}" transform="rotate(${turn})"/>`,
    );
    return `<g transform="translate(${x} ${y}) rotate(${x * 3})"><g fill="${petal}" fill-opacity=".9">${petals.join("")}</g><circle r="${r * 0.45}" fill="${heart}"/></g>`;
  };
  return (
    `<path d="M20 26C28 40 24 50 30 60M62 70C52 62 50 50 56 38" stroke="${leaf}" stroke-width="2.2" fill="none"/>` +
    `<path d="M26 46C34 40 38 42 40 46C36 52 30 52 26 46ZM55 55C48 50 44 52 42 57C47 61 52 60 55 55Z" fill="${leaf}"/>` +
    flower(20, 20, 8) +
    flower(62, 72, 9) +
    flower(62, 22, 4.6) +
    flower(18, 74, 5)
  );
}
