import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { sessionCookie } from "#identity/sessions/session-cookie.ts";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { newPerson, type Person, testPassword } from "#test/http/browser.ts";
import { startServiceProcess } from "#test/processes/service-process.ts";
import { entryBody, newCalendarFeed, newProject, newReportLink } from "#test/worlds/factories.ts";
import { togglCsv } from "#test/worlds/import-files.ts";
import { type Json, newTestApp } from "#test/worlds/test-app.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";

/** All strings and secrets in the requests contain this word, so it must not occur in the log. */
const secret = "Xylophone";
/** A value that the database refuses and quotes in its error. */
const refused = `${secret} refused`;

type Send = (
  method: string,
  path: string,
  options?: { headers?: Record<string, string>; body?: unknown },
) => Promise<{ status: number; json: Json }>;

function sendTo(url: string): Send {
  return async (method, path, { headers = {}, body } = {}) => {
    const isText = typeof body === "string";
    const response = await fetch(url + path, {
      method,
      redirect: "manual",
      headers: {
        "user-agent": secret,
        referer: `http://127.0.0.1/${secret}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, json: text.startsWith("{") ? JSON.parse(text) : undefined };
  };
}

/** Sends requests without a key, with secrets in every part that can contain one. */
async function sendWithoutKey(send: Send, { email }: Person, token: string, feed: string): Promise<void> {
  const expect = async (status: number, ...request: Parameters<Send>) =>
    assert.equal((await send(...request)).status, status, `${request[0]} ${request[1]}`);
  const page = { "sec-fetch-site": "same-origin" };
  await expect(404, "GET", `/${secret}?q=${secret}`);
  await expect(404, "GET", `/%zz${secret}`);
  await expect(200, "GET", `/auth/shared-reports/${token}`, { headers: page });
  await expect(404, "GET", `/auth/shared-reports/${secret}`, { headers: page });
  await expect(404, "GET", `/auth/shared-reports/${token}/${secret}`, { headers: page });
  await expect(200, "GET", feed);
  await expect(404, "GET", `/feeds/calendar/${secret.padEnd(43, "x")}.ics`);
  await expect(404, "GET", feed.slice(0, -".ics".length));
  await expect(405, "PROPFIND", feed);
  await send("GET", `/password?token=${secret}`);
  await send("GET", `/api/blogs/${secret}?q=${secret}`);
  await expect(401, "GET", "/v1/projects", { headers: { authorization: `Bearer stint_${secret}` } });
  await expect(401, "GET", "/v1/projects", {
    headers: { cookie: `${sessionCookie}=stint_${secret}; other=${secret}` },
  });
  const signIn = (password: string) => ({ headers: page, body: { email, password } });
  await expect(401, "POST", "/auth/sign-in", signIn(secret));
  await expect(200, "POST", "/auth/sign-in", signIn(testPassword));
  await expect(400, "POST", "/auth/sign-in", { headers: page, body: `{"password":"${secret}"` });
}

/** Sends requests as the owner. Returns further secrets from the replies. */
async function sendWithKey(send: Send, { apiKey, ...owner }: Person): Promise<string[]> {
  const where = await newProject({ ...owner, apiKey });
  const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": secret };
  const expect = async (status: number, method: string, path: string, body?: unknown, more = {}) => {
    const reply = await send(method, path, { headers: { authorization: headers.authorization, ...more }, body });
    assert.equal(reply.status, status, `${method} ${path}: ${JSON.stringify(reply.json)}`);
    return reply.json;
  };
  const entry = (description: unknown) => entryBody(where, { description });
  await expect(200, "GET", `/v1/time-entries?q=${secret}`);
  await expect(404, "GET", `/v1/time-entries/${secret}`);
  await expect(422, "GET", `/v1/time-entries?${secret}=${secret}`);
  await expect(201, "POST", "/v1/time-entries", entry(secret));
  await expect(201, "POST", "/v1/time-entries", entry(secret), headers);
  await expect(422, "POST", "/v1/time-entries", entry([secret]));
  await expect(400, "POST", "/v1/time-entries", `{"description":"${secret}"`);
  await expect(500, "POST", "/v1/time-entries", entry(refused));
  await expect(500, "POST", "/v1/time-entries", entry(refused), { "idempotency-key": `${secret} 2` });
  const hook = { url: `http://127.0.0.1:9/${secret}?token=${secret}`, events: ["time_entry.created"] };
  const { secret: signing } = await expect(201, "POST", "/v1/webhooks", hook);
  await expect(201, "POST", "/v1/time-entries", entry(secret));
  const { apiKey: second } = await expect(201, "POST", "/v1/api-keys", { name: secret, scopes: ["full"] });
  const imported = async (file: string) => {
    const csv = { "content-type": "text/csv" };
    const { id } = await expect(202, "POST", `/v1/imports?fileName=${secret}.csv`, file, csv);
    await waitFor(async () => (await expect(200, "GET", `/v1/imports/${id}`)).status !== "reading");
    return id;
  };
  await imported(`${togglCsv([{ description: secret }])}\n"${secret}"`);
  const failing = await imported(togglCsv([{ description: refused }]));
  await expect(202, "POST", `/v1/imports/${failing}/apply`);
  await waitFor(async () => (await expect(200, "GET", `/v1/imports/${failing}`)).failure !== null);
  const { link } = await expect(201, "POST", "/v1/invitations", { email: "new@example.com", role: "member" });
  const invitation = new URL(link).hash.replace("#token=", "");
  assert.ok(invitation.length > 20, link);
  await send("GET", `/invitation?token=${invitation}`);
  assert.equal((await send("POST", "/auth/invitations/preview", { body: { token: invitation } })).status, 200);
  const { data } = await expect(200, "GET", "/v1/webhooks");
  await waitFor(async () => {
    const log = await expect(200, "GET", `/v1/webhooks/${data[0].id}/deliveries`);
    return log.data.some(({ attempts }: Json) => attempts > 0 || attempts.length > 0);
  });
  return [signing, second, invitation];
}

async function logOf(t: TestContext, level: string) {
  const database = await createDatabase();
  const world = await newTestApp({ db: database.db });
  const owner = await newPerson(world);
  const { token } = await newReportLink(owner);
  const session = await world.newSession(owner);
  const { apiKey: sessionKey } = session;
  const feed = await newCalendarFeed(session);
  const feedToken = feed.slice("/feeds/calendar/".length, -".ics".length);
  await database.db.query(
    sql`alter table time_entries add constraint no_refused check (description is distinct from 'Xylophone refused')`,
  );
  const service = await startServiceProcess(t, database, {
    LOG_FORMAT: "json",
    LOG_LEVEL: level,
    WEBHOOK_ALLOW_PRIVATE: "true",
    SECRET_KEY: testSecretKey.toString("base64"),
  });
  const send = sendTo(service.url);
  await sendWithoutKey(send, owner, token, feed);
  const carrier = { cookie: `${sessionCookie}=${sessionKey}`, "sec-fetch-site": "same-origin" };
  assert.equal((await send("GET", "/v1/me", { headers: carrier })).status, 200);
  const more = await sendWithKey(send, owner);
  await send("GET", "/metrics");
  const { log } = await service.terminate();
  const secrets = [
    secret,
    testPassword,
    owner.apiKey,
    sessionKey,
    token,
    feedToken,
    testSecretKey.toString("base64"),
    ...more,
  ];
  return { log, secrets, owner };
}

for (const level of ["debug", "info"])
  test(`the log at level ${level} contains ids and times of each request, and none of its secrets`, async (t) => {
    const { log, secrets, owner } = await logOf(t, level);
    for (const each of secrets) {
      const at = log.indexOf(each);
      assert.equal(at, -1, `${each} in ${log.slice(Math.max(0, at - 500), at + 200)}`);
    }
    const lines: Json[] = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const failures = lines.filter(({ msg, err }) => msg === "internal" && err.constraint === "no_refused");
    assert.equal(failures.length, 2, "the refused rows are in the log, without their values");
    assert.ok(lines.some(({ msg, err }) => msg === "an import failed" && err.constraint === "no_refused"));
    const requests = lines.filter(({ msg }) => msg === "request");
    assert.equal(
      requests.some(({ route }) => route === "/metrics"),
      level === "debug",
    );
    const created = requests.filter(
      ({ method, route, status }) => method === "POST" && route === "/v1/time-entries" && status === 201,
    );
    const { orgId: organizationId, userId, keyId } = owner;
    assert.equal(created.length, 3);
    for (const line of created) {
      const { time, ms, databaseMs, waitedMs, requestId, ...rest } = line;
      assert.ok(time !== undefined && requestId !== undefined && ms > 0 && databaseMs > 0 && waitedMs >= 0);
      const fixed = { level: 30, msg: "request", method: "POST", route: "/v1/time-entries", status: 201 };
      assert.deepEqual(rest, { ...fixed, organizationId, userId, keyId });
    }
  });
