import { expect } from "chai";
import fc from "fast-check";
import type { Storefront } from "../../../src/storefront/client.js";
import { assigned, documentOfB, type Experiment, isHeldOut } from "../../../src/storefront/experiment.js";
import { toStorefront, type StoredClient } from "../../../src/storefront/stored-client.js";

const AT = "2026-11-02T10:00:00.000Z";

const experiment = (more: Partial<Experiment> = {}): Experiment => ({
  id: "e1",
  name: "More taste",
  hypothesis: null,
  share: 1,
  split: 0.5,
  days: 14,
  holdout_share: 0.05,
  base: {},
  configuration: { ranking: { affinity: 40 } },
  started_at: AT,
  started_by: "Anna",
  ended_at: null,
  ended_by: null,
  outcome: null,
  ...more,
});

const client = (more: Partial<StoredClient> = {}): StoredClient => ({
  client_id: "shop",
  name: "Shop",
  origins: [],
  keys: [],
  configuration: {},
  created_at: AT,
  updated_at: AT,
  ...more,
});

const ofArm = (storefront: Storefront, device: string) => assigned(storefront, device).arm ?? "none";

const DEVICES = 20_000;

/** Returns the share of devices in each arm. */
function shares(storefront: Storefront, salt = ""): Record<string, number> {
  const found: Record<string, number> = {};
  for (let device = 0; device < DEVICES; device += 1) {
    const arm = ofArm(storefront, `${salt}${device}`);
    found[arm] = (found[arm] ?? 0) + 1 / DEVICES;
  }
  return found;
}

describe("the experiment arm of a device", () => {
  it("the experiment arm of a device is undefined if there is neither a holdout nor an experiment", () => {
    const storefront = toStorefront(client());
    expect(storefront).not.to.have.property("arms");
    expect(assigned(storefront, "d")).to.equal(storefront);
  });

  it("the experiment arms receive the planned shares of devices", () => {
    fc.assert(
      fc.property(
        fc.record({
          share: fc.double({ min: 0.05, max: 1, noNaN: true }),
          split: fc.double({ min: 0.05, max: 0.95, noNaN: true }),
          holdout_share: fc.double({ min: 0.01, max: 0.2, noNaN: true }),
          salt: fc.string({ maxLength: 20 }),
          id: fc.stringMatching(/^[0-9a-f]{12}$/),
        }),
        ({ share, split, holdout_share, salt, id }) => {
          const found = shares(
            toStorefront(client({ experiment: experiment({ id, share, split, holdout_share }) })),
            salt,
          );
          const inside = (1 - holdout_share) * share;
          const planned = { [`${id}:A`]: inside * (1 - split), [`${id}:B`]: inside * split, holdout: holdout_share };
          // The tolerance is six standard errors of a share of 50 %.
          for (const [arm, wanted] of Object.entries(planned)) {
            expect(found[arm] ?? 0, arm).to.be.closeTo(wanted, 0.022);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it("the experiment arm of a device is stable, and only devices in arm B get the changed configuration", () => {
    const given = client({ experiment: experiment() });
    const [one, again] = [toStorefront(given), toStorefront(structuredClone(given))];
    for (let device = 0; device < 1_000; device += 1) {
      const id = `device-${device}`;
      expect(ofArm(again, id)).to.equal(ofArm(one, id));
      const own = assigned(one, id);
      expect(assigned(one, id)).to.equal(own);
      expect(own.configuration === one.configuration).to.equal(own.arm !== "e1:B");
      if (own.arm === "e1:B") expect(own.configuration.ranking.affinity).to.equal(40);
    }
  });

  it("the experiment arms of two experiments are assigned independently, except for the shared holdout", () => {
    const first = toStorefront(client({ experiment: experiment({ id: "e1" }) }));
    const second = toStorefront(client({ experiment: experiment({ id: "e2" }) }));
    let both = 0;
    for (let device = 0; device < DEVICES; device += 1) {
      const arms = [ofArm(first, `d${device}`), ofArm(second, `d${device}`)];
      expect(arms[0] === "holdout").to.equal(arms[1] === "holdout");
      if (arms[0] === "e1:B" && arms[1] === "e2:B") both += 1;
    }
    expect(both / DEVICES).to.be.closeTo(0.95 * 0.25, 0.02);
  });

  it("the experiment arm of a device remains the holdout if the share of the holdout grows", () => {
    const small = toStorefront(client({ configuration: { holdout_share: 0.05 } }));
    expect(shares(small)["holdout"]).to.be.closeTo(0.05, 0.01);
    fc.assert(
      fc.property(fc.string(), fc.double({ min: 0, max: 0.2, noNaN: true }), (device, share) => {
        if (isHeldOut("shop", share, device))
          expect(isHeldOut("shop", Math.min(0.2, share * 2), device)).to.equal(true);
        expect(isHeldOut("shop", 0, device)).to.equal(false);
      }),
    );
  });

  it("the experiment arm of a device is undefined after the end of the experiment", () => {
    const ended = { ended_at: AT, ended_by: "Anna", outcome: "keep_a" } as const;
    expect(toStorefront(client({ experiment: experiment(ended) }))).not.to.have.property("arms");
  });

  it("an experiment keeps its holdout share while it runs, even if a configuration with a smaller share is published", () => {
    const { arms } = toStorefront(client({ configuration: { holdout_share: 0.01 }, experiment: experiment() }));
    expect(arms?.holdout.share).to.equal(0.05);
  });
});

describe("the configuration of arm B in an experiment", () => {
  it("the configuration of arm B in an experiment combines the changes of arm B with changes that are published later", () => {
    const running = experiment({
      base: { ranking: { affinity: 25 }, field_weights: { title: 4 } },
      configuration: { ranking: { affinity: 40 }, field_weights: { title: 4 } },
    });
    const published = { ranking: { affinity: 10, fatigue: 0.2 }, field_weights: { title: 9 } };
    expect(documentOfB(running, published)).to.deep.equal({
      document: { ranking: { affinity: 40, fatigue: 0.2 }, field_weights: { title: 9 } },
      follows: true,
    });
  });

  it("the configuration of arm B in an experiment is kept if it is incompatible with the published configuration", () => {
    const sorts = [
      { key: "featured", label: "Featured", by: "featured" },
      { key: "new", label: "New", by: "field", field: "released_at", order: "desc" },
    ] as const;
    const running = experiment({
      base: { sort_keys: sorts },
      configuration: { sort_keys: sorts, default_sort: "new" },
    });
    expect(documentOfB(running, { sort_keys: sorts }).follows).to.equal(true);
    const found = documentOfB(running, { sort_keys: [sorts[0]] });
    expect(found).to.deep.equal({ document: running.configuration, follows: false });
    const refused = { ...running, configuration: { default_sort: "gone" } };
    expect(documentOfB(refused, { sort_keys: sorts })).to.deep.equal({
      document: { sort_keys: sorts },
      follows: false,
    });
  });
});
