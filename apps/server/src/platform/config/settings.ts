export interface Setting {
  /** The value if the variable is not set. */
  readonly default?: string;
  /** The default in words (Markdown), if it is not a fixed value. */
  readonly otherwise?: string;
  /** The description in docs/run/configuration.md (Markdown). */
  readonly meaning: string;
}

type Settings = Readonly<Record<string, Setting>>;

const address = {
  HOST: {
    default: "127.0.0.1",
    meaning:
      "address to listen on. With `0.0.0.0`, Stint listens on all IPv4 addresses of the machine, or on its IPv6 addresses if it has no others",
  },
  PORT: { default: "3000", meaning: "port to listen on; with `0`, the system chooses a free one" },
  PUBLIC_URL: {
    otherwise: "`http://HOST:PORT`",
    meaning:
      "address at which people reach Stint, without a path, such as `https://time.example.com`. Links in emails and API replies begin with it",
  },
  TRUST_PROXY: {
    meaning:
      "addresses or networks of your [reverse proxies](proxies.md), separated by commas. Only they may set `X-Forwarded-For` and `X-Forwarded-Proto`",
  },
  DASHBOARD: {
    default: "on",
    meaning:
      "with `off`, Stint neither builds nor serves the [dashboard](../use/dashboard.md), and people sign in on simple pages instead",
  },
  BLOG_ARTICLE_URL: {
    meaning:
      "address at which readers find an article, such as `https://example.com/blog/{slug}`. If it is set, Stint serves the feeds `/feeds/blogs.atom` and `/feeds/blogs.json`",
  },
  DRAIN_SECONDS: {
    default: "3",
    meaning: "seconds (0–300) for which a node still serves requests [after SIGTERM](operating.md#stopping)",
  },
} as const satisfies Settings;

const database = {
  DATA_DIR: {
    otherwise: "`data` in the checkout",
    meaning: "[folder of the embedded database](operating.md#the-data-folder)",
  },
  DATABASE_URL: {
    otherwise: "embedded database",
    meaning:
      "`postgres://…` URL of [your own PostgreSQL](operating.md#your-own-postgresql) (15 or newer). It replaces the embedded database, so Stint ignores `DATA_DIR`",
  },
  DATABASE_SSL: {
    otherwise: "`sslmode` in the URL",
    meaning:
      "encryption of database connections: `disable`, `require` (encrypted, certificate not checked) or `verify-full`. `sslmode` and `sslrootcert` in the URL mean the same as in libpq",
  },
  DATABASE_SSL_CA: {
    otherwise: "the system's",
    meaning:
      "PEM file with the certificate authority that signed the database server's certificate. Without `DATABASE_SSL`, this implies `verify-full`",
  },
  DATABASE_POOL_SIZE: {
    default: "16",
    meaning:
      "maximum number of a node's database connections for requests (2–500). Reports and deliveries get a quarter of it each; imports and LISTEN need further ones. `stint-server check` computes the total for all nodes",
  },
  SECRET_KEY: {
    otherwise: "file `secret-key` in `DATA_DIR`",
    meaning:
      "[key that encrypts stored secrets](operating.md#a-lost-key): 32 bytes in base64 or hex, such as the output of `openssl rand -base64 32`. With `DATABASE_URL`, there is no default, and webhooks, second factors, subscribed calendars and OpenID Connect need the same key on every node",
  },
} as const satisfies Settings;

const mail = {
  SMTP_URL: {
    otherwise: "no emails",
    meaning:
      "[mail server](mail.md): `smtp://user:password@host:port`, or `smtps://…` if the connection starts with TLS",
  },
  MAIL_FROM: {
    meaning:
      "sender of emails, such as `stint@example.com` or `Stint <stint@example.com>`; must be set together with `SMTP_URL`",
  },
  SMTP_NAME: {
    otherwise: "host of `PUBLIC_URL`",
    meaning: "name with which Stint introduces itself to the mail server (EHLO), and the end of each `Message-ID`",
  },
} as const satisfies Settings;

