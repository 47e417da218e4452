import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, request, type RequestListener, type Server } from "node:http";
import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { createSteppedDatabase } from "#test/databases/step-clock.ts";
import { createDatabase, sharedDatabase } from "#test/databases/test-database.ts";
import { selfSigned } from "#test/fixtures/self-signed.ts";
import { receiveMail } from "#test/http/mail-receiver.ts";
import { urlOf } from "#test/worlds/backups.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { checkPublicAddress } from "./check-address.ts";
import { checkBackups } from "./check-backups.ts";
import { checkDatabaseClock, checkNewestChange } from "./check-database.ts";
import { checkDisks, checkFiles } from "./check-files.ts";
import { checkMail } from "./check-mail.ts";
import type { Finding } from "./finding.ts";
import { runCheck } from "./run-check.ts";

const backup = {
  dir: undefined,
  at: { time: "03:00", timeZone: "UTC" },
  keep: { days: 7, weeks: 0, months: 0 },
  verifies: true,
  passphraseFile: undefined,
  owners: "only",
} as const;

const badOf = (findings: Finding[]) => findings.filter(({ status }) => status === "bad").map(({ message }) => message);

async function run(env: Record<string, string>, sendMail?: string) {
  let text = "";
  const isGood = await runCheck(env, (more) => (text += more), { sendMail, json: true });
  const { good, findings } = JSON.parse(text) as { good: boolean; findings: Finding[] };
  assert.equal(good, isGood);
  return { isGood, findings, text };
}

async function listen(t: TestContext, server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "stint-check-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("bad settings and misspelt names are bad, and no value is shown", async () => {
  const secret = "hunter2-hunter2";
  const { isGood, findings, text } = await run({
    DATABSE_URL: `postgres://stint:${secret}@db/stint`,
    SMTP_PASSWORD: secret,
    SECRET_KEY: secret,
    PORT: "http",
  });
  assert.equal(isGood, false);
  assert.ok(!text.includes(secret));
  assert.deepEqual(
    badOf(findings),
    [
      'PORT must be a whole number from 0 to 65535, not "http".',
      "SECRET_KEY must be 32 bytes in base64 or hex, for example from `openssl rand -base64 32`.",
      "DATABSE_URL is not a setting of Stint, and has no effect.",
    ].toSorted((one, other) => badOf(findings).indexOf(one) - badOf(findings).indexOf(other)),
  );
  assert.equal(findings.find(({ message }) => message.startsWith("DATABSE"))?.mend, "Did you mean DATABASE_URL?");
});

test("a database that may lose commits is bad, and the rest is checked too", async () => {
  const { connection, db } = await createDatabase();
  const { findings, text } = await run({ DATABASE_URL: urlOf(connection), DATABASE_POOL_SIZE: "400", PORT: "1" });
  const bad = badOf(findings).join("\n");
  assert.match(bad, /^fsync is off: /m);
  assert.match(bad, /^full_page_writes is off: /m);
  assert.match(bad, /^1 node with DATABASE_POOL_SIZE 400 may open \d+ connections, of \d+ that PostgreSQL allows/m);
  for (const good of ["The schema is up to date.", "This machine's clock agrees with that of the database."])
    assert.ok(text.includes(good), good);
  assert.match(text, /SECRET_KEY is not set, so webhooks/);
  assert.match(text, /Stint is not running at http:\/\/127\.0\.0\.1:1\./);
  await db.query(sql`insert into schema_migrations (version, name, checksum) values (9999, 'later', 'x')`);
  const newer = await run({ DATABASE_URL: urlOf(connection) });
  assert.match(badOf(newer.findings).join("\n"), /migrated by a newer version of Stint \(it has 9999_later\)/);
});

test("a database that cannot be reached is bad, without its password", async () => {
  const { isGood, findings, text } = await run({ DATABASE_URL: "postgres://stint:hunter2@127.0.0.1:1/stint" });
  assert.equal(isGood, false);
  assert.match(badOf(findings).join("\n"), /^The database cannot be reached: .*Check DATABASE_URL/m);
  assert.ok(!text.includes("hunter2"));
});

