import type { Engine } from "./engine.js";

/** Holds what processes of an installation share besides its data: sequences, leases, checkpoints, the state of catalogues. */
export const stateIndex = ({ prefix }: Pick<Engine, "prefix">): string => `${prefix}state`;
