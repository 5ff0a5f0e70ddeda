import { expect } from "chai";
import { completeConfiguration } from "../../../src/storefront/configuration.js";
import { privateFieldUses } from "../../../src/storefront/named-fields.js";

describe("privateFieldUses", () => {
  const document = {
    aliases: { profit: "margin" },
    availability: { field: "internal.stock", in_stock: [true], out_of_stock: "hide" },
    placements: { home: { slots: [{ key: "rich", profile: "popular", filters: { profit: { $gte: 9 } } }] } },
    rules: [
      { key: "lift", action: "boost", filters: { margin: { $gte: 5 } } },
      { key: "red", action: "bury", filters: { color: "red" }, when: { filters: { margin: 1 } } },
      { key: "blue", action: "bury", filters: { color: "blue" } },
    ],
  } as const;
  const goesBy = (field: string) => `uses the private field \`${field}\`; the order of listings can reveal its values`;

  it("warnings about private fields list each availability setting, recommendation block and rule that uses private fields", () => {
    const fields = { private: ["margin", "internal.*"] };
    expect(privateFieldUses(completeConfiguration({ ...document, fields }))).to.deep.equal([
      { path: "availability", warning: goesBy("internal.stock") },
      { path: "placements.home.slots.rich", warning: goesBy("margin") },
      { path: "rules.lift", warning: goesBy("margin") },
      { path: "rules.red", warning: goesBy("margin") },
    ]);
  });

  it("warnings about private fields are empty if all fields are public", () => {
    expect(privateFieldUses(completeConfiguration(document))).to.deep.equal([]);
  });
});
