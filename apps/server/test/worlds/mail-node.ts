import type { TestContext } from "node:test";
import type { DatabasePool } from "#platform/database/database.ts";
import { createMail } from "#platform/mail/mail.ts";
import { receiveMail } from "#test/http/mail-receiver.ts";
import { mailNotices } from "#tracking/month/notice-mails/mail-notices.ts";

/** A mail server and a node. The node's `run` sends the emails that are due in `minutes`. */
export async function newMailNode(t: TestContext, db: DatabasePool, options: { refuse?: string } = {}) {
  const receiver = await receiveMail(options);
  t.after(receiver.close);
  async function run(minutes = 0, url = receiver.url): Promise<void> {
    const mail = createMail({
      url,
      from: "Stint <stint@example.com>",
      name: "time.example.com",
      onFailure: () => undefined,
    });
    const now = () => new Date(Date.now() + minutes * 60_000 + 1000);
    await mailNotices({ db, mail, publicUrl: "https://time.example.com", now }, new AbortController().signal);
    await mail.stop();
  }
  return { receiver, run };
}
