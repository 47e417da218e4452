import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import type { BackupOwners } from "#platform/backup/backup-control.ts";
import { type BackupKeep, type BackupTime, parseBackupKeep, parseBackupTime } from "#platform/backup/schedule.ts";
import { parseDatabaseUrl } from "#platform/database/database-url.ts";
import type { RateLimit } from "#platform/rate-limit/rate-limiter.ts";
import { isLoopback } from "#platform/loopback.ts";
import { normalEmail } from "#platform/email.ts";
import { parseSecretKey } from "#platform/secrets/seal.ts";
import { type OpenIdGroups, readOpenIdGroups } from "./openid-groups.ts";
import { readTracing, type TracingConfig } from "./tracing-config.ts";

export interface Config {
  host: string;
  port: number;
  databaseUrl: string | undefined;
  databaseSsl: "disable" | "require" | "verify-full" | undefined;
  databaseSslCaFile: string | undefined;
  databasePoolSize: number;
  /** An absolute path. */
  dataDir: string | undefined;
  /** The maximum numbers of active API keys of a member, and of an organization. */
  keyShares: { perMember: number; perOrganization: number };
  /** The maximum number of open event streams on a node. */
  streamShares: { perKey: number; perMember: number; perOrganization: number; perNode: number };
  /** The rate limit of each API key. */
  rateLimit: RateLimit;
  sessionRateLimit: RateLimit;
  blogArticleUrl: string | undefined;
  /** Networks of reverse proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[];
  /** The maximum lifetime of a link to a saved report. */
  sharedLinkMaxDays: number;
  openId: OpenIdConfig | undefined;
  openIdGroups: OpenIdGroups | undefined;
  /** 32 bytes; encrypts the secrets that must be recoverable. */
  secretKey: Buffer | undefined;
  /** Whether webhooks may be sent to loopback and private addresses. */
  webhookAllowPrivate: boolean;
  /** The delay of each delivery attempt after the previous one; for the first attempt, after the event. */
  webhookRetryScheduleSeconds: readonly number[];
  /** Base URL of this service, without a trailing slash; links in mails begin with it. */
  publicUrl: string;
  /** Whether PUBLIC_URL, HOST or PORT is set. */
  isAddressSet: boolean;
  /** SMTP server and sender of mails; both or neither. */
  smtp: { url: string; from: string } | undefined;
  /** Whether the dashboard is built and served. */
  dashboard: "on" | "off";
  backup: BackupConfig;
  logFormat: "json" | "text";
  logLevel: string;
  /** How many imports an organization may have, and for how many days unapplied ones are kept. */
  imports: { mostUnfinished: number; mostBytes: number; keptDays: number };
  /** How long a node continues to serve after SIGTERM, while it already reports that it is not ready. */
  drainSeconds: number;
  /** Undefined if nothing is traced. */
  tracing: TracingConfig | undefined;
}

/** An OpenID provider that people sign in with. */
export interface OpenIdConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Label of the sign-in button. */
  name: string;
}

/** How the service makes scheduled backups. */
export interface BackupConfig {
  /** Absolute; undefined means `backups` in the data folder or, with DATABASE_URL, none. */
  dir: string | undefined;
  /** Undefined if backups are made only on request. */
  at: BackupTime | undefined;
  keep: BackupKeep;
  /** Whether each backup is restored to a scratch database and recounted. */
  verifies: boolean;
  /** File with the passphrase that encrypts a copy of SECRET_KEY in the backup. */
  passphraseFile: string | undefined;
  owners: BackupOwners;
}

/** The settings are not valid; each fault names its variable. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
    this.faults = faults;
  }
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

const usualSchedule = "0s,5s,30s,2m,10m,30m,2h,5h,10h,14h,24h";
const secondsOfUnit: Record<string, number> = { s: 1, m: 60, h: 3600 };

function parseSchedule(text: string): number[] | undefined {
  const waits = text.split(",").map((part) => {
    const [, count, unit = ""] = /^(\d{1,6})([smh])$/.exec(part.trim()) ?? [];
    return count === undefined ? Number.NaN : Number(count) * (secondsOfUnit[unit] ?? 0);
  });
  return waits.length <= 50 && waits.every((wait) => wait <= 24 * 3600) ? waits : undefined;
}

function parsePublicUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && url.username + url.password + url.search + url.hash === "";
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, "") : undefined;
}

function isSmtpUrl(text: string): boolean {
  return URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== "";
}

/** An address, or `Name <address>`. */
function isSender(text: string): boolean {
  const [, named] = /^[^<>@\p{C}]*<([^<>]+)>$/u.exec(text) ?? [];
  return normalEmail(named ?? text) !== undefined;
}

