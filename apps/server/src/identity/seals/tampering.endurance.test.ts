import assert from "node:assert/strict";
import { test } from "node:test";
import { recordChanges } from "#identity/history/record-change.ts";
import { type DatabasePool, raw, sql, type Transaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type ChainCheck, checkChain, type KeptSeal } from "#tracking/proof/check-chain.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { chainChanges } from "./chain-changes.ts";
import { sealChains } from "./seal-chains.ts";

const hourMs = 3_600_000;
let seed = 20_260_302;

/** Pseudo-random numbers that are the same in every run. */
function random(below: number): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

const texts = ["", "null", "Ärger", "a\nb", '"', "\\", "🙂", "\u2028", "0", "true"];
const numbers = [0, -0, 1.5, 1e21, 123_456_789_012_345, 1e-7];

function randomRow(): object {
  const values = [
    () => texts[random(texts.length)],
    () => numbers[random(numbers.length)],
    () => null,
    () => [random(9)],
  ];
  const pairs = Array.from({ length: random(8) }, (_, at) => [`${texts[random(10)]}${at}`, values[random(4)]?.()]);
  return Object.fromEntries(pairs);
}

/** Writes with several concurrent writers: batches over the API, and change rows as the service writes them. */
async function write(db: DatabasePool, owner: Caller, where: { projectId: string; taskId: string }): Promise<void> {
  const entries = Array.from({ length: 100 }, (_, at) =>
    entryBody(where, { durationSeconds: 60 + at, tags: [`t${at % 3}`] }),
  );
  const batch = async () => {
    const made = await owner.post("/v1/time-entries/batch", { entries });
    assert.equal(made.status, 201, made.text);
    const [first, second] = made.json.data;
    assert.equal((await owner.patch(`/v1/time-entries/${first.id}`, { description: "Other" })).status, 200);
    assert.equal((await owner.delete(`/v1/time-entries/${second.id}`)).status, 204);
  };
  const rows = async () => {
    const changes = Array.from({ length: 100 }, () => ({
      action: "client.updated" as const,
      targetId: newId("client"),
      row: randomRow(),
    }));
    const origin = { orgId: owner.orgId, userId: owner.userId, keyId: null, requestId: texts[random(10)] ?? null };
    await db.transaction((tx) => recordChanges(tx, origin, changes));
  };
  await Promise.all([batch(), batch(), rows(), rows(), rows(), rows(), rows(), rows()]);
}

test("a seal is verified after 10,000 random changes by several writers", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const owner = await newOrganization();
  const where = await newProject(owner);
  const kept: KeptSeal[] = [];
  for (let round = 0; round < 13; round++) {
    await write(db, owner, where);
    await Promise.all([chainChanges(db, { settleMs: 0 }), chainChanges(db, { settleMs: 0 })]);
    await chainChanges(db, { settleMs: 0 });
    await sealChains(db, {
      now: new Date(Date.now() + round * hourMs),
      onSeal: (organizationId, { position, hash }) => kept.push({ organizationId, position, hash }),
    });
  }
  const check = await checkChain((work) => db.transaction(work), owner.orgId, kept, 20);
  assert.ok(check.changes >= 10_000, String(check.changes));
  assert.deepEqual([check.differing, check.late, check.matched], [0, 0, 13]);
});

const columns = [
  "org_id",
  "id",
  "at",
  "user_id",
  "key_id",
  "action",
  "target_id",
  "object",
  "previous",
  "request_id",
  "address",
];
const blockColumns = [
  "position",
  "changes",
  "until_at",
  "until_id",
  "change_ids",
  "content_hashes",
  "row_hashes",
  "link",
];

/** For each column, an expression that differs from the stored value. */
const another: Record<string, string> = {
  at: "at - interval '1 millisecond'",
  object: `object || jsonb_build_object('x', object::text)`,
  previous: `case when previous is null then 'null'::jsonb else previous || '{"x": 1}' end`,
  position: "position + 100000",
  changes: "changes + 1",
  until_at: "until_at + interval '1 millisecond'",
  change_ids: "change_ids[2:] || change_ids[:1] || '{x}'::text[]",
  content_hashes: "content_hashes[2:] || sha256(content_hashes[1])",
  row_hashes: "row_hashes[2:] || sha256(row_hashes[1])",
  link: "sha256(link)",
};

interface Tampering {
  name: string;
  tamper: (tx: Transaction) => Promise<unknown>;
}

