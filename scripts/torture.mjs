/** `npm run torture -- …`: the attacks. */
import { setUp } from "./setup.mjs";

await setUp();
await import("tsx");
await import("../torture/main.ts");
