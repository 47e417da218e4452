import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import { findUser } from "#identity/members/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { gone, notFound } from "#platform/errors.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { NoticeRow } from "./kinds.ts";
import { countUnread, type FailedMail, listFailedMails, listNotices, markRead } from "./queries.ts";
import { readingOf } from "./kind/reading.ts";
import { FailedMails, ListNotices, type Notice, NoticePage, ReadNotices, Unread, maxFailures } from "./schemas.ts";
import { wordNotice } from "./word-notice.ts";

const operations = {
  listNotices: {
    at: "GET /notices",
    access: "anyone",
    summary: "List your notices, newest first",
    description:
      "The notices shown to you in the dashboard, in the language of your preferences, or otherwise of `Accept-Language`. A notice about something that you, or the key, may not currently read is left out. Notices are removed after 90 days.",
    query: ListNotices,
    reply: NoticePage,
    others: [422],
  },
  readNotices: {
    at: "POST /notices/read",
    access: "anyone",
    sessionOnly: true,
    summary: "Mark your notices as read",
    description: "Requires a session, because the person may not have seen a notice that a program has read.",
    body: ReadNotices,
    reply: Unread,
    others: [400, 404, 422],
  },
  listFailedMails: {
    at: "GET /notices/failed-mails",
    access: "members:write",
    summary: "List mails of notices that could not be sent",
    description: "The mails of all members, newest first.",
    reply: FailedMails,
    others: [],
  },
} as const satisfies Operations;

interface NoticeDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
}

export async function noticeRoutes(app: HttpApp, deps: NoticeDeps): Promise<void> {
  const { db, mutate } = deps;
  addOperations(
    app,
    operations,
    { tag: "Notices", mutate },
    {
      listNotices: (request) => readNotices(request, deps),
      async readNotices(tx, { actor, body: { ids } }) {
        const marked = await markRead(tx, actor, ids);
        const unknown = ids?.findIndex((id) => !marked.has(id)) ?? -1;
        if (unknown >= 0) throw notFound("notice", `/ids/${unknown}`);
        return { body: { unread: await countUnread(tx, actor) } };
      },
      async listFailedMails({ actor }) {
        return { body: { data: (await listFailedMails(db, actor.orgId, maxFailures)).map(toFailedMail) } };
      },
    },
  );
}

async function readNotices(request: RequestOf<typeof operations.listNotices>, { db, now }: NoticeDeps) {
  const { actor, query } = request;
  const unread = query.unread === true;
  const page = readPage(query, ["notices", unread]);
  const [user, organization] = await Promise.all([findUser(db, actor.userId), findOrganization(db, actor.orgId)]);
  if (user === undefined || organization === undefined) throw gone("user");
  const reading = readingOf(user, organization, request.headers["accept-language"]);
  const rows = await listNotices(db, actor, { unread }, page);
  const toNotice = (row: NoticeRow): Notice => ({
    id: row.id,
    kind: row.kind,
    ...wordNotice(row, reading, now()),
    timerStartedAt: row.kind === "timer_running_long" ? runningSince(row.facts.startedAt, row.timer_started_at) : null,
    readAt: row.read_at,
    createdAt: row.created_at,
  });
  return { body: toPage(rows, page, toNotice) };
}

function toFailedMail(row: FailedMail) {
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    kind: row.kind,
    reason: row.mail_error,
    attempts: row.mail_attempts,
    nextAttemptAt: row.mail_due_at,
    createdAt: row.created_at,
  };
}

function runningSince(startedAt: string, runsSince: string | null): string | null {
  return startedAt === runsSince ? startedAt : null;
}
