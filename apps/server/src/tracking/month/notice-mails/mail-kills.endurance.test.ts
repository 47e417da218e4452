import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { killRounds } from "#test/processes/kill-rounds.ts";
import { insertMembers } from "#test/worlds/insert-members.ts";
import { newMailNode } from "#test/worlds/mail-node.ts";
import { tellAll } from "#test/worlds/march-notices.ts";
import { newTestApp } from "#test/worlds/test-app.ts";

test("nodes that are killed while they send lose no mail, and send none twice with another Message-ID", async (t) => {
  const { db, connection } = await createDatabase();
  const owner = await (await newTestApp({ db })).newOrganization();
  await insertMembers(db, owner.orgId, killRounds * 20);
  const count = await tellAll(db, owner);
  const { receiver, run } = await newMailNode(t, db);
  const program = resolve(import.meta.dirname, "../../../../test/processes/mailing-node.ts");
  let killed = 0;
  for (let round = 0; round < killRounds; round++) {
    const now = new Date(Date.now() + round * 60_000).toISOString();
    const args = ["--conditions=@stint/source", program, JSON.stringify(connection), receiver.url, now];
    const node = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    t.after(() => node.kill("SIGKILL"));
    const before = receiver.mails.length;
    await waitFor(() => receiver.mails.length > before || node.exitCode !== null);
    await pause(Math.random() * 150);
    if (node.kill("SIGKILL")) killed++;
    if (node.exitCode === null && node.signalCode === null) await once(node, "exit");
  }
  for (const minutes of [200, 17 * 60, 30 * 60]) await run(minutes);
  const ids = Map.groupBy(receiver.mails, ({ to }) => to[0]);
  assert.equal(ids.size, count);
  for (const mails of ids.values())
    assert.equal(new Set(mails.map(({ headers }) => /^Message-ID: (.*)$/im.exec(headers)?.[1])).size, 1);
  const twice = [...ids.values()].filter((mails) => mails.length > 1).length;
  t.diagnostic(
    `${count} mails, ${killed} of ${killRounds} nodes were killed amid sending, ${twice} mails arrived twice`,
  );
  const due = await db.query(sql`select 1 from notices where org_id = ${owner.orgId} and mailed_at is null`);
  assert.equal(due.length, 0);
});
