import { expect } from "chai";
import {
  epochsOf,
  isEnded,
  MOST_ENDINGS,
  NO_ENDINGS,
  withEverywhereEnded,
  withSessionEnded,
  type Endings,
} from "../../../console/server/session/ended-sessions.js";

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;

const session = (csrf_token: string, author = "Anna", epochs: readonly [string, string] = ["", ""]) => ({
  csrf_token,
  author,
  epochs,
  expires_at: NOW + 10 * HOUR,
});
/** What somebody who signs in now gets. */
const begun = (endings: Endings, csrf_token: string, author = "Anna") =>
  session(csrf_token, author, epochsOf(endings, author));

describe("ended sessions", () => {
  it("are none at first", () => {
    expect(epochsOf(NO_ENDINGS, "Anna")).to.deep.equal(["", ""]);
    expect(isEnded(NO_ENDINGS, session("a"))).to.equal(false);
  });

  it("are those that were signed out, by a hash, once each", () => {
    const once = withSessionEnded(NO_ENDINGS, session("a"), NOW);
    expect(once).to.deep.equal({
      sessions: [{ id: "ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs", until: NOW + 11 * HOUR }],
      epochs: [],
    });
    expect(withSessionEnded(once, session("a"), NOW + 1)).to.deep.equal(once);
    expect([isEnded(once, session("a")), isEnded(once, session("b"))]).to.deep.equal([true, false]);
  });

  it("are forgotten when they would be over anyway, and not a millisecond before", () => {
    const once = withSessionEnded(NO_ENDINGS, session("a"), NOW);
    const { until } = once.sessions[0]!;
    const idsAt = (now: number) => withSessionEnded(once, session("b"), now).sessions.length;
    expect([idsAt(until - 1), idsAt(until)]).to.deep.equal([2, 1]);
  });

  it("are all of a person who signed out everywhere, but for those that begin afterwards", () => {
    const [before, others] = [begun(NO_ENDINGS, "a"), begun(NO_ENDINGS, "b", "Ben")];
    const first = withEverywhereEnded(NO_ENDINGS, "Anna", NOW);
    const after = begun(first, "c");
    expect([before, others, after].map((one) => isEnded(first, one))).to.deep.equal([true, false, false]);
    const second = withEverywhereEnded(first, "Anna", NOW + 1);
    expect(second.epochs).to.have.length(1);
    expect([before, others, after].map((one) => isEnded(second, one))).to.deep.equal([true, false, true]);
    expect(isEnded(second, begun(second, "d"))).to.equal(false);
  });

  it("stay ended until ten hours and the spare one are over, and what began meanwhile goes on", () => {
    const first = withEverywhereEnded(NO_ENDINGS, "Anna", NOW);
    const [before, after] = [begun(NO_ENDINGS, "a"), begun(first, "b")];
    const at = (now: number) => withSessionEnded(first, session("z", "Ben"), now);
    expect(isEnded(at(NOW + 11 * HOUR - 1), before)).to.equal(true);
    const forgotten = at(NOW + 11 * HOUR);
    expect(forgotten.epochs).to.deep.equal([]);
    expect(isEnded(forgotten, after)).to.equal(false);
    expect(isEnded(withEverywhereEnded(forgotten, "Anna", NOW + 11 * HOUR), after)).to.equal(true);
  });

  it("are all of everybody where there are too many to remember, so that none comes back", () => {
    let endings: Endings = NO_ENDINGS;
    for (let nth = 0; nth < MOST_ENDINGS; nth += 1) endings = withSessionEnded(endings, session(`out ${nth}`), NOW);
    expect(endings.sessions).to.have.length(MOST_ENDINGS);
    expect(isEnded(endings, session("still in"))).to.equal(false);
    const full = withSessionEnded(endings, session("one more"), NOW);
    expect(full).to.deep.equal({
      sessions: [],
      epochs: [{ author: null, epoch: full.epochs[0]!.epoch, until: NOW + 11 * HOUR }],
    });
    for (const token of ["out 0", "one more", "still in"]) expect(isEnded(full, session(token))).to.equal(true);
    expect(isEnded(full, session("Ben's", "Ben"))).to.equal(true);
    expect(isEnded(full, begun(full, "afterwards"))).to.equal(false);
  });
});
