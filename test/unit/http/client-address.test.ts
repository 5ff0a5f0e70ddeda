import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { proxyListError } from "../../../src/config.js";
import { clientAddresses } from "../../../src/http/client-address.js";

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
    it(`finds the client address: ${what}`, () => {
      expect(addresses.ofRequest(request)).to.equal(expected);
    });
  }

  it("the client address is the same for all addresses of an IPv6 /64 network", () => {
    const own = clientAddresses();
    const [one, same, other] = ["2a00:1:2:3::1", "2a00:1:2:3:ffff::9", "2a00:1:2:4::1"].map((ip) =>
      own.ofRequest(from(ip)),
    );
    expect([one === same, one === other]).to.deep.equal([true, false]);
  });

  it("the client address is not read from proxy headers by default", () => {
    expect(clientAddresses().ofRequest(from("127.0.0.1", "1.2.3.4"))).to.equal("127.0.0.1");
  });

  it("the check of a list of proxy addresses reports the invalid entry", () => {
    expect([proxyListError(""), proxyListError("10.0.0.1"), proxyListError("10.0.0.0/99")]).to.deep.equal([
      undefined,
      undefined,
      "invalid range on address: 10.0.0.0/99",
    ]);
  });
});
