import pg from "pg";
import type { Host } from "./session-client.ts";

export interface DatabaseUrl {
  /** Has only the first host, and no parameters that `pg` does not know. */
  url: URL;
  /** All hosts if the URL names several. */
  hosts: readonly Host[] | undefined;
  sslMode: SslMode | undefined;
  files: { sslrootcert?: string; sslcert?: string; sslkey?: string };
  /** Whether TLS starts without asking the server first. */
  isDirect: boolean;
}

const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

/** Some modes have other names in `pg`. */
const spellings: Record<string, SslMode> = { "no-verify": "require", true: "verify-full", "1": "verify-full" };

const form = "postgres://user:password@host:port/database";
/** How to write a user name or password in a URL. */
export const escaping =
  "in the user and the password, write % as %25, # as %23, / as %2F, ? as %3F, @ as %40 and : as %3A";
// The URL's parameters to remove. In `pg`, they override other options, but ours are mandatory: sessions run in UTC,
// and nodes find each other by their application name.
const ignored = [
  "options",
  "application_name",
  "target_session_attrs",
  "load_balance_hosts",
  "sslmode",
  "sslrootcert",
  "sslcert",
  "sslkey",
  "sslnegotiation",
  "ssl",
  "uselibpqcompat",
];

/** Parses `DATABASE_URL` like libpq, with one or more hosts; throws an error that names the fault. */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, start, authority = "", rest] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/.exec(text) ?? [];
  const [first = "", ...others] = authority.split(",");
  const url = URL.parse(`${start}${first}${rest}`);
  if (start === undefined || url === null) throw new Error(`must be a URL such as ${form}; ${escaping}`);
  if (isMisread(url)) throw new Error(`contains a character that must be percent-encoded: ${escaping}`);
  const wanted = url.searchParams.get("target_session_attrs") ?? "any";
  if (!["any", "read-write", "primary"].includes(wanted))
    throw new Error(`must not request a ${wanted} server, because Stint needs to write. Remove target_session_attrs`);
  const tls = readTls(url.searchParams);
  for (const name of ignored) url.searchParams.delete(name);

  const hostParameter = url.searchParams.get("host");
  const portParameter = url.searchParams.get("port");
  const named = hostParameter === null ? [first, ...others] : hostParameter.split(",");
  if (named.length === 1) return { url, hosts: undefined, ...tls };
  const ports = portParameter?.split(",") ?? [];
  const hosts = named.map((name, at) => parseHost(name, ports[ports.length === 1 ? 0 : at]));
  url.searchParams.delete("host");
  url.searchParams.delete("port");
  return { url, hosts, ...tls };
}

export function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** Whether an unescaped character in the user or the password changed the meaning of the URL. */
function isMisread({ username, password, pathname, search, searchParams, hash }: URL): boolean {
  const signs = username + password;
  // `pg` reads an unescaped % as itself, but then misreads escapes that contain a letter, such as %2F.
  const isRepaired = /%(?![0-9a-f]{2})/i.test(signs) && !/%(?!\d\d)[0-9a-f]{2}/i.test(signs);
  const rest = pathname + hash + (searchParams.has("user") ? "" : search);
  return (signs === "" && rest.includes("@")) || !(isDecodable(signs) || isRepaired);
}

function readTls(parameters: URLSearchParams): Pick<DatabaseUrl, "sslMode" | "files" | "isDirect"> {
  const given = parameters.get("sslmode") ?? parameters.get("ssl");
  const sslMode =
    given === null ? undefined : (sslModes.find((mode) => mode === given) ?? spellings[given.toLowerCase()]);
  if (parameters.has("sslmode") && sslMode === undefined)
    throw new Error(`must have one of ${sslModes.join(", ")} as its sslmode, not ${JSON.stringify(given)}`);
  const files = ["sslrootcert", "sslcert", "sslkey"].flatMap((name) => {
    const file = parameters.get(name);
    return file === null ? [] : [[name, file]];
  });
  // As in libpq, a certificate alone does not turn TLS on, but `pg` has always done so.
  const isOn = sslMode === undefined && files.length > 0;
  return {
    sslMode: isOn ? "verify-full" : sslMode,
    files: Object.fromEntries(files) as DatabaseUrl["files"],
    isDirect: parameters.get("sslnegotiation") === "direct",
  };
}

function parseHost(text: string, portParameter: string | undefined): Host {
  const [, bracketed, plain, given] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(portParameter || given || pg.defaults.port);
  if (host === undefined || !(port >= 1 && port <= 65_535))
    throw new Error(`must have a host and port between its commas, not ${JSON.stringify(text)}`);
  return { host: decodeURIComponent(host), port };
}