const openId = {
  OIDC_ISSUER: {
    meaning:
      "address of the [OpenID provider](sign-in.md#openid-connect) that people can sign in with. It must use https, unless the provider runs on the same machine",
  },
  OIDC_CLIENT_ID: { meaning: "client id that the provider issued to Stint; must be set together with `OIDC_ISSUER`" },
  OIDC_CLIENT_SECRET: { meaning: "client secret that the provider issued to Stint; only a public client has none" },
  OIDC_NAME: { default: "OpenID Connect", meaning: "label of the provider's sign-in button" },
  OIDC_JOIN: {
    meaning:
      "id (`org_…`) of the organization that people join through the provider's [groups](sign-in.md#groups) or an email domain; required with `OIDC_ROLES`, `OIDC_TEAMS` and `OIDC_JOIN_DOMAINS`",
  },
  OIDC_GROUPS_CLAIM: {
    meaning: "claim that contains a person's groups, such as `groups`; required with `OIDC_ROLES` and `OIDC_TEAMS`",
  },
  OIDC_ROLES: {
    meaning: "role that each group gives, such as `admins:admin,staff:member`",
  },
  OIDC_TEAMS: {
    meaning: "team that each group belongs to, such as `design:team_…`",
  },
  OIDC_JOIN_DOMAINS: {
    meaning:
      "email domains, such as `example.com,example.org`. People with a verified address in one of them join as members when they sign in",
  },
  OIDC_REMOVE: {
    default: "off",
    meaning: "with `on`, a sign-in deactivates members who joined through a group or domain and no longer have one",
  },
  OIDC_SESSION_HOURS: {
    default: "12",
    meaning: "maximum number of hours (1–720) for which members stay signed in; applies only with `OIDC_ROLES`",
  },
} as const satisfies Settings;

const backup = {
  BACKUP_DIR: {
    otherwise: "`backups` in `DATA_DIR`; none with `DATABASE_URL`",
    meaning: "folder for [scheduled backups](backup.md#scheduled-backups); without a folder, Stint makes none",
  },
  BACKUP_AT: {
    default: "03:00",
    meaning:
      "time of day for backups, in the server's time zone (`TZ`) or in one that you name: `03:00 Europe/Berlin`. `off` disables scheduled backups",
  },
  BACKUP_KEEP: {
    default: "7d",
    meaning:
      "which backups to keep: `7d,4w,12m` keeps the newest backup from each of the last 7 days, 4 weeks and 12 months in which there is one. The newest backup is always kept",
  },
  BACKUP_VERIFY: {
    default: "on",
    meaning: "with `off`, Stint does not [verify](backup.md#check-and-verify) scheduled backups",
  },
  BACKUP_PASSPHRASE_FILE: {
    meaning: "file with a passphrase, with which backups include `SECRET_KEY` in encrypted form",
  },
  BACKUP_OWNERS: {
    default: "only",
    meaning:
      "who may list and start backups over the API and at `/settings/backup`. `only`: the owners of the only organization, or nobody if there are several; `all`: the owners of every organization; `none`: nobody",
  },
} as const satisfies Settings;

const limits = {
  RATE_LIMIT_PER_MINUTE: { default: "120", meaning: "requests per minute for each API key" },
  RATE_LIMIT_BURST: { default: "20", meaning: "additional requests that an idle key may send at once" },
  SESSION_RATE_LIMIT_PER_MINUTE: {
    default: "600",
    meaning: "requests per minute for each session; all tabs in a browser share one session",
  },
  SESSION_RATE_LIMIT_BURST: { default: "120", meaning: "additional requests that an idle session may send at once" },
  API_KEYS_PER_MEMBER: { default: "50", meaning: "active API keys of a member, not counting sessions" },
  API_KEYS_PER_ORGANIZATION: { default: "1000", meaning: "active API keys in an organization" },
  EVENT_STREAMS: { default: "5000", meaning: "open [event streams](../api/events.md#how-many) on each node" },
  EVENT_STREAMS_PER_ORGANIZATION: {
    otherwise: "a quarter of `EVENT_STREAMS`",
    meaning: "event streams of an organization on each node",
  },
  EVENT_STREAMS_PER_MEMBER: {
    default: "60",
    meaning: "event streams of a member on each node, across all keys and sessions",
  },
  EVENT_STREAMS_PER_KEY: { default: "20", meaning: "event streams of a key or session on each node" },
  IMPORTS_UNFINISHED: { default: "5", meaning: "imports of an organization that have not been applied" },
  IMPORTS_MB: {
    default: "512",
    meaning: "MiB that an organization's uploaded import files and their rows may occupy in the database",
  },
  IMPORTS_KEPT_DAYS: { default: "7", meaning: "days after which Stint deletes an import that has not been applied" },
  SHARED_LINK_MAX_DAYS: {
    default: "400",
    meaning: "longest lifetime, in days, that people can choose for a link to a saved report",
  },
} as const satisfies Settings;

