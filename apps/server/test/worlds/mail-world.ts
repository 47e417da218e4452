import type { TestContext } from "node:test";
import { createMail, type Mail } from "#platform/mail/mail.ts";
import { waitFor } from "#test/databases/hold.ts";
import { type ReceivedMail, receiveMail } from "#test/http/mail-receiver.ts";

/** Starts a mail server for the test. Returns its settings and the emails that it receives. */
export async function newMail(
  t: TestContext,
): Promise<{ mail: Mail; arrived(count: number): Promise<ReceivedMail[]> }> {
  const receiver = await receiveMail();
  const failures: object[] = [];
  const mail = createMail({
    url: receiver.url,
    from: "Stint <stint@example.com>",
    name: "time.example.com",
    onFailure: (failure) => failures.push(failure),
  });
  t.after(async () => {
    await mail.stop();
    await receiver.close();
  });
  return {
    mail,
    async arrived(count) {
      await waitFor(() => failures.length > 0 || receiver.mails.length >= count);
      return receiver.mails;
    },
  };
}
