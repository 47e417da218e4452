import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, loadConfig } from "./config.ts";

test("an empty environment gives the documented defaults", () => {
  assert.deepEqual(loadConfig({}), {
    host: "127.0.0.1",
    port: 3000,
    databaseUrl: undefined,
    databaseSsl: undefined,
    databaseSslCaFile: undefined,
    databasePoolSize: 16,
    dataDir: undefined,
    streamShares: { perKey: 20, perMember: 60, perOrganization: 1_250, perNode: 5_000 },
    keyShares: { perMember: 50, perOrganization: 1_000 },
    rateLimit: { perMinute: 120, burst: 20 },
    sessionRateLimit: { perMinute: 600, burst: 120 },
    blogArticleUrl: undefined,
    trustProxy: [],
    sharedLinkMaxDays: 400,
    openId: undefined,
    openIdGroups: undefined,
    secretKey: undefined,
    webhookAllowPrivate: true,
    calendarAllowPrivate: true,
    wayOut: { proxies: undefined, extraCa: [] },
    webhookRetryScheduleSeconds: [0, 5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 86_400],
    publicUrl: "http://127.0.0.1:3000",
    isAddressSet: false,
    smtp: undefined,
    dashboard: "on",
    backup: {
      dir: undefined,
      at: { time: "03:00", timeZone: Temporal.Now.timeZoneId() },
      keep: { days: 7, weeks: 0, months: 0 },
      verifies: true,
      passphraseFile: undefined,
      owners: "only",
    },
    logFormat: "json",
    logLevel: "info",
    imports: { maxUnfinished: 5, maxBytes: 536_870_912, keptDays: 7 },
    drainSeconds: 3,
    tracing: undefined,
  });
});

test("an empty variable counts as not set", () => {
  assert.deepEqual(loadConfig({ PORT: "", HOST: "", DATABASE_URL: "", LOG_LEVEL: "", DATA_DIR: "" }), loadConfig({}));
});

test("variables are read, and the result cannot be changed", () => {
  const config = loadConfig({
    HOST: "0.0.0.0",
    PORT: "0",
    DATABASE_URL: "postgres://stint@db/stint",
    DATABASE_SSL: "verify-full",
    DATABASE_SSL_CA: "/etc/ca.pem",
    DATABASE_POOL_SIZE: "40",
    RATE_LIMIT_PER_MINUTE: "600",
    RATE_LIMIT_BURST: "0",
    BLOG_ARTICLE_URL: "https://example.com/blog/{slug}",
    LOG_LEVEL: "silent",
  });
  const { host, port, databaseUrl, databaseSsl, databaseSslCaFile, databasePoolSize } = config;
  assert.deepEqual(
    { host, port, databaseUrl, databaseSsl, databaseSslCaFile, databasePoolSize },
    {
      host: "0.0.0.0",
      port: 0,
      databaseUrl: "postgres://stint@db/stint",
      databaseSsl: "verify-full",
      databaseSslCaFile: "/etc/ca.pem",
      databasePoolSize: 40,
    },
  );
  assert.deepEqual([config.rateLimit, config.logLevel], [{ perMinute: 600, burst: 0 }, "silent"]);
  assert.equal(config.blogArticleUrl, "https://example.com/blog/{slug}");
  assert.ok(Object.isFrozen(config));
});

test("the data folder is absolute, resolved from where the command was typed", () => {
  assert.equal(loadConfig({ DATA_DIR: "data", INIT_CWD: "/srv/stint" }).dataDir, "/srv/stint/data");
  assert.equal(loadConfig({ DATA_DIR: "/var/lib/stint", INIT_CWD: "/srv" }).dataDir, "/var/lib/stint");
});

test("one error states every bad variable and what it must be", () => {
  const bad = {
    PORT: "65536",
    DATABASE_POOL_SIZE: "1",
    RATE_LIMIT_PER_MINUTE: "0",
    RATE_LIMIT_BURST: "1.5",
    DATABASE_SSL: "yes",
    DATABASE_URL: "mysql://db",
    BLOG_ARTICLE_URL: "https://example.com/blog",
    LOG_LEVEL: "loud",
  };
  assert.throws(
    () => loadConfig(bad),
    (error) => {
      assert.ok(error instanceof ConfigError);
      for (const name of Object.keys(bad)) assert.match(error.message, new RegExp(`^ {2}${name} must `, "m"));
      assert.match(error.message, /"65536"/);
      return true;
    },
  );
  for (const port of ["-1", "80 ", "0x50", "1e3", "http"]) {
    assert.throws(() => loadConfig({ PORT: port }), /PORT must be a whole number from 0 to 65535/, port);
  }
});

test("a secret key is 32 bytes in base64, base64url or hex", () => {
  const key = Buffer.from("fbfffe0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d", "hex");
  for (const text of [key.toString("base64"), key.toString("base64url"), key.toString("hex")]) {
    assert.deepEqual(loadConfig({ SECRET_KEY: text }).secretKey, key);
  }
  for (const text of ["secret", key.toString("hex").slice(2), key.subarray(1).toString("base64")]) {
    assert.throws(() => loadConfig({ SECRET_KEY: text }), /SECRET_KEY must be 32 bytes/);
  }
});

