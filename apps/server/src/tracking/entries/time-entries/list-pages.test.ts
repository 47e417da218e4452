import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";
const idsOf = (answer: Answer): string[] => answer.json.data.map((entry: { id: string }) => entry.id);

async function newEntries(caller: Caller, count: number, more: object = {}): Promise<string[]> {
  const where = await newProject(caller);
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 500) {
    const entries = Array.from({ length: Math.min(500, left) }, () => entryBody(where, more));
    const made = await caller.post(`${path}/batch`, { entries });
    assert.equal(made.status, 201, made.text);
    ids.push(...idsOf(made));
  }
  return ids;
}

/** Reads a list page by page and returns all ids. Calls `between` after each page. */
async function walk(caller: Caller, query: string, between = async (_page: number) => {}): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let page = 1; ; page++) {
    const answer: Answer = await caller.get(`${path}?${query}${cursor === null ? "" : `&cursor=${cursor}`}`);
    assert.equal(answer.status, 200, answer.text);
    ids.push(...idsOf(answer));
    cursor = answer.json.nextCursor;
    if (cursor === null) return ids;
    await between(page);
  }
}

test("pages contain 50 entries by default, and the last one has no cursor", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  await newEntries(caller, 51);

  const first = await caller.get(path);
  assert.equal(first.json.data.length, 50);
  const last = await caller.get(`${path}?cursor=${first.json.nextCursor}`);
  assert.equal(last.json.data.length, 1);
  assert.equal(last.json.nextCursor, null);
  assert.equal(last.headers["link"], undefined);
  const exact = await caller.get(`${path}?limit=51`);
  assert.deepEqual([exact.json.data.length, exact.json.nextCursor], [51, null]);
});

test("a Link header leads to the next page with the same filters", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const ids = await newEntries(caller, 3, { description: "a&b=c" });

  const first = await caller.get(`${path}?limit=2&q=a%26b&userId=me&tz=Europe%2FBerlin&from=2026-01-01`);
  const next = first.headers["link"]?.match(/^<(.+)>; rel="next"$/)?.[1] ?? "";

  assert.match(next, /^\/v1\/time-entries\?/);
  const second = await caller.get(next);
  assert.deepEqual([...idsOf(first), ...idsOf(second)].toSorted(), ids.toSorted());
});

test("1,100 entries that began at the same instant are each seen once while others are created", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const ids = (await newEntries(caller, 1_100)).toSorted();
  const known = new Set(ids);

  for (const sort of ["-startedAt", "startedAt", "updatedAt", "-updatedAt"]) {
    const seen = await walk(caller, `limit=200&sort=${sort}`, async () => {
      await newEntries(caller, 7);
    });
    const old = seen.filter((id) => known.has(id));
    assert.equal(new Set(seen).size, seen.length, sort);
    assert.equal(old.length, 1_100, sort);
    assert.deepEqual(old.toSorted(), ids, sort);
  }
});

test("deleting an entry between two pages loses no other", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const ids = (await newEntries(caller, 9)).toSorted().toReversed();

  const seen = await walk(caller, "limit=3", async (page) => {
    // Deletes the entry that the cursor refers to, the page's last one.
    await caller.delete(`${path}/${ids[page * 3 - 1]}`);
  });

  assert.deepEqual(seen, ids);
});

test("every limit gives the same entries", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  await newEntries(caller, 12);
  const all = await walk(caller, "limit=200");
  for (const limit of [1, 2, 5, 11, 12, 13]) assert.deepEqual(await walk(caller, `limit=${limit}`), all, String(limit));
});

test("with a cursor only the limit may change", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const member = await newMember(caller, "manager");
  await newEntries(caller, 5);
  const { nextCursor } = (await caller.get(`${path}?limit=2&billable=true`)).json;

  assert.equal((await caller.get(`${path}?limit=3&billable=true&cursor=${nextCursor}`)).json.data.length, 3);
  assert.equal((await member.get(`${path}?billable=true&cursor=${nextCursor}`)).json.data.length, 3);
  const others = [
    "",
    "billable=false",
    "billable=true&sort=startedAt",
    "billable=true&q=",
    "billable=true&from=2026-01-01",
    "billable=true&userId=me",
    "billable=true&includeDeleted=true",
  ];
  for (const query of others) {
    const answer = await caller.get(`${path}?${query}&cursor=${nextCursor}`);
    assertProblem(answer, 422, "validation_failed", ["/cursor"]);
    assert.equal(answer.json.errors[0].code, "other_list", query);
  }
});

test("an altered cursor is a 422", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  await newEntries(caller, 2);
  const { nextCursor } = (await caller.get(`${path}?limit=1`)).json;

  for (const cursor of ["", "x", nextCursor.slice(0, -4), `${nextCursor}A`.slice(2), "%00", "a".repeat(1001)]) {
    assertProblem(await caller.get(`${path}?cursor=${cursor}`), 422, "validation_failed", ["/cursor"]);
  }
  assertProblem(await caller.get(`${path}?cursor=${nextCursor}&cursor=${nextCursor}`), 422, "validation_failed", [
    "/cursor",
  ]);
});

test("a cursor of another organization only leads into the caller's list", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const stranger = await newOrganization();
  await newEntries(stranger, 2);
  const own = await newEntry(caller, await newProject(caller), { startedAt: "2026-01-01T00:00:00Z" });
  const { nextCursor } = (await stranger.get(`${path}?limit=1`)).json;

  assert.deepEqual(idsOf(await caller.get(`${path}?cursor=${nextCursor}`)), [own.id]);
});