// Browsers cannot open the wildcard address, so links point to localhost.
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function readOpenId(text: (name: string) => string | undefined, faults: string[]): OpenIdConfig | undefined {
  const [issuer, clientId, clientSecret, name] = [
    "OIDC_ISSUER",
    "OIDC_CLIENT_ID",
    "OIDC_CLIENT_SECRET",
    "OIDC_NAME",
  ].map(text);
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    faults.push("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together");
    return undefined;
  }
  const isSafe =
    parsePublicUrl(issuer) !== undefined &&
    (new URL(issuer).protocol === "https:" || isLoopback(new URL(issuer).hostname));
  if (!isSafe) faults.push("OIDC_ISSUER must be an https URL; http is only allowed for this machine");
  return { issuer, clientId, clientSecret, name: name ?? "OpenID Connect" };
}

function readBackup(text: (name: string) => string | undefined, faults: string[]): BackupConfig {
  const atText = text("BACKUP_AT") ?? "03:00";
  const at = atText === "off" ? undefined : parseBackupTime(atText);
  if (at === undefined && atText !== "off")
    faults.push("BACKUP_AT must be a time such as 03:00, a time with its zone such as 03:00 Europe/Berlin, or off");
  const keep = parseBackupKeep(text("BACKUP_KEEP") ?? "7d");
  if (keep === undefined)
    faults.push("BACKUP_KEEP must be numbers of days, weeks and months for which a backup is kept, such as 7d,4w,12m");
  const verify = text("BACKUP_VERIFY") ?? "on";
  if (verify !== "on" && verify !== "off")
    faults.push(`BACKUP_VERIFY must be one of on, off, not ${JSON.stringify(verify)}`);
  const owners = (["only", "all", "none"] as const).find((value) => value === (text("BACKUP_OWNERS") ?? "only"));
  if (owners === undefined) faults.push("BACKUP_OWNERS must be one of only, all, none");
  const [dir, passphraseFile] = ["BACKUP_DIR", "BACKUP_PASSPHRASE_FILE"].map((name) => {
    const path = text(name);
    return path === undefined ? undefined : resolve(text("INIT_CWD") ?? "", path);
  });
  const rules = { keep: keep ?? { days: 7, weeks: 0, months: 0 }, owners: owners ?? "none" };
  return { dir, at, verifies: verify === "on", passphraseFile, ...rules };
}

/** Where the log goes, and whether its reader asked to see every request. */
interface Screen {
  isTerminal: boolean;
  isVerbose: boolean;
}

