import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import pino from "pino";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { receiver, register, sending, untilAllSent } from "#test/deliveries/sending.ts";
import type { ReceivedSpan } from "#test/http/read-otlp.ts";
import { type TraceCollector, traceCollector } from "#test/http/trace-collector.ts";
import { entryBody, newCalendarFeed, newEntry, newProject, newReportLink } from "#test/worlds/factories.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { tracingTo } from "#test/worlds/traced-world.ts";
import { createMarker } from "#test/worlds/two-tenants.ts";
import { waitFor } from "#test/databases/hold.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const callerSpan = "b7ad6b7169203331";
const traced = { traceparent: `00-${traceId}-${callerSpan}-01` };
const isCallers = (span: ReceivedSpan) => span.traceId === traceId;

async function tracedApp(t: TestContext) {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  // Looks up the key of each request, so that its span has the same children whatever was sent before.
  const app = await newTestApp({ tracing, keepsKeys: false });
  return { collector, tracing, app, caller: await app.newOrganization() };
}

/** Resolves with the span of the caller's request. */
const requestSpan = ({ until }: TraceCollector, name: string) =>
  until(name, (span) => isCallers(span) && span.name === name);

test("a create is a request with one statement, as a child of the caller's span", async (t) => {
  const { collector, tracing, caller } = await tracedApp(t);
  const where = await newProject(caller);
  assert.equal((await caller.post("/v1/time-entries", entryBody(where), traced)).status, 201);
  await tracing.stop();
  const request = await requestSpan(collector, "POST /v1/time-entries");
  assert.deepEqual([request.kind, request.parentId, request.status, request.events], [2, callerSpan, 0, 0]);
  assert.deepEqual(request.attributes, {
    "http.request.method": "POST",
    "http.route": "/v1/time-entries",
    "http.response.status_code": 201,
    "stint.organization.id": caller.orgId,
    "stint.key.id": caller.keyId,
  });
  assert.deepEqual(collector.treeOf(request).children, [
    { name: "SELECT api_keys", children: [] },
    { name: "create time entries", children: [{ name: "INSERT time_entries", children: [] }] },
  ]);
  const statement = collector.spans.find(({ name, traceId: of }) => name === "INSERT time_entries" && of === traceId);
  const { "db.query.text": text, ...facts } = statement?.attributes ?? {};
  assert.match(String(text), /^with input as \( select .* from json_to_recordset\(\$1::json\)/);
  assert.deepEqual(
    [statement?.kind, facts],
    [
      3,
      {
        "db.system.name": "postgresql",
        "db.operation.name": "INSERT",
        "db.collection.name": "time_entries",
        "db.query.summary": "INSERT time_entries",
        "db.response.returned_rows": 1,
      },
    ],
  );
});

test("creates that share a statement are linked with it", async (t) => {
  const { collector, tracing, caller } = await tracedApp(t);
  const where = await newProject(caller);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => caller.post("/v1/time-entries", entryBody(where))),
  );
  assert.ok(answers.every(({ status }) => status === 201));
  await tracing.stop();
  const requests = collector.spans.filter(({ name }) => name === "POST /v1/time-entries");
  const shared = collector.spans.filter(({ name }) => name === "create time entries");
  assert.equal(requests.length, 20);
  for (const { spanId, links } of requests) {
    const host = shared.find(({ parentId }) => parentId === spanId);
    const linked = shared.find((span) => span.spanId === links[0]?.spanId);
    assert.ok(host !== undefined || linked?.links.some((link) => link.spanId === spanId));
  }
  assert.equal(
    shared.reduce((sum, { links }) => sum + 1 + links.length, 0),
    20,
  );
});

