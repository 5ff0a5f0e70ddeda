/**
 * X coordinate of the centre of the canvas. Outlines are SVG path data with absolute `M`, `L`, `C`, `Q` and `Z`
 * commands on a canvas of 600 by 800 units. For garments, outlines define the left half only.
 */
const MIDDLE = 300;

interface Segment {
  readonly command: "M" | "L" | "C" | "Q";
  /** Control points of the segment, followed by the segment's end point. */
  readonly points: readonly Point[];
}

type Point = readonly [x: number, y: number];

/** Mirrors an outline at the centre line. */
export function mirror(outline: string): string {
  return transformed(outline, ([x, y]) => [2 * MIDDLE - x, y]);
}

/** Scales an outline about the point (300, 400), and then moves it. */
export function moved(outline: string, dx: number, dy: number, scaleX = 1, scaleY = scaleX): string {
  return transformed(outline, ([x, y]) => [(x - MIDDLE) * scaleX + MIDDLE + dx, (y - 400) * scaleY + 400 + dy]);
}

/** Completes the left half of an outline with its mirror image. The half must start and end on the centre line. */
export function symmetric(half: string): string {
  const segments = parse(half);
  return `${half} ${write(reversed(segments.map(flip)).slice(1))} Z`;
}

/** Combines an open line or a shape with its mirror image. */
export function both(outline: string): string {
  return `${outline} ${mirror(outline)}`;
}

/** Outline of a circle or ellipse. */
export function oval(x: number, y: number, radiusX: number, radiusY = radiusX): string {
  const kx = radiusX * 0.5523;
  const ky = radiusY * 0.5523;
  return write([
    { command: "M", points: [[x - radiusX, y]] },
    { command: "C", points: [[x - radiusX, y - ky], [x - kx, y - radiusY], [x, y - radiusY]] }, // prettier-ignore
    { command: "C", points: [[x + kx, y - radiusY], [x + radiusX, y - ky], [x + radiusX, y]] }, // prettier-ignore
    { command: "C", points: [[x + radiusX, y + ky], [x + kx, y + radiusY], [x, y + radiusY]] }, // prettier-ignore
    { command: "C", points: [[x - kx, y + radiusY], [x - radiusX, y + ky], [x - radiusX, y]] }, // prettier-ignore
  ]).concat(" Z");
}

function transformed(outline: string, move: (point: Point) => Point): string {
  // An outline may consist of several subpaths. Closing commands (Z) are kept.
  return outline.replace(/([MLCQ])([^MLCQZ]*)/g, (_, command: Segment["command"], numbers: string) =>
    write([{ command, points: pairs(numbers).map(move) }]),
  );
}

function parse(outline: string): Segment[] {
  return [...outline.matchAll(/([MLCQ])([^MLCQZ]*)/g)].map(([, command, numbers]) => ({
    command: command as Segment["command"],
    points: pairs(numbers ?? ""),
  }));
}

function pairs(numbers: string): Point[] {
  const values = (numbers.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return Array.from({ length: values.length / 2 }, (_, index) => [values[2 * index] ?? 0, values[2 * index + 1] ?? 0]);
}

const flip = ({ command, points }: Segment): Segment => ({
  command,
  points: points.map(([x, y]) => [2 * MIDDLE - x, y]),
});

function reversed(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  for (let index = segments.length - 1; index >= 0; index--) {
    const segment = segments[index];
    const before = segments[index - 1]?.points.at(-1);
    if (segment === undefined) continue;
    if (index === segments.length - 1) result.push({ command: "M", points: segment.points.slice(-1) });
    if (before !== undefined) {
      result.push({ command: segment.command, points: [...segment.points.slice(0, -1).reverse(), before] });
    }
  }
  return result;
}

function write(segments: readonly Segment[]): string {
  return segments
    .map(({ command, points }) => command + points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join(" "))
    .join(" ");
}

/** Rounds to two decimals, finer than the resolution of screens. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;

const tenth = (value: number): number => Math.round(value * 10) / 10;
