import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Mutate } from "#identity/http/mutation.ts";
import { findUser } from "#identity/members/queries.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { gone, notFound } from "#platform/errors.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendJson, sendPage } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { countUnread, listFailedMails, listNotices, markRead, type NoticeRow } from "./queries.ts";
import { FailedMails, ListNotices, type Notice, NoticePage, ReadNotices, Unread } from "./schemas.ts";
import { readingOf } from "./reading.ts";
import { wordNotice } from "./word-notice.ts";

const tags = ["Notices"];

const maxFailures = 100;

interface NoticeDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
}

export const noticeRoutes: FastifyPluginAsyncTypebox<NoticeDeps> = async (app, { db, mutate, now }) => {
  app.get(
    "/notices",
    {
      config: { access: "anyone" },
      schema: {
        operationId: "listNotices",
        tags,
        summary: "List your notices, newest first",
        description:
          "The notices shown to you in the dashboard, in the language of your preferences, or otherwise of `Accept-Language`. A notice about something that you, or the key, may not currently read is left out. Notices are removed after 90 days.",
        querystring: ListNotices,
        response: { 200: NoticePage, ...problems(422) },
      },
    },
    async (request, reply) => {
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
        timerStartedAt:
          row.kind === "timer_running_long" ? runningSince(row.facts.startedAt, row.timer_started_at) : null,
        readAt: row.read_at,
        createdAt: row.created_at,
      });
      return sendPage(request, reply, toPage(rows, page, toNotice));
    },
  );

  app.post(
    "/notices/read",
    {
      config: { access: "anyone", sessionOnly: true },
      schema: {
        operationId: "readNotices",
        tags,
        summary: "Mark your notices as read",
        description: "Requires a session, because the person may not have seen a notice that a program has read.",
        body: ReadNotices,
        response: { 200: Unread, ...problems(400, 404, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { ids } = request.body;
        const marked = await markRead(tx, request.actor, ids);
        const unknown = ids?.findIndex((id) => !marked.has(id)) ?? -1;
        if (unknown >= 0) throw notFound("notice", `/ids/${unknown}`);
        return { status: 200, body: { unread: await countUnread(tx, request.actor) } };
      }),
  );

  app.get(
    "/notices/failed-mails",
    {
      config: { access: "members:write" },
      schema: {
        operationId: "listFailedMails",
        tags,
        summary: "List mails of notices that could not be sent",
        description: "The mails of all members, newest first.",
        response: { 200: FailedMails },
      },
    },
    async (request, reply) => {
      const rows = await listFailedMails(db, request.actor.orgId, maxFailures);
      const data = rows.map((row) => ({
        id: row.id,
        userId: row.user_id,
        userName: row.user_name,
        kind: row.kind,
        reason: row.mail_error,
        attempts: row.mail_attempts,
        nextAttemptAt: row.mail_due_at,
        createdAt: row.created_at,
      }));
      return sendJson(reply, 200, { data });
    },
  );
};

function runningSince(startedAt: string, runsSince: string | null): string | null {
  return startedAt === runsSince ? startedAt : null;
}
