import { setGlobalProxyFromEnv } from "node:http";
import tls from "node:tls";

/** The addresses of the proxies for http and https, empty without one, and the hosts that are reached directly. */
export interface Proxies {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
}

export interface WayOut {
  proxies: Proxies | undefined;
  /** Certificates of authorities that are trusted besides the usual ones (PEM). */
  extraCa: readonly string[];
}

/**
 * Sets how all connections of this process leave it: what they trust, and the proxy of `fetch` and of Node's agents.
 * `openDispatcher` needs the proxies itself, because it does not use Node's.
 */
export function openWayOut({ proxies, extraCa }: WayOut): void {
  if (extraCa.length > 0) tls.setDefaultCACertificates([...tls.getCACertificates("default"), ...extraCa]);
  if (proxies === undefined) return;
  const { httpProxy, httpsProxy, noProxy } = proxies;
  setGlobalProxyFromEnv({ http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: noProxy });
}
