import ipaddr from "ipaddr.js";

/**
 * Requests to `public` addresses are always permitted, to `private` ones only if the operator allows it, and to
 * `forbidden` ones never.
 */
export type AddressKind = "public" | "private" | "forbidden";

// Cloud metadata addresses outside the link-local ranges. By their ranges alone, they would count as public (Azure),
// carrier-grade NAT (Alibaba) or unique local.
const metadata = [
  "168.63.129.16/32", // Azure
  "100.100.100.200/32", // Alibaba
  "fd00:100::100:200/128", // Alibaba
  "192.0.0.192/32", // Oracle, classic
  "fd00:c1::a9fe:a9fe/128", // Oracle
  "fd00:ec2::/32", // AWS: instance metadata, EKS pod identity, DNS, time
  "fd20:ce::254/128", // Google
  "fd00:a9fe:a9fe::1/128", // Akamai (Linode)
  "fd00:42::42/128", // Scaleway
].map((range) => ipaddr.parseCIDR(range));

// The byte positions of the IPv4 addresses within IPv6 addresses of each prefix (RFC 6052 §2.2 skips byte 8).
const last = [12, 13, 14, 15];
const translated: [prefix: string, places: number[][]][] = [
  ["64:ff9b::/96", [last]],
  ["64:ff9b:1::/48", [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], last]],
  ["2002::/16", [[2, 3, 4, 5]]],
  ["::/96", [last]],
  ["::ffff:0:0:0/96", [last]],
];
const teredo = ipaddr.parseCIDR("2001::/32");

/** Classifies an address; an IPv6 address that embeds an IPv4 one is never public. */
export function judgeAddress(text: string): AddressKind {
  const bare = text.replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return "forbidden";
  const address = ipaddr.process(bare);
  const isMetadata = metadata.some((range) => address.kind() === range[0].kind() && address.match(range));
  if (isMetadata || address.range() === "linkLocal") return "forbidden";
  const within = address.kind() === "ipv6" ? embedded(address as ipaddr.IPv6).map(judgeAddress) : [];
  if (within.includes("forbidden")) return "forbidden";
  // IPv4-compatible addresses (::/96) have the range "unicast", although they lead only to the IPv4 address.
  return within.length === 0 && address.range() === "unicast" ? "public" : "private";
}

function embedded(address: ipaddr.IPv6): string[] {
  const bytes = address.toByteArray();
  const read = (places: number[]) => places.map((place) => bytes[place]).join(".");
  const found = translated.flatMap(([prefix, places]) =>
    address.match(ipaddr.IPv6.parseCIDR(prefix)) ? places.map(read) : [],
  );
  // A Teredo address contains the server's IPv4 address, and the client's with every bit inverted (RFC 4380 §4).
  if (!address.match(teredo as [ipaddr.IPv6, number])) return found;
  return [...found, read([4, 5, 6, 7]), last.map((place) => 255 - (bytes[place] ?? 0)).join(".")];
}

const settingName = "WEBHOOK_ALLOW_PRIVATE";

/** Returns why nothing may be sent to this address; undefined if requests are permitted. */
export function refuseAddress(address: string, allowPrivate: boolean): string | undefined {
  const kind = judgeAddress(address);
  if (kind === "forbidden") return `${address} is a link-local or metadata address, to which nothing is ever sent`;
  if (kind === "public" || allowPrivate) return undefined;
  return `${address} is a loopback, private or reserved address; the operator can allow these with ${settingName}=true`;
}
