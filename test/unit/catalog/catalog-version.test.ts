import { expect } from "chai";
import fc from "fast-check";
import {
  changesIn,
  type CatalogVersion,
  type CatalogVersionChange,
  isStillValid,
  type Tag,
  withChange,
} from "../../../src/catalog/catalog-version.js";

/** Tags that changed in each catalogue version, starting with version 1; null if all tags changed. */
type History = readonly (readonly Tag[] | null)[];

const reportedAfter = (history: History): CatalogVersionChange[] =>
  history.reduce<CatalogVersionChange[]>(
    (reported, tags, at) => withChange(reported, { catalogVersion: at + 1, tags }),
    [],
  );

const liveAfter = (history: History, known?: CatalogVersion): CatalogVersion => ({
  index: "generation",
  catalogVersion: history.length,
  changes: changesIn(history.length, reportedAfter(history), known),
});

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe("the validity of a cached value", () => {
  const live = liveAfter([null, [1, 2], [3], [2, 4]]);
  const holdsFrom = (catalogVersion: number, tags?: readonly Tag[]) => isStillValid(live, { catalogVersion, tags });

  it("a cached value is valid in its own catalogue version and in earlier catalogue versions", () => {
    expect(holdsFrom(4)).to.equal(true);
    expect(holdsFrom(5, [2])).to.equal(true);
  });

  it("a cached value that depends on all products is invalid in the next catalogue version", () => {
    expect(holdsFrom(3)).to.equal(false);
  });

  it("a cached value is valid until a catalogue version changes one of the cache tags of the value", () => {
    expect([1, 2, 3].map((catalogVersion) => holdsFrom(catalogVersion, [1]))).to.deep.equal([false, true, true]);
    expect([1, 2, 3].map((catalogVersion) => holdsFrom(catalogVersion, [3, 5]))).to.deep.equal([false, false, true]);
    expect([1, 2, 3].map((catalogVersion) => holdsFrom(catalogVersion, [1, 2]))).to.deep.equal([false, false, false]);
    expect(holdsFrom(1, [5])).to.equal(true);
    expect(holdsFrom(1, [])).to.equal(true);
  });

  it("a cached value is invalid if the whole catalogue has changed or the catalogue changes were not recorded", () => {
    expect(holdsFrom(0, [5])).to.equal(false);
    expect(isStillValid({ index: "generation", catalogVersion: 4 }, { catalogVersion: 3, tags: [5] })).to.equal(false);
    const gap = {
      ...live,
      catalogVersion: 6,
      changes: changesIn(6, [...reportedAfter([null, [1]]), { catalogVersion: 6, tags: [2] }]),
    };
    expect(isStillValid(gap, { catalogVersion: 4, tags: [5] })).to.equal(false);
    expect(isStillValid(gap, { catalogVersion: 5, tags: [5] })).to.equal(true);
    const later = { ...live, catalogVersion: 5, changes: changesIn(5, reportedAfter([null, [1]])) };
    expect(isStillValid(later, { catalogVersion: 4, tags: [5] })).to.equal(false);
  });
});

describe("recorded changes of a catalogue", () => {
  it("a catalogue records the changes of its latest 16 versions", () => {
    const reported = reportedAfter(range(0, 20).map((tag) => [tag]));
    expect(reported.map(({ catalogVersion }) => catalogVersion)).to.deep.equal(range(5, 21));
    expect(reportedAfter([[1], null, [2]])).to.deep.equal([
      { catalogVersion: 2, tags: null },
      { catalogVersion: 3, tags: [2] },
    ]);
  });

  it("the number of recorded cache tags is limited per catalogue version and in total", () => {
    expect(reportedAfter([range(0, 1_000)])[0]?.tags).to.have.length(1_000);
    expect(reportedAfter([[1], range(0, 1_001)])).to.deep.equal([{ catalogVersion: 2, tags: null }]);
    const reported = reportedAfter(Array.from({ length: 8 }, () => range(0, 900)));
    expect(reported.map(({ catalogVersion }) => catalogVersion)).to.deep.equal([5, 6, 7, 8]);
  });

  it("a catalogue without recorded changes counts as completely changed", () => {
    expect(changesIn(0, [])).to.deep.equal({ everything: 0, tags: new Map() });
    expect(changesIn(7, [])).to.deep.equal({ everything: 7, tags: new Map() });
  });
});

describe("a service process that tracks catalogue versions", () => {
  it("a service process remembers catalogue changes after they are removed from the stored catalogue state", () => {
    let live: CatalogVersion | undefined;
    const history = Array.from({ length: 60 }, (_, at) => [at % 7]);
    for (const at of range(1, 61)) live = liveAfter(history.slice(0, at), live);
    expect(live?.changes?.everything).to.equal(0);
    expect(live && isStillValid(live, { catalogVersion: 1, tags: [9] })).to.equal(true);
    expect(live && isStillValid(live, { catalogVersion: 50, tags: [3] })).to.equal(false);
  });

  it("a service process drops older catalogue changes if the number of cache tags exceeds the limit", () => {
    let live: CatalogVersion | undefined;
    const history = range(0, 12).map((at) => range(at * 1_000, at * 1_000 + 1_000));
    for (const at of range(1, 13)) live = liveAfter(history.slice(0, at), live);
    expect(live?.changes?.tags.size).to.be.lessThan(10_001);
    expect(live?.changes?.everything).to.be.within(5, 11);
    expect(live && isStillValid(live, { catalogVersion: 11, tags: [5] })).to.equal(true);
    expect(live && isStillValid(live, { catalogVersion: 2, tags: [50_000] })).to.equal(false);
  });

  it("a service process never treats an outdated cached value as valid", () => {
    const change = fc.oneof(
      { weight: 6, arbitrary: fc.array(fc.nat(9), { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    const looks = fc.array(fc.nat(30), { maxLength: 10 });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 30 }), looks, (history, at) => {
        const seen = [...new Set([...at.filter((one) => one <= history.length), history.length])].sort((a, b) => a - b);
        let live: CatalogVersion | undefined;
        for (const catalogVersion of seen) live = liveAfter(history.slice(0, catalogVersion), live);
        const isInTime = seen.every((catalogVersion, place) => catalogVersion - (seen[place - 1] ?? 0) <= 16);
        for (const catalogVersion of range(0, history.length)) {
          for (const tag of range(0, 10)) {
            const since = history.slice(catalogVersion);
            const hasChanged = since.some((tags) => tags?.includes(tag) ?? true);
            const does = live !== undefined && isStillValid(live, { catalogVersion, tags: [tag] });
            if (hasChanged || isInTime) expect(does).to.equal(!hasChanged);
          }
        }
      }),
    );
  });
});