/** Reads the whole configuration once; throws one `ConfigError` with every bad variable. */
export function loadConfig(
  env: Record<string, string | undefined>,
  { isTerminal, isVerbose }: Screen = { isTerminal: false, isVerbose: false },
): Readonly<Config> {
  const faults: string[] = [];
  const text = (name: string) => (env[name] === undefined || env[name] === "" ? undefined : env[name]);
  const integer = (name: string, fallback: number, least: number, most: number): number => {
    const given = text(name);
    if (given === undefined) return fallback;
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    faults.push(`${name} must be a whole number from ${least} to ${most}, not ${JSON.stringify(given)}`);
    return fallback;
  };
  const choice = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const given = text(name);
    const found = values.find((value) => value === given);
    if (given !== undefined && found === undefined)
      faults.push(`${name} must be one of ${values.join(", ")}, not ${JSON.stringify(given)}`);
    return found;
  };

  const databaseUrl = text("DATABASE_URL");
  try {
    if (databaseUrl !== undefined) parseDatabaseUrl(databaseUrl);
  } catch (error) {
    faults.push(`DATABASE_URL ${(error as Error).message}`);
  }
  const blogArticleUrl = text("BLOG_ARTICLE_URL");
  if (blogArticleUrl !== undefined && !(URL.canParse(blogArticleUrl) && blogArticleUrl.includes("{slug}"))) {
    faults.push(
      "BLOG_ARTICLE_URL must be an absolute URL that contains {slug}, such as https://example.com/blog/{slug}",
    );
  }
  const trustProxy = (text("TRUST_PROXY") ?? "").split(",").flatMap((part) => part.trim() || []);
  for (const network of trustProxy) {
    if (!ipaddr.isValid(network) && !ipaddr.isValidCIDR(network))
      faults.push(`TRUST_PROXY must be addresses or networks, such as 10.0.0.0/8, not ${JSON.stringify(network)}`);
  }
  const openId = readOpenId(text, faults);
  const openIdGroups = readOpenIdGroups(text, openId !== undefined || text("OIDC_ISSUER") !== undefined, faults);
  const dataDir = text("DATA_DIR");
  const secretKeyText = text("SECRET_KEY");
  const secretKey = secretKeyText === undefined ? undefined : parseSecretKey(secretKeyText);
  if (secretKeyText !== undefined && secretKey === undefined)
    faults.push("SECRET_KEY must be 32 bytes in base64 or hex, for example from `openssl rand -base64 32`");
  const schedule = parseSchedule(text("WEBHOOK_RETRY_SCHEDULE") ?? usualSchedule);
  if (schedule === undefined)
    faults.push(
      `WEBHOOK_RETRY_SCHEDULE must be up to 50 delays of at most 24h, separated by commas, such as ${usualSchedule}`,
    );
  const host = text("HOST") ?? "127.0.0.1";
  const port = integer("PORT", 3000, 0, 65_535);
  const publicUrlText = text("PUBLIC_URL") ?? `http://${hostInUrl(host)}:${port}`;
  const publicUrl = parsePublicUrl(publicUrlText);
  if (text("PUBLIC_URL") !== undefined) {
    if (publicUrl === undefined) faults.push("PUBLIC_URL must be an absolute URL such as https://time.example.com");
    else if (new URL(publicUrl).pathname !== "/")
      faults.push(
        `PUBLIC_URL must not have a path, as in ${JSON.stringify(publicUrlText)}: use a separate host name for Stint, such as https://time.example.com`,
      );
  }
  const smtpUrl = text("SMTP_URL");
  const mailFrom = text("MAIL_FROM");
  if (smtpUrl !== undefined && !isSmtpUrl(smtpUrl))
    faults.push("SMTP_URL must be smtp://user:password@host:port, or smtps:// for TLS from the start");
  if (mailFrom !== undefined && !isSender(mailFrom))
    faults.push("MAIL_FROM must be an e-mail address, or one with a name: Stint <stint@example.com>");
  if ((smtpUrl === undefined) !== (mailFrom === undefined)) faults.push("SMTP_URL and MAIL_FROM must be set together");
  const logFormat = choice("LOG_FORMAT", ["json", "text"] as const) ?? (isTerminal ? "text" : "json");
  const usualLevel = logFormat === "text" && !isVerbose ? "warn" : "info";
  const eventStreams = integer("EVENT_STREAMS", 5_000, 1, 1_000_000);
  const config: Config = {
    host,
    port,
    databaseUrl,
    databaseSsl: choice("DATABASE_SSL", ["disable", "require", "verify-full"] as const),
    databaseSslCaFile: text("DATABASE_SSL_CA"),
    databasePoolSize: integer("DATABASE_POOL_SIZE", 16, 2, 500),
    // npm runs scripts in the checkout; INIT_CWD is the folder in which the command was typed.
    dataDir: dataDir === undefined ? undefined : resolve(text("INIT_CWD") ?? "", dataDir),
    keyShares: {
      perMember: integer("API_KEYS_PER_MEMBER", 50, 1, 1_000_000_000),
      perOrganization: integer("API_KEYS_PER_ORGANIZATION", 1_000, 1, 1_000_000_000),
    },
    streamShares: {
      perKey: integer("EVENT_STREAMS_PER_KEY", 20, 1, 1_000_000),
      perMember: integer("EVENT_STREAMS_PER_MEMBER", 60, 1, 1_000_000),
      perOrganization: integer("EVENT_STREAMS_PER_ORGANIZATION", Math.ceil(eventStreams / 4), 1, 1_000_000),
      perNode: eventStreams,
    },
    rateLimit: {
      perMinute: integer("RATE_LIMIT_PER_MINUTE", 120, 1, 1_000_000_000),
      burst: integer("RATE_LIMIT_BURST", 20, 0, 1_000_000_000),
    },
    sessionRateLimit: {
      perMinute: integer("SESSION_RATE_LIMIT_PER_MINUTE", 600, 1, 1_000_000_000),
      burst: integer("SESSION_RATE_LIMIT_BURST", 120, 0, 1_000_000_000),
    },
    blogArticleUrl,
    trustProxy,
    sharedLinkMaxDays: integer("SHARED_LINK_MAX_DAYS", 400, 1, 36_500),
    openId,
    openIdGroups,
    secretKey,
    // With the embedded database, endpoints are registered only by people that the operator trusts.
    webhookAllowPrivate:
      (choice("WEBHOOK_ALLOW_PRIVATE", ["true", "false"]) ?? String(databaseUrl === undefined)) === "true",
    webhookRetryScheduleSeconds: schedule ?? [],
    publicUrl: publicUrl ?? publicUrlText,
    isAddressSet: ["PUBLIC_URL", "HOST", "PORT"].some((name) => text(name) !== undefined),
    smtp: smtpUrl === undefined || mailFrom === undefined ? undefined : { url: smtpUrl, from: mailFrom },
    dashboard: choice("DASHBOARD", ["on", "off"] as const) ?? "on",
    backup: readBackup(text, faults),
    logFormat,
    logLevel: choice("LOG_LEVEL", logLevels) ?? usualLevel,
    imports: {
      mostUnfinished: integer("IMPORTS_UNFINISHED", 5, 1, 1_000_000),
      mostBytes: integer("IMPORTS_MB", 512, 1, 1_000_000) * 1_048_576,
      keptDays: integer("IMPORTS_KEPT_DAYS", 7, 1, 10_000),
    },
    drainSeconds: integer("DRAIN_SECONDS", 3, 0, 300),
    tracing: readTracing(text, faults),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}
