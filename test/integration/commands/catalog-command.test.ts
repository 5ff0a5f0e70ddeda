import { expect } from "chai";
import type { GenerationRow } from "../../../console/server/catalog/generations.js";
import { listGenerations, rollbackCatalog } from "../../../src/commands/catalog-command.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { feed, insertLine, useCatalog } from "../../support/catalog.js";

const HOURS = 24;
const HOUR_MS = 3_600_000;

describe("the generations of a catalogue by command", () => {
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));

  const catalogOf = (products: number) =>
    feed(...Array.from({ length: products }, (_, at) => insertLine(`P${at}`, "V", { price: products })));
  const listed = async (clientId = "shop") =>
    JSON.parse(await listGenerations(bench.engine, clientId, HOURS, true)) as GenerationRow[];
  const soldNow = async () => Object.values(await bench.products("shop")).filter(({ active }) => active).length;
  const failure = (done: Promise<unknown>) =>
    done.then(
      () => "no failure",
      (error: unknown) => (error instanceof CommandError ? error.message : error),
    );

  it("are none for a client without a catalogue", async () => {
    expect(await listGenerations(bench.engine, "nobody", HOURS, false)).to.equal("nobody has no catalogue");
    expect(await listed("nobody")).to.deep.equal([]);
    expect(await failure(rollbackCatalog(bench.engine, "nobody"))).to.equal(
      "nobody has no previous generation to go back to",
    );
  });

  it("are listed newest first with their jobs, products and times, and the one before can be gone back to", async () => {
    const records = [];
    for (const products of [7, 5, 3]) {
      records.push(await bench.ingest("shop", catalogOf(products), { mode: "soft_replace" }));
    }
    // Neither of these makes a generation to go back to.
    await bench.ingest("shop", catalogOf(1), { mode: "soft_replace", trigger: { dry_run: true } });
    await bench.ingest("shop", feed("no line"), { mode: "soft_replace" });
    const [, second, third] = records;
    const rows = await listed();
    const replaced = rows[1]?.replaced_at;
    expect(rows.map(({ index: _, ...row }) => row)).to.deep.equal([
      { role: "live", job: third?.id, attempt: 1, mode: "soft_replace", products: 3, inactive: 4, created_at: third?.created_at, replaced_at: null, kept_until: null },
      { role: "previous", job: second?.id, attempt: 1, mode: "soft_replace", products: 5, inactive: 2, created_at: second?.created_at, replaced_at: replaced, kept_until: new Date(Date.parse(replaced ?? "") + HOURS * HOUR_MS).toISOString() },
    ]); // prettier-ignore
    const [live, previous] = rows as [GenerationRow, GenerationRow];
    const table = (await listGenerations(bench.engine, "shop", HOURS, false)).split("\n").map((line) => line.trim().split(/ {2,}/)); // prettier-ignore
    expect(table).to.deep.equal([
      ["generation", "products", "made", "kept until"],
      [live.index, "live", "3", third?.created_at],
      [previous.index, "previous", "5", second?.created_at, previous.kept_until],
    ]);

    // By its index, by the number of its job, and without a name the one before.
    expect(await rollbackCatalog(bench.engine, "shop", previous.index)).to.equal(
      `shop shows ${previous.index} again; ${live.index} is kept, and catalog rollback shop goes back to it.`,
    );
    expect(await soldNow()).to.equal(5);
    expect((await listed()).map(({ role, products }) => [role, products])).to.deep.equal([
      ["previous", 3],
      ["live", 5],
    ]);
    await rollbackCatalog(bench.engine, "shop", String(third?.id));
    expect(await soldNow()).to.equal(3);
    await rollbackCatalog(bench.engine, "shop");
    expect(await soldNow()).to.equal(5);
  });

  it("are refused by name where there is none of that name, or it is live, and nothing changes", async () => {
    const before = await listed();
    const live = before.find(({ role }) => role === "live");
    expect(await failure(rollbackCatalog(bench.engine, "shop", "99999"))).to.equal(
      "shop has no generation 99999; vitrine catalog list shop shows them",
    );
    expect(await failure(rollbackCatalog(bench.engine, "shop", live?.index))).to.equal(
      "shop has no other generation to go back to",
    );
    expect(await listed()).to.deep.equal(before);
  });
});