test("a list is a request with its statements, and a change has its transaction", async (t) => {
  const { collector, tracing, caller } = await tracedApp(t);
  await caller.get("/v1/time-entries?limit=5", traced);
  await caller.post("/v1/clients", { name: "Acme" }, traced);
  await tracing.stop();
  const key = { name: "SELECT api_keys", children: [] };
  assert.deepEqual(collector.treeOf(await requestSpan(collector, "GET /v1/time-entries")).children, [
    key,
    { name: "SELECT time_entries", children: [] },
  ]);
  const { children } = collector.treeOf(await requestSpan(collector, "POST /v1/clients"));
  const [, transaction] = children;
  assert.deepEqual(
    [children.length, transaction?.name, transaction?.children.map(({ name }) => name)],
    [2, "transaction", ["INSERT clients", "INSERT changes", "SELECT billing_batch_projects"]],
  );
});

test("a streamed report is one statement, with all its rows, within its request", async (t) => {
  const { collector, tracing, caller } = await tracedApp(t);
  const where = await newProject(caller);
  const days = Array.from({ length: 28 }, (_, at) => ({
    startedAt: `2026-02-${String(at + 1).padStart(2, "0")}T09:00:00Z`,
  }));
  for (const day of days) await newEntry(caller, where, day);
  const path = "/v1/reports/summary?groupBy=date&from=2026-02-01&to=2026-02-28&format=csv";
  assert.equal((await caller.get(path, traced)).status, 200);
  await tracing.stop();
  const request = await requestSpan(collector, "GET /v1/reports/summary");
  const statement = collector.spans.find(({ attributes }) => attributes["db.response.returned_rows"] === 28);
  assert.equal(statement?.parentId, request.spanId);
  assert.ok(statement.startNs >= request.startNs && statement.endNs <= request.endNs);
});

test("a delivery continues the trace of its change, even after a restart, and passes it on", async (t) => {
  const collector = await traceCollector(t);
  const first = tracingTo(t, collector);
  const world = await sending(t, { tracing: first.tracing });
  const caller = await world.newOrganization();
  let status = 503;
  const hook = await receiver(t, (response) => response.writeHead(status).end());
  const endpoint = await register(caller, hook.url, { events: ["client.created", "time_entry.created"] });
  const where = await newProject(caller);
  await world.sender.stop();
  await caller.post("/v1/clients", { name: "Acme" }, traced);
  await caller.post("/v1/time-entries", entryBody(where), traced);
  await first.tracing.stop();
  const second = tracingTo(t, collector);
  world.startAnother({ tracing: second.tracing });
  await hook.until(2);
  status = 200;
  await untilAllSent(world.db);
  await second.tracing.stop();
  const attempts = collector.spans.filter(({ name }) => name === "webhook delivery");
  assert.equal(attempts.length, hook.received.length);
  for (const { headers, id } of hook.received) {
    const [, sentTrace, sentSpan, flags] = String(headers["traceparent"]).split("-");
    const attempt = attempts.find(({ spanId }) => spanId === sentSpan);
    const [change] = await world.db.query<{ action: string }>(sql`select action from changes where id = ${id}`);
    const route = change?.action === "client.created" ? "POST /v1/clients" : "POST /v1/time-entries";
    assert.deepEqual(
      [sentTrace, flags, attempt?.parentId],
      [traceId, "01", (await requestSpan(collector, route)).spanId],
    );
    assert.equal(attempt?.attributes["stint.webhook.id"], endpoint.id);
  }
  const outcomes = attempts.map(({ status: spanStatus, attributes }) => [
    attributes["http.response.status_code"],
    spanStatus,
    attributes["error.type"],
  ]);
  assert.deepEqual(new Set(outcomes.map((outcome) => outcome.join())), new Set(["503,2,503", "200,0,"]));
});

test("a job's run is a trace of its own, although a request wakes it", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  const world = await sending(t, { tracing, timings: { pollMs: 3_600_000 } });
  const caller = await world.newOrganization();
  const hook = await receiver(t);
  await register(caller, hook.url);
  await caller.post("/v1/clients", { name: "Acme" }, traced);
  await hook.until(1);
  await world.sender.stop();
  await tracing.stop();
  const runs = collector.spans.filter(({ attributes }) => attributes["stint.job.name"] === "deliveries");
  assert.ok(runs.length > 0);
  for (const { parentId, name } of runs) assert.deepEqual([parentId, name], ["", "deliveries"]);
});

