import { setGlobalProxyFromEnv } from "node:http";
import tls from "node:tls";

/** The URLs of the proxies for http and https (empty without a proxy), and the hosts that are reached directly. */
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
 * Configures the outgoing connections of this process: the certificates that they trust, and the proxy that `fetch` and
 * Node's agents use. `openDispatcher` gets the proxies separately, because it does not use Node's agents.
 */
export function openWayOut({ proxies, extraCa }: WayOut): void {
  if (extraCa.length > 0) tls.setDefaultCACertificates([...tls.getCACertificates("default"), ...extraCa]);
  if (proxies === undefined) return;
  const { httpProxy, httpsProxy, noProxy } = proxies;
  setGlobalProxyFromEnv({ http_proxy: httpProxy, https_proxy: httpsProxy, no_proxy: noProxy });
}
