import { hkdfSync } from "node:crypto";
import { ianaZone } from "@stint/grammar/iana-zone.ts";
import { type Actor, may, scopes } from "#identity/access.ts";
import { findApiKey } from "#identity/api-keys/queries.ts";
import { hasChanged, recordChange } from "#identity/history/record-change.ts";
import {
  findUser,
  listMemberships,
  listOrganizationsOf,
  mergePreferences,
  updateMember,
  updateUserName,
  type UserRow,
} from "#identity/members/queries.ts";
import { describeSignIn } from "#identity/second-factor/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import type { Visitor } from "#identity/visitor.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { gone } from "#platform/errors.ts";
import { shownCommand } from "#platform/process/own-command.ts";
import { findFavourites, storeFavourites } from "./queries.ts";
import { mergeNotices, defaultNotices, withUsualNotices } from "./notice-preferences.ts";
import type { Favourite, Me, Preferences, UpdateMe } from "./schemas.ts";

const defaultPreferences: Preferences = {
  language: null,
  theme: null,
  weekStart: null,
  clock: null,
  durations: "clock",
  timeZone: null,
  density: "compact",
  shortcuts: true,
  notices: defaultNotices,
};

export interface MeDeps {
  secretKey: Buffer | undefined;
  sharedLinkMaxDays: number;
  publicUrl: string;
  checkFavourites: (db: Database, actor: Actor, favourites: readonly Favourite[]) => Promise<void>;
  /** Counts the unread notices that the caller can see. */
  countUnread: (db: Database, actor: Actor) => Promise<number>;
}

/** Describes the caller for `GET /me`. A key for one organization does not reveal the person's other organizations. */
export async function describeMe(
  db: Database,
  actor: Actor,
  { secretKey, sharedLinkMaxDays, publicUrl, countUnread }: Omit<MeDeps, "checkFavourites">,
): Promise<Me> {
  const user = await findUser(db, actor.userId);
  const organization = await findOrganization(db, actor.orgId);
  const key = await findApiKey(db, actor.orgId, actor.keyId);
  if (user === undefined || organization === undefined || key === undefined) throw gone("key");
  const { id, name, currency, approvals } = organization;
  const { time_zone: timeZone, week_start: weekStart, working_days: workingDays } = organization;
  return {
    user: { id: user.id, name: user.name, email: user.email },
    organization: { id, name, currency, timeZone, weekStart, workingDays, approvals },
    role: actor.role,
    preferences: preferencesOf(user),
    scopes: scopes.filter((scope) => may(actor, scope)),
    key: { id: key.id, kind: key.kind === "session" ? "session" : "api", name: key.name, expiresAt: key.expires_at },
    favourites: await findFavourites(db, actor.orgId, actor.userId),
    unreadNotices: await countUnread(db, actor),
    sharedLinkMaxDays,
    serverCommand: shownCommand,
    publicUrl,
    ...(actor.kind === "session"
      ? {
          organizations: await listOrganizationsOf(db, actor.userId),
          signIn: {
            ...(await describeSignIn(db, actor.userId)),
            deviceKey: secretKey === undefined ? null : deviceKeyOf(secretKey, actor.userId),
          },
        }
      : {}),
  };
}

/**
 * Returns the key with which the dashboard encrypts a person's unsent changes. It is derived from SECRET_KEY instead of
 * stored, so it never changes, and a backup without SECRET_KEY does not reveal it.
 */
function deviceKeyOf(secretKey: Buffer, userId: string): string {
  return Buffer.from(hkdfSync("sha256", secretKey, "", `device key of ${userId}`, 32)).toString("base64");
}

export function preferencesOf({ preferences }: Pick<UserRow, "preferences">): Preferences {
  const { notices, ...chosen } = preferences as Partial<Preferences>;
  return { ...defaultPreferences, ...chosen, notices: withUsualNotices(notices) };
}

export async function changeMe(
  tx: Transaction,
  actor: Actor,
  { input }: { input: UpdateMe },
  { visitor, checkFavourites }: { visitor: Visitor } & Pick<MeDeps, "checkFavourites">,
): Promise<void> {
  const user = await findUser(tx, actor.userId, sql`for no key update`);
  if (user === undefined) throw gone("user");
  await changeName(tx, actor, user, input.name);
  await changePreferences(tx, actor, user, input.preferences, visitor);
  if (input.favourites === undefined) return;
  await checkFavourites(tx, actor, input.favourites);
  await storeFavourites(tx, actor.orgId, actor.userId, input.favourites);
}

/** Changes the person's name and records the change in each of their organizations, because all of them show it. */
async function changeName(tx: Transaction, actor: Actor, user: UserRow, name: string | undefined): Promise<void> {
  if (name === undefined || name === user.name) return;
  await updateUserName(tx, user.id, name);
  for (const { org_id: orgId } of await listMemberships(tx, user.id)) {
    const row = await updateMember(tx, orgId, user.id);
    if (row === undefined) continue;
    // The key exists only in its own organization, so other organizations' change rows don't name it.
    const origin = orgId === actor.orgId ? actor : { ...actor, orgId, keyId: null };
    const change = { action: "member.updated", targetId: user.id, row, before: { ...row, name: user.name } } as const;
    await recordChange(tx, origin, change);
  }
}

/** Changes the person's dashboard preferences. Their organizations' audit logs record the fact, but not the values. */
async function changePreferences(
  tx: Transaction,
  actor: Actor,
  user: UserRow,
  chosen: UpdateMe["preferences"],
  visitor: Visitor,
): Promise<void> {
  const { notices, ...others } = { ...chosen };
  if (others.timeZone) others.timeZone = ianaZone(others.timeZone) ?? others.timeZone;
  const before = preferencesOf(user);
  const after = { ...before, ...others, notices: mergeNotices(before.notices, notices) };
  if (!hasChanged(before, after)) return;
  await mergePreferences(tx, user.id, notices === undefined ? others : { ...others, notices: after.notices });
  await recordForPerson(tx, "preferences.changed", user.id, visitor, actor);
}
