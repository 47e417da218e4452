import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject } from "#test/worlds/factories.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";

async function atNine() {
  const clock = { now: new Date("2026-03-02T09:00:00.500Z") };
  const { newOrganization, newMember } = await newTestApp({ now: () => clock.now });
  const caller = await newOrganization();
  const where = await newProject(caller);
  return { clock, caller, where, newMember, newOrganization };
}

test("a started timer is returned as sent, and can be read until it is stopped", async () => {
  const { caller, where } = await atNine();
  const sent = { ...where, description: "Writing", tags: [" Deep ", "deep"], billable: false };

  const started = await caller.post("/v1/timer", sent);

  assert.equal(started.status, 201);
  assert.equal(started.headers["location"], "/v1/timer");
  assert.deepEqual(Object.keys(started.json), ["timer", "stopped"]);
  const { createdAt, updatedAt, ...timer } = started.json.timer;
  assert.deepEqual(timer, {
    ...where,
    userId: caller.userId,
    startedAt: "2026-03-02T09:00:00.500Z",
    description: "Writing",
    tags: ["Deep"],
    billable: false,
    version: 1,
  });
  assert.ok(Date.parse(createdAt) <= Date.parse(updatedAt));
  assert.equal(started.json.stopped, null);
  const read = await caller.get("/v1/timer");
  assert.deepEqual(read.json, started.json.timer);
  assert.equal(read.headers["etag"], started.headers["etag"]);
  assert.equal((await caller.get("/v1/timer", { "if-none-match": read.headers["etag"] ?? "" })).status, 304);
});

test("a stopped timer becomes a time entry with the seconds that it ran", async () => {
  const { clock, caller, where } = await atNine();
  await caller.post("/v1/timer", { ...where, description: "Writing", tags: ["x"], billable: false });
  clock.now = new Date("2026-03-02T10:00:01.499Z");

  const stopped = await caller.post("/v1/timer/stop");

  assert.equal(stopped.status, 201);
  assert.equal(stopped.headers["location"], `/v1/time-entries/${stopped.json.id}`);
  assert.equal(stopped.headers["etag"], '"1"');
  assert.partialDeepStrictEqual(stopped.json, {
    ...where,
    userId: caller.userId,
    startedAt: "2026-03-02T09:00:00.500Z",
    durationSeconds: 3600,
    endedAt: "2026-03-02T10:00:00.500Z",
    description: "Writing",
    tags: ["x"],
    billable: false,
    billableSeconds: 0,
    externalRef: null,
    source: "timer",
    deletedAt: null,
  });
  assert.deepEqual((await caller.get(`/v1/time-entries/${stopped.json.id}`)).json, stopped.json);
  assertProblem(await caller.get("/v1/timer"), 404, "not_found");
});

test("a second stop is a 409 and changes nothing", async () => {
  const { clock, caller, where } = await atNine();
  await caller.post("/v1/timer", where);
  const first = await caller.post("/v1/timer/stop");
  clock.now = new Date("2026-03-02T12:00:00Z");

  assertProblem(await caller.post("/v1/timer/stop"), 409, "timer_not_running");
  assert.deepEqual((await caller.get("/v1/time-entries")).json.data, [first.json]);
});

test("a timer that ran for no time, or longer than the limit of entries, still becomes an entry", async () => {
  const { clock, caller, where } = await atNine();
  await caller.post("/v1/timer", where);
  assert.equal((await caller.post("/v1/timer/stop")).json.durationSeconds, 0);
  await caller.post("/v1/timer", where);
  clock.now = new Date("2026-04-02T09:00:00.500Z");
  assert.equal((await caller.post("/v1/timer/stop")).json.durationSeconds, 31 * 86_400);
});

test("a clock that went back makes an entry without length, not an error", async () => {
  const { clock, caller, where } = await atNine();
  await caller.post("/v1/timer", where);
  clock.now = new Date("2026-03-02T08:00:00Z");
  assert.equal((await caller.post("/v1/timer/stop")).json.durationSeconds, 0);
});

