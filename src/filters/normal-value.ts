import type { Scalar } from "./filter.js";

/** Seeds, events, rules and the engine's own ids name products by these: they are compared as they were sent. */
const IDENTIFIERS: ReadonlySet<string> = new Set(["product_identifier", "variant_identifier"]);

/** Text as it is compared: composed (Unicode NFC), without surrounding blanks. "" where nothing else was in it. */
export const normalText = (text: string): string => text.trim().normalize("NFC");

/**
 * A value of a leaf as filters, facets and sorts see it. The same for what a feed has and what a request asks for, so that
 * one and the same word, written by two keyboards, is one value.
 */
export const normalValue = <T extends Scalar>(leaf: string, value: T): T =>
  typeof value === "string" && !IDENTIFIERS.has(leaf) ? (normalText(value) as T) : value;
