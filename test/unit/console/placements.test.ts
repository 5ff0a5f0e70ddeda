import { expect } from "chai";
import fc from "fast-check";
import {
  blockOf,
  placementsOf,
  typedBlock,
  withPlacement,
  wrongInBlock,
  wrongName,
  type TypedBlock,
} from "../../../console/pages/recommendations/placements.js";
import { profilesOf } from "../../../console/parts/format-blocks.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import { completeConfiguration, DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { DEFAULT_PLACEMENTS } from "../../../src/storefront/default-items.js";

const PROFILES = profilesOf({});

describe("form of a recommendation block", () => {
  const field = fc.constantFrom("categories", "price", "designer");
  const condition = fc.oneof(
    fc.record({
      field,
      test: fc.constantFrom("is" as const, "not" as const),
      values: fc.array(fc.string(), { maxLength: 2 }),
      number: fc.constant("" as const),
    }),
    fc.record({
      field,
      test: fc.constantFrom("least" as const, "most" as const),
      values: fc.constant([]),
      number: fc.oneof(fc.constant("" as const), fc.integer()),
    }),
  );
  const typed: fc.Arbitrary<TypedBlock> = fc.record({
    title: fc.oneof(fc.constantFrom("Schöne Schuhe!", "  ", "Чай", "9 to 5"), fc.string({ maxLength: 200 })),
    key: fc.oneof(fc.constant(null), fc.constantFrom("", "taken", "shoes"), fc.string({ maxLength: 101 })),
    profile: fc.constantFrom("similar", "popular", "", "gone"),
    filters: fc.array(condition, { maxLength: 3 }),
  });

  it("the form of a recommendation block creates valid configuration for any input that the form accepts", () => {
    let passed = 0;
    fc.assert(
      fc.property(typed, (block) => {
        if (Object.values(wrongInBlock(block, ["taken"], PROFILES)).some((wrong) => wrong !== null)) return;
        passed += 1;
        const slots = [{ key: "taken", title: "Taken", profile: "similar" }, blockOf(block, null, ["taken"])];
        expect(checkConfiguration({ placements: { page: { slots } } })).to.not.have.property("errors");
      }),
      { numRuns: 500 },
    );
    expect(passed).to.be.greaterThan(10);
  });

  it("the form of a recommendation block reports a validation error for each invalid input", () => {
    const block = { title: " ", key: "taken", profile: "gone", filters: [] };
    expect(wrongInBlock(block, ["taken"], PROFILES)).to.deep.equal({
      title: "Enter a title",
      key: "This name already exists",
      profile: "Choose a strategy",
      filters: null,
    });
    const twice = { field: "categories", test: "is" as const, values: ["Bags"], number: "" as const };
    const two = { title: "Bags", key: null, profile: "new_in", filters: [twice, twice] };
    expect(wrongInBlock(two, [], PROFILES)).to.deep.equal({
      title: null,
      key: null,
      profile: null,
      filters: "Two conditions have the same field and type. Combine their values in one condition.",
    });
  });

  it("the key of a recommendation block is derived from the first title of the block, and does not change with the title", () => {
    const added = { ...typedBlock(null), title: " Über 50 € ", profile: "popular" };
    expect(blockOf(added, null, ["uber_50"])).to.deep.equal({
      key: "uber_50_2",
      title: "Über 50 €",
      profile: "popular",
    });
    const before = { key: "old", title: "Old", profile: "similar", filters: { sale: { $exists: true } }, more: 1 };
    expect(blockOf({ ...typedBlock(before), title: "New" }, before, [])).to.deep.equal({ ...before, title: "New" });
    const only = { field: "price", test: "most" as const, values: [], number: 0 };
    const { filters, ...others } = before;
    expect(blockOf({ ...typedBlock({ ...others, filters: {} }), filters: [only] }, others, [])).to.deep.equal({
      ...others,
      filters: { price: { $lte: 0 } },
    });
  });
});

describe("list of recommendation pages in a draft", () => {
  const own = { slots: [{ key: "a", title: "A", profile: "similar" }] };

  it("the list of recommendation pages contains the default pages and the pages of the draft", () => {
    const document = { placements: { cart: own, checkout: own } };
    expect([...(placementsOf(document) ?? [])]).to.deep.equal(
      Object.entries({ ...DEFAULT_PLACEMENTS, ...document.placements }),
    );
    expect([...(placementsOf(document)?.keys() ?? [])]).to.deep.equal(
      Object.keys(completeConfiguration(document).placements),
    );
    for (const placements of [[], 7, null, { cart: [] }]) {
      expect(placementsOf({ placements } as never)).to.equal(null);
    }
  });

  it("a draft stores changed recommendation pages, and removes pages that are reset or deleted", () => {
    const written = withPlacement({ language: "dutch" }, "home", own);
    expect(written).to.deep.equal({ language: "dutch", placements: { home: own } });
    expect(withPlacement(written, "home", DEFAULT_PLACEMENTS.home)).to.deep.equal({ language: "dutch" });
    const both = withPlacement(written, "constructor", own);
    expect(withPlacement(both, "home", undefined)).to.deep.equal({
      language: "dutch",
      placements: { constructor: own },
    });
    expect(completeConfiguration(withPlacement(written, "home", undefined)).placements).to.deep.equal(
      DEFAULT_CONFIGURATION.placements,
    );
  });

  it("the form accepts the name of a recommendation page if and only if the name is valid in a configuration", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z_][\w-]{0,99}$/)), (name) => {
        const isRight = !("errors" in checkConfiguration({ placements: { [name]: own } }));
        expect(wrongName(name, []) === null).to.equal(isRight);
      }),
    );
  });
});
