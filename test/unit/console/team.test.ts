import { expect } from "chai";
import fc from "fast-check";
import { hashPassword, isPassword } from "../../../console/server/people/password.js";
import { ROLES } from "../../../console/server/people/roles.js";
import {
  hasOwner,
  invitationOf,
  NO_TEAM,
  withAccepted,
  withInvitation,
  withMember,
  withoutInvitation,
  withoutMember,
  type Invitation,
  type Team,
} from "../../../console/server/people/team.js";

const NOW = 1_000_000_000_000;
const BEN = { email: "ben@x.example", name: "Ben" };

const invitation = (hash: string, given: Partial<Invitation> = {}): Invitation => ({
  hash: hash.padEnd(43, "."),
  ...BEN,
  role: "editor",
  by: "Anna",
  expires_at: NOW + 1,
  ...given,
});

describe("an invitation", () => {
  it("a team invitation can be accepted only once", () => {
    const one = invitation("a");
    const team = withInvitation(NO_TEAM, one, NOW);
    expect(invitationOf(team, one.hash, NOW)).to.equal(one);
    const joined = withAccepted(team, one, BEN, NOW);
    expect(joined).to.deep.equal({ ...NO_TEAM, members: [{ ...BEN, role: "editor" }] });
    expect(() => withAccepted(joined, one, BEN, NOW)).to.throw("this invitation was used");
  });

  it("a team invitation becomes invalid if it expires, is withdrawn, or is replaced by a later invitation of the person", () => {
    const one = invitation("a");
    const team = withInvitation(NO_TEAM, one, NOW);
    expect(() => invitationOf(team, one.hash, NOW + 1)).to.throw("has expired");
    expect(withoutInvitation(team, one.hash.slice(0, 12))).to.deep.equal(NO_TEAM);
    const again = invitation("b", { role: "viewer" });
    expect(withInvitation(team, again, NOW).invitations).to.deep.equal([again]);
    expect(withInvitation(team, invitation("c", { email: null, name: null }), NOW).invitations).to.have.length(2);
  });

  it("an invitation is rejected if another member has the name of the invited person", () => {
    const team: Team = { ...NO_TEAM, members: [{ ...BEN, role: "owner" }] };
    const other = { email: "eve@x.example", name: " BEN " };
    expect(() => withInvitation(team, invitation("a", other), NOW)).to.throw("another member has the name BEN");
    expect(() => withMember(team, { ...other, role: "viewer" })).to.throw("another member has the name BEN");
  });
});

describe("a team", () => {
  it("a team always keeps at least one owner", () => {
    const emails = ["a", "b", "c"];
    const step = fc.record({ email: fc.constantFrom(...emails), role: fc.option(fc.constantFrom(...ROLES)) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let team = withMember(NO_TEAM, { email: "a", name: "a", role: "owner" });
        for (const { email, role } of steps) {
          try {
            team = role === null ? withoutMember(team, email) : withMember(team, { email, name: email, role });
          } catch (error) {
            expect(error).to.have.property("code", "conflict");
          }
          expect(hasOwner(team)).to.equal(true);
        }
      }),
    );
  });
});

describe("a password", () => {
  it("a password is stored as a salted hash", async () => {
    const [one, other] = [await hashPassword("correct horse"), await hashPassword("correct horse")];
    expect(one).to.match(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.to.equal(other);
    expect(await isPassword(one, "correct horse")).to.equal(true);
    expect(await isPassword(one, "correct horse ")).to.equal(false);
  });

  it("a password is rejected if the account has no password", async () => {
    for (const none of [null, undefined]) expect(await isPassword(none, "")).to.equal(false);
  });

  it("a password is accepted in any Unicode normalization form", async () => {
    expect(await isPassword(await hashPassword("caf\u00e9 noir"), "cafe\u0301 noir")).to.equal(true);
  });
});
