import type { Look } from "./look.js";
import { rounded } from "./outline.js";
import { cloth, volumeId, volumes } from "./shading.js";
import type { Button, Fold, Layer, Line, Panel, Sketch } from "./sketch.js";
import { SURFACES, type Surface } from "./textures.js";
import { blend, tonesOf, type Tones } from "./tones.js";

/** Renders the picture as an SVG document of 600 × 800. It contains shapes only, without scripts and external links. */
export function render(sketch: Sketch, look: Look): string {
  const tones = tonesOf(look.hex, look.chance, look.stone);
  const surface = SURFACES[look.texture];
  const defs: string[] = [backdrop(look), ...volumes(sketch, tones, surface), ...cloth(look, tones, surface)];
  const drawn = sketch.layers.map((layer, index) => drawLayer(layer, index, { tones, surface, look, defs })).join("");
  const reranked = look.view === 2 && sketch.focus !== undefined ? closeUp(sketch.focus) : placement(sketch);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 800" width="600" height="800" role="img" aria-label="${escapeXml(look.label)}">` +
    `<defs>${defs.join("")}</defs><rect width="600" height="800" fill="url(#bg)"/>` +
    `<g${reranked}>${behind(sketch, look)}<g id="all">${groundShadow(sketch, look)}<g filter="url(#drop)"><g filter="url(#cloth)" stroke-linejoin="round" stroke-linecap="round">${drawn}</g></g></g></g></svg>`
  );
}

interface Context {
  readonly tones: Tones;
  readonly surface: Surface;
  readonly look: Look;
  readonly defs: string[];
}

function drawLayer(layer: Layer, index: number, context: Context): string {
  switch (layer.kind) {
    case "panel":
      return drawPanel(layer, index, context);
    case "line":
      return drawLine(layer, context);
    case "button":
      return drawButton(layer, context);
  }
}

function drawPanel(panel: Panel, index: number, { tones, look, surface, defs }: Context): string {
  const id = `p${index}`;
  const use = (attributes: string) => `<use href="#${id}" ${attributes}/>`;
  const fills = [use(`fill="${tones.fill[panel.tone]}"`)];
  if (panel.cloth) {
    if (look.pattern !== "Plain") fills.push(use('fill="url(#motif)"'));
    if (surface.tile) fills.push(use('fill="url(#tile)"'));
  }
  fills.push(use(`fill="url(#${volumeId(panel)})"`));
  defs.push(`<path id="${id}" d="${panel.outline}" fill-rule="evenodd"/>`);
  if (panel.folds.length > 0) {
    defs.push(`<clipPath id="c${index}">${use("")}</clipPath>`);
    const drawn = (isSharp: boolean) =>
      panel.folds
        .filter((fold) => (fold.isSharp ?? false) === isSharp)
        .map((fold) => drawFold(fold, panel.cloth ? surface.gloss : 0.8, tones))
        .join("");
    fills.push(
      `<g clip-path="url(#c${index})" fill="none"><g filter="url(#soft)">${drawn(false)}</g>${drawn(true)}</g>`,
    );
  }
  if (panel.edge) fills.push(use(`fill="none" stroke="${tones.seam}" stroke-width="1.6" stroke-opacity=".7"`));
  return fills.join("");
}

function drawFold({ line, width, light, isSharp = false }: Fold, gloss: number, tones: Tones): string {
  const opacity = light ? tones.shineStrength * 0.5 * gloss ** 1.6 : tones.shadeStrength * gloss;
  const stroke = isSharp ? tones.seam : light ? tones.shine : tones.shade;
  return `<path d="${line}" stroke="${stroke}" stroke-width="${width}" stroke-opacity="${isSharp ? 0.75 : rounded(Math.min(opacity, 0.85))}"/>`;
}

