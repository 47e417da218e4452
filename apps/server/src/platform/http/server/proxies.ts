import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Returns a function that decides whether an address belongs to a proxy. The proxies are given as addresses and
 * networks.
 */
export function trusterOf(proxies: readonly string[]): (address: string | undefined) => boolean {
  const networks = proxies.map((proxy): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
    if (proxy.includes("/")) return ipaddr.parseCIDR(proxy);
    const address = ipaddr.process(proxy);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  });
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    // Unwraps an IPv4 address that a dual-stack socket reports in the form of an IPv6 address.
    const parsed = ipaddr.process(address);
    return networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
}

/**
 * Returns the addresses of an X-Forwarded-For header without ports, brackets and quotes. If an entry is not an address,
 * such as `unknown`, leaves it and all entries before it out, because the proxy that added it is then the first known
 * address.
 */
export function readForwardedFor(header: string): string[] {
  const entries = header.split(",").flatMap((entry) => entry.trim().replace(/^"(.*)"$/, "$1") || []);
  const addresses = entries.map((entry) => {
    const [, bracketed, dotted] = /^(?:\[(.+)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
    return bracketed ?? dotted ?? entry;
  });
  return addresses.slice(addresses.findLastIndex((address) => isIP(address) === 0) + 1);
}
