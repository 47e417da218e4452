import { networkInterfaces } from "node:os";

/** Whether a URL's host is the local machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|(.+\.)localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/**
 * Returns an address at which this machine reaches a service with this HOST: for a wildcard, a loopback address that
 * exists, because a machine may lack IPv4 or IPv6.
 */
export function reachableHost(host: string, interfaces = networkInterfaces()): string {
  const has = (address: string) =>
    Object.values(interfaces).some((list) => list?.some((own) => own.address === address) === true);
  if (host === "::") return has("::1") || !has("127.0.0.1") ? "::1" : "127.0.0.1";
  if (host === "0.0.0.0") return has("127.0.0.1") || !has("::1") ? "127.0.0.1" : "::1";
  return host;
}

export function httpUrl(host: string, port: number | string): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