test("a caller who asks for no trace gets none, nor do its deliveries", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector, { sampler: "parentbased_always_off" });
  const world = await sending(t, { tracing });
  const caller = await world.newOrganization();
  const hook = await receiver(t);
  await register(caller, hook.url, { events: ["client.created"] });
  await caller.post("/v1/clients", { name: "Acme" }, { traceparent: traced.traceparent.replace(/01$/, "00") });
  const [request] = await hook.until(1);
  assert.equal(request?.headers["traceparent"], undefined);
  await tracing.stop();
  assert.deepEqual(collector.spans, []);
});

test("lines of the log name the trace of their request", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const app = await newTestApp({ tracing, logger });
  await app.anonymous.send("GET", "/v1/unknown", undefined, { headers: traced });
  await waitFor(() => lines.length > 0);
  assert.equal((JSON.parse(lines[0] ?? "") as { traceId: string }).traceId, traceId);
  await tracing.stop();
});

test("no exported byte of a request, a delivery or an error contains a value, name, address, token or secret", async (t) => {
  const collector = await traceCollector(t);
  const { tracing } = tracingTo(t, collector);
  const world = await sending(t, { tracing });
  const caller = await world.newOrganization();
  const marker = createMarker();
  const durationSeconds = 300_007;
  const hook = await receiver(t);
  const url = `${hook.url}/${marker.word}?token=${marker.word}`;
  const { secret } = await register(caller, url);
  const where = await newProject(caller);
  const described = { description: marker.word, tags: [marker.word], durationSeconds };
  await newEntry(caller, where, { externalRef: marker.word, ...described });
  // Provoke database errors that quote a value, which must not occur in any span.
  assert.equal((await caller.post("/v1/time-entries", entryBody(where, { externalRef: marker.word }))).status, 409);
  await assert.rejects(
    world.db.transaction((tx) => tx.query(sql`select ${marker.word}::integer`)),
    new RegExp(marker.word),
  );
  const { token } = await newReportLink(caller);
  await world.anonymous.send("GET", `/auth/shared-reports/${token}`);
  const feed = await newCalendarFeed(await world.newSession(caller));
  assert.equal((await world.anonymous.send("GET", feed)).status, 200);
  await world.anonymous.send("GET", feed.slice(0, -".ics".length));
  await world.anonymous.send("GET", `/v1/${marker.word}?search=${marker.word}`);
  const person = { email: `${marker.word}@example.com`, password: `${marker.word} password` };
  await world.anonymous.send("POST", "/auth/sign-in", person);
  for (const path of ["/v1/time-entries", "/v1/reports/summary", "/v1/audit-events"])
    for (const query of ["", `?search=${marker.word}`]) await caller.get(path + query);
  await untilAllSent(world.db);
  await world.sender.stop();
  await tracing.stop();
  const bytes = Buffer.concat(collector.bodies).toString("latin1");
  assert.ok(bytes.includes(caller.orgId) && bytes.includes("/auth/shared-reports/:token"));
  assert.ok(bytes.includes("/feeds/calendar/:file"));
  for (const hidden of [
    marker.word,
    token,
    feed.slice("/feeds/calendar/".length, -".ics".length),
    secret,
    secret.slice(6),
    caller.apiKey,
    "whsec_",
    "@example.com",
    "127.0.0.1",
  ])
    assert.ok(!bytes.includes(hidden), hidden);
  assert.doesNotMatch(bytes, /stint_[0-9A-Za-z]{20}/);
  assert.ok(!bytes.includes(String(durationSeconds)));
});

test("requests do not wait for a collector that hangs", async (t) => {
  const collector = await traceCollector(t, () => undefined);
  const { tracing } = tracingTo(t, collector);
  const { db } = await createDatabase();
  const caller = await (await newTestApp({ db, tracing })).newOrganization();
  for (let number = 0; number < 50; number++)
    assert.equal((await caller.post("/v1/clients", { name: `Client ${number}` })).status, 201);
  await collector.until("a request", () => true);
});
