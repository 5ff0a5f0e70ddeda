import { lookup as lookUp, type LookupAddress, type LookupOptions } from "node:dns";
import { BlockList, isIP } from "node:net";

/** Private and reserved IPv4 networks (RFC 6890 and the IANA registries). */
const INSIDE = new BlockList();
for (const [network, bits] of [
  ...([
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
  ] as const),
  ...([
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
  ] as const),
  ...([
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 3],
  ] as const),
]) {
  INSIDE.addSubnet(network, bits, "ipv4");
}

/**
 * Public IPv6 addresses. Addresses that are reserved or contain an IPv4 address are excluded, because such addresses
 * could reach private hosts.
 */
const OUTSIDE_6 = new BlockList();
OUTSIDE_6.addSubnet("2000::", 3, "ipv6");
const INSIDE_6 = new BlockList();
INSIDE_6.addSubnet("2001::", 23, "ipv6");
INSIDE_6.addSubnet("2001:db8::", 32, "ipv6");
INSIDE_6.addSubnet("2002::", 16, "ipv6");
INSIDE_6.addSubnet("3fff::", 20, "ipv6");

/** Whether an IP address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !INSIDE.check(address, "ipv4");
  return family === 6 && OUTSIDE_6.check(address, "ipv6") && !INSIDE_6.check(address, "ipv6");
}

/** Error: a host name resolves to a private address. */
export class InnerAddressError extends Error {
  constructor(host: string) {
    super(`${host} resolves to a private machine or network; to allow this, add --allow-private`);
  }
}

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * DNS lookup that fails if any address of the host is private. The connection uses the address that was checked, so a
 * later DNS change cannot redirect the connection (DNS rebinding).
 */
export function publicLookup(host: string, options: LookupOptions, found: Found): void {
  lookUp(host, { ...options, all: true }, (error, addresses) => {
    const [first] = error === null ? addresses : [];
    if (error !== null || first === undefined) found(error ?? new Error(`${host} has no address`), []);
    else if (!addresses.every(({ address }) => isPublicAddress(address))) found(new InnerAddressError(host), []);
    else if (options.all === true) found(null, addresses);
    else found(null, first.address, first.family);
  });
}