test("webhooks may go to private addresses on the embedded database, and elsewhere only if configured", () => {
  const databaseUrl = "postgres://stint@db/stint";
  assert.equal(loadConfig({ DATABASE_URL: databaseUrl }).webhookAllowPrivate, false);
  assert.equal(loadConfig({ DATABASE_URL: databaseUrl, WEBHOOK_ALLOW_PRIVATE: "true" }).webhookAllowPrivate, true);
  assert.equal(loadConfig({ WEBHOOK_ALLOW_PRIVATE: "false" }).webhookAllowPrivate, false);
  assert.equal(loadConfig({ WEBHOOK_ALLOW_PRIVATE: "false" }).calendarAllowPrivate, false);
  const closed = loadConfig({ CALENDAR_ALLOW_PRIVATE: "false" });
  assert.deepEqual([closed.webhookAllowPrivate, closed.calendarAllowPrivate], [true, false]);
  assert.throws(() => loadConfig({ WEBHOOK_ALLOW_PRIVATE: "1" }), /WEBHOOK_ALLOW_PRIVATE must be one of true, false/);
});

test("proxies are read in either case, https falls back to http, and this machine is always reached directly", () => {
  const proxiesOf = (env: Record<string, string>) => loadConfig(env).wayOut.proxies;
  const noProxy = "localhost,127.0.0.1,::1,127.0.0.1";
  const http = { httpProxy: "http://proxy:3128", httpsProxy: "http://proxy:3128" };
  assert.deepEqual(proxiesOf({ http_proxy: "http://proxy:3128" }), { ...http, noProxy });
  const all = { HTTPS_PROXY: "https://a:%23@proxy", NO_PROXY: ".example.com, b.test", HOST: "192.0.2.1" };
  const direct = "localhost,127.0.0.1,::1,192.0.2.1,.example.com,b.test";
  assert.deepEqual(proxiesOf(all), { httpProxy: "", httpsProxy: "https://a:%23@proxy", noProxy: direct });
  assert.equal(proxiesOf({ NO_PROXY: "*" }), undefined);
});

test("the schedule of retries is a list of delays with units", () => {
  assert.deepEqual(
    loadConfig({ WEBHOOK_RETRY_SCHEDULE: "0s, 90s,2m,1h" }).webhookRetryScheduleSeconds,
    [0, 90, 120, 3600],
  );
  for (const text of ["5", "5s,,1m", "1d", "25h", "-1s", "1.5s"]) {
    assert.throws(() => loadConfig({ WEBHOOK_RETRY_SCHEDULE: text }), /WEBHOOK_RETRY_SCHEDULE must be/);
  }
});

test("links begin with PUBLIC_URL, else with the address on which the service listens", () => {
  for (const [env, expected] of [
    [{ PUBLIC_URL: "https://time.example.com/" }, "https://time.example.com"],
    [{ PUBLIC_URL: "HTTPS://Time.example.com:8443//" }, "https://time.example.com:8443"],
    [{ HOST: "0.0.0.0", PORT: "80" }, "http://localhost"],
    [{ HOST: "::1" }, "http://[::1]:3000"],
  ] as const)
    assert.equal(loadConfig(env).publicUrl, expected);
  for (const bad of [
    "time.example.com",
    "ftp://example.com",
    "/stint",
    "https://a:b@example.com",
    "https://x/?a",
    "x y",
  ])
    assert.throws(() => loadConfig({ PUBLIC_URL: bad }), { message: /PUBLIC_URL/ }, bad);
});

test("a PUBLIC_URL below a path is refused, because Stint needs a host name of its own", () => {
  for (const PUBLIC_URL of ["https://example.com/stint", "https://example.com/stint/", "https://example.com/a/b"])
    assert.throws(
      () => loadConfig({ PUBLIC_URL }),
      { message: /PUBLIC_URL must not have a path, as in "https:.*": use a separate host name for Stint/ },
      PUBLIC_URL,
    );
});

