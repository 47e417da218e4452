import { findUser } from "#identity/members/queries.ts";
import { preferencesOf } from "#identity/me/me-verbs.ts";
import { newToken } from "#identity/one-time-links/one-time-link.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { findHolder } from "#identity/read-leadership.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Job, JobRunner } from "#platform/jobs/job-runner.ts";
import { mailing } from "#platform/mail/retry-minutes.ts";
import { cleanLine } from "#platform/text.ts";
import type { Mail } from "#platform/mail/mail.ts";
import { texts } from "#texts/texts.ts";
import { writeDigest } from "./digest.ts";
import {
  type ClaimedMail,
  claimMails,
  dropMail,
  isStillTrue,
  noteFailure,
  noteMailed,
  putOff,
  storeUnsubscribeHash,
} from "./mail-queries.ts";
import { findNotice } from "#tracking/notices/queries.ts";
import { renderHtml, renderText } from "./render-mail.ts";
import { readingOf } from "#tracking/notices/kind/reading.ts";
import { wordNotice } from "#tracking/notices/word-notice.ts";

export interface NoticeMailDeps {
  db: DatabasePool;
  mail: Pick<Mail, "deliver" | "judge">;
  /** The server's public base URL, without a trailing slash. */
  publicUrl: string;
  now: () => Date;
}

/**
 * Starts the job that sends due emails. Every node can run the job, because emails are claimed before they are sent.
 */
export function startNoticeMails(jobs: JobRunner, deps: NoticeMailDeps): Job {
  return jobs.start({
    name: "mail-notices",
    everyMs: mailing.everyMs,
    run: (signal) => mailNotices(deps, signal),
  });
}

/**
 * Sends the emails that are due. Each is claimed first. If the node crashes before it records the outcome, another
 * attempt sends the email with the same Message-ID, so mail programs recognize the duplicate.
 */
export async function mailNotices(deps: NoticeMailDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const mails = await claimMails(deps.db, deps.now().toISOString(), mailing.atOnce);
    await Promise.all(mails.map((mail) => sendOne(deps, mail)));
    if (mails.length < mailing.atOnce) return;
  }
}

async function sendOne(deps: NoticeMailDeps, claim: ClaimedMail): Promise<void> {
  const { db } = deps;
  try {
    const message = await writeMail(deps, claim);
    if (message === undefined) {
      await dropMail(db, claim);
      return;
    }
    if (await putOff(db, claim, deps.now().toISOString())) return;
    await deps.mail.deliver(message);
  } catch (error) {
    const failure = deps.mail.judge(error, claim.attempts);
    if (failure !== undefined) await noteFailure(db, claim, failure);
    return;
  }
  await noteMailed(db, claim);
}

/**
 * Writes the email according to the person's current permissions and preferences. Returns undefined if no email should
 * be sent.
 */
async function writeMail({ db, publicUrl, now }: NoticeMailDeps, claim: ClaimedMail) {
  const { org_id: orgId, user_id: userId } = claim;
  const [holder, user, organization] = await Promise.all([
    findHolder(db, orgId, userId),
    findUser(db, userId),
    findOrganization(db, orgId),
  ]);
  if (holder === undefined || user === undefined || organization === undefined) return undefined;
  const row = await findNotice(db, holder, claim.id);
  if (row === undefined || !preferencesOf(user).notices[row.kind].mail || !(await isStillTrue(db, row)))
    return undefined;
  const reading = readingOf(user, organization);
  const words = texts[reading.language].mail;
  const { title, text, action, path } = wordNotice(row, reading, now());
  const digest = row.kind === "digest" ? await writeDigest(db, holder, row.facts, reading) : undefined;
  const { token, tokenHash } = newToken();
  await storeUnsubscribeHash(db, claim, tokenHash);
  const unsubscribe = `${publicUrl}/unsubscribe/${token}`;
  const content = {
    language: reading.language,
    title,
    text,
    rows: digest?.rows ?? [],
    note: digest?.note ?? "",
    action: { label: action, url: `${publicUrl}${path}` },
    why: words.why(cleanLine(organization.name)),
    unsubscribe: { label: words.unsubscribe, url: unsubscribe },
  };
  return {
    sender: orgId,
    to: user.email,
    subject: title,
    text: renderText(content),
    html: renderHtml(content),
    id: row.id,
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      // Allows mail programs to unsubscribe with a single POST (RFC 8058).
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}
