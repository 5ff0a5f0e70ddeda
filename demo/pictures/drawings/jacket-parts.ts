import { both, mirror, symmetric } from "../outline.js";
import { type Layer, panel, part, seam } from "../sketch.js";
import { armholes, bodyFolds, bodyOutline, sleeves, type Torso } from "./torso.js";

export const JACKET: Torso = {
  neck: 56,
  top: 148,
  shoulder: 150,
  chest: 144,
  waist: 140,
  hem: 138,
  length: 612,
  drop: 18,
};

export const shell = (torso: Torso): Layer[] => [
  ...sleeves(torso, { length: "long", width: 62 }),
  panel(bodyOutline({ ...torso, drop: 14 }), { folds: bodyFolds(torso) }),
  armholes(torso),
];

export const standCollar = (height = 44): Layer[] => [
  part(
    symmetric(
      `M300 ${146 - height * 0.6} C274 ${146 - height * 0.6} 256 ${148 - height * 0.5} 244 ${150 - height * 0.7} C256 166 280 172 300 172`,
    ),
    "inside",
    "top",
  ),
  panel(
    symmetric(
      `M300 ${166 - height * 0.4} C276 ${162 - height * 0.5} 258 ${156 - height * 0.6} 244 ${150 - height * 0.7} C236 160 236 170 238 178 C258 192 280 196 300 196`,
    ),
    { volume: "body" },
  ),
];

export const backCollar = (height = 44): Layer =>
  panel(
    symmetric(
      `M300 ${150 - height * 0.8} C274 ${150 - height * 0.8} 254 ${152 - height * 0.7} 244 ${156 - height * 0.6} C238 166 238 172 240 178 C258 186 280 188 300 188`,
    ),
    { volume: "body" },
  );

export function pointedCollar(point = 236): Layer[] {
  const leaf = `M300 192 C280 184 256 164 246 138 C234 146 224 158 222 170 L238 ${point} C264 226 284 210 300 192 Z`;
  return [
    panel(leaf, { volume: "flat" }),
    panel(mirror(leaf), { volume: "flat" }),
    seam(both(`M231 172 L243 ${point - 12} C264 216 280 204 290 192`), "stitch"),
  ];
}
