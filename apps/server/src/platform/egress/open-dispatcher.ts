import net from "node:net";
import { createRequire } from "node:module";
import type * as Undici from "undici";
import { bareHost } from "./check-target.ts";
import { type ConnectorOptions, guardedConnector, permit, tlsOptions } from "./guarded-connector.ts";
import type { Proxies } from "./way-out.ts";

// Undici's entry module loads 87 more modules, which took 50 ms and 14 MB.
const load = createRequire(import.meta.url);
const Agent = load("undici/lib/dispatcher/agent.js") as typeof Undici.Agent;

export interface DispatcherOptions extends ConnectorOptions {
  proxies: Proxies | undefined;
}

/**
 * Opens connections for requests to URLs that strangers chose. A proxy resolves names itself, so only addresses in URLs
 * can be checked before it gets them.
 */
export function openDispatcher(guard: DispatcherOptions, options: Undici.Agent.Options): Undici.Dispatcher {
  const { proxies, ca, connectTimeoutMs } = guard;
  const all = { ...options, allowH2: false, pipelining: 1, connect: guardedConnector(guard) };
  if (proxies === undefined) return new Agent(all);
  const { EnvHttpProxyAgent } = load("undici") as typeof Undici;
  const requestTls = { timeout: connectTimeoutMs, ...tlsOptions(ca) };
  const agent = new EnvHttpProxyAgent({ ...all, ...proxies, connectTimeout: connectTimeoutMs, requestTls });
  return agent.compose((dispatch) => (request, handler) => {
    const host = bareHost(new URL(String(request.origin)).hostname);
    if (net.isIP(host) !== 0) permit(host, [host], guard);
    return dispatch(request, handler);
  });
}