test("a clock that differs from the database's is bad", async (t) => {
  const { connection, db } = await createDatabase();
  const client = await db.connect();
  await client.query(`create schema shifted; create function shifted.clock_timestamp() returns timestamptz
    language sql as 'select pg_catalog.clock_timestamp() - interval ''1 hour''';
    do $$ begin execute format('alter database %I set search_path = shifted, pg_catalog', current_database()); end $$`);
  client.release();
  const shifted = openPool({ connection, poolSize: 1, applicationName: "stint-test" });
  t.after(shifted.end);
  assert.match(
    (await checkDatabaseClock(shifted)).message,
    /^This machine's clock is 3\d\d\d s ahead of that of the database/,
  );
  assert.equal((await checkDatabaseClock(db)).status, "good");
});

test("a database whose clock is behind its newest change is noted", async () => {
  const { db, step } = await createSteppedDatabase();
  assert.deepEqual(await checkNewestChange(db), []);
  await (await newTestApp({ db })).newOrganization();
  assert.deepEqual(await checkNewestChange(db), []);
  await step("-5 minutes");
  const [finding] = await checkNewestChange(db);
  assert.equal(finding?.status, "note");
  assert.match(finding.message, /^The newest change is (29|30)\d s ahead of the database's clock/);
});

test("files that others can read or that cannot be written are bad, with the command that mends them", async (t) => {
  const folder = await folderOf(t);
  const key = join(folder, "secret-key");
  await writeFile(key, "k", { mode: 0o644 });
  await chmod(key, 0o644);
  const passphraseFile = join(folder, "passphrase");
  await writeFile(passphraseFile, "short", { mode: 0o600 });
  const findings = await checkFiles(
    { backup: { ...backup, passphraseFile }, secretKey: undefined },
    { dataDir: folder, backupDir: join(key, "backups"), temporary: folder },
  );
  const bad = findings.filter(({ status }) => status === "bad");
  assert.match(bad[0]?.message ?? "", /secret-key can be read by other users \(mode 644\)/);
  assert.equal(bad[0]?.mend, `chmod 600 ${key}`);
  assert.match(bad[1]?.message ?? "", /^BACKUP_DIR .* cannot be used: /);
  assert.match(bad[2]?.message ?? "", /shorter than 12 characters/);
  assert.equal(bad.length, 3);
});

test("a disk without space for the next backup is bad", async (t) => {
  const folder = await folderOf(t);
  const folders = { dataDir: folder, backupDir: join(folder, "backups"), temporary: folder };
  const bad = badOf(await checkDisks(backup, folders, 1e18));
  assert.equal(bad.length, 2);
  assert.match(bad[0] ?? "", /^BACKUP_DIR .* has \d+ MB free of the \d+ MB that it should have/);
  assert.deepEqual(badOf(await checkDisks({ ...backup, at: undefined }, folders, 0)), []);
});

test("an old, failed or unverified backup is bad", async () => {
  const { db } = await createDatabase();
  const now = new Date("2030-06-10T12:00:00Z");
  const check = async () => badOf(await checkBackups(db, backup, "/backups", now));
  const insert = (startedAt: string, bytes: number | null, verifiedAt: string | null, error: string | null) =>
    db.query(sql`
      insert into backups (id, host, file, started_at, finished_at, bytes, verified_at, error)
      values (${startedAt}, 'host', 'file', ${startedAt}, ${startedAt}, ${bytes}, ${verifiedAt}, ${error})`);
  await db.query(sql`update schema_migrations set applied_at = '2030-06-10T11:00:00Z'`);
  assert.deepEqual(await check(), []);
  await db.query(sql`update schema_migrations set applied_at = '2030-06-01T00:00:00Z'`);
  assert.match((await check()).join("\n"), /^There is no backup\.$/);
  await insert("2030-06-08T03:00:00Z", 1_000, "2030-06-08T03:01:00Z", null);
  assert.match((await check()).join("\n"), /^The last backup is 2 days old, although one is due each day at 03:00\.$/);
  await insert("2030-06-10T03:00:00Z", 1_000, "2030-06-10T03:01:00Z", null);
  assert.deepEqual(await check(), []);
  await insert("2030-06-10T04:00:00Z", 1_000, null, "the doctor found differences");
  assert.match((await check()).join("\n"), /^The last backup could not be verified: the doctor found differences$/);
  await insert("2030-06-10T05:00:00Z", null, null, "no space");
  assert.match((await check()).join("\n"), /^The last attempt at a backup failed: no space$/m);
});

test("the mail server is tried, and a test mail is sent on request", async (t) => {
  const receiver = await receiveMail();
  t.after(receiver.close);
  const { connection } = await sharedDatabase();
  const env = { DATABASE_URL: urlOf(connection), SMTP_URL: receiver.url, MAIL_FROM: "stint@example.com", PORT: "1" };
  const tried = await run(env);
  assert.match(
    tried.text,
    /The mail server 127\.0\.0\.1:\d+ replies, with TLS only if it is offered, without signing in/,
  );
  assert.equal(receiver.mails.length, 0);
  const sent = await run(env, "operator@example.com");
  assert.match(sent.text, /the test mail to operator@example\.com was accepted/);
  assert.deepEqual(receiver.mails[0]?.to, ["operator@example.com"]);
  await assert.rejects(run(env, "nobody"), /--send-mail must be an email address/);
});

test("a mail server that refuses, is missing or stays silent is bad, and the password is not shown", async (t) => {
  const receiver = await receiveMail();
  t.after(receiver.close);
  const silent = await listen(
    t,
    createSocketServer((socket) => t.after(() => socket.destroy())),
  );
  const check = (url: string) => checkMail({ url, from: "stint@example.com", name: "time.example.com" }, undefined);
  const { host } = new URL(receiver.url);
  const [noTls, missing, mute] = await Promise.all([
    check(`smtp://stint:hunter2@${host}`),
    check("smtp://127.0.0.1:1"),
    check(`smtp://127.0.0.1:${silent}`),
  ]);
  for (const finding of [noTls, missing, mute]) {
    assert.equal(finding.status, "bad");
    assert.ok(!JSON.stringify(finding).includes("hunter2"));
  }
  assert.match(noTls.mend ?? "", /TLS/);
});

/** Starts a mail server that replies to one command in this way, and accepts all others. */
function refusing(t: TestContext, command: RegExp, refusal: string): Promise<number> {
  const server = createSocketServer((socket) => {
    t.after(() => socket.destroy());
    socket.write("220 relay\r\n");
    socket.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\r\n").slice(0, -1)) {
        if (command.test(line)) socket.write(`${refusal}\r\n`);
        else if (/^(EHLO|HELO|MAIL|RCPT|QUIT|\.$)/.test(line)) socket.write("250 ok\r\n");
        else if (line === "DATA") socket.write("354 go on\r\n");
      }
    });
  });
  return listen(t, server);
}

