import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { byAddress, clientAddresses, proxyListMistake } from "../../../src/http/client-address.js";

function from(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const socket = { remoteAddress };
  return { headers, socket, connection: socket } as unknown as IncomingMessage;
}

describe("clientAddresses", () => {
  const addresses = clientAddresses("10.0.0.0/8, 2001:db8::/32,loopback");

  for (const [what, request, expected] of [
    ["the other end's", from("198.51.100.7"), "198.51.100.7"],
    ["the other end's, whatever it says, when that is no proxy", from("198.51.100.7", "1.2.3.4"), "198.51.100.7"],
    ["whom a proxy asks for", from("10.1.2.3", "198.51.100.7"), "198.51.100.7"],
    ["the nearest that is no proxy", from("10.1.2.3", "1.1.1.1, 198.51.100.7, 10.9.9.9"), "198.51.100.7"],
    ["nobody's when all are proxies", from("10.1.2.3", "10.9.9.9"), undefined],
    ["nobody's when a proxy does not tell", from("127.0.0.1"), undefined],
    ["an IPv4 address in IPv6 form is the same one", from("::ffff:10.1.2.3", "::ffff:198.51.100.7"), "198.51.100.7"],
  ] as const) {
    it(`of a request: ${what}`, () => {
      expect(addresses.ofRequest(request)).to.equal(expected);
    });
  }

  it("of a connection: the other end's, unless that is a proxy's", () => {
    expect(["198.51.100.7", "10.1.2.3"].map((one) => addresses.ofSocket(from(one).socket))).to.deep.equal([
      "198.51.100.7",
      undefined,
    ]);
  });

  it("takes a network of a provider's customer for one client", () => {
    const own = clientAddresses();
    const [one, same, other] = ["2a00:1:2:3::1", "2a00:1:2:3:ffff::9", "2a00:1:2:4::1"].map((ip) =>
      own.ofRequest(from(ip)),
    );
    expect([one === same, one === other]).to.deep.equal([true, false]);
  });

  it("trusts no proxy unless configured", () => {
    expect(clientAddresses().ofRequest(from("127.0.0.1", "1.2.3.4"))).to.equal("127.0.0.1");
  });

  it("reports the mistake in a list", () => {
    expect([proxyListMistake(""), proxyListMistake("10.0.0.1"), proxyListMistake("10.0.0.0/99")]).to.deep.equal([
      undefined,
      undefined,
      "invalid range on address: 10.0.0.0/99",
    ]);
  });
});

describe("byAddress", () => {
  it("keeps entries in the order of arrival, for each address and for all", () => {
    const things = byAddress<number>();
    for (const [thing, address] of [[1, "a"], [2, "b"], [3, "a"]] as const) things.add(thing, address); // prettier-ignore
    things.add(1, "a");
    expect([[...things.all()], [...things.of("a")], [...things.of("c")]]).to.deep.equal([[2, 3, 1], [3, 1], []]);
    expect([things.size, things.countOf("a")]).to.deep.equal([3, 2]);
    expect([...things.ofLargest()]).to.deep.equal([3, 1]);
  });

  it("forgets addresses without entries", () => {
    const things = byAddress<number>();
    things.add(1, "a");
    things.delete(1);
    things.delete(1);
    expect([things.size, things.countOf("a"), [...things.ofLargest()]]).to.deep.equal([0, 0, []]);
  });

  it("counts entries without an address in all, and for none", () => {
    const things = byAddress<number>();
    things.add(1, undefined);
    things.add(2, undefined);
    expect([things.size, things.countOf(undefined), [...things.ofLargest()]]).to.deep.equal([2, 0, [1, 2]]);
  });
});
