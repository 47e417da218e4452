import assert from "node:assert/strict";
import { newToken } from "#identity/one-time-links/one-time-link.ts";
import { insertLink } from "#identity/one-time-links/queries.ts";
import { insertIdentity } from "#identity/openid/queries.ts";
import { replacePasswordHash } from "#identity/passwords/queries.ts";
import { confirmSecret, insertPendingSecret } from "#identity/second-factor/queries.ts";
import { chainBlock } from "#identity/seals/chain-changes.ts";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { encrypt } from "#platform/secrets/encrypt.ts";
import { tenantTables } from "#src/worker.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import {
  newCalendarFeed,
  newClient,
  newDelivery,
  newEntry,
  newInvitation,
  newProject,
  newReportLink,
  newTagRename,
  newTeam,
  newTimer,
  newWebhook,
} from "./factories.ts";
import { applied, previewed, togglCsv } from "./import-files.ts";
import { listOperations } from "#test/cases/operations.ts";
import type { Caller, TestApp } from "./test-app.ts";
import { approvedTimesheet } from "./timesheet-requests.ts";
import { testSecretKey } from "./test-secret-key.ts";
import { validRequest } from "#test/cases/valid-requests.ts";
import { newSubscribedCalendar } from "./calendar-requests.ts";
import { newProgram } from "./device-login-requests.ts";
import { newGrant } from "./grant-requests.ts";
import { newNotice } from "./notice-requests.ts";

/** Strings that occur only in organizations filled by this file. */
export const filled = { formula: "=1+1", description: 'Landing "page", second\r\ndraft 😀' };

/**
 * Gives a person everything that an account has besides memberships: a password, a second factor, an OpenID identity
 * and a link.
 */
export async function fillAccount(db: DatabasePool, userId: string): Promise<void> {
  const at = new Date().toISOString();
  await replacePasswordHash(db, userId, null, "$argon2id$none", at);
  await insertPendingSecret(db, userId, encrypt(testSecretKey, "secret"));
  await confirmSecret(db, userId, [hashSecret("recovery")], at);
  await insertIdentity(db, "https://id.example.com", userId, userId);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await insertLink(db, { purpose: "password_reset", userId, expiresAt, tokenHash: newToken().tokenHash });
}

/** Creates at least one row in every table of the organization and of its people's accounts. */
export async function fillEverything(world: TestApp, caller: Caller): Promise<void> {
  const { db, newMember, newSession } = world;
  const done = (answer: { status: number; text: string }) => assert.ok(answer.status < 300, answer.text);
  const member = await newMember(caller, "member");
  await newSession(member);
  for (const { userId } of [caller, member]) await fillAccount(db, userId);
  await newTeam(caller, { memberIds: [member.userId], leadIds: [caller.userId] });
  await newCalendarFeed(await newSession(caller));
  await newSubscribedCalendar(await newSession(caller));
  await newGrant(await newSession(caller));
  await newProgram(world).started();
  await newInvitation(caller);
  const clientId = await newClient(caller);
  const { projectId, taskId } = await newProject(caller, { clientId, name: filled.formula });
  const budgeted = await newProject(caller, { budget: { kind: "time", seconds: 60 } }, { name: "-2+3" });
  for (const subject of [
    { scope: "organization" },
    { scope: "member", userId: member.userId },
    { scope: "task", taskId },
    { scope: "projectMember", projectId, userId: caller.userId, kind: "cost" },
  ]) {
    done(await caller.post("/v1/rates", { kind: "billable", rateMinor: 9_001, ...subject }));
  }
  await newWebhook(caller, { events: ["*"] });
  for (let minutes = 0; minutes < 7; minutes++) {
    const more = { durationSeconds: 60 * minutes + 1, tags: ["Design", filled.formula], billable: minutes !== 3 };
    await newEntry(caller, { projectId, taskId }, more);
  }
  await newEntry(caller, budgeted, { description: filled.description, externalRef: "@ref", userId: member.userId });
  const { id } = await newEntry(caller, budgeted, { description: "deleted" });
  done(await caller.delete(`/v1/time-entries/${id}`));
  // Fold some deltas into the sums and leave others pending.
  await foldOrganization(db, caller.orgId);
  await newEntry(member, { projectId, taskId }, { durationSeconds: 5 });
  await chainBlock(db, caller.orgId, { settleMs: 0 });
  await newTimer(caller);
  await newTagRename(caller);
  done(await caller.post("/v1/clients", { name: "Acme" }, { "idempotency-key": "once" }));
  const { id: webhookId, deliveryId } = await newDelivery(caller);
  await db.query(sql`
    insert into webhooks_behind (org_id, webhook_id, after_at, after_id) values (${caller.orgId}, ${webhookId}, now(), '')`);
  await db.query(sql`
    insert into delivery_attempts (org_id, delivery_id, number, at, duration_ms)
    values (${caller.orgId}, ${deliveryId}, 1, now(), 1)`);
  await newReportLink(caller);
  await approvedTimesheet(caller);
  await newNotice(caller);
  const imported = await previewed(
    caller,
    togglCsv([{ project: filled.formula, tags: `${filled.description} ${"long".repeat(20)}` }]),
  );
  await applied(caller, imported.id);
  // Add an import that is not applied, because applying an import deletes its file and rows.
  const previewedOnly = await previewed(caller, togglCsv([{ seconds: 61 }]));
  await db.query(sql`
    insert into import_lookalikes (org_id, import_id, number) values (${caller.orgId}, ${previewedOnly.id}, 1)`);
  await createOthers(world, caller);
}

/** Creates an object for each table that is still empty. */
async function createOthers({ app, db }: TestApp, caller: Caller): Promise<void> {
  const creations = (await listOperations(app)).filter(({ id }) => id.startsWith("create"));
  for (const operation of creations) {
    const table = operation.path.replace("/v1/", "").replaceAll("-", "_");
    if (!tenantTables.includes(table)) continue;
    const rows = await db.query(sql`select from ${raw(table)} where org_id = ${caller.orgId} limit 1`);
    if (rows.length > 0) continue;
    const { body } = await validRequest(operation, caller);
    assert.equal((await caller.post(operation.path, body)).status, 201);
  }
}