/** Every way in which the database's owner can tamper with a sealed history, each at many positions. */
function* tamperings(orgId: string, ids: string[], sealed: number): Generator<Tampering> {
  const run = (statement: string) => (tx: Transaction) => tx.query(sql`${raw(statement)}`);
  const row = `where org_id = '${orgId}' and id = `;
  const pick = () => `'${ids[random(ids.length)]}'`;
  const block = () => `where org_id = '${orgId}' and position = ${1 + random(sealed)}`;
  for (let round = 0; round < 36; round++) {
    for (const column of columns) {
      const value = another[column] ?? `coalesce(${column}, '') || 'x'`;
      yield { name: `another ${column}`, tamper: run(`update changes set ${column} = ${value} ${row}${pick()}`) };
    }
    for (const column of blockColumns) {
      const value = another[column] ?? `${column} || 'x'`;
      yield {
        name: `another ${column} of a block`,
        tamper: run(`update audit_blocks set ${column} = ${value} ${block()}`),
      };
    }
    const [one, other] = [pick(), pick()];
    for (const [name, statement] of Object.entries({
      "a row that is gone": `delete from changes ${row}${pick()}`,
      "a null in place of a text": `update changes set user_id = nullif('', user_id), request_id = case when request_id is null then '' end ${row}${pick()}`,
      "an emptied row": `update changes set object = '{"emptied": true}', previous = null ${row}${pick()}`,
      "a forged row": `insert into changes select org_id, 'evt_' || md5(id), at - interval '1 hour', user_id, key_id, action, target_id, object, previous, request_id, address from changes ${row}${pick()}`,
      "a block that is gone": `delete from audit_blocks ${block()}`,
      "a block twice": `insert into audit_blocks select org_id, 1000, changes, until_at, until_id, change_ids, content_hashes, row_hashes, link from audit_blocks ${block()}`,
      "an earlier end": `update audit_blocks set change_ids = change_ids[2:], content_hashes = content_hashes[2:], row_hashes = row_hashes[2:] ${block()}`,
    }))
      yield { name, tamper: run(statement) };
    if (one !== other)
      yield {
        name: "two rows with each other's contents",
        tamper: run(`
          update changes c set (action, target_id, object, previous) = (select action, target_id, o.object || jsonb_build_object('swapped', ${round}), previous from changes o where o.org_id = c.org_id and o.id <> c.id and o.id in (${one}, ${other}))
           where org_id = '${orgId}' and id in (${one}, ${other})`),
      };
    const seal = `where org_id = '${orgId}' and id = (select min(id) from changes where org_id = '${orgId}' and action = 'audit.sealed')`;
    yield {
      name: "another seal",
      tamper: run(`update changes set object = jsonb_set(object, '{hash}', '"${"0".repeat(64)}"') ${seal}`),
    };
    yield {
      name: "a seal of fewer changes",
      tamper: run(`update changes set object = jsonb_set(object, '{changes}', '${100_000 + round}') ${seal}`),
    };
    yield { name: "a seal that is gone", tamper: run(`delete from changes ${seal}`) };
  }
}

/** A small history with several blocks and two seals; the second seal was also stored outside the database. */
async function setUp() {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const owner = await newOrganization();
  const kept: KeptSeal[] = [];
  for (let round = 0; round < 3; round++) {
    const where = await newProject(owner);
    const body = Array.from({ length: 3 }, (_, at) => entryBody(where, { durationSeconds: 60 + at }));
    const { data } = (await owner.post("/v1/time-entries/batch", { entries: body })).json;
    await owner.patch(`/v1/time-entries/${data[0].id}`, { description: "Other" });
    await chainChanges(db, { settleMs: 0, most: 4 });
    await sealChains(db, {
      now: new Date(Date.now() + round * hourMs),
      onSeal: (organizationId, { position, hash }) => kept.push({ organizationId, position, hash }),
    });
  }
  await chainChanges(db, { settleMs: 0, most: 4 });
  // The database's owner can disable the triggers that protect the history.
  for (const table of ["changes", "audit_blocks"]) await db.query(sql`alter table ${raw(table)} disable trigger all`);
  return { db, owner, kept };
}

test("each of 1,000 random tamperings is found", async () => {
  const { db, owner, kept } = await setUp();
  const sealed = kept.at(-1)?.position ?? 0;
  assert.ok(sealed >= 6 && kept.length === 3);
  const rows = await db.query<{ id: string }>(sql`
    select unnest(change_ids) as id from audit_blocks where org_id = ${owner.orgId} and position <= ${sealed}`);
  const ids = rows.map(({ id }) => id);
  let count = 0;
  await db.transaction(async (tx) => {
    const check = () => checkChain((work) => work(tx), owner.orgId, kept, 1);
    assert.equal((await check()).differing, 0);
    const missed: string[] = [];
    for (const { name, tamper } of tamperings(owner.orgId, ids, sealed)) {
      await tx.query(sql`savepoint before`);
      const found = await tamper(tx).then(check);
      if (found.differing === 0) missed.push(name);
      await tx.query(sql`rollback to savepoint before`);
      count++;
    }
    assert.deepEqual(missed, []);
    assert.equal((await check()).differing, 0);
  });
  assert.ok(count >= 1_000, String(count));
});

test("a chain recomputed after tampering is consistent in itself, but not with a stored seal", async () => {
  const { db, owner, kept } = await setUp();
  const check = (seals: KeptSeal[]): Promise<ChainCheck> =>
    checkChain((work) => db.transaction(work), owner.orgId, seals, 20);
  const [tampered] = await db.query<{ id: string }>(sql`
    update changes set object = object || '{"name": "Other"}'
     where org_id = ${owner.orgId} and id = (select min(id) from changes where org_id = ${owner.orgId}) returning id`);
  assert.ok(tampered !== undefined);
  await db.query(sql`delete from audit_blocks where org_id = ${owner.orgId}`);
  await db.query(sql`delete from changes where org_id = ${owner.orgId} and action = 'audit.sealed'`);
  await chainChanges(db, { settleMs: 0, most: 4 });
  await sealChains(db, { now: new Date() });
  assert.equal((await check([])).differing, 0);
  for (const seal of kept) {
    const { kinds } = await check([seal]);
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ["audit.kept"],
    );
  }
});