test("the check names what the mail server refuses, and whether for good", async (t) => {
  const from = "stint@example.com";
  for (const [command, reply, message, mend] of [
    [
      /^(EHLO|HELO)/,
      "501 5.5.2 Bad name",
      /permanently refuses the name c3f2a1\.example \(EHLO\): 501 5\.5\.2 Bad name\./,
      /SMTP_NAME/,
    ],
    [/^RCPT/, "550 5.7.1 HELO name rejected", /permanently refuses the name c3f2a1\.example \(EHLO\)/, /SMTP_NAME/],
    [/^MAIL/, "553 Not yours", /permanently refuses the sender stint@example\.com \(MAIL FROM\)/, /MAIL_FROM/],
    [/^RCPT/, "450 4.2.0 Greylisted", /temporarily refuses the recipient me@example\.com \(RCPT TO\)/, /again/],
    [/^RCPT/, "550 5.7.1 No relaying", /permanently refuses the recipient me@example\.com/, /other domains/],
    [/^DATA/, "554 Spam", /permanently refuses the test mail \(DATA\): 554 Spam/, /log/],
  ] as const) {
    const url = `smtp://127.0.0.1:${await refusing(t, command, reply)}`;
    const finding = await checkMail({ url, from, name: "c3f2a1.example" }, "me@example.com");
    assert.match(finding.message, message);
    assert.match(finding.mend ?? "", mend);
  }
  const relay = await receiveMail({ tls: await selfSigned("snakeoil.local") });
  t.after(relay.close);
  const { host } = new URL(relay.url);
  const check = (url: string) => checkMail({ url, from, name: "time.example.com" }, undefined);
  assert.equal((await check(relay.url)).status, "good");
  const untrusted = await check(`smtp://me:hunter2@${host}`);
  assert.match(
    untrusted.message,
    /The certificate of the mail server 127\.0\.0\.1:\d+ is not valid for 127\.0\.0\.1: .*self-signed certificate\.$/,
  );
  assert.doesNotMatch(JSON.stringify(untrusted), /hunter2|use-system-ca|Node/);
});

