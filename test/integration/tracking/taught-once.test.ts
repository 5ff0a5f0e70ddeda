import { rm } from "node:fs/promises";
import { expect } from "chai";
import type { Engine } from "../../../src/engine/engine.js";
import { putSettings } from "../../../src/engine/indices.js";
import { tasteIndex } from "../../../src/personalization/taste-store.js";
import { usePreparedEngine } from "../../support/engine.js";
import { dying, type Death } from "../../support/interposed-engine.js";
import { device, tasteOn } from "../../support/taste.js";
import { arrival, storedIds, testIntake, type TestIntake } from "../../support/tracking.js";
import { until } from "../../support/until.js";

describe("events and the taste profiles that are learned from them", () => {
  const engineOf = usePreparedEngine();
  const folders: string[] = [];
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

  /** Starts the event intake of a simulated service process. */
  async function startProcess(engine: Engine, folder?: string): Promise<TestIntake> {
    const given = folder === undefined ? {} : { folder };
    const running = await testIntake(engine, [tasteOn(engine).consumer], { ...given, responseWithinMs: 500 });
    folders.push(running.folder);
    return running;
  }

  /** Returns the interest of a device in the single product that it has viewed: 1 if the view was counted once. */
  async function interestOf(id: string): Promise<number | undefined> {
    const [document] = await tasteOn(engineOf.engine).store.load([device(id)]);
    return document?.products[0]?.interest;
  }

  const DEATHS: readonly (Death & { readonly name: string })[] = [
    { name: "before it stores", at: "before", operation: "bulk", nth: 1 },
    { name: "before it knows that it has stored", at: "after", operation: "bulk", nth: 1 },
    { name: "between storing and teaching", at: "before", operation: "mget", nth: 1 },
    { name: "before it writes what it has taught", at: "before", operation: "bulk", nth: 2 },
    { name: "before it knows that it has taught", at: "after", operation: "bulk", nth: 2 },
  ];

  for (const death of DEATHS) {
    it(`a taste profile counts events once if the process crashes ${death.name}`, async () => {
      const name = `again ${death.name}`;
      const first = await startProcess(dying(engineOf.engine, death).engine);
      await first.intake.accept([arrival(name, { device_id: name })]);
      await first.intake.close(0);
      const second = await startProcess(engineOf.engine, first.folder);
      await until("it to be taught", async () => second.spool.bytes === 0 && (await interestOf(name)) !== undefined);
      expect(await interestOf(name)).to.equal(1);
      expect((await storedIds(engineOf.engine)).filter((id) => id === name)).to.have.length(1);
      await second.intake.close(1_000);
    });

    it(`a taste profile counts events once if the process crashes ${death.name} and another process receives the resent event`, async () => {
      const name = `elsewhere ${death.name}`;
      const first = await startProcess(dying(engineOf.engine, death).engine);
      await first.intake.accept([arrival(name, { device_id: name })]);
      await first.intake.close(0);
      const second = await startProcess(engineOf.engine);
      await second.intake.accept([arrival(name, { device_id: name, received_at: Date.now() + 1_000 })]);
      expect(await interestOf(name)).to.equal(1);
      // The event is counted only once, even if the first process restarts later.
      const third = await startProcess(engineOf.engine, first.folder);
      await until("nothing to be left", () => third.spool.bytes === 0);
      await third.intake.close(1_000);
      expect(await interestOf(name)).to.equal(1);
      await second.intake.close(1_000);
    });
  }

  it("a taste profile counts events once if taste profiles are temporarily read-only", async () => {
    const { engine } = engineOf;
    const { intake, spool } = await startProcess(engine);
    await putSettings(engine, tasteIndex(engine), { "index.blocks.write": true });
    await intake.accept([arrival("blocked", { device_id: "blocked" })]);
    expect([await interestOf("blocked"), spool.bytes > 0]).to.deep.equal([undefined, true]);
    await putSettings(engine, tasteIndex(engine), { "index.blocks.write": null });
    await until("it to be taught", async () => (await interestOf("blocked")) !== undefined && spool.bytes === 0);
    expect(await interestOf("blocked")).to.equal(1);
    await intake.close(1_000);
  });
});
