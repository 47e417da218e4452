import assert from "node:assert/strict";
import { test } from "node:test";
import { createDatabase } from "#test/databases/test-database.ts";
import { newMailNode } from "#test/worlds/mail-node.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

// A separate database, because emails of all organizations are sent.
const { db } = await createDatabase();
const world = await newTestApp({ db });

async function ok(answer: Promise<Answer>): Promise<Json> {
  const given = await answer;
  assert.ok(given.status < 300, given.text);
  return given.status === 204 ? undefined : given.json;
}

const toAddress = async (who: Caller) => (await ok(who.get("/v1/me"))).user.email as string;

/** Turns on approvals by month and returns the path of the member's current timesheet. */
async function thisMonthsSheet(owner: Caller, member: Caller): Promise<string> {
  const month = new Date().toISOString().slice(0, 7);
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: `${month}-01` } }));
  return `/v1/timesheets/sheet_${member.userId.slice("user_".length)}m${month.replace("-", "")}01`;
}

test("whoever submits again and again mails an approver once an hour, about the latest state", async (t) => {
  const owner = await world.newOrganization();
  const [manager, member] = [await world.newMember(owner, "manager"), await world.newMember(owner, "member")];
  await ok(
    (await world.newSession(owner)).patch("/v1/me", {
      preferences: { notices: { timesheet_submitted: { mail: false } } },
    }),
  );
  const sheet = await thisMonthsSheet(owner, member);
  const { receiver, run } = await newMailNode(t, db);
  for (let times = 0; times < 5; times++) {
    await ok(member.post(`${sheet}/submit`));
    await run();
    if (times < 4) await ok(member.post(`${sheet}/withdraw`));
  }
  assert.equal(receiver.mails.length, 1);
  await run(58);
  assert.equal(receiver.mails.length, 1);
  await run(62);
  await run(180);
  assert.deepEqual(
    receiver.mails.map(({ to }) => to[0]),
    [await toAddress(manager), await toAddress(manager)],
  );
});

test("whoever decides again and again mails the member once an hour, about the latest state", async (t) => {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const sheet = await thisMonthsSheet(owner, member);
  await ok(member.post(`${sheet}/submit`));
  const { receiver, run } = await newMailNode(t, db);
  for (let times = 0; times < 3; times++) {
    await ok(owner.post(`${sheet}/approve`));
    await run();
    await ok(owner.post(`${sheet}/reopen`, { note: `number ${times}` }));
    await run();
    if (times < 2) await ok(member.post(`${sheet}/submit`));
  }
  const toMember = async () => {
    const address = await toAddress(member);
    return receiver.mails.filter(({ to }) => to.includes(address));
  };
  assert.equal((await toMember()).length, 1);
  await run(62);
  await run(180);
  const mails = await toMember();
  assert.equal(mails.length, 2);
  assert.match(mails[1]?.text ?? "", /number 2/);
});
