import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createStatementDescriber } from "./describe-statement.ts";

test("a statement is named after its first write, or after the table that it reads", () => {
  const describe = createStatementDescriber();
  const cases = [
    ["select * from clients where org_id = $1", "SELECT clients"],
    ["select id from clients for update skip locked", "SELECT clients"],
    ["insert into clients (id) values ($1) on conflict (id) do update set id = $1", "INSERT clients"],
    ["with a as (select 1 from b), c as materialized (select * from a) select * from c", "SELECT b"],
    ["with w as (\n  delete from event_queue q\n returning *) select * from w", "DELETE event_queue"],
    ["select *, (select name from organizations where id = $1) from time_entries", "SELECT time_entries"],
    ["update projects p set name = $2", "UPDATE projects"],
    ["select * from unnest($1::text[]) as r (id) join clients using (id)", "SELECT"],
    ["analyze (skip_locked) clients", "ANALYZE"],
    ["", "STATEMENT"],
  ] as const;
  for (const [text, name] of cases) assert.equal(describe(text).name, name);
});

test("the text is sent on one line, cut to a bounded length, without values", () => {
  const describe = createStatementDescriber();
  const { facts } = describe(sql`select *\n      from clients\n where name = ${"SECRET"}`.text);
  assert.equal(facts["db.query.text"], "select * from clients where name = $1");
  assert.equal(String(describe(`select ${"x, ".repeat(5_000)} 1`).facts["db.query.text"]).length, 1_000);
});
