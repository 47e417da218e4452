import dns from "node:dns";
import net from "node:net";
import { createRequire } from "node:module";
import type * as Undici from "undici";
import { bareHost, type Resolve } from "./check-target.ts";
import { judgeAddress, refuseAddress } from "./judge-address.ts";

const buildConnector = createRequire(import.meta.url)("undici/lib/core/connect.js") as typeof Undici.buildConnector;

/** Nothing was sent, because the target address is forbidden; the message is for users. */
class RefusedAddressError extends Error {
  readonly code = "EREFUSEDADDRESS";
}

export interface ConnectorOptions {
  allowPrivate: boolean;
  connectTimeoutMs: number;
  /** Called before connecting to, or refusing, an address that is not public. */
  onInner?: (() => void) | undefined;
  /** Replaces the system's name resolution. */
  resolve?: Resolve | undefined;
  /** Certificates to trust instead of the usual ones. */
  ca?: string | undefined;
}

type LookupCallback = (error: Error | null, addresses: dns.LookupAddress[] | string, family?: number) => void;

/**
 * Connects only to permitted addresses. Resolved addresses are checked in the lookup for the connection itself, which
 * prevents DNS rebinding. Node does not look up IP literals, so those are checked beforehand.
 */
export function guardedConnector(options: ConnectorOptions): Undici.buildConnector.connector {
  const { allowPrivate, connectTimeoutMs: timeout, onInner, resolve = systemResolve, ca } = options;
  const note = (address: string) => {
    if (onInner !== undefined && judgeAddress(address) !== "public") onInner();
  };

  function lookup(hostname: string, { all }: dns.LookupOptions, callback: LookupCallback): void {
    resolve(hostname).then(
      (found) => {
        for (const address of found) note(address);
        const allowed = found.filter((address) => refuseAddress(address, allowPrivate) === undefined);
        const addresses = allowed.map((address) => ({ address, family: net.isIP(address) }));
        const [first] = addresses;
        if (first === undefined) callback(refusalOf(hostname, found, allowPrivate), []);
        else if (all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  }

  const connect = buildConnector({
    lookup,
    timeout,
    allowH2: false,
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  });
  return (target, callback) => {
    const host = bareHost(target.hostname);
    if (net.isIP(host) !== 0) note(host);
    const refusal = net.isIP(host) === 0 ? undefined : refuseAddress(host, allowPrivate);
    // Calls back asynchronously, because undici relies on that.
    if (refusal !== undefined) queueMicrotask(() => callback(new RefusedAddressError(refusal), null));
    else connect(target, callback);
  };
}

function refusalOf(hostname: string, [first]: string[], allowPrivate: boolean): Error {
  if (first === undefined) return Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" });
  return new RefusedAddressError(refuseAddress(first, allowPrivate));
}

async function systemResolve(hostname: string): Promise<string[]> {
  return (await dns.promises.lookup(hostname, { all: true })).map(({ address }) => address);
}
