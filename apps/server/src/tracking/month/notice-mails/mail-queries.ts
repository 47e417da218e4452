import { clockTime } from "#platform/database/columns.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { nextAttempt } from "#platform/mail/retry-minutes.ts";
import { kinds, type NoticeRow } from "#tracking/notices/kinds.ts";

export interface ClaimedMail {
  org_id: string;
  id: string;
  user_id: string;
  attempts: number;
}

/** Older notices are not emailed. Otherwise a newly configured mail server would send emails about all past notices. */
const freshHours = 36;

/**
 * Claims due emails, alternating between organizations so that none delays the others. If more organizations have due
 * emails than can be claimed, chance decides, because any fixed order would let some organizations starve the others. A
 * claim expires, in case this node never reports the outcome.
 */
export function claimMails(db: Database, now: string, most: number): Promise<ClaimedMail[]> {
  // Materialized, because a plan that evaluates `chosen` twice would choose different rows each time.
  return db.query<ClaimedMail>(sql`
    with chosen as materialized (
      select org_id, id
        from (select org_id, id, row_number() over (partition by org_id order by mail_due_at, id) as turn
                from notices
               where mail_due_at <= ${now} and created_at > ${now}::timestamptz - ${freshHours} * interval '1 hour') due
       order by turn, random() limit ${most}
    )
    update notices n
       set mail_attempts = n.mail_attempts + 1,
           mail_due_at = ${nextAttempt(now, sql`n.mail_attempts`)}
      from (select org_id, id from notices
             where (org_id, id) in (select org_id, id from chosen) and mail_due_at <= ${now}
               for no key update skip locked) due
     where n.org_id = due.org_id and n.id = due.id
    returning n.org_id, n.id, n.user_id, n.mail_attempts as attempts`);
}

/** Stores the hash of the token in a mail's link. Only the link of the last attempt works. */
export async function storeUnsubscribeHash(
  db: Database,
  { org_id: orgId, id }: ClaimedMail,
  tokenHash: Buffer,
): Promise<void> {
  await db.query(sql`update notices set unsubscribe_hash = ${tokenHash} where org_id = ${orgId} and id = ${id}`);
}

export async function noteMailed(db: Database, { org_id: orgId, id }: ClaimedMail): Promise<void> {
  await db.query(sql`
    update notices set mail_due_at = null, mail_error = null, mailed_at = ${clockTime}
     where org_id = ${orgId} and id = ${id}`);
}

/**
 * The minimum interval between emails of the same kind about the same timesheet, in case someone submits and
 * withdraws a timesheet repeatedly, or approves and reopens it.
 */
const sheetPause = sql`interval '1 hour'`;

/**
 * Postpones an email if its recipient was recently emailed about the same timesheet, so that only the latest state is
 * emailed. Returns whether it was postponed.
 */
export async function putOff(
  db: Database,
  { org_id: orgId, id, user_id: userId }: ClaimedMail,
  now: string,
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`
    update notices n set mail_due_at = last.mailed_at + ${sheetPause}, mail_attempts = mail_attempts - 1
      from (select max(other.mailed_at) as mailed_at
              from notices mine join notices other on other.org_id = mine.org_id and other.user_id = mine.user_id
                   and other.kind = mine.kind and other.facts ->> 'timesheetId' = mine.facts ->> 'timesheetId'
             where mine.org_id = ${orgId} and mine.id = ${id} and other.user_id = ${userId}) last
     where n.org_id = ${orgId} and n.id = ${id} and last.mailed_at + ${sheetPause} > ${now}
    returning n.id`);
  return rows.length > 0;
}

export async function dropMail(db: Database, { org_id: orgId, id }: ClaimedMail): Promise<void> {
  await db.query(sql`update notices set mail_due_at = null where org_id = ${orgId} and id = ${id}`);
}

/** Stores why an attempt failed. A final failure is not retried. */
export async function noteFailure(
  db: Database,
  { org_id: orgId, id }: ClaimedMail,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  const end = isFinal ? sql`, mail_due_at = null` : sql``;
  await db.query(sql`
    update notices set mail_error = ${reason} ${end} where org_id = ${orgId} and id = ${id} and mailed_at is null`);
}

/** Whether the notice still applies. */
export async function isStillTrue(db: Database, row: NoticeRow): Promise<boolean> {
  const condition = kinds[row.kind].isStillTrue?.(row) ?? sql`true`;
  const rows = await db.query<{ is_true: boolean }>(sql`
    select ${condition} as is_true from members m where m.org_id = ${row.org_id} and m.user_id = ${row.user_id}`);
  return rows[0]?.is_true === true;
}
