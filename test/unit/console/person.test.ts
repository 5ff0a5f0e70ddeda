import { expect } from "chai";
import {
  isOver,
  mayBeGivenPassword,
  MOST_ENDED,
  verifiedBy,
  withEverywhereEnded,
  withSessionEnded,
  withShop,
  type Person,
} from "../../../console/server/people/person.js";

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;
const ANNA: Person = { email: "anna@x.example", password: "p", verified: false, shops: ["a"], epoch: "1", ended: [] };

const session = (csrf_token: string, epoch = ANNA.epoch) => ({ csrf_token, epoch, expires_at: NOW + 10 * HOUR });

describe("sessions of a person", () => {
  it("the identifier of a session that ends at sign-out is stored as a hash", () => {
    expect(isOver(ANNA, session("a"))).to.equal(false);
    const once = withSessionEnded(ANNA, session("a"), NOW);
    expect(once).to.deep.equal({
      ...ANNA,
      ended: [{ id: "ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs", until: NOW + 11 * HOUR }],
    });
    expect(withSessionEnded(once, session("a"), NOW + 1)).to.deep.equal(once);
    expect([isOver(once, session("a")), isOver(once, session("b"))]).to.deep.equal([true, false]);
  });

  it("a session is invalid if there is no stored person for the session", () => {
    expect(isOver(undefined, session("a"))).to.equal(true);
  });

  it("an ended session is stored until it would have expired", () => {
    const once = withSessionEnded(ANNA, session("a"), NOW);
    const { until } = once.ended[0]!;
    const idsAt = (now: number) => withSessionEnded(once, session("b"), now).ended.length;
    expect([idsAt(until - 1), idsAt(until)]).to.deep.equal([2, 1]);
  });

  it("all sessions end when the person signs out everywhere", () => {
    const after = withEverywhereEnded(ANNA);
    expect([isOver(after, session("a")), isOver(after, session("b", after.epoch))]).to.deep.equal([true, false]);
  });

  it("all sessions end if the list of ended sessions becomes too long", () => {
    let person = ANNA;
    for (let nth = 0; nth < MOST_ENDED; nth += 1) person = withSessionEnded(person, session(`out ${nth}`), NOW);
    expect([person.ended.length, isOver(person, session("in"))]).to.deep.equal([MOST_ENDED, false]);
    const full = withSessionEnded(person, session("one more"), NOW);
    expect(full.ended).to.deep.equal([]);
    for (const token of ["out 0", "one more", "in"]) expect(isOver(full, session(token))).to.equal(true);
  });
});

describe("the password of a person", () => {
  it("an invitation lets a person set a new password if the person belongs to no other shop", () => {
    expect([undefined, ANNA].map((one) => mayBeGivenPassword(one, "a"))).to.deep.equal([true, true]);
    expect(mayBeGivenPassword(ANNA, "b")).to.equal(false);
    const { epoch, ...renewed } = withShop(ANNA, ANNA.email, "a", "new");
    expect(renewed).to.deep.equal({ email: ANNA.email, password: "new", verified: false, shops: ["a"], ended: [] });
    expect(epoch).not.to.equal(ANNA.epoch);
    expect(() => withShop(ANNA, ANNA.email, "b", "new")).to.throw("the account has changed");
    expect(withShop(ANNA, ANNA.email, "b")).to.deep.equal({ ...ANNA, shops: ["a", "b"] });
  });

  it("the password of a person is removed when single sign-on verifies the e-mail address for the first time", () => {
    const { epoch, ...verified } = verifiedBy(ANNA, ANNA.email);
    expect(verified).to.deep.equal({ email: ANNA.email, password: null, verified: true, shops: ["a"], ended: [] });
    expect(epoch).not.to.equal(ANNA.epoch);
    const again = { ...ANNA, verified: true };
    expect(verifiedBy(again, ANNA.email)).to.equal(again);
  });
});
