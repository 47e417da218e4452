import { setTimeout as pause } from "node:timers/promises";
import { deleteSealedReplies, listSealedReplies } from "#identity/http/mutation.ts";
import { listOrganizations } from "#identity/organizations/queries.ts";
import { listSealedPeople, removeSecondFactor } from "#identity/second-factor/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import type { Config } from "#platform/config/config.ts";
import { type Database, type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { isSecretKeyOf, lockSecretCheck, refuseReplaced, storeNewKey } from "#platform/secrets/check-secret-key.ts";
import { DecryptError } from "#platform/secrets/encrypt.ts";
import { makeSecretKey, readSecretKey, secretKeyPath } from "#platform/secrets/secret-key-file.ts";
import { cancelAllPending } from "#tracking/exchange/webhooks/log/queries.ts";
import { countSealedCalendars, deleteCalendars } from "#tracking/exchange/subscribed-calendars/queries.ts";
import { listSealedWebhooks } from "#tracking/exchange/webhooks/queries.ts";
import { forgetSecret } from "#tracking/exchange/webhooks/management/webhook-verbs.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { counted } from "#commands/command-line/counted.ts";

export interface ReplaceDeps {
  db: DatabasePool;
  /** The data folder of the embedded database; undefined with DATABASE_URL. */
  dataDir: string | undefined;
  config: Pick<Config, "secretKey">;
  now: Date;
  /** How long to wait for the database connections of a stopping service to close. */
  patienceMs?: number;
}

/** The secrets that were deleted and must be set up again. */
export interface ReplaceReport {
  /** The file that contains the new key; null if the key is in SECRET_KEY. */
  keyFile: string | null;
  /** Endpoints that need a new secret. */
  webhooks: { organizationId: string; organizationName: string; id: string; url: string }[];
  /** People who lost their second factor. */
  people: { userId: string; email: string; name: string }[];
  /** The number of calendar subscriptions that members have to add again. */
  calendars: number;
  /** The number of stored replies that contained a secret and were deleted; they can no longer be replayed. */
  replies: number;
}

/**
 * Replaces a lost key and deletes everything encrypted with it. Writes the key file first and does everything else in
 * one transaction: if the command is killed midway, the service refuses to start, and a second run uses the same file.
 * The table `replaced_secret_keys` lets the service recognize the old key if someone starts it with that key again.
 */
export async function replaceSecretKey(
  deps: ReplaceDeps,
  { forgetsSealed }: { forgetsSealed: boolean },
): Promise<ReplaceReport> {
  const { db, dataDir, config, now, patienceMs = 5_000 } = deps;
  const path = dataDir === undefined ? undefined : secretKeyPath(dataDir);
  try {
    const known = config.secretKey ?? (path === undefined ? undefined : await readSecretKey(path));
    if (known !== undefined) {
      await refuseReplaced(db, known);
      await refuseFitting(db, known);
    }
    if (!forgetsSealed) throw new CommandError(await describeLoss(db));
    await refuseCompany(db, patienceMs);
    const key = known ?? (await makeSecretKey(requirePath(path)));
    const forgotten = await db.transaction((tx) => forgetSealed(tx, key, now));
    return { keyFile: config.secretKey === undefined ? (path ?? null) : null, ...forgotten };
  } catch (error) {
    throw error instanceof DecryptError ? new CommandError(error.message) : error;
  }
}

function requirePath(path: string | undefined): string {
  if (path !== undefined) return path;
  throw new CommandError(
    "With DATABASE_URL, set SECRET_KEY to a new key first, for this command and for every node: `openssl rand -base64 32` prints one.",
  );
}

async function refuseFitting(db: Database, key: Buffer): Promise<void> {
  if (!(await isSecretKeyOf(db, key))) return;
  throw new CommandError(
    "SECRET_KEY is the key of this database, so nothing has to be forgotten. " +
      "If an earlier run seemed to be interrupted, it had finished its work: the audit logs show what it removed.",
  );
}

async function describeLoss(db: DatabasePool): Promise<string> {
  const [webhooks, people, calendars, replies] = [
    await listSealedWebhooks(db),
    await listSealedPeople(db),
    await countSealedCalendars(db),
    await listSealedReplies(db),
  ];
  const organizations = new Set(webhooks.map((webhook) => webhook.org_id)).size;
  return `A new key cannot decrypt what the lost one encrypted. These would be forgotten:
  signing secrets of webhook endpoints: ${webhooks.length}, in ${counted(organizations, "organization")}; the endpoints are disabled until their secret is rotated
  second factors: ${people.filter((person) => person.is_confirmed).length}; the password alone is then enough to sign in
  calendars that members subscribe to: ${sumOf(calendars)}; they have to be added again
  replies stored for Idempotency-Key: ${sumOf(replies)}; a repeated request is then carried out again
Nothing was changed. Search backups for the key first: SECRET_KEY, or the file secret-key. If it is lost, stop the service and repeat the command with --forget-sealed.`;
}

/**
 * Finds running services and commands by the names of their database sessions. A service that starts later is harmless,
 * because it waits for the lock on the key check.
 */
function listCompany(db: Database): Promise<{ name: string; address: string | null }[]> {
  return db.query(sql`
    select application_name as name, host(client_addr) as address from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and (application_name = 'stint' or starts_with(application_name, 'stint-listen:'))`);
}

/**
 * Throws if another process is connected, because it would continue to use the old key. Waits first, because
 * connections that were just closed take a moment to end.
 */
async function refuseCompany(db: Database, patienceMs: number): Promise<void> {
  const startedAt = performance.now();
  let company = await listCompany(db);
  while (company.length > 0 && performance.now() - startedAt < patienceMs) {
    await pause(50);
    company = await listCompany(db);
  }
  if (company.length === 0) return;
  const addresses = new Set(company.map(({ address }) => address ?? "this machine"));
  throw new CommandError(
    `Stint is still running on this database, with ${company.length} connections from ${[...addresses].join(", ")}. ` +
      "Stop every service and command that uses it, then repeat this one. Nothing was changed.",
  );
}

async function forgetSealed(tx: Transaction, key: Buffer, now: Date): Promise<Omit<ReplaceReport, "keyFile">> {
  await lockSecretCheck(tx);
  await refuseCompany(tx, 0);
  const names = new Map((await listOrganizations(tx)).map(({ id, name }) => [id, name]));
  const webhooks: ReplaceReport["webhooks"] = [];
  for (const { org_id: orgId, id } of await listSealedWebhooks(tx)) {
    const { url } = await forgetSecret(tx, { orgId, userId: null, keyId: null, requestId: null }, id, { now });
    webhooks.push({ organizationId: orgId, organizationName: names.get(orgId) ?? "", id, url });
  }
  // Cancels deliveries last, because disabling an endpoint queues an event for the endpoints that are still active.
  for (const orgId of new Set(webhooks.map(({ organizationId }) => organizationId)))
    await cancelAllPending(tx, orgId, now);
  const people: ReplaceReport["people"] = [];
  for (const { user_id: userId, email, name, is_confirmed: isConfirmed } of await listSealedPeople(tx)) {
    await removeSecondFactor(tx, userId);
    if (!isConfirmed) continue;
    await recordForPerson(tx, "second_factor.disabled", userId, "operator");
    people.push({ userId, email, name });
  }
  const calendars = await countSealedCalendars(tx);
  for (const { org_id: orgId } of calendars) await deleteCalendars(tx, orgId);
  const replies = await listSealedReplies(tx);
  for (const { org_id: orgId } of replies) await deleteSealedReplies(tx, orgId);
  await storeNewKey(tx, key, now);
  return { webhooks, people, calendars: sumOf(calendars), replies: sumOf(replies) };
}

function sumOf(counted: readonly { count: number }[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}

/** Describes the result and the remaining steps. */
export function describeReplacement({ keyFile, webhooks, people, calendars, replies }: ReplaceReport): string {
  const lines = [`The new key is ${keyFile === null ? "SECRET_KEY" : `in ${keyFile}`}. Store a copy of it elsewhere.`];
  if (webhooks.length > 0) lines.push("Webhook endpoints that are disabled until their secret is rotated:");
  for (const { organizationName, organizationId, id, url } of webhooks)
    lines.push(`  ${organizationId} ${JSON.stringify(organizationName)}: ${id} ${url}`);
  if (people.length > 0) lines.push("People whose second factor is off until they set it up again:");
  for (const { userId, email, name } of people) lines.push(`  ${userId} ${JSON.stringify(name)} <${email}>`);
  if (calendars > 0) lines.push(`Subscribed calendars that their members have to add again: ${calendars}.`);
  if (replies > 0) lines.push(`Replies stored for Idempotency-Key that were forgotten: ${replies}.`);
  lines.push("The audit logs of the organizations show this too. Start the service with the new key.");
  return lines.join("\n");
}
