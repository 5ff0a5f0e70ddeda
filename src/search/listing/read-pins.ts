import type { LiveCatalog } from "../../catalog/live.js";
import { productsMatching } from "../../catalog/matching/filter-query.js";
import type { Engine } from "../../engine/engine.js";
import { readHits, rowOf, type Slice } from "../paging/windows.js";
import { settlePins, settleReservations, type Pin } from "../rules/pins.js";
import { matchingProducts } from "./items.js";
import type { Plan } from "./plan.js";

/**
 * The products of a request that have places of their own, with these: pinned ones that match, and the best ones of those that a place
 * is kept for.
 * @returns by place @throws errors of the engine as they are
 */
export async function readPins(engine: Engine, { index }: LiveCatalog, plan: Plan): Promise<readonly Pin[]> {
  const { pins, reservations = [] } = plan.rules;
  const settled = settlePins(pins, await matchingProducts(engine, index, plan, productsOf(pins)));
  if (reservations.length === 0) return settled;
  const everybodys = { ...plan, personal: null, rules: { ...plan.rules, pins: settled } };
  const first = async (slice: Slice) =>
    (await readHits(engine, { kind: "live", index }, everybodys, slice)).map((hit) => rowOf(hit).id);
  const last = Math.max(...reservations.map(({ position }) => position));
  const [ranked, ...reserved] = await Promise.all([
    first({ size: last }),
    ...reservations.map(async ({ key, position, target }) => {
      const like = productsMatching(target, plan.catalog.leaves);
      const [best, pinned] = await Promise.all([
        first({ size: reservations.length, like }),
        matchingProducts(engine, index, plan, productsOf(settled), like),
      ]);
      return { key, position, target, like: best, pinned };
    }),
  ]);
  return settleReservations(settled, reserved, ranked);
}

const productsOf = (pins: readonly Pin[]) => pins.map(({ product }) => product);