function drawLine({ line, style, width, tone }: Line, { tones }: Context): string {
  const path = (stroke: string, strokeWidth: number, more = "") =>
    `<path d="${line}" fill="none" stroke="${stroke}" stroke-width="${width ?? strokeWidth}"${more}/>`;
  const color = tone && tones.fill[tone];
  switch (style) {
    case "seam":
      return path(color ?? tones.seam, 1.8, color === undefined ? ' stroke-opacity=".75"' : "");
    case "fine":
      return path(color ?? tones.seam, 1.1, ' stroke-opacity=".5"');
    case "stitch":
      return path(color ?? tones.stitch, 1.4, ' stroke-dasharray="5 3.4" stroke-opacity=".85"');
    case "ridge":
      return (
        path(tones.shade, 5, ` stroke-opacity="${rounded(tones.shadeStrength * 0.8)}" transform="translate(0 3)"`) +
        path(tones.shine, 4, ` stroke-opacity="${rounded(tones.shineStrength * 0.55)}"`)
      );
    case "zip":
      return (
        path(tones.fill.inside, 7) +
        path(color ?? tones.fill.steel, 3.4, ' stroke-dasharray="2.6 2.2" stroke-linecap="butt"')
      );
    case "cord":
      return path(tones.seam, 5.6, ' stroke-opacity=".8"') + path(color ?? tones.fill.pale, 4);
    case "chain":
      return (
        path(tones.seam, 5.4, ' stroke-dasharray="7 3.4"') +
        path(color ?? tones.fill.main, 3.4, ' stroke-dasharray="7 3.4"')
      );
    case "lace":
      return path(tones.seam, 8.4, ' stroke-opacity=".55"') + path(color ?? tones.fill.foam, 6.4);
    case "bright":
      return path(color ?? tones.shine, 3, ` stroke-opacity="${rounded(Math.min(tones.shineStrength * 1.3, 0.9))}"`);
  }
}

function drawButton({ x, y, radius, tone }: Button, { tones }: Context): string {
  const hole = radius * 0.26;
  const holes = [-hole, hole]
    .flatMap((dx) => [-hole, hole].map((dy) => `M${rounded(x + dx)} ${rounded(y + dy)}h.1`))
    .join("");
  return (
    `<circle cx="${x}" cy="${rounded(y + 1.6)}" r="${radius}" fill="#000" fill-opacity=".3"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${tones.fill[tone]}" stroke="${tones.seam}" stroke-width=".9" stroke-opacity=".8"/>` +
    `<path d="${holes}" stroke="${tones.seam}" stroke-width="1.5"/>`
  );
}

function backdrop({ hex, view }: Look): string {
  const [from, to] = view === 1 ? ["#f3f1ee", "#e2dfda"] : [blend(hex, "#f4f1ec", 0.8), blend(hex, "#d8d3cc", 0.72)];
  return (
    `<radialGradient id="bg" cx=".42" cy=".36" r=".85"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></radialGradient>` +
    '<filter id="drop" x="-15%" y="-15%" width="130%" height="135%"><feDropShadow dx="7" dy="12" stdDeviation="11" flood-color="#2a2430" flood-opacity=".3"/></filter>' +
    '<filter id="soft" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="7"/></filter>'
  );
}

function groundShadow({ floor }: Sketch, { view }: Look): string {
  if (floor === undefined) return "";
  const opacity = view === 1 ? 0.34 : 0.4;
  return `<ellipse cx="306" cy="${floor}" rx="215" ry="16" fill="#2a2430" fill-opacity="${opacity}" filter="url(#soft)"/>`;
}

/** Scales hanging products to fill the picture. Standing products have space above them. */
function placement({ floor, other, offset = 0, scale = floor === undefined ? 1.13 : 1 }: Sketch): string {
  const [x, y] = other ? [-20, 34] : [0, 0];
  const back = (middle: number) => rounded(middle - middle * scale);
  return ` transform="translate(${x + back(300)} ${y + offset + back(400)}) scale(${scale})"`;
}

/** Draws the second item of a pair behind the first. */
function behind({ other }: Sketch, { view }: Look): string {
  if (other === undefined || view === 2) return "";
  return `<use href="#all" transform="translate(${other.dx} ${other.dy}) scale(${other.scale})"/>`;
}

function closeUp({ x, y, zoom, turn = 0 }: NonNullable<Sketch["focus"]>): string {
  return ` transform="translate(300 400) rotate(${turn}) scale(${zoom}) translate(${-x} ${-y})"`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
