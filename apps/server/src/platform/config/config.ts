import ipaddr from "ipaddr.js";
import { escaping, isDecodable, parseDatabaseUrl } from "#platform/database/connection/database-url.ts";
import { parseSender } from "#platform/email.ts";
import type { WayOut } from "#platform/egress/way-out.ts";
import type { RateLimit } from "#platform/rate-limit/rate-limiter.ts";
import { parseSecretKey } from "#platform/secrets/encrypt.ts";
import { type BackupConfig, readBackup } from "./backup-config.ts";
import { type OpenIdConfig, readOpenId } from "./openid-config.ts";
import { type OpenIdGroups, readOpenIdGroups } from "./openid-groups.ts";
import { readPublicUrl } from "./public-url.ts";
import { createSettingReader, type SettingReader } from "./setting-reader.ts";
import { settings } from "./settings.ts";
import { readTracing, type TracingConfig } from "./tracing-config.ts";
import { readWayOut } from "./way-out-config.ts";

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
  /**
   * The maximum numbers of open event streams on a node: for each key, each member and each organization, and in total.
   */
  streamShares: { perKey: number; perMember: number; perOrganization: number; perNode: number };
  /** The rate limit of each API key. */
  rateLimit: RateLimit;
  sessionRateLimit: RateLimit;
  blogArticleUrl: string | undefined;
  /** Networks of reverse proxies whose X-Forwarded-For is trusted. */
  trustProxy: readonly string[];
  sharedLinkMaxDays: number;
  openId: OpenIdConfig | undefined;
  openIdGroups: OpenIdGroups | undefined;
  /** 32 bytes; encrypts the secrets that must be recoverable. */
  secretKey: Buffer | undefined;
  /** Whether webhooks may be sent to loopback and private addresses. */
  webhookAllowPrivate: boolean;
  calendarAllowPrivate: boolean;
  wayOut: WayOut;
  /** The delay of each delivery attempt after the previous one; the first delay is counted from the event. */
  webhookRetryScheduleSeconds: readonly number[];
  /** Base URL of this service, without a trailing slash; links in emails begin with it. */
  publicUrl: string;
  /** Whether PUBLIC_URL, HOST or PORT is set. */
  isAddressSet: boolean;
  /** SMTP server and sender of emails; both or neither. */
  smtp: { url: string; from: string; name: string } | undefined;
  /** Whether the dashboard is built and served. */
  dashboard: "on" | "off";
  backup: BackupConfig;
  logFormat: "json" | "text";
  logLevel: string;
  /** The limits for an organization's unapplied imports, and the number of days for which they are kept. */
  imports: { maxUnfinished: number; maxBytes: number; keptDays: number };
  /** How long a node continues to serve after SIGTERM, while it already reports that it is not ready. */
  drainSeconds: number;
  /** Undefined if nothing is traced. */
  tracing: TracingConfig | undefined;
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

const secondsOfUnit: Record<string, number> = { s: 1, m: 60, h: 3600 };

function parseSchedule(text: string): number[] | undefined {
  const waits = text.split(",").map((part) => {
    const [, count, unit = ""] = /^(\d{1,6})([smh])$/.exec(part.trim()) ?? [];
    return count === undefined ? Number.NaN : Number(count) * (secondsOfUnit[unit] ?? 0);
  });
  return waits.length <= 50 && waits.every((wait) => wait <= 24 * 3600) ? waits : undefined;
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return false;
  // With an unescaped # or / in the password, the user would be parsed as the host, and the @ as part of what follows
  // the host.
  return isDecodable(url.username + url.password) && !(url.pathname + url.search + url.hash).includes("@");
}

function readDatabaseUrl({ secret, faults }: SettingReader): string | undefined {
  const databaseUrl = secret("DATABASE_URL");
  try {
    if (databaseUrl !== undefined) parseDatabaseUrl(databaseUrl);
  } catch (error) {
    faults.push(`DATABASE_URL ${(error as Error).message}`);
  }
  return databaseUrl;
}

