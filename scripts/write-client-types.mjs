/** `npm run client:types`: regenerates the client's types from the OpenAPI document. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkout, setUp } from "./setup.mjs";

await setUp();
await import("tsx");
const { CLIENT_TYPES, clientTypes } = await import("./client-types.ts");
await writeFile(join(checkout, CLIENT_TYPES), await clientTypes());
