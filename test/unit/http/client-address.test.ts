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
    ["the address of the connection", from("198.51.100.7"), "198.51.100.7"],
    [
      "the address of the connection if it is not a trusted proxy, regardless of the header",
      from("198.51.100.7", "1.2.3.4"),
      "198.51.100.7",
    ],
    ["the address in the header of a trusted proxy", from("10.1.2.3", "198.51.100.7"), "198.51.100.7"],
    [
      "the nearest forwarded address that is not a trusted proxy",
      from("10.1.2.3", "1.1.1.1, 198.51.100.7, 10.9.9.9"),
      "198.51.100.7",
    ],
    ["no address if all addresses are trusted proxies", from("10.1.2.3", "10.9.9.9"), undefined],
    ["no address if a trusted proxy sends no header", from("127.0.0.1"), undefined],
    ["the IPv4 form of IPv4-mapped IPv6 addresses", from("::ffff:10.1.2.3", "::ffff:198.51.100.7"), "198.51.100.7"],
  ] as const) {
    it(`clientAddresses returns ${what}`, () => {
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