/** Creates a reverse proxy to a service, with or without the headers that identify the client. */
function proxyTo(port: number, headers: Record<string, string>): RequestListener {
  return (asked, reply) => {
    const passed = request(
      { host: "127.0.0.1", port, path: asked.url, headers: { ...asked.headers, ...headers } },
      (found) => {
        reply.writeHead(found.statusCode ?? 502, found.headers);
        found.pipe(reply);
      },
    );
    passed.on("error", () => reply.destroy());
    passed.end();
  };
}

// Returns a URL of this machine that the check does not recognize as local.
const fromOutside = (port: number) => `http://[::ffff:127.0.0.1]:${port}`;

test("a proxy that hides the callers, or that is not trusted, is bad", async (t) => {
  const headers = { "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https" };
  const check = async (trustProxy: string[], sent: Record<string, string>) => {
    const { app } = await newTestApp({ trustProxy });
    await app.listen({ host: "127.0.0.1", port: 0 });
    t.after(() => app.close());
    const { port: own } = app.server.address() as AddressInfo;
    const port = await listen(t, createServer(proxyTo(own, sent)));
    return checkPublicAddress(fromOutside(port), true);
  };
  const ignored = badOf(await check([], headers));
  assert.match(ignored.join("\n"), /sends X-Forwarded-For, but the service does not trust it/);
  assert.match(ignored.join("\n"), /plain http: browsers do not keep a session/);
  assert.match(ignored.join("\n"), /\/metrics can be read from outside/);
  const used = await check(["127.0.0.1"], headers);
  assert.ok(used.some(({ message }) => message === "The service gets its callers' addresses from the proxy."));
  assert.doesNotMatch(badOf(used).join("\n"), /X-Forwarded-For/);
});

test("an address that redirects, is another service, refuses or never replies is bad", async (t) => {
  const check = async (server: Server) =>
    badOf(await checkPublicAddress(`http://127.0.0.1:${await listen(t, server)}`, true)).join("\n");
  const [redirects, other, silent] = await Promise.all([
    check(createServer((_asked, reply) => reply.writeHead(301, { location: "https://elsewhere.test/" }).end())),
    check(createServer((_asked, reply) => reply.end("It works!"))),
    check(createServer(() => undefined)),
  ]);
  assert.equal(redirects, /http:\S+ redirects to https:\/\/elsewhere\.test\/\./.exec(redirects)?.[0]);
  assert.match(other, /is not this version of Stint \(status 200\)/);
  assert.match(silent, /cannot be reached from here: no reply within 5 s/);
  const closed = createSocketServer();
  const port = await listen(t, closed);
  closed.close();
  await once(closed, "close");
  const refused = badOf(await checkPublicAddress(`http://127.0.0.1:${port}`, true)).join("\n");
  assert.match(refused, /cannot be reached from here: connect ECONNREFUSED/);
});
