import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { applied, previewed, togglCsv } from "#test/worlds/import-files.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

const folder = new URL("../../migrations/", import.meta.url);

async function migrate(db: DatabasePool, name: string): Promise<void> {
  const file = (await readdir(folder)).find((candidate) => candidate.endsWith(`_${name}.sql`));
  assert.ok(file !== undefined, name);
  const client = await db.connect();
  await client.query(`begin; ${await readFile(new URL(file, folder), "utf8")}; commit`);
  client.release();
}

test("links in mails that were sent before tokens were hashed still unsubscribe", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const owner = await world.newOrganization();
  await db.query(raw("drop index notices_unsubscribe_idx"));
  await db.query(
    raw(`alter table notices drop column unsubscribe_hash,
         add column unsubscribe_token text not null default replace(gen_random_uuid()::text, '-', '')`),
  );
  const [notice] = await db.query<{ token: string }>(sql`
    insert into notices (org_id, id, user_id, kind, occasion, facts, is_shown)
    values (${owner.orgId}, 'notice_1', ${owner.userId}, 'budget', 'x', '{}', false)
    returning unsubscribe_token as token`);
  await migrate(db, "hashes_of_unsubscribe_tokens");
  const answer = await world.anonymous.send("POST", `/unsubscribe/${notice?.token}`);
  assert.equal(answer.status, 200);
  assert.equal((await owner.get("/v1/me")).json.preferences.notices.budget.mail, false);
});

test("imports that were applied before get the number of members that they created", async () => {
  const { db } = await createDatabase();
  const owner = await (await newTestApp({ db })).newOrganization();
  const { id } = await previewed(owner, togglCsv([{}, { user: "Ada", email: "ada@rival.example" }]));
  await owner.patch(`/v1/imports/${id}`, { people: { "ada@rival.example": { userId: owner.userId } } });
  await applied(owner, id);
  const waiting = await previewed(owner, togglCsv([{ user: "Bea", email: "bea@rival.example" }]));
  await db.query(sql`
    update imports set plan = jsonb_set(plan, '{creates,people}', '2') where org_id = ${owner.orgId} and id = ${id}`);
  await migrate(db, "made_people_of_imports");
  const madeBy = async (one: string) => (await owner.get(`/v1/imports/${one}`)).json.preview.creates.people;
  assert.deepEqual([await madeBy(id), await madeBy(waiting.id)], [1, 1]);
});
