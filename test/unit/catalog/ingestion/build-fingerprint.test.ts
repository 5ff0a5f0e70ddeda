import { expect } from "chai";
import { isStale, buildFingerprintOf } from "../../../../src/catalog/ingestion/build-fingerprint.js";
import { catalogVersion } from "../../../../src/engine/templates.js";
import type { Engine } from "../../../../src/engine/engine.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const OWN = await catalogVersion();

interface Stored {
  /** Version number of the installed template. */
  readonly version?: number;
  readonly engineVersion?: string;
  /** Metadata that the mapping of the catalogue generation stores. */
  readonly meta?: object;
}

const engine = ({ version = OWN, engineVersion = "3.8.0", meta = {} }: Stored = {}): Engine => ({
  prefix: "test-",
  call: <T>(operation: string) => {
    const responses: Readonly<Record<string, unknown>> = {
      info: { version: { number: engineVersion } },
      get_template: {
        index_templates: [{ index_template: { template: { mappings: { _meta: { version } } } } }],
      },
      get_mapping: { generation: { mappings: { _meta: meta } } },
    };
    return Promise.resolve(responses[operation] as T);
  },
  close: () => Promise.resolve(),
});

const of = (changes: Partial<StorefrontConfiguration>, stored?: Stored) =>
  buildFingerprintOf(engine(stored), { ...DEFAULT_CONFIGURATION, ...changes });

describe("the build fingerprint", () => {
  const { taste, popularity, ingestion, facets } = DEFAULT_CONFIGURATION;

  it("the build fingerprint changes with every setting that affects product documents", async () => {
    const buildFingerprints = await Promise.all([
      of({}),
      of({}, { engineVersion: "4.0.0" }),
      of({ language: "german" }),
      of({ department: "gender" }),
      of({ sells_fashion: true }),
      of({ fields: { private: ["cost"], public: null } }),
      of({ taste: { ...taste, fields: [{ field: "fit", weight: 1 }] } }),
      of({ taste: { ...taste, price: null } }),
      of({ popularity: { ...popularity, half_life_days: popularity.half_life_days + 1 } }),
      of({ field_types: { stock: "number" } }),
    ]);
    expect(new Set(buildFingerprints).size).to.equal(buildFingerprints.length);
  });

  it("the build fingerprint does not depend on settings that do not affect product documents", async () => {
    const buildFingerprints = await Promise.all([
      of({}),
      of({}, { engineVersion: "3.9.1" }),
      // The fingerprint describes documents of this release, whichever template version is installed.
      of({}, { version: OWN + 1 }),
      of({ taste: { ...taste, fields: taste.fields.map((one) => ({ ...one, weight: 0.1 })) } }),
      of({ ingestion: { ...ingestion, max_fields: 7 } }),
      of({ facets: [...facets].reverse() }),
    ]);
    expect(new Set(buildFingerprints).size).to.equal(1);
  });
});

describe("a generation", () => {
  it("a catalogue generation is outdated if its build fingerprint differs, unless a newer release built it", async () => {
    const current = await of({});
    const stale = (stored: Stored) => isStale(engine(stored), "generation", DEFAULT_CONFIGURATION);
    expect(await stale({ meta: { build_fingerprint: current, version: OWN } })).to.equal(false);
    expect(await stale({ meta: { build_fingerprint: "other", version: OWN } })).to.equal(true);
    expect(await stale({ meta: { version: OWN - 1 } })).to.equal(true);
    expect(await stale({ meta: { build_fingerprint: "other", version: OWN + 1 } })).to.equal(false);
    expect(await stale({ version: OWN + 1, meta: { build_fingerprint: "other", version: OWN } })).to.equal(false);
  });
});