const outgoing = {
  WEBHOOK_ALLOW_PRIVATE: {
    otherwise: "`true`; `false` with `DATABASE_URL`",
    meaning:
      "whether Stint may send webhooks to loopback and private addresses. It never contacts link-local and metadata addresses",
  },
  CALENDAR_ALLOW_PRIVATE: {
    otherwise: "as `WEBHOOK_ALLOW_PRIVATE`",
    meaning:
      "whether Stint may read [subscribed calendars](../use/subscribed-calendars.md) from loopback and private addresses",
  },
  WEBHOOK_RETRY_SCHEDULE: {
    default: "0s,5s,30s,2m,10m,30m,2h,5h,10h,14h,24h",
    meaning: "delays before the attempts to deliver an event, each counted from the previous attempt",
  },
  HTTPS_PROXY: {
    otherwise: "as `HTTP_PROXY`",
    meaning:
      "[proxy](networks.md) for requests to https addresses, such as `http://user:password@proxy:3128`. This name and the next two may be in lower case",
  },
  HTTP_PROXY: { otherwise: "no proxy", meaning: "proxy for requests to http addresses" },
  NO_PROXY: { meaning: "hosts (`wiki.example.com`) and domains (`.example.com`) that are reached directly" },
  EXTRA_CA_FILE: {
    meaning: "PEM file with certificate authorities that Stint trusts in addition to the usual ones",
  },
} as const satisfies Settings;

const observation = {
  LOG_FORMAT: {
    otherwise: "`text` in a terminal, `json` elsewhere",
    meaning: "format of the [log](monitoring.md#the-log): `json` for programs or `text` for people",
  },
  LOG_LEVEL: {
    otherwise: "`info`; `warn` for text",
    meaning: "lowest level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`",
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    otherwise: "no traces",
    meaning:
      "collector for [traces](tracing.md), such as `http://127.0.0.1:4318`; Stint appends `/v1/traces` to this address",
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { meaning: "full address for traces, used unchanged instead of the one above" },
  OTEL_EXPORTER_OTLP_PROTOCOL: { default: "http/protobuf", meaning: "the only supported protocol" },
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: { default: "http/protobuf", meaning: "the same, for traces only" },
  OTEL_TRACES_SAMPLER: {
    default: "parentbased_always_on",
    meaning: "which requests are traced ([sampling](tracing.md#sampling))",
  },
  OTEL_TRACES_SAMPLER_ARG: { default: "1", meaning: "fraction (0–1) of traces that a ratio sampler keeps" },
  OTEL_SDK_DISABLED: { default: "false", meaning: "`true` turns tracing off" },
} as const satisfies Settings;

/** Every environment variable that Stint reads for its configuration. */
export const settings = {
  ...address,
  ...database,
  ...mail,
  ...openId,
  ...backup,
  ...limits,
  ...outgoing,
  ...observation,
};

export type SettingName = keyof typeof settings;

/** The settings by subject, in the order of docs/run/configuration.md. */
export const settingGroups: readonly (readonly [title: string, settings: Settings])[] = [
  ["Address", address],
  ["Database and secrets", database],
  ["Mail", mail],
  ["OpenID Connect", openId],
  ["Backups", backup],
  ["Limits", limits],
  ["Outgoing requests", outgoing],
  ["Log and traces", observation],
];

/** Other programs read these variables in upper and in lower case, so Stint does too. */
export const proxyNames: readonly string[] = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"];

/** Each of these settings may be in a file instead, whose path is in the variable with `_FILE` appended to the name. */
export const secretNames = [
  "DATABASE_URL",
  "SECRET_KEY",
  "SMTP_URL",
  "OIDC_CLIENT_SECRET",
  "HTTPS_PROXY",
  "HTTP_PROXY",
] as const satisfies SettingName[];
