import type pg from "pg";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailNotices } from "#tracking/month/notice-mails/mail-notices.ts";

// Emails due notices in a separate process that tests can kill:
// `node mailing-node.ts <connection> <mail server> <now>`.
const [, , connection = "{}", url = "", now = ""] = process.argv;
const db = openPool({
  connection: JSON.parse(connection) as pg.PoolConfig,
  poolSize: 4,
  applicationName: "stint-test",
});
const mail = createMail({
  url,
  from: "Stint <stint@example.com>",
  name: "time.example.com",
  onFailure: () => undefined,
});
await mailNotices(
  { db, mail, publicUrl: "https://time.example.com", now: () => new Date(now) },
  new AbortController().signal,
);
process.exit(0);
