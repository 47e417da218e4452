import { createHmac, randomBytes } from "node:crypto";
import type { Origin } from "#identity/history/record-change.ts";
import type { Database, DatabasePool, Transaction } from "#platform/database/database.ts";
import type { JobRunner } from "#platform/jobs/job-runner.ts";
import type { Mail, MailMessage } from "#platform/mail/mail.ts";
import { mailing } from "#platform/mail/retry-minutes.ts";
import { runForNobody } from "#platform/requester.ts";
import { decrypt, encrypt } from "#platform/secrets/encrypt.ts";
import { claimMails, type ClaimedMail, deleteMail, insertMail, noteFailure } from "./queries.ts";

/*
 * Emails with links wait in the table `outgoing_mails` until the mail server accepts them, so that a temporary refusal
 * or a restart loses none. A mail is added in the transaction that creates its link, and claimed before each attempt. A
 * claim expires, in case the node never reports the outcome. A mail is not sent if its link has been used, replaced or
 * revoked, or has expired.
 */

interface SentInvitation {
  id: string;
  version: number;
}

export interface OutgoingMail {
  message: MailMessage;
  tokenHash: Buffer;
  /** When the link expires. */
  expiresAt: string;
  /** The invitation whose sending is recorded, and who sends it. */
  invitation?: SentInvitation & { origin: Origin };
}

export interface OutboxDeps {
  db: DatabasePool;
  mail: Pick<Mail, "deliver" | "judge">;
  secretKey: Buffer | undefined;
  now: () => Date;
  /** Records in the transaction that an invitation was sent. */
  noteSent: (tx: Transaction, origin: Origin, invitation: SentInvitation, at: { now: Date }) => Promise<void>;
  onCommit: (orgId: string) => void;
}

export type Outbox = ReturnType<typeof startOutbox>;

export function startOutbox(jobs: JobRunner, { db, mail, secretKey, now, noteSent, onCommit }: OutboxDeps) {
  // Without SECRET_KEY, only this process can decrypt its emails, so a restart loses those that are still waiting.
  const key = secretKey ?? randomBytes(32);
  const sealedBy = createHmac("sha256", key).update("outgoing mails").digest().subarray(0, 8);

  async function sendOne(claim: ClaimedMail): Promise<void> {
    if (!claim.is_usable) return deleteMail(db, claim);
    const { message, invitation } = JSON.parse(decrypt(key, claim.sealed)) as Pick<
      OutgoingMail,
      "message" | "invitation"
    >;
    try {
      await mail.deliver({ ...message, id: claim.token_hash.toString("hex", 0, 16) });
    } catch (error) {
      const failure = mail.judge(error, claim.attempts);
      return failure && noteFailure(db, claim, failure);
    }
    await db.transaction(async (tx) => {
      await deleteMail(tx, claim);
      if (invitation !== undefined) await noteSent(tx, invitation.origin, invitation, { now: now() });
    });
    if (invitation !== undefined) onCommit(invitation.origin.orgId);
  }

  const job = jobs.start({
    name: "send-mails",
    everyMs: mailing.everyMs,
    async run(signal) {
      while (!signal.aborted) {
        const mails = await claimMails(db, sealedBy, now().toISOString(), mailing.atOnce);
        await Promise.all(mails.map(sendOne));
        if (mails.length < mailing.atOnce) return;
      }
    },
  });
  return {
    /** Must be followed by `wake` after COMMIT. */
    async add(tx: Database, { message, tokenHash, expiresAt, invitation }: OutgoingMail) {
      const sealed = encrypt(key, JSON.stringify({ message, invitation }));
      const { sender } = message;
      await insertMail(tx, { tokenHash, sender, sealedBy, sealed, dueAt: now().toISOString(), expiresAt });
    },
    wake: () => runForNobody(job.wake),
    /** Resolves when no email is being sent. */
    idle: job.idle,
    stop: job.stop,
  };
}
