import { type Database, sql } from "#platform/database/database.ts";
import { nextAttempt } from "#platform/mail/retry-minutes.ts";

export interface ClaimedMail {
  token_hash: Buffer;
  sealed: Buffer;
  attempts: number;
  /** Whether the link in the email still works. */
  is_usable: boolean;
}

const usable = sql`(exists (select 1 from one_time_links l where l.token_hash = m.token_hash and l.used_at is null)
    or exists (select 1 from invitations i where i.org_id = m.sender and i.mailed_token_hash = m.token_hash
                  and i.accepted_at is null and i.revoked_at is null))`;

export async function insertMail(
  db: Database,
  mail: { tokenHash: Buffer; sender: string; sealedBy: Buffer; sealed: Buffer; dueAt: string; expiresAt: string },
): Promise<void> {
  await db.query(sql`
    insert into outgoing_mails (token_hash, sender, sealed_by, sealed, due_at, expires_at)
    values (${mail.tokenHash}, ${mail.sender}, ${mail.sealedBy}, ${mail.sealed}, ${mail.dueAt}, ${mail.expiresAt})`);
}

/** Claims due emails. Alternates between senders, so that none delays the others. */
export function claimMails(db: Database, sealedBy: Buffer, now: string, most: number): Promise<ClaimedMail[]> {
  return db.query<ClaimedMail>(sql`
    with chosen as materialized (
      select token_hash
        from (select token_hash, row_number() over (partition by sender order by due_at, token_hash) as turn
                from outgoing_mails
               where due_at <= ${now} and sealed_by = ${sealedBy}) due
       order by turn, random() limit ${most}
    )
    update outgoing_mails m
       set attempts = m.attempts + 1,
           due_at = ${nextAttempt(now, sql`m.attempts`)}
      from (select token_hash from outgoing_mails
             where token_hash in (select token_hash from chosen) and due_at <= ${now}
               for no key update skip locked) due
     where m.token_hash = due.token_hash
    returning m.token_hash, m.sealed, m.attempts, m.expires_at > ${now} and ${usable} as is_usable`);
}

export async function deleteMail(db: Database, { token_hash: tokenHash }: ClaimedMail): Promise<void> {
  await db.query(sql`delete from outgoing_mails where token_hash = ${tokenHash}`);
}

/** Stores why an attempt failed. A final failure is not retried, and its link is deleted. */
export async function noteFailure(
  db: Database,
  { token_hash: tokenHash }: ClaimedMail,
  { reason, isFinal }: { reason: string; isFinal: boolean },
): Promise<void> {
  const end = isFinal ? sql`, due_at = null, sealed = null` : sql``;
  await db.query(sql`update outgoing_mails set error = ${reason} ${end} where token_hash = ${tokenHash}`);
}

/** Deletes emails whose link no longer works. */
export async function deleteObsoleteMails(db: Database, now: string): Promise<void> {
  await db.query(sql`delete from outgoing_mails m where m.expires_at <= ${now} or not ${usable}`);
}

export interface MailFailure {
  error: string;
  /** When the email is tried again; null if it is not. */
  due_at: string | null;
  attempts: number;
}

/** Finds out why the mail server has not accepted the emails of these invitations, by the invitation's id. */
export async function findMailFailures(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, MailFailure>> {
  const rows = await db.query<MailFailure & { id: string }>(sql`
    select i.id, m.error, m.due_at, m.attempts
      from invitations i join outgoing_mails m on m.sender = i.org_id and m.token_hash = i.mailed_token_hash
     where i.org_id = ${orgId} and i.id = any (${ids}) and m.error is not null
       and i.accepted_at is null and i.revoked_at is null`);
  return new Map(rows.map((row) => [row.id, row]));
}
