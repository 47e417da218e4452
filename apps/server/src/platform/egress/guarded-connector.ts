import net from "node:net";
import { createRequire } from "node:module";
import type * as Undici from "undici";
import { bareHost, type Resolve, resolveAll } from "./check-target.ts";
import { judgeAddress, refuseAddress } from "./judge-address.ts";
import type { Proxies } from "./way-out.ts";

// Single files, because undici's entry module loads 87 more, which would delay the start by 70 ms and take 14 MB (20
// starts each, with the compile cache).
const load = createRequire(import.meta.url);
const buildConnector = load("undici/lib/core/connect.js") as typeof Undici.buildConnector;
const Agent = load("undici/lib/dispatcher/agent.js") as typeof Undici.Agent;

/** Nothing was sent, because the target address is forbidden; the message is for users. */
class RefusedAddressError extends Error {
  readonly code = "EREFUSEDADDRESS";
}

export interface ConnectorOptions {
  allowPrivate: boolean;
  connectTimeoutMs?: number | undefined;
  /** Called before connecting to, or refusing, an address that is not public. */
  onInner?: (() => void) | undefined;
  /** Replaces the system's name resolution. */
  resolve?: Resolve | undefined;
  /** Certificates to trust instead of the usual ones. */
  ca?: string | undefined;
}

/** The head start of a connection attempt before the next address is tried too (RFC 8305 §5). */
const headStartMs = 250;
/** How long a connection may take, with all addresses of the host. */
const connectMs = 5_000;

/**
 * Connects only to permitted addresses. Names are resolved here and connections are made to the checked addresses, which
 * prevents DNS rebinding.
 */
export function guardedConnector(options: ConnectorOptions): Undici.buildConnector.connector {
  const { connectTimeoutMs: timeout = connectMs, resolve = resolveAll, ca } = options;
  const connect = buildConnector({ timeout, ...tlsOptions(ca) }) as Connect;
  return (target, callback) => {
    const host = bareHost(target.hostname);
    const resolved = net.isIP(host) === 0 ? resolve(host) : Promise.resolve([host]);
    resolved
      .then((found) => permit(host, found, options))
      .then(
        (addresses) => race(connect, target, alternate(addresses), callback),
        (error: Error) => callback(error, null),
      );
  };
}

export function tlsOptions(ca: string | undefined) {
  return { allowH2: false, rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
}

/** Returns those of a host's addresses that are permitted; throws if none is. */
export function permit(host: string, found: string[], { allowPrivate, onInner }: ConnectorOptions): string[] {
  if (found.some((address) => judgeAddress(address) !== "public")) onInner?.();
  const allowed = found.filter((address) => refuseAddress(address, allowPrivate) === undefined);
  if (allowed.length > 0) return allowed;
  const [first] = found;
  if (first === undefined) throw Object.assign(new Error(`${host} has no address`), { code: "ENOTFOUND" });
  throw new RefusedAddressError(refuseAddress(first, allowPrivate));
}

/** Alternates between IPv6 and IPv4, so that all dead addresses of one family cost only one head start. */
function alternate(addresses: string[]): string[] {
  const family = net.isIP(addresses[0] ?? "");
  const preferred = addresses.filter((address) => net.isIP(address) === family);
  const others = addresses.filter((address) => net.isIP(address) !== family);
  return [
    ...preferred.flatMap((address, at) => [address, ...others.slice(at, at + 1)]),
    ...others.slice(preferred.length),
  ];
}

type Connect = (target: Undici.buildConnector.Options, callback: Undici.buildConnector.Callback) => net.Socket;

/**
 * Connects to the address that answers first. Node's own `autoSelectFamily` abandons an attempt when it begins the next
 * one, so a slow address followed by a dead one would never be reached.
 */
function race(
  connect: Connect,
  target: Undici.buildConnector.Options,
  addresses: string[],
  callback: Undici.buildConnector.Callback,
): void {
  const attempts = new Set<net.Socket>();
  const waiting = [...addresses];
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  function begin(): void {
    clearTimeout(timer);
    const address = waiting.shift();
    if (address === undefined) return;
    if (waiting.length > 0) timer = setTimeout(begin, headStartMs);
    const attempt = connect({ ...target, hostname: address }, (...[error, socket]) => {
      attempts.delete(attempt);
      if (isOver) return;
      if (error !== null && waiting.length > 0) return begin();
      if (error !== null && attempts.size > 0) return;
      isOver = true;
      clearTimeout(timer);
      for (const other of attempts) other.destroy();
      if (error === null) callback(null, socket);
      else callback(error, null);
    });
    attempts.add(attempt);
  }
  begin();
}

interface DispatcherOptions extends ConnectorOptions {
  proxies: Proxies | undefined;
}

/**
 * Opens connections for requests to URLs that strangers chose. A proxy resolves names itself, so only addresses in URLs
 * can be checked before it gets them.
 */
export function openDispatcher(guard: DispatcherOptions, options: Undici.Agent.Options): Undici.Dispatcher {
  const { proxies, ca, connectTimeoutMs = connectMs } = guard;
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
