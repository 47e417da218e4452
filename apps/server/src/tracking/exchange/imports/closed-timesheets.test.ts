import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newMonths } from "#test/worlds/closed-months.ts";
import { applied, previewed, settled, togglCsv } from "#test/worlds/import-files.ts";
import { type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

for (const becomes of [{ inactive: true }, { invite: "kim@elsewhere.example" }])
  test(`rows of a person who is not the matched member with the closed timesheet are imported: ${Object.keys(becomes).join()}`, async () => {
    const { callers, months } = await newMonths(world, "submitted", 1);
    const { owner, member } = callers;
    const [{ email } = { email: "" }] = await world.db.query<{ email: string }>(
      sql`select email from users where id = ${member.userId}`,
    );
    const closed = { user: "Kim", email, date: months[0]?.start ?? "" };
    for (const [rows, open] of [
      [[closed, { ...closed, date: "2026-04-02" }, { user: "Sam", email: "sam@example.com" }], 2],
      [[{ ...closed, seconds: 60, project: "Another" }], 0],
    ] as const) {
      const { id, preview } = await previewed(owner, togglCsv([...rows]));
      assert.equal(preview.creates.entries, open);
      assert.deepEqual(
        preview.leftOut.map(({ reason, rows: count }: Json) => [reason, count]),
        [["period_locked", 1]],
      );
      assert.equal((await owner.patch(`/v1/imports/${id}`, { people: { [email]: becomes } })).status, 200);
      const chosen = await settled(owner, id);
      assert.deepEqual([chosen.preview.creates.entries, chosen.preview.leftOut], [rows.length, []]);
      const { status, failure, proof } = await applied(owner, id);
      assert.deepEqual([status, failure, proof?.isExact], ["applied", null, true]);
      const stored = await world.db.query<{ user_id: string }>(sql`
        select e.user_id from import_keys k join time_entries e on e.org_id = k.org_id and e.id = k.entry_id
         where k.org_id = ${owner.orgId} and k.import_id = ${id}`);
      assert.equal(stored.length, rows.length);
      assert.ok(stored.every(({ user_id: userId }) => userId !== member.userId));
    }
  });