test("mail needs a server and a sender", () => {
  const url = "smtp://user:pass@mail.example.com:587";
  for (const from of ["stint@example.com", "Stint <stint@example.com>", "Zeit & Geld <zeit@bücher.example>"])
    assert.deepEqual(loadConfig({ SMTP_URL: url, MAIL_FROM: from }).smtp, { url, from, name: "[127.0.0.1]" });
  for (const [env, name] of [
    [{ PUBLIC_URL: "https://time.example.com:8443" }, "time.example.com"],
    [{ PUBLIC_URL: "http://192.0.2.7" }, "[192.0.2.7]"],
    [{ PUBLIC_URL: "http://[2001:db8::7]:3000" }, "[IPv6:2001:db8::7]"],
    [{ PUBLIC_URL: "http://nas" }, "[127.0.0.1]"],
    [{ PUBLIC_URL: "http://nas", SMTP_NAME: "mail.example.com" }, "mail.example.com"],
  ] as const)
    assert.equal(loadConfig({ ...env, SMTP_URL: url, MAIL_FROM: "stint@example.com" }).smtp?.name, name);
  for (const [env, named] of [
    [{ SMTP_NAME: "time.example.com\r\nMAIL FROM:<x>" }, /SMTP_NAME must/],
    [{ SMTP_URL: url }, /SMTP_URL and MAIL_FROM/],
    [{ MAIL_FROM: "stint@example.com" }, /SMTP_URL and MAIL_FROM/],
    [{ SMTP_URL: "https://mail.example.com", MAIL_FROM: "stint@example.com" }, /SMTP_URL must/],
    [{ SMTP_URL: "mail.example.com:25", MAIL_FROM: "stint@example.com" }, /SMTP_URL must/],
    [{ SMTP_URL: url, MAIL_FROM: "stint" }, /MAIL_FROM must/],
    [{ SMTP_URL: url, MAIL_FROM: "Stint <stint@example.com>\r\nBcc: eve@example.com" }, /MAIL_FROM must/],
    [{ SMTP_URL: url, MAIL_FROM: "a\nb <stint@example.com>" }, /MAIL_FROM must/],
  ] as const)
    assert.throws(() => loadConfig(env), { message: named }, JSON.stringify(env));
});

test("trusted proxies are addresses and networks", () => {
  assert.deepEqual(loadConfig({ TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy, ["10.0.0.0/8", "::1"]);
  for (const TRUST_PROXY of ["true", "10.0.0.0/33", "proxy.example.com"])
    assert.throws(() => loadConfig({ TRUST_PROXY }), { message: /TRUST_PROXY must be addresses or networks/ });
});

test("an OpenID provider is configured with its client, over https or on this machine", () => {
  const client = { OIDC_CLIENT_ID: "stint", OIDC_CLIENT_SECRET: "secret" };
  for (const issuer of ["https://id.example.com/realm", "http://localhost:9000", "http://127.0.0.1:9000"])
    assert.deepEqual(loadConfig({ ...client, OIDC_ISSUER: issuer }).openId, {
      issuer,
      clientId: "stint",
      clientSecret: "secret",
      name: "OpenID Connect",
    });
  for (const OIDC_ISSUER of ["http://id.example.com", "http://localhost.example.com", "id.example.com"])
    assert.throws(() => loadConfig({ ...client, OIDC_ISSUER }), { message: /OIDC_ISSUER must be an https URL/ });
  assert.throws(() => loadConfig({ OIDC_ISSUER: "https://id.example.com" }), { message: /must be set together/ });
  const isPublic = loadConfig({ OIDC_ISSUER: "https://id.example.com", OIDC_CLIENT_ID: "stint" }).openId;
  assert.deepEqual([isPublic?.clientId, isPublic?.clientSecret], ["stint", undefined]);
});

test("the schedule of backups is read, and impossible values are refused", () => {
  const { backup } = loadConfig({
    BACKUP_DIR: "backups",
    BACKUP_AT: "23:30 Europe/Berlin",
    BACKUP_KEEP: "7d,4w,12m",
    BACKUP_VERIFY: "off",
    BACKUP_PASSPHRASE_FILE: "/etc/stint/passphrase",
    INIT_CWD: "/srv/stint",
  });
  assert.deepEqual(backup, {
    dir: "/srv/stint/backups",
    at: { time: "23:30", timeZone: "Europe/Berlin" },
    keep: { days: 7, weeks: 4, months: 12 },
    verifies: false,
    passphraseFile: "/etc/stint/passphrase",
    owners: "only",
  });
  assert.equal(loadConfig({ BACKUP_AT: "off" }).backup.at, undefined);
  for (const [name, value] of [
    ["BACKUP_AT", "3 am"],
    ["BACKUP_KEEP", "0d"],
    ["BACKUP_VERIFY", "yes"],
    ["BACKUP_OWNERS", "some"],
  ] as const)
    assert.throws(() => loadConfig({ [name]: value }), new RegExp(`\\n {2}${name} must `));
});

test("the log is text in a terminal and JSON elsewhere, each with its usual level", () => {
  const terminal = { isTerminal: true, isVerbose: false };
  for (const [env, screen, expected] of [
    [{}, terminal, ["text", "warn"]],
    [{}, { ...terminal, isVerbose: true }, ["text", "info"]],
    [{ LOG_FORMAT: "json" }, terminal, ["json", "info"]],
    [{ LOG_FORMAT: "text" }, { isTerminal: false, isVerbose: false }, ["text", "warn"]],
    [{ LOG_LEVEL: "debug" }, terminal, ["text", "debug"]],
    [{ LOG_LEVEL: "warn" }, { isTerminal: false, isVerbose: false }, ["json", "warn"]],
  ] as const) {
    const { logFormat, logLevel } = loadConfig(env, screen);
    assert.deepEqual([logFormat, logLevel], expected, JSON.stringify(env));
  }
  assert.throws(() => loadConfig({ LOG_FORMAT: "xml" }), /LOG_FORMAT must be one of json, text/);
});
