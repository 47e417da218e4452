import { type Actor, may, scopes } from "#identity/access.ts";
import { findApiKey } from "#identity/api-keys/queries.ts";
import { recordChange } from "#identity/history/record-change.ts";
import {
  findUser,
  listMemberships,
  listOrganizationsOf,
  touchMember,
  updateUserName,
} from "#identity/members/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { notFound } from "#platform/errors.ts";
import type { Me } from "./schemas.ts";

/** Who calls, as `GET /me` shows it. A key for one organization does not tell of the others. */
export async function describeMe(db: Database, actor: Actor): Promise<Me> {
  const user = await findUser(db, actor.userId);
  const organization = await findOrganization(db, actor.orgId);
  const key = await findApiKey(db, actor.orgId, actor.keyId);
  if (user === undefined || organization === undefined || key === undefined) throw notFound("key");
  const { id, name, currency, time_zone: timeZone, week_start: weekStart } = organization;
  return {
    user: { id: user.id, name: user.name, email: user.email },
    organization: { id, name, currency, timeZone, weekStart },
    role: actor.role,
    scopes: scopes.filter((scope) => may(actor, scope)),
    key: { id: key.id, kind: key.kind, name: key.name, expiresAt: key.expires_at },
    ...(actor.kind === "session" ? { organizations: await listOrganizationsOf(db, actor.userId) } : {}),
  };
}

/** Changes the person's name, which every organization shows: each is told of it in its own change rows. */
export async function changeName(tx: Transaction, actor: Actor, name: string | undefined): Promise<void> {
  const user = await findUser(tx, actor.userId, sql`for no key update`);
  if (user === undefined) throw notFound("user");
  if (name === undefined || name === user.name) return;
  await updateUserName(tx, user.id, name);
  for (const { org_id: orgId } of await listMemberships(tx, user.id)) {
    const row = await touchMember(tx, orgId, user.id);
    if (row === undefined) continue;
    // The key belongs to the one organization in which it was used.
    const origin = orgId === actor.orgId ? actor : { ...actor, orgId, keyId: null };
    const change = { action: "member.updated", targetId: user.id, row, before: { ...row, name: user.name } } as const;
    await recordChange(tx, origin, change);
  }
}
