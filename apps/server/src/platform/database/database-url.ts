import type { Host } from "./session-client.ts";

export interface DatabaseUrl {
  /** Has only the first host, and no parameters that `pg` does not know. */
  url: URL;
  /** All hosts if the URL names several. */
  hosts: readonly Host[] | undefined;
}

const form = "postgres://user:password@host:port/database";
const defaultPort = 5432;
// The URL's parameters to remove. In `pg`, they override other options, but ours are mandatory: sessions run in UTC,
// and nodes find each other by their application name.
const ignored = ["options", "application_name", "target_session_attrs", "load_balance_hosts"];

/** Parses `DATABASE_URL` like libpq, with one or more hosts; throws an error that names the fault. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, start, authority = "", rest] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(text) ?? [];
  const [first = "", ...others] = authority.split(",");
  const url = URL.parse(`${start}${first}${rest}`);
  if (start === undefined || url === null) throw new Error(`must be a URL such as ${form}`);
  const wanted = url.searchParams.get("target_session_attrs") ?? "any";
  if (!["any", "read-write", "primary"].includes(wanted))
    throw new Error(`must not request a ${wanted} server, because Stint needs to write. Remove target_session_attrs`);
  for (const name of ignored) url.searchParams.delete(name);

  const hostParameter = url.searchParams.get("host");
  const portParameter = url.searchParams.get("port");
  const named = hostParameter === null ? [first, ...others] : hostParameter.split(",");
  if (named.length === 1) return { url, hosts: undefined };
  const ports = portParameter?.split(",") ?? [];
  const hosts = named.map((name, at) => parseHost(name, ports[ports.length === 1 ? 0 : at]));
  url.searchParams.delete("host");
  url.searchParams.delete("port");
  return { url, hosts };
}

function parseHost(text: string, portParameter: string | undefined): Host {
  const [, bracketed, plain, given] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(portParameter || given || defaultPort);
  if (host === undefined || !(port >= 1 && port <= 65_535))
    throw new Error(`must have a host and port between its commas, not ${JSON.stringify(text)}`);
  return { host: decodeURIComponent(host), port };
}
