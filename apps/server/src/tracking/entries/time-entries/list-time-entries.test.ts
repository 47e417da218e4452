import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

async function listed(caller: Caller, query = ""): Promise<string[]> {
  const answer = await caller.get(`${path}?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.data.map((entry: { description: string }) => entry.description);
}

/** Creates three different entries, from a (the newest) to c (the oldest). */
async function threeEntries() {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const member = await newMember(caller, "member");
  const client = await caller.post("/v1/clients", { name: "ACME" });
  const one = await newProject(caller, { clientId: client.json.id });
  const two = await newProject(caller);
  const a = await newEntry(caller, one, {
    description: "a",
    startedAt: "2026-03-03T09:00:00Z",
    tags: ["Deep Work", "x"],
    externalRef: "r/1",
  });
  const b = await newEntry(caller, two, {
    description: "b",
    startedAt: "2026-03-02T09:00:00Z",
    tags: ["deep work"],
    billable: false,
    externalRef: "R/1",
  });
  const c = await newEntry(caller, one, {
    description: "c",
    startedAt: "2026-03-01T09:00:00Z",
    userId: member.userId,
    tags: ["büro"],
  });
  return { caller, member, clientId: client.json.id as string, one, two, a, b, c };
}

test("an empty list is an empty page", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();

  const { json, headers, status } = await caller.get(path);

  assert.deepEqual([status, json], [200, { data: [], nextCursor: null }]);
  assert.equal(headers["link"], undefined);
});

test("a list contains its organization's entries, newest first", async () => {
  const { caller, a, b, c } = await threeEntries();
  assert.deepEqual((await caller.get(path)).json, { data: [a, b, c], nextCursor: null });
});

test("each filter limits the list to its value", async () => {
  const { caller, member, clientId, one, two } = await threeEntries();
  const examples: [string, string[]][] = [
    [`projectId=${one.projectId}`, ["a", "c"]],
    [`taskId=${two.taskId}`, ["b"]],
    [`clientId=${clientId}`, ["a", "c"]],
    [`userId=${member.userId}`, ["c"]],
    ["userId=me", ["a", "b"]],
    ["tag=DEEP%20WORK", ["a", "b"]],
    ["tag=B%C3%9CRO", ["c"]],
    ["tag=deep", []],
    ["billable=true", ["a", "c"]],
    ["billable=false", ["b"]],
    ["externalRef=r/1", ["a"]],
    ["q=B", ["b"]],
    ["q=%25", []],
    ["from=2026-03-02", ["a", "b"]],
    ["to=2026-03-02", ["b", "c"]],
    ["from=2026-03-02&to=2026-03-02", ["b"]],
  ];
  for (const [query, expected] of examples) assert.deepEqual(await listed(caller, query), expected, query);
});

test("a filter that is repeated or contains commas matches any of its values", async () => {
  const { caller, member, clientId, one, two } = await threeEntries();
  const examples: [string, string[]][] = [
    [`projectId=${one.projectId}&projectId=${two.projectId}`, ["a", "b", "c"]],
    [`taskId=${two.taskId}&taskId=task_0`, ["b"]],
    [`clientId=client_0&clientId=${clientId}`, ["a", "c"]],
    [`userId=me&userId=${member.userId}`, ["a", "b", "c"]],
    ["tag=x&tag=b%C3%BCro", ["a", "c"]],
    ["externalRef=r/1&externalRef=R/1", ["a", "b"]],
    [`projectId=${one.projectId},${two.projectId}`, ["a", "b", "c"]],
    [`projectId=${one.projectId}%2C%20${two.projectId}`, ["a", "b", "c"]],
    [`projectId=proj_0,proj_1&projectId=${two.projectId}`, ["b"]],
    [`projectId[]=${one.projectId}&projectId%5B%5D=${two.projectId}`, ["a", "b", "c"]],
    [`projectId=${one.projectId}&projectId[]=${two.projectId}`, ["a", "b", "c"]],
    [`userId=${member.userId},me`, ["a", "b", "c"]],
    ["externalRef=r/1,R/1", ["a", "b"]],
    ["tag=x,b%C3%BCro", ["a", "c"]],
  ];
  for (const [query, expected] of examples) assert.deepEqual(await listed(caller, query), expected, query);
});

test("a comma within a filter's text is escaped with a backslash", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  await newEntry(caller, where, { description: "both", tags: ["R&D, ops", "ops"], externalRef: "1,2" });
  await newEntry(caller, where, { description: "one", tags: ["ops"], externalRef: "2" });
  for (const [query, expected] of [
    [{ tag: "R&D\\, ops" }, ["both"]],
    [{ tag: "R&D, ops" }, ["one", "both"]],
    [{ tag: "R&D\\, ops,ops" }, ["one", "both"]],
    [{ externalRef: "1\\,2" }, ["both"]],
    [{ externalRef: "1,2" }, ["one"]],
  ] as const)
    assert.deepEqual(await listed(caller, String(new URLSearchParams(query))), expected, JSON.stringify(query));
});

test("different filters combine", async () => {
  const { caller, member, clientId, one, two } = await threeEntries();
  const examples: [string, string[]][] = [
    [`clientId=${clientId}&userId=me`, ["a"]],
    [`projectId=${one.projectId}&taskId=${two.taskId}`, []],
    [`tag=deep%20work&billable=true&userId=me&projectId=${one.projectId}&q=a&from=2026-03-03&to=2026-03-03`, ["a"]],
    [`userId=${member.userId}&billable=false`, []],
  ];
  for (const [query, expected] of examples) assert.deepEqual(await listed(caller, query), expected, query);
});

test("a text that almost matches everywhere is found about as fast as any other", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  await newEntry(caller, where, { description: `${"a".repeat(199)}B` });
  await newEntry(caller, where, { description: "a".repeat(2_000) });
  await db.query(sql`
    insert into time_entries
    select (jsonb_populate_record(e, jsonb_build_object('id', 'time_copy' || i))).*
      from time_entries e cross join generate_series(1, 2000) i
     where e.org_id = ${caller.orgId} and length(e.description) = 2000`);
  const search = async (address: string, q: string) => {
    const startedAt = performance.now();
    const answer = await caller.get(`${address}?q=${q}`);
    const ms = performance.now() - startedAt;
    assert.equal(answer.status, 200, answer.text);
    const { data, totals } = answer.json;
    assert.equal(totals?.entries ?? data.length, q.startsWith("A") ? 1 : 0);
    return ms;
  };
  for (const address of [path, "/v1/reports/summary"]) {
    // The first text differs from the description at the end, the second at the start.
    for (const q of [`${"A".repeat(199)}b`, `b${"a".repeat(199)}`]) {
      // Compares the shortest of several measurements, which other load on the machine affects least. A quadratic
      // search would take dozens of times longer.
      const best = { near: Infinity, other: Infinity };
      const isNear = () => best.near < 8 * best.other;
      for (let round = 0; round < 10 && !isNear(); round++) {
        best.other = Math.min(best.other, await search(address, "c".repeat(200)));
        best.near = Math.min(best.near, await search(address, q));
      }
      assert.ok(isNear(), `${address}: ${JSON.stringify(best)}`);
    }
  }
});

test("an unknown or foreign id gives an empty list, and a malformed one is refused", async () => {
  const { caller } = await threeEntries();
  const { newOrganization } = await testApp();
  const stranger = await newOrganization();
  const client = await stranger.post("/v1/clients", { name: "Other" });
  const foreign = await newProject(stranger, { clientId: client.json.id });
  await newEntry(stranger, foreign);
  const queries = [
    `projectId=${foreign.projectId}`,
    `taskId=${foreign.taskId}`,
    `clientId=${client.json.id}`,
    `userId=${stranger.userId}`,
    "projectId=proj_0",
    "userId=user_nobody",
    "externalRef=unknown",
    "tag=unknown",
  ];
  for (const query of queries) assert.deepEqual(await listed(caller, query), [], query);
  for (const name of ["projectId", "taskId", "clientId", "userId"]) {
    for (const id of ["", "x_0", "%00", "%F0%9F%98%80", "%27%20or%201=1--", "null", "a".repeat(5000), "PROJ_0"])
      assertProblem(await caller.get(`${path}?${name}=${id}`), 422, "validation_failed", [`/${name}`]);
  }
  assertProblem(await caller.get(`${path}?tag=`), 422, "validation_failed", ["/tag"]);
});

test("q finds literal text, in any case, including wildcards", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const texts = ["100% done", "100 done", "snake_case", "snakeXcase", "back\\slash", "ÄRGER mit 😀"];
  for (const description of texts) await newEntry(caller, where, { description });
  const examples: [string, string[]][] = [
    ["100%", ["100% done"]],
    ["%", ["100% done"]],
    ["_", ["snake_case"]],
    ["e_c", ["snake_case"]],
    ["\\", ["back\\slash"]],
    ["\\s", ["back\\slash"]],
    ["DONE", ["100 done", "100% done"]],
    ["ärger", ["ÄRGER mit 😀"]],
    ["😀", ["ÄRGER mit 😀"]],
    ["'", []],
    ["", texts.toSorted()],
  ];
  for (const [q, expected] of examples) {
    assert.deepEqual((await listed(caller, `q=${encodeURIComponent(q)}`)).toSorted(), expected, q);
  }
});

test("each sort orders by its time, and the id breaks ties", async () => {
  const { caller, b, a, c } = await threeEntries();
  await caller.patch(`${path}/${b.id}`, { durationSeconds: 1 });
  const examples: [string, string[]][] = [
    ["-startedAt", ["a", "b", "c"]],
    ["startedAt", ["c", "b", "a"]],
    ["-updatedAt", ["b", "c", "a"]],
    ["updatedAt", ["a", "c", "b"]],
  ];
  for (const [sort, expected] of examples) assert.deepEqual(await listed(caller, `sort=${sort}`), expected, sort);
  for (const { id } of [a, b, c]) await caller.patch(`${path}/${id}`, { startedAt: "2026-03-05T09:00:00Z" });
  const ids = [a, b, c].map((entry) => entry.id as string).toSorted();
  const idsBy = async (sort: string) =>
    (await caller.get(`${path}?sort=${sort}`)).json.data.map((entry: { id: string }) => entry.id);
  assert.deepEqual(await idsBy("startedAt"), ids);
  assert.deepEqual(await idsBy("-startedAt"), ids.toReversed());
});

test("an invalid value of a filter is a 422 with its name", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const queries: [string, string][] = [
    ...["0", "201", "-1", "abc", "", "1.5", "1&limit=2"].map((value): [string, string] => ["limit", value]),
    ...["yes", "1", "", "true&billable=false"].map((value): [string, string] => ["billable", value]),
    ...["2026-02-30", "yesterday", "", "2026-03-01T09:00:00", "1969-12-31"].map((value): [string, string] => [
      "from",
      value,
    ]),
    ["to", "2026-13-01"],
    ["tz", "Mars/Olympus"],
    ["tz", "%2B02:00"],
    ["sort", "createdAt"],
    ["q", "a%00"],
    ["q", "a".repeat(201)],
    ["includeDeleted", "maybe"],
    ["cursor", "x"],
    ["tag", "%00"],
  ];
  for (const [name, value] of queries) {
    const pointer = [`/${name}`];
    const answer = await caller.get(`${path}?${name}=${value}`);
    assertProblem(answer, 422, "validation_failed");
    const named = answer.json.errors.map((error: { pointer: string }) =>
      error.pointer.split("/").slice(0, 2).join("/"),
    );
    assert.deepEqual([...new Set(named)], pointer, `${name}=${value}`);
  }
  assert.equal((await caller.get(`${path}?limit=200`)).status, 200);
});

test("an unknown query parameter is a 422 with the nearest one and the known ones", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const [given, says] of [
    ["projectID", "; did you mean projectId\\?"],
    ["user", "; did you mean userId\\?"],
    ["tags", "; did you mean tag\\?"],
    ["page", ": lists are paged by cursor"],
    ["per_page", ": limit sets the page size"],
    ["updated_since", ": GET /v1/time-entries/changes lists"],
    ["start_date", ": a range begins with from"],
    ["__proto__", "\\."],
  ] as const) {
    const answer = await caller.get(`${path}?${given}=x`);
    assertProblem(answer, 422, "unknown_parameter", [`/${given}`]);
    assert.match(answer.json.detail, new RegExp(`is not known${says}.*Known: projectId, .*cursor`));
  }
});
