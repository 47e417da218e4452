import assert from "node:assert/strict";
import { test } from "node:test";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

async function ok(answer: ReturnType<Caller["get"]>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

test("whatever is written beside submissions is in the figures or refused", async () => {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  const member = await world.newMember(owner, "member");
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  const other = await newProject(owner);
  const movable: Json[] = [];
  for (let at = 0; at < 30; at++)
    movable.push(await newEntry(member, where, { startedAt: "2026-04-02T10:00:00Z", durationSeconds: 1 }));
  const sheet = `/v1/timesheets/sheet_${member.userId.slice("user_".length)}m20260301`;
  await newEntry(member, where, { startedAt: "2026-03-02T10:00:00Z", durationSeconds: 1 });
  const tally = { stored: 0, refused: 0 };
  for (let round = 0; round < 10; round++) {
    const startedAt = `2026-03-${String(3 + round).padStart(2, "0")}T10:00:00Z`;
    const entry = entryBody(where, { startedAt, durationSeconds: 1 });
    const toMember = { ...entry, userId: member.userId };
    const writes = [
      member.post("/v1/time-entries", entry),
      owner.post("/v1/time-entries", toMember, { "idempotency-key": `round ${round}` }),
      member.post("/v1/time-entries", { ...entry, externalRef: `round ${round}` }),
      member.post("/v1/time-entries/batch", { entries: [entry, entry] }),
      ...movable
        .slice(round * 3, round * 3 + 3)
        .map(({ id }) => owner.patch(`/v1/time-entries/${id}`, { startedAt, ...other })),
      owner.post("/v1/tags/rename", { from: ["none"], to: "some" }),
      owner.post("/v1/time-entries/reround", { apply: true }),
    ];
    const submitted = member.post(`${sheet}/submit`);
    // Another member's write is stored meanwhile.
    const theirs = owner.post("/v1/time-entries", entry);
    const answers = await Promise.all(writes);
    assert.equal((await theirs).status, 201);
    const closed = await ok(submitted);
    for (const { status, json, text } of answers) {
      if (status < 300) tally.stored++;
      else {
        assert.deepEqual([status, json.code], [409, "period_locked"], text);
        tally.refused++;
      }
    }
    const listed = await ok(
      owner.get(`/v1/time-entries?userId=${member.userId}&from=2026-03-01&to=2026-03-31&limit=200&tz=Europe/Berlin`),
    );
    assert.deepEqual([closed.entries, closed.seconds], [listed.data.length, listed.data.length]);
    await ok(member.post(`${sheet}/withdraw`));
  }
  assert.ok(tally.stored > 0 && tally.refused > 0, JSON.stringify(tally));
});
