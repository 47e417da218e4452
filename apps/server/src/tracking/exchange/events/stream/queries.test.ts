import assert from "node:assert/strict";
import { test } from "node:test";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { findLatest } from "#tracking/exchange/events/queries.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { workOf } from "#test/worlds/work-of.ts";
import { listMoved } from "./queries.ts";

test("the poll for commits of other nodes reads only the changes after its positions, however many there are", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const { orgId } = await newOrganization();
  const insert = (from: number, to: number, at: Sql) =>
    db.query(sql`
      insert into changes (org_id, id, at, action, target_id, object)
      select ${orgId}, 'evt_' || lpad(n::text, 32, '0'), ${at}, 'project.updated', 'proj_1', '{"id": "proj_1"}'
        from generate_series(${from}::int, ${to}::int) n`);
  await insert(1, 20_000, sql`now() - interval '1 day'`);
  await db.query(sql`analyze changes`);
  const position = await findLatest(db);
  const others = Array.from({ length: 99 }, (_, n) => `org_${n}`);
  const positions = new Map([orgId, ...others].map((id) => [id, position]));
  assert.deepEqual(await listMoved(db, positions), []);

  await insert(20_001, 20_003, sql`now()`);
  const asked: Sql[] = [];
  const spied: Database = {
    query(statement) {
      asked.push(statement);
      return db.query(statement);
    },
  };
  assert.deepEqual(await listMoved(spied, positions), [orgId]);
  const [statement] = asked;
  assert.ok(statement);
  const rows = await workOf(db, statement);
  assert.ok(rows < 1_000, `${rows} rows are visited`);
});