function readArticleUrl({ text, faults }: SettingReader): string | undefined {
  const blogArticleUrl = text("BLOG_ARTICLE_URL");
  if (blogArticleUrl !== undefined && !(URL.canParse(blogArticleUrl) && blogArticleUrl.includes("{slug}"))) {
    faults.push(
      "BLOG_ARTICLE_URL must be an absolute URL that contains {slug}, such as https://example.com/blog/{slug}",
    );
  }
  return blogArticleUrl;
}

function readTrustProxy({ text, faults }: SettingReader): string[] {
  const trustProxy = (text("TRUST_PROXY") ?? "").split(",").flatMap((part) => part.trim() || []);
  for (const network of trustProxy) {
    if (!ipaddr.isValid(network) && !ipaddr.isValidCIDR(network))
      faults.push(`TRUST_PROXY must be addresses or networks, such as 10.0.0.0/8, not ${JSON.stringify(network)}`);
  }
  return trustProxy;
}

function readSecretKey({ secret, faults }: SettingReader): Buffer | undefined {
  const secretKeyText = secret("SECRET_KEY");
  const secretKey = secretKeyText === undefined ? undefined : parseSecretKey(secretKeyText);
  if (secretKeyText !== undefined && secretKey === undefined)
    faults.push("SECRET_KEY must be 32 bytes in base64 or hex, for example from `openssl rand -base64 32`");
  return secretKey;
}

function readSchedule({ text, faults }: SettingReader): number[] {
  const schedule = parseSchedule(text("WEBHOOK_RETRY_SCHEDULE"));
  if (schedule === undefined)
    faults.push(
      `WEBHOOK_RETRY_SCHEDULE must be up to 50 delays of at most 24h, separated by commas, such as ${settings.WEBHOOK_RETRY_SCHEDULE.default}`,
    );
  return schedule ?? [];
}

/** Returns the name for EHLO: the host of PUBLIC_URL, as an address literal (RFC 5321 §4.1.3) if it is not a full name. */
function mailNameOf(publicUrl: string): string {
  const host = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : "";
  if (host.startsWith("[")) return `[IPv6:${host.slice(1)}`;
  return host.includes(".") && !ipaddr.isValid(host) ? host : `[${ipaddr.isValid(host) ? host : "127.0.0.1"}]`;
}

function readSmtp({ text, secret, faults }: SettingReader, publicUrl: string): Config["smtp"] {
  const smtpUrl = secret("SMTP_URL");
  const mailFrom = text("MAIL_FROM");
  if (smtpUrl !== undefined && !isSmtpUrl(smtpUrl))
    faults.push(`SMTP_URL must be smtp://user:password@host:port, or smtps:// for TLS from the start; ${escaping}`);
  if (mailFrom !== undefined && parseSender(mailFrom) === undefined)
    faults.push("MAIL_FROM must be an email address, or one with a name: Stint <stint@example.com>");
  if ((smtpUrl === undefined) !== (mailFrom === undefined)) faults.push("SMTP_URL and MAIL_FROM must be set together");
  const name = text("SMTP_NAME") ?? mailNameOf(publicUrl);
  if (!/^([a-z\d-]+(\.[a-z\d-]+)*|\[[a-z\d:.]+\])$/i.test(name))
    faults.push("SMTP_NAME must be a host name such as time.example.com, or an address such as [192.0.2.1]");
  return smtpUrl === undefined || mailFrom === undefined ? undefined : { url: smtpUrl, from: mailFrom, name };
}

/** The destination of the log, and whether its reader asked to see every request. */
interface Screen {
  isTerminal: boolean;
  isVerbose: boolean;
}

