import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { CLIENT_TYPES, clientTypes } from "../../../../scripts/client-types.js";

describe("the type file of the API client", () => {
  it("the type file of the API client equals the types of the OpenAPI document (`npm run client:types` updates it)", async () => {
    const types = await readFile(CLIENT_TYPES, "utf8");
    expect(await clientTypes(), "renew the types with `npm run client:types`").to.equal(types);
  });
});
