import { recordForPerson } from "#identity/sessions/record-for-person.ts";
import type { Visitor } from "#identity/sessions/session-verbs.ts";
import { findUser, mergePreferences, type UserRow } from "#identity/members/queries.ts";
import { mergeNotices } from "#identity/me/notice-preferences.ts";
import { preferencesOf } from "#identity/me/me-verbs.ts";
import { type Database, type DatabasePool, sql } from "#platform/database/database.ts";
import type { NoticeRow } from "#tracking/notices/queries.ts";

/** Finds the organization instead of taking it as a parameter: the token comes from a mail, without a key. */
async function findByToken(db: Database, token: string): Promise<Pick<NoticeRow, "kind" | "user_id"> | undefined> {
  const [row] = await db.query<Pick<NoticeRow, "kind" | "user_id">>(sql`
    select kind, user_id, org_id from notices where unsubscribe_token = ${token}`);
  return row;
}

/** Whose mails of which kind a mail's link turns off; undefined for a link that is unknown or too old. */
export async function findSubscription(
  db: Database,
  token: string,
): Promise<{ kind: NoticeRow["kind"]; user: UserRow } | undefined> {
  const found = await findByToken(db, token);
  const user = found && (await findUser(db, found.user_id));
  return user && { kind: found.kind, user };
}

/** Turns the mails of a kind off, in every organization of the person. Returns what `findSubscription` does. */
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
