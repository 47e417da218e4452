import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import type { Visitor } from "#identity/visitor.ts";
import { findUser, mergePreferences, type UserRow } from "#identity/members/queries.ts";
import { mergeNotices } from "#identity/me/notice-preferences.ts";
import { preferencesOf } from "#identity/me/me-verbs.ts";
import { type Database, type DatabasePool, sql } from "#platform/database/database.ts";
import type { NoticeRow } from "#tracking/notices/kinds.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";

/**
 * Finds the notice to which an email's token belongs. Searches all organizations, because the request contains only the
 * token.
 */
async function findByToken(db: Database, token: string): Promise<Pick<NoticeRow, "kind" | "user_id"> | undefined> {
  const [row] = await db.query<Pick<NoticeRow, "kind" | "user_id">>(sql`
    select kind, user_id, org_id from notices where unsubscribe_hash = ${hashSecret(token)}`);
  return row;
}

/** The person, and the kind of email to unsubscribe from. Undefined if the link is unknown or has expired. */
export async function findSubscription(
  db: Database,
  token: string,
): Promise<{ kind: NoticeRow["kind"]; user: UserRow } | undefined> {
  const found = await findByToken(db, token);
  const user = found && (await findUser(db, found.user_id));
  return user && { kind: found.kind, user };
}

/** Turns off this kind of email for the person, in all their organizations. Returns the same as `findSubscription`. */
export async function unsubscribe(
  db: DatabasePool,
  token: string,
  visitor: Visitor,
): ReturnType<typeof findSubscription> {
  const found = await findByToken(db, token);
  if (found === undefined) return undefined;
  return db.transaction(async (tx) => {
    const user = await findUser(tx, found.user_id, sql`for no key update`);
    if (user === undefined) return undefined;
    const { notices } = preferencesOf(user);
    if (notices[found.kind].mail) {
      await mergePreferences(tx, user.id, { notices: mergeNotices(notices, { [found.kind]: { mail: false } }) });
      await recordForPerson(tx, "preferences.changed", user.id, visitor);
    }
    return { kind: found.kind, user };
  });
}
