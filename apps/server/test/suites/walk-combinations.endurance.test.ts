// The walk with every key and session, on everybody's records, with every read in all its documented forms.
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import pino from "pino";
import { scopes } from "#identity/access.ts";
import { explained, isMutation, listOperations, pathOf } from "#test/cases/operations.ts";
import { validRequest } from "#test/cases/valid-requests.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { receiver, register, untilAllSent } from "#test/deliveries/sending.ts";
import { startTestSender } from "#test/deliveries/start-test-sender.ts";
import { learn, readAll } from "#test/http/read-walk.ts";
import {
  createContractJudge,
  createLeakJudge,
  createMoneyJudge,
  judgeChanges,
  judgeRights,
  judgeSecrets,
  showing,
} from "#test/walk/judges.ts";
import { moneyIn } from "#test/walk/money.ts";
import { walk } from "#test/walk/walk.ts";
import { createWalkWorld, type WalkWorld } from "#test/walk/world.ts";
import { rowsOfTenant } from "#test/worlds/tenant-rows.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

/** Tables that may still be empty after every operation has been used, each with the reason. */
const mayBeEmpty: Record<string, string> = {
  event_queue: "the sender empties it",
  webhooks_behind: "as event_queue",
  import_lookalikes: "numbers of rows",
};

/** Reads whose replies contain nothing about the organization, each with the reason. */
const showsNothing: Record<string, string> = {
  listEventTypes: "a catalogue",
  streamEvents: "it begins now",
  getCalendarFeed: "days and times; feed-rights.test.ts tests the teamId of a team's",
  getBackups: "files of the whole installation",
  listImportDoubts: "texts of the file, which names nothing of the organization",
};

test("every operation by every role with every key and session, every read in every form, every event and log line", async (t) => {
  const lines: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const { db } = await createDatabase();
  const app = await newTestApp({ db, logger });
  const world = await createWalkWorld(app);
  const { mine, theirs, detect } = world;
  const [seesMoney, seesNone] = [await receiver(t), await receiver(t)];
  await register(mine, seesMoney.url);
  const without = scopes.filter((scope) => scope !== "costs:read");
  await register(await app.newKey(mine, without), seesNone.url);
  const shown = new Set<string>();
  const judges = [
    judgeRights,
    await createContractJudge(app.app),
    judgeChanges,
    judgeSecrets,
    createLeakJudge(detect),
    createMoneyJudge(shown),
  ];
  const counted = { refused: 0, done: 0 };
  const tables = new Map<string, number>();
  for await (const all of walk(world, { isEvery: true }))
    for (const seen of all)
      await explained(seen.title, async () => {
        for (const judge of judges) judge(seen);
        counted[seen.expected === undefined ? "done" : "refused"]++;
        const type = seen.learnt.answer.headers["content-type"] ?? "";
        if (/csv|spreadsheet/.test(type) && moneyIn(seen.learnt.text) !== undefined)
          tables.set(type, (tables.get(type) ?? 0) + 1);
      });
  assert.ok(counted.refused > 2_000 && counted.done > 2_000, JSON.stringify(counted));
  for (const id of showing) assert.ok(shown.has(id), `${id} shows money`);
  assert.ok(tables.size === 2 && [...tables.values()].every((count) => count > 5), JSON.stringify([...tables]));

  // Until now nothing was sent, because a sender changes rows at any time.
  const sender = startTestSender(db, {});
  t.after(sender.stop);
  await untilAllSent(db);
  for (const { body, headers } of [...seesMoney.received, ...seesNone.received])
    assert.deepEqual(detect(`${body}\n${JSON.stringify(headers)}`), [], body);
  assert.ok(seesMoney.received.filter(({ body }) => moneyIn(body) !== undefined).length > 10);
  assert.deepEqual(
    seesNone.received.flatMap(({ body }) => moneyIn(body) ?? []),
    [],
  );
  const types = new Set(seesNone.received.map(({ type }) => type));
  for (const type of ["time_entry.created", "project.updated", "project.created"])
    assert.ok(types.has(type), `${type} is among ${[...types].join()}`);

  for (const path of ["/metrics", "/openapi.json", "/", "/guide", "/healthz", "/readyz"])
    assert.deepEqual(detect((await learn(mine, "GET", path)).text), [], path);
  assert.ok(lines.length > 500, "every request is logged");
  for (const line of lines) {
    // A request's log line names its caller, but must contain nothing else of the caller's organization.
    const { organizationId, userId, keyId, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const isTheirs = organizationId === theirs.orgId;
    assert.deepEqual(detect(JSON.stringify(isTheirs ? rest : { ...rest, userId, keyId })), [], line);
    for (const { apiKey } of [mine, theirs]) assert.ok(!line.includes(apiKey), line);
  }
  await findsWhatIsTheirs(t, world);
  await readsForeignPaths(t, world);
});

/** Proves that the detector would find a leak: it finds what the organization's own members are shown. */
async function findsWhatIsTheirs(t: TestContext, { app, theirs, detect, foreignOf, foreignValues }: WalkWorld) {
  await t.test("whoever it belongs to is shown it by every read, in every kind of reply", async () => {
    for (const [table, rows] of await rowsOfTenant(app.db, theirs.orgId))
      if (mayBeEmpty[table] === undefined)
        assert.ok(rows.length > 0, `fill() in test/worlds/two-tenants.ts makes a row of ${table}`);
    const found = new Set<string>();
    const types = new Set<string | undefined>();
    const { texts, cursors } = await foreignValues();
    assert.ok(cursors.length > 3, `${cursors.length} cursors`);
    for (const operation of (await listOperations(app.app)).filter((one) => !isMutation(one))) {
      if (showsNothing[operation.id] !== undefined) continue;
      const { by, ids } = foreignOf(operation);
      const telling = (await readAll(by, operation, ids, { texts: [], cursors })).filter(
        ({ text }) => detect(text).length > 0,
      );
      assert.ok(telling.length > 0, `${operation.id} shows its owner something`);
      for (const { text, answer } of telling) {
        types.add(answer.headers["content-type"]?.split(";", 1)[0]);
        for (const one of detect(text)) found.add(one);
      }
    }
    assert.ok([...types].some((type) => type?.includes("spreadsheet")));
    assert.ok(types.has("text/csv") && types.has("application/json"));
    const all = [...found];
    assert.ok(
      found.has(texts[0] ?? "") && all.some((one) => one.includes("_")) && all.some((one) => /^\d+$/.test(one)),
    );
  });
}

async function readsForeignPaths(t: TestContext, { app, mine, detect, foreignOf, foreignValues }: WalkWorld) {
  await t.test("every read of a foreign path, with each parameter and with its ETag, is a 404", async () => {
    const session = await app.newSession(mine);
    const { cursors } = await foreignValues();
    for (const operation of (await listOperations(app.app)).filter((one) => !isMutation(one))) {
      const { by, ids } = foreignOf(operation);
      const known = { "if-none-match": (await by.get(pathOf(operation, ids))).headers["etag"] ?? '"1"' };
      if (operation.pathParameters.length > 0) {
        for (const { from, answer } of await readAll(session, operation, ids, { texts: [], cursors }, known))
          assert.equal(answer.status, 404, from);
      }
      if (operation.sessionOnly) continue;
      const own = await validRequest(operation, mine);
      const one = await learn(mine, "GET", pathOf(operation, own.ids), undefined, known);
      assert.deepEqual(detect(one.text), [], one.text);
    }
  });
}
