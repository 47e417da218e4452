import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { sql } from "#platform/database/database.ts";
import { findingsOf, newCorruptedWorld } from "#test/worlds/corrupted-world.ts";
import { corruptions } from "#test/cases/corruptions.ts";
import { corruptionsOfAccess } from "#test/cases/corruptions-of-access.ts";
import type { Json } from "#test/worlds/test-app.ts";

const all = [...corruptions, ...corruptionsOfAccess];

test("each corruption of stored data is found, with the difference", async (t) => {
  const { doctor, bypassing, putBack } = await newCorruptedWorld({ sealed: true });
  const sound = await doctor();
  assert.deepEqual(findingsOf(sound), []);
  for (const [name, statement, ...expected] of all) {
    await t.test(name, async () => {
      await bypassing([statement]);
      const findings = findingsOf(await doctor());
      for (const finding of expected)
        assert.ok(
          findings.some((one) => isDeepStrictEqual(one, finding)),
          `${finding.join(" ")}: ${JSON.stringify(findings)}`,
        );
      await putBack();
    });
  }
  assert.deepEqual(findingsOf(await doctor()), []);
});

const mended = new Set([
  "a longer duration",
  "a doubled rate with its amount",
  "a deleted entry",
  "a flipped billable",
  "a moved project",
  "an entry that nobody made",
  "the last change row, gone",
  "a larger budget",
  "a deleted rate",
]);

test("a repair hides nothing: it asks which side to trust, and writes change rows", async (t) => {
  // Tests the repair without a chain, because a change row deleted from a chain cannot be restored.
  const { db, doctor, bypassing, putBack } = await newCorruptedWorld({ sealed: false });
  const entries = () => db.query<Json>(sql`select * from time_entries order by id`);
  const figures = (rows: Json[]) =>
    rows.map((row) => Object.entries(row).filter(([name]) => name !== "version" && name !== "updated_at"));
  const changes = () => db.query(sql`select id, user_id, action, target_id, object from changes order by at, id`);
  const right = figures(await entries());
  const repaired = all.filter(([name]) => mended.has(name));
  assert.equal(repaired.length, mended.size);
  for (const [name, statement] of repaired) {
    await t.test(name, async () => {
      for (const trust of ["entries", "history"] as const) {
        await bypassing([statement]);
        const [wrong, before] = [await entries(), await changes()];
        const refused = await doctor({ repair: true });
        assert.equal(refused.repaired, false);
        assert.deepEqual([await entries(), await changes()], [wrong, before]);
        const after = await doctor({ repair: true, trust });
        const found = await doctor();
        // Even when the trusted side is restored, a row can violate a rule. Only the caller can resolve that.
        const left = findingsOf(found).filter(([kind]) => !["time_entry.rule", "amounts"].includes(kind));
        assert.deepEqual(left, [], trust);
        assert.equal(after.repaired, findingsOf(found).length === 0);
        const added = (await changes()).slice(before.length) as Json[];
        assert.ok(added.length > 0 && added.every(({ user_id: user }) => user === null));
        if (trust === "history" && !statement.startsWith("insert") && !statement.includes("changes"))
          assert.deepEqual(figures(await entries()), right);
        await putBack();
      }
    });
  }
});