test("a start stops the running timer at the same instant", async () => {
  const { clock, caller, where } = await atNine();
  await caller.post("/v1/timer", { ...where, description: "first" });
  clock.now = new Date("2026-03-02T09:30:00.500Z");

  const second = await caller.post("/v1/timer", { ...where, description: "second" });

  assert.equal(second.status, 201);
  assert.partialDeepStrictEqual(second.json, {
    timer: { description: "second", startedAt: "2026-03-02T09:30:00.500Z" },
    stopped: { description: "first", durationSeconds: 1800, endedAt: "2026-03-02T09:30:00.500Z" },
  });
  assert.deepEqual((await caller.get("/v1/time-entries")).json.data, [second.json.stopped]);
  assert.deepEqual((await caller.get("/v1/timer")).json, second.json.timer);
});

test("a start that is refused leaves the running timer alone", async () => {
  const { caller, where } = await atNine();
  const { timer } = (await caller.post("/v1/timer", where)).json;

  assertProblem(await caller.post("/v1/timer", { projectId: "proj_0" }), 404, "not_found", ["/projectId"]);
  assertProblem(
    await caller.post("/v1/timer", { ...where, startedAt: "2026-03-02T09:00:01Z" }),
    422,
    "validation_failed",
  );
  assert.deepEqual((await caller.get("/v1/timer")).json, timer);
  assert.deepEqual((await caller.get("/v1/time-entries")).json.data, []);
});

test("every member has their own timer", async () => {
  const { caller, where, newMember, newOrganization } = await atNine();
  const member = await newMember(caller, "member");
  const stranger = await newOrganization();
  await caller.post("/v1/timer", { ...where, description: "owner" });

  for (const other of [member, stranger]) assertProblem(await other.get("/v1/timer"), 404, "not_found");
  assert.equal((await member.post("/v1/timer", { ...where, description: "member" })).json.stopped, null);
  assert.equal((await caller.get("/v1/timer")).json.description, "owner");
  assert.equal((await member.post("/v1/timer/stop")).json.userId, member.userId);
  assert.equal((await caller.get("/v1/timer")).status, 200);
});

test("a discarded timer leaves no entry, and without a running timer there is none to read, change or discard", async () => {
  const { caller, where } = await atNine();
  await caller.post("/v1/timer", where);

  const discarded = await caller.delete("/v1/timer");

  assert.deepEqual([discarded.status, discarded.text], [204, ""]);
  assert.deepEqual((await caller.get("/v1/time-entries")).json.data, []);
  assertProblem(await caller.delete("/v1/timer"), 404, "not_found");
  assertProblem(await caller.get("/v1/timer"), 404, "not_found");
  assertProblem(await caller.patch("/v1/timer", { projectId: 5 }), 404, "not_found");
  assertProblem(await caller.post("/v1/timer/stop"), 409, "timer_not_running");
});

test("stop takes no body, or an empty object", async () => {
  const { caller, where } = await atNine();
  const type = { "content-type": "text/plain" };
  for (const send of [
    () => caller.post("/v1/timer/stop"),
    () => caller.post("/v1/timer/stop", {}),
    () => caller.send("POST", "/v1/timer/stop", undefined, { raw: "", headers: type }),
  ]) {
    await caller.post("/v1/timer", where);
    assert.equal((await send()).status, 201);
  }
  await caller.post("/v1/timer", where);
  assertProblem(await caller.post("/v1/timer/stop", { at: "now" }), 422, "validation_failed", ["/at"]);
  assertProblem(await caller.post("/v1/timer/stop", []), 400, "malformed_request");
  assertProblem(await caller.post("/v1/timer/stop?at=now"), 422, "unknown_parameter", ["/at"]);
});

test("successive timers have different ETags", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  const first = (await caller.post("/v1/timer", { projectId })).headers["etag"] ?? "";
  const second = (await caller.post("/v1/timer", { projectId })).headers["etag"] ?? "";

  assert.notEqual(first, second);
  assertProblem(await caller.patch("/v1/timer", {}, { "if-match": first }), 412, "precondition_failed");
  assertProblem(await caller.post("/v1/timer/stop", {}, { "if-match": first }), 412, "precondition_failed");
  assertProblem(await caller.delete("/v1/timer", { "if-match": first }), 412, "precondition_failed");
  assert.equal((await caller.post("/v1/timer/stop", {}, { "if-match": second })).status, 201);
});