/** Reads the whole configuration once; throws one `ConfigError` with every bad variable. */
export function loadConfig(
  env: Record<string, string | undefined>,
  { isTerminal, isVerbose }: Screen = { isTerminal: false, isVerbose: false },
): Readonly<Config> {
  const reader = createSettingReader(env);
  const { text, integer, choice, faults } = reader;
  const databaseUrl = readDatabaseUrl(reader);
  const blogArticleUrl = readArticleUrl(reader);
  const trustProxy = readTrustProxy(reader);
  const openId = readOpenId(reader);
  const openIdGroups = readOpenIdGroups(reader, openId !== undefined || text("OIDC_ISSUER") !== undefined);
  const secretKey = readSecretKey(reader);
  const webhookRetryScheduleSeconds = readSchedule(reader);
  const host = text("HOST");
  const port = integer("PORT", 0, 65_535);
  const publicUrl = readPublicUrl(reader, host, port);
  const smtp = readSmtp(reader, publicUrl);
  const logFormat = choice("LOG_FORMAT", ["json", "text"]) ?? (isTerminal ? "text" : "json");
  const defaultLevel = logFormat === "text" && !isVerbose ? "warn" : "info";
  // With the embedded database, private addresses are allowed by default, because only people whom the operator trusts
  // register endpoints.
  const webhookAllowPrivate =
    (choice("WEBHOOK_ALLOW_PRIVATE", ["true", "false"]) ?? String(databaseUrl === undefined)) === "true";
  const config: Config = {
    host,
    port,
    databaseUrl,
    databaseSsl: choice("DATABASE_SSL", ["disable", "require", "verify-full"] as const),
    databaseSslCaFile: text("DATABASE_SSL_CA"),
    databasePoolSize: integer("DATABASE_POOL_SIZE", 2, 500),
    dataDir: reader.path("DATA_DIR"),
    ...readLimits(reader),
    blogArticleUrl,
    trustProxy,
    sharedLinkMaxDays: integer("SHARED_LINK_MAX_DAYS", 1, 36_500),
    openId,
    openIdGroups,
    secretKey,
    webhookAllowPrivate,
    calendarAllowPrivate:
      (choice("CALENDAR_ALLOW_PRIVATE", ["true", "false"]) ?? String(webhookAllowPrivate)) === "true",
    wayOut: readWayOut(reader, host),
    webhookRetryScheduleSeconds,
    publicUrl,
    isAddressSet: (["PUBLIC_URL", "HOST", "PORT"] as const).some((name) => reader.given(name) !== undefined),
    smtp,
    dashboard: choice("DASHBOARD", ["on", "off"]),
    backup: readBackup(reader),
    logFormat,
    logLevel: choice("LOG_LEVEL", logLevels) ?? defaultLevel,
    drainSeconds: integer("DRAIN_SECONDS", 0, 300),
    tracing: readTracing(reader),
  };
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function readLimits({ integer }: SettingReader) {
  const eventStreams = integer("EVENT_STREAMS", 1, 1_000_000);
  return {
    keyShares: {
      perMember: integer("API_KEYS_PER_MEMBER", 1, 1_000_000_000),
      perOrganization: integer("API_KEYS_PER_ORGANIZATION", 1, 1_000_000_000),
    },
    streamShares: {
      perKey: integer("EVENT_STREAMS_PER_KEY", 1, 1_000_000),
      perMember: integer("EVENT_STREAMS_PER_MEMBER", 1, 1_000_000),
      perOrganization: integer("EVENT_STREAMS_PER_ORGANIZATION", 1, 1_000_000, Math.ceil(eventStreams / 4)),
      perNode: eventStreams,
    },
    rateLimit: {
      perMinute: integer("RATE_LIMIT_PER_MINUTE", 1, 1_000_000_000),
      burst: integer("RATE_LIMIT_BURST", 0, 1_000_000_000),
    },
    sessionRateLimit: {
      perMinute: integer("SESSION_RATE_LIMIT_PER_MINUTE", 1, 1_000_000_000),
      burst: integer("SESSION_RATE_LIMIT_BURST", 0, 1_000_000_000),
    },
    imports: {
      maxUnfinished: integer("IMPORTS_UNFINISHED", 1, 1_000_000),
      maxBytes: integer("IMPORTS_MB", 1, 1_000_000) * 1_048_576,
      keptDays: integer("IMPORTS_KEPT_DAYS", 1, 10_000),
    },
  } satisfies Partial<Config>;
}
