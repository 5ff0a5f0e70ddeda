import { expect } from "chai";
import { createEngine, EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import { createIndex, refresh } from "../../../src/engine/indices.js";
import { putDocument } from "../../../src/engine/documents.js";
import { scan } from "../../../src/engine/point-in-time.js";
import { deleteByPrefix, randomPrefix } from "../../support/engine.js";
import { useOwnEngine } from "../../support/shop-engine.js";

describe("a scan", () => {
  const own = useOwnEngine();
  let engine: Engine;
  let index: string;

  before(async () => {
    engine = createEngine({ url: own.url(), prefix: randomPrefix() });
    index = `${engine.prefix}scanned`;
    await createIndex(engine, index, {});
    for (const id of ["a", "b", "c"]) await putDocument(engine, index, id, { id });
    await refresh(engine, index);
  });
  after(async () => {
    await deleteByPrefix(engine);
    await engine.close();
  });

  it("a scan of an index reads all documents and then closes the point in time", async () => {
    const found: string[] = [];
    for await (const hits of scan<{ id: string }>(engine, index, 2))
      found.push(...hits.map(({ _source }) => _source.id));
    expect(found.sort()).to.deep.equal(["a", "b", "c"]);
    expect(await own.pointsInTime()).to.equal(0);
  });

  it("a scan of an index reports that the engine is unavailable if the point in time is lost", async () => {
    const pages = scan(engine, index, 2);
    expect((await pages.next()).value).to.have.length(2);
    await own.deletePointsInTime();
    const lost = await pages.next().catch((error: unknown) => error);
    expect(lost).to.be.instanceOf(EngineUnavailableError);
    expect(String((lost as Error).cause)).to.include("search_context_missing_exception");
  });
});
