import { expect } from "chai";
import { candidateSearch } from "../../../src/recommendation/find-candidates.js";
import type { Block } from "../../../src/recommendation/block.js";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { PROFILE_DEFAULTS, type Profile } from "../../../src/storefront/recommendation-configuration.js";
import { answering } from "../../support/scripted-engine.js";
import { situation } from "./situation.js";

const profile = (...recommenders: Profile["recommenders"]): Profile => ({ ...PROFILE_DEFAULTS, recommenders });
const POPULAR = { by: "popular", within: "catalogue" } as const;
const NEW_IN = { by: "new_in", within: "catalogue" } as const;
const RECENT = { by: "recently_viewed" } as const;

const block = (own: Profile): Block => ({ profile: own, filter: EVERYTHING, size: 30 });

const hits = (...ids: string[]) => ({
  timed_out: false,
  hits: { hits: ids.map((id) => ({ sort: [id], fields: { taste: [`color=${id}`], "learned.viewed_with": ["z"] } })) },
});
const late = (...ids: string[]) => ({ ...hits(...ids), timed_out: true });
const broken = { status: 500, error: { type: "boom", reason: "of the engine" } };

function searching(blocks: readonly Block[], answers: readonly unknown[], more: Parameters<typeof situation>[0] = {}) {
  const engine = answering(...answers);
  const failures: string[] = [];
  const deps = {
    ...{ engine, neighbours: { recommend: () => [] }, budgetMs: 50 },
    onFailure: (error: unknown) => failures.push((error as Error).message),
  };
  return { search: candidateSearch(deps, "catalog", situation(more), blocks), engine, failures };
}

const candidate = (id: string, by: string, buried = false) => ({
  id,
  tokens: [`color=${id}`],
  viewed_with: ["z"],
  by,
  buried,
});

describe("looking for candidates", () => {
  it("asks once for what several blocks want, and each within its budget", async () => {
    const { search, engine } = searching(
      [block(profile(POPULAR)), block(profile(POPULAR))],
      [{ responses: [hits("a")] }],
    );
    const found = { candidates: [candidate("a", "popular")], outcome: "answered" };
    expect(await search.first()).to.deep.equal([found, found]);
    const [call] = engine.calls;
    expect([call?.operation, call?.path]).to.deep.equal(["msearch", "/catalog/_msearch"]);
    const [head, body, ...more] = (call?.bulkBody ?? "").trimEnd().split("\n");
    expect([head, more]).to.deep.equal(["{}", []]);
    expect((JSON.parse(body ?? "") as { timeout: string }).timeout).to.equal("50ms");
  });

  it("keeps what fails or is slow to the blocks that asked for it", async () => {
    const blocks = [block(profile(POPULAR)), block(profile(NEW_IN)), block(profile(RECENT))];
    const viewed = [{ id: "c", at: 1 }, { id: "b", at: 0 }]; // prettier-ignore
    const { search, failures } = searching(blocks, [{ responses: [broken, late("a"), hits("b", "c")] }], { viewed });
    expect(await search.first()).to.deep.equal([
      { candidates: [], outcome: "failed" },
      { candidates: [candidate("a", "new_in")], outcome: "slow" },
      { candidates: [candidate("c", "recently_viewed"), candidate("b", "recently_viewed")], outcome: "answered" },
    ]);
    expect(failures).to.deep.equal(["candidates cannot be searched: 500 boom: of the engine"]);
  });

  it("goes on to what is behind, and last to what is out of stock", async () => {
    const availability = { field: "stock", in_stock: [true], out_of_stock: "bury" } as const;
    const { search, engine } = searching(
      [block(profile(POPULAR, NEW_IN))],
      [{ responses: [hits("a")] }, { responses: [hits("a", "b"), hits("a", "c"), hits("b", "d")] }],
      { configuration: { ...DEFAULT_CONFIGURATION, availability } },
    );
    expect(await search.rest(await search.first(), [0])).to.deep.equal([
      {
        candidates: [
          ...[candidate("a", "popular"), candidate("b", "new_in")],
          ...[candidate("c", "popular", true), candidate("d", "new_in", true)],
        ],
        outcome: "answered",
      },
    ]);
    expect(engine.calls).to.have.length(2);
  });

  it("lets stand what there is when the rest cannot be asked for", async () => {
    const { search, failures } = searching(
      [block(profile(POPULAR, NEW_IN)), block(profile(NEW_IN))],
      [{ responses: [hits("a"), hits("b")] }, new Error("away")],
    );
    expect(await search.rest(await search.first(), [0])).to.deep.equal([
      { candidates: [candidate("a", "popular")], outcome: "failed" },
      { candidates: [candidate("b", "new_in")], outcome: "answered" },
    ]);
    expect(failures).to.deep.equal(["away"]);
  });

  it("asks nothing where there is nothing to start from", async () => {
    const { search, engine } = searching([block(profile(RECENT))], []);
    const nothing = [{ candidates: [], outcome: "answered" }];
    expect(await search.rest(await search.first(), [0])).to.deep.equal(nothing);
    expect(engine.calls).to.deep.equal([]);
  });
});
