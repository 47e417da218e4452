import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject, newRate } from "#test/worlds/factories.ts";
import { type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

const historyOf = (id: string) => `/v1/time-entries/${id}/history`;

test("an entry's history contains all its changes, newest first, and no others", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  const entry = await newEntry(member, where);
  await newEntry(member, where);
  await owner.patch(`/v1/time-entries/${entry.id}`, { durationSeconds: 60 });
  await member.delete(`/v1/time-entries/${entry.id}`);

  const deleted = await member.get(historyOf(entry.id));

  assert.equal(deleted.status, 200, deleted.text);
  await member.post(`/v1/time-entries/${entry.id}/restore`);
  const { data, nextCursor } = (await member.get(historyOf(entry.id))).json;
  assert.equal(nextCursor, null);
  assert.deepEqual(
    data.map(({ action, actor }: Json) => [action, actor.userId]),
    [
      ["time_entry.restored", member.userId],
      ["time_entry.deleted", member.userId],
      ["time_entry.updated", owner.userId],
      ["time_entry.created", member.userId],
    ],
  );
  assert.deepEqual(data.slice(1), deleted.json.data);
  assert.deepEqual(
    data[2].changes.map(({ field }: Json) => field),
    ["billableSeconds", "durationSeconds"],
  );
  assert.equal(data[2].address, null);
  const page = (await member.get(`${historyOf(entry.id)}?limit=3`)).json;
  const rest = (await member.get(`${historyOf(entry.id)}?limit=3&cursor=${page.nextCursor}`)).json;
  assert.deepEqual([...page.data, ...rest.data], data);
});

test("it needs the right to read the entry: 403 for others' entries, 404 for foreign and unknown ones", async () => {
  const { newOrganization, newMember } = await testApp();
  const [owner, stranger] = [await newOrganization(), await newOrganization()];
  const [member, viewer] = [await newMember(owner, "member"), await newMember(owner, "viewer")];
  const { id } = await newEntry(owner, await newProject(owner));
  assertProblem(await member.get(historyOf(id)), 403, "forbidden");
  assertProblem(await member.get(`${historyOf(id)}?no=such`), 403, "forbidden");
  assert.equal((await viewer.get(historyOf(id))).status, 200);
  assertProblem(await stranger.get(historyOf(id)), 404, "not_found");
  assertProblem(await stranger.get(`${historyOf(id)}?no=such`), 404, "not_found");
  assertProblem(await owner.get(historyOf("time_0")), 404, "not_found");
  assertProblem(await owner.get(`${historyOf(id)}?userId=me`), 422, "unknown_parameter", ["/userId"]);
});

test("it contains money only for members who may see money", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const rate = await newRate(owner, { rateMinor: 12_345 });
  const { id } = await newEntry(member, { projectId: rate.projectId, taskId: rate.taskId });
  const plain = await newKey(owner, ["time-entries:read"]);
  assert.match((await owner.get(historyOf(id))).text, /"rateMinor","old":null,"new":12345/);
  for (const caller of [member, plain])
    assert.doesNotMatch((await caller.get(historyOf(id))).text, /12345|Minor|rateSource/);
});

test("it disappears when the entry can no longer be restored", async () => {
  let now = new Date();
  const { newOrganization } = await newTestApp({ now: () => now });
  const owner = await newOrganization();
  const { id } = await newEntry(owner, await newProject(owner));
  await owner.delete(`/v1/time-entries/${id}`);
  now = new Date(now.getTime() + 30 * 86_400_000 - 60_000);
  assert.equal((await owner.get(historyOf(id))).status, 200);
  now = new Date(now.getTime() + 120_000);
  assertProblem(await owner.get(historyOf(id)), 404, "not_found");
});

test("it omits changes made while its reader could not see the entry", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const [member, other, viewer] = [
    await newMember(owner, "member"),
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
  ];
  const hidden = await newProject(owner, { visibility: "members", memberIds: [member.userId] });
  const open = await newProject(owner);
  const entry = await newEntry(member, hidden, { description: "Merger with Initech" });
  const change = async (fields: Json) =>
    assert.equal((await owner.patch(`/v1/time-entries/${entry.id}`, fields)).status, 200);
  await change({ description: "Due diligence" });
  await change({ ...open, description: "Office work", durationSeconds: 60 });
  await change({ description: "Office work, again" });
  await change({ ...hidden, description: "Signing" });
  await change({ ...open, description: "Filing" });
  const seenBy = async (caller: typeof owner, path = historyOf(entry.id)) => {
    const answer = await caller.get(path);
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };

  assert.equal((await seenBy(owner)).json.data.length, 6);
  assert.equal((await seenBy(member)).json.data.length, 6, "one's own time stays one's own");
  const seen = await seenBy(viewer);
  assert.doesNotMatch(seen.text, new RegExp(`Merger|diligence|Signing|${hidden.projectId}|${hidden.taskId}`));
  assert.deepEqual(
    seen.json.data.map(({ changes }: Json) => changes.find(({ field }: Json) => field === "description")),
    [
      { field: "description", old: null, new: "Filing" },
      { field: "description", old: "Office work", new: "Office work, again" },
      { field: "description", old: null, new: "Office work" },
    ],
  );
  const page = (await seenBy(viewer, `${historyOf(entry.id)}?limit=2`)).json;
  const rest = (await seenBy(viewer, `${historyOf(entry.id)}?limit=2&cursor=${page.nextCursor}`)).json;
  assert.deepEqual([...page.data, ...rest.data], seen.json.data);

  await change({ userId: other.userId, description: "Handed over" });
  const taken = await seenBy(other);
  assert.doesNotMatch(taken.text, /Filing|Office/);
  assert.equal(taken.json.data.length, 1);

  // Deleting the project must not reveal it. A deleted project no longer has members who could see it.
  await change({ ...open });
  assert.equal((await owner.delete(`/v1/projects/${hidden.projectId}`)).status, 204);
  assert.doesNotMatch((await seenBy(viewer)).text, /Merger|Signing/);
});
