import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

/**
 * An organization with an entry at each of these instants. `find` returns the instants of the entries that match a
 * query, oldest first.
 */
async function entriesAt(instants: string[], timeZone = "UTC") {
  const { newOrganization } = await testApp();
  const caller = await newOrganization({ timeZone });
  const where = await newProject(caller);
  for (const startedAt of instants) await newEntry(caller, where, { startedAt, durationSeconds: 7200 });
  const find = async (query: string): Promise<string[]> => {
    const answer = await caller.get(`${path}?sort=startedAt&${query}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.data.map((entry: { startedAt: string }) => entry.startedAt);
  };
  return { caller, find };
}

test("an instant is accepted in every form of ISO 8601, wherever one is sent, and returned in one form", async () => {
  const { caller, find } = await entriesAt([]);
  const where = await newProject(caller);
  const saved = (await caller.post("/v1/saved-reports", { name: "R", query: { report: "summary" } })).json;
  const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  for (const instant of ["2026-03-19T23:57:00.000+0100", "2026-03-19 23:57+01"]) {
    const at = "2026-03-19T22:57:00Z";
    const later = instant.replace("2026-03-19", soon);
    const body = { ...where, startedAt: instant, durationSeconds: 60 };
    const made = await caller.post(path, body);
    assert.equal(made.json.startedAt, at, made.text);
    const moved = await caller.patch(`${path}/${made.json.id}`, { startedAt: instant.replace(":57", ":58") });
    assert.equal(moved.json.startedAt, "2026-03-19T22:58:00Z");
    const batch = await caller.post(`${path}/batch`, { entries: [body] });
    assert.equal(batch.json.data[0].startedAt, at, batch.text);
    assert.deepEqual(await find(`to=${encodeURIComponent(instant.replace(":57", ":58"))}`), [at]);
    assert.deepEqual(await find(`to=${instant.replace(" ", "%20").replace(":57", ":58")}`), [at]);
    await caller.delete(`${path}/${made.json.id}`);
    await caller.delete(`${path}/${batch.json.data[0].id}`);
    const timer = await caller.post("/v1/timer", { ...where, startedAt: instant });
    assert.equal(timer.json.timer.startedAt, at);
    assert.equal((await caller.delete("/v1/timer")).status, 204);
    for (const [url, sent] of [
      ["/v1/api-keys", { name: "K", scopes: ["reports:read"], expiresAt: later }],
      [`/v1/saved-reports/${saved.id}/links`, { expiresAt: later }],
      ["/v1/rates/reprice", { from: instant, to: instant }],
    ] as const) {
      const answer = await caller.post(url, sent);
      assert.ok(answer.status < 300, `${url} ${answer.text}`);
      assert.ok(!answer.text.includes(later), answer.text);
    }
    for (const url of [
      `${path}/changes?since=`,
      "/v1/projects/changes?since=",
      "/v1/audit-events?from=",
      "/v1/reports/summary?from=",
    ])
      assert.equal((await caller.get(url + encodeURIComponent(instant))).status, 200, url);
  }
});

test("instants are half-open: from is in the range, to is not", async () => {
  const instants = ["2026-03-01T09:00:00Z", "2026-03-01T09:00:00.001Z", "2026-03-01T10:00:00Z"];
  const { find } = await entriesAt(instants);

  assert.deepEqual(await find(`from=${instants[0]}&to=${instants[2]}`), instants.slice(0, 2));
  assert.deepEqual(await find(`from=${instants[1]}`), instants.slice(1));
  assert.deepEqual(await find(`to=${instants[1]}`), instants.slice(0, 1));
  assert.deepEqual(await find(`from=${instants[0]}&to=${instants[0]}`), []);
  assert.deepEqual(
    await find("from=2026-03-01T11:00:00%2B02:00&to=2026-03-01T11:00:00.001%2B02:00"),
    instants.slice(0, 1),
  );
  assert.deepEqual(await find("from=2026-03-01T11:00:00+02:00&to=2026-03-01T11:00:00.001+02:00"), instants.slice(0, 1));
});

test("dates are days in the organization's zone, both inclusive", async () => {
  const days = ["2026-02-28T22:59:59.999Z", "2026-02-28T23:00:00Z", "2026-03-01T22:59:59.999Z", "2026-03-01T23:00:00Z"];
  const { find } = await entriesAt(days, "Europe/Berlin");

  assert.deepEqual(await find("from=2026-03-01&to=2026-03-01"), days.slice(1, 3));
  assert.deepEqual(await find("from=2026-03-01"), days.slice(1));
  assert.deepEqual(await find("to=2026-03-01"), days.slice(0, 3));
  assert.deepEqual(await find("from=2026-03-01&to=2026-03-01&tz=UTC"), days.slice(2));
  assert.deepEqual(await find("from=2026-03-01&to=2026-03-01T22:30:00Z"), days.slice(1, 2));
});

test("a change of the organization's zone moves its days", async () => {
  const { caller, find } = await entriesAt(["2026-02-28T23:30:00Z"]);
  assert.deepEqual(await find("from=2026-03-01"), []);
  await caller.patch("/v1/organization", { timeZone: "Europe/Berlin" });
  assert.deepEqual(await find("from=2026-03-01"), ["2026-02-28T23:30:00Z"]);
});

test("a day has the length that its zone gives it", async () => {
  // A time zone, a day, and the day's first and last millisecond.
  const examples = [
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T21:59:59.999Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59.999Z"],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", "2026-04-05T13:29:59.999Z"],
    ["Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30:00Z", "2026-10-04T12:59:59.999Z"],
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", "2018-11-05T01:59:59.999Z"],
    ["Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", "2011-12-30T09:59:59.999Z"],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", "2011-12-31T09:59:59.999Z"],
    ["Asia/Kathmandu", "2026-03-01", "2026-02-28T18:15:00Z", "2026-03-01T18:14:59.999Z"],
  ] as const;
  for (const [zone, day, first, last] of examples) {
    const shifted = (instant: string, ms: number) =>
      new Date(Date.parse(instant) + ms).toISOString().replace(".000Z", "Z");
    const { find } = await entriesAt([shifted(first, -1), first, last, shifted(last, 1)]);
    assert.deepEqual(await find(`from=${day}&to=${day}&tz=${zone}`), [first, last], `${zone} ${day}`);
  }
});

test("a day that a zone skipped is empty, and a range over it misses nothing", async () => {
  const instants = ["2011-12-30T09:59:59Z", "2011-12-30T10:00:00Z"];
  const { find } = await entriesAt(instants, "Pacific/Apia");
  assert.deepEqual(await find("from=2011-12-30&to=2011-12-30"), []);
  assert.deepEqual(await find("from=2011-12-29&to=2011-12-31"), instants);
  assert.deepEqual(await find("from=2011-12-30"), instants.slice(1));
  assert.deepEqual(await find("to=2011-12-30"), instants.slice(0, 1));
});

test("a month ends at different instants at the two ends of the world", async () => {
  const instants = ["2026-01-31T09:59:59Z", "2026-01-31T10:00:00Z", "2026-02-01T10:59:59Z", "2026-02-01T11:00:00Z"];
  const { find } = await entriesAt(instants);
  assert.deepEqual(await find("from=2026-01-01&to=2026-01-31&tz=Pacific/Kiritimati"), instants.slice(0, 1));
  assert.deepEqual(await find("from=2026-01-01&to=2026-01-31&tz=Pacific/Niue"), instants.slice(0, 3));
  assert.deepEqual(await find("from=2026-02-01&tz=Pacific/Kiritimati"), instants.slice(1));
});

test("an entry belongs to the day on which it starts", async () => {
  const { find } = await entriesAt(["2026-03-01T23:30:00Z"]);
  assert.equal((await find("from=2026-03-01&to=2026-03-01")).length, 1);
  assert.equal((await find("from=2026-03-02")).length, 0);
});

test("the first and last possible days work in every zone", async () => {
  const edges = ["1970-01-01T00:00:00Z", "2199-12-31T23:59:59.999Z"];
  const { find } = await entriesAt(edges);
  for (const zone of ["UTC", "Asia/Tokyo", "Pacific/Niue"]) {
    const expected = zone === "Pacific/Niue" ? edges.slice(1) : edges;
    assert.deepEqual(await find(`from=1970-01-01&tz=${zone}`), expected, zone);
    assert.deepEqual(await find(`to=2199-12-31&tz=${zone}`), zone === "Asia/Tokyo" ? edges.slice(0, 1) : edges, zone);
  }
});

test("from after to is 422", async () => {
  const { caller, find } = await entriesAt([]);
  const queries = [
    "from=2026-03-02&to=2026-03-01",
    "from=2026-04-01&to=2026-03-01",
    "from=2026-03-01T10:00:00Z&to=2026-03-01T09:00:00Z",
    "from=2026-03-02&to=2026-03-01T23:00:00Z",
    "from=2026-03-02T00:00:01Z&to=2026-03-01",
    "from=2011-12-30&to=2011-12-29&tz=Pacific/Apia",
  ];
  for (const query of queries) assertProblem(await caller.get(`${path}?${query}`), 422, "validation_failed", ["/from"]);
  for (const query of ["from=2026-03-01&to=2026-03-01", "from=2026-03-01T09:00:00Z&to=2026-03-01T09:00:00Z"]) {
    assert.deepEqual(await find(query), []);
  }
});
