import { Button } from "@mantine/core";
import type { Notice } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { stint } from "#api/client.ts";
import { readNotices, useUnread } from "#api/notices.ts";
import { useMe } from "#api/queries.ts";
import { stopTimer } from "#api/stop-timer.ts";
import { usePages } from "#api/use-pages.ts";
import { useFormat } from "#i18n/format.ts";
import { PageHead } from "#screen/page-head.tsx";
import { announce } from "#ui/announce.ts";
import { useAction } from "#ui/form/use-action.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import table from "#ui/list/table.module.css";
import { Table } from "#ui/list/table.tsx";
import { useNoticeWords } from "#i18n/use-notice-words.ts";
import classes from "./notices.module.css";

/** `/notices`: the person's notifications, newest first. */
export function NoticesPage() {
  const words = useNoticeWords();
  const { scopes } = useMe();
  const unread = useUnread();
  const pages = usePages(["notices", "list"], (cursor) => stint.notices.list({ limit: 50, cursor }));
  const action = useAction();
  return (
    <>
      <PageHead
        call={{ operation: "notices.list", method: "GET", path: "/v1/notices", query: {} }}
        lead={
          <>
            {words.lead} <Link href="/profile">{words.choose}</Link>
          </>
        }
      >
        {unread > 0 && (
          <Button variant="default" loading={action.isRunning} onClick={() => action.run(() => readNotices())}>
            {words.readAll}
          </Button>
        )}
      </PageHead>
      <p role="alert" className={classes.failure}>
        {action.message}
      </p>
      <ul className={classes.list}>
        {pages.items.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
      <MoreRows pages={pages} empty={words.empty} />
      {scopes.includes("members:write") && <FailedMails />}
    </>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const words = useNoticeWords();
  const format = useFormat();
  const { id, title, text, action, path, createdAt, readAt, timerStartedAt } = notice;
  return (
    <li className={classes.notice} data-unread={readAt === null}>
      <p className={classes.title}>
        {title}
        {readAt === null && <span className={classes.unread}>{words.unread}</span>}
      </p>
      <p className={classes.text}>{text}</p>
      <p className={classes.foot}>
        {timerStartedAt === null && path !== "/notices" && (
          <Link href={path} onClick={() => void readNotices([id]).catch(() => undefined)}>
            {action}
          </Link>
        )}
        {timerStartedAt !== null && <StopTimer id={id} startedAt={timerStartedAt} />}
        <time dateTime={createdAt}>{format.moment(createdAt)}</time>
      </p>
    </li>
  );
}

const workMs = 8 * 3_600_000;

/** Offers to stop a forgotten timer at the time when a working day would have ended. */
function StopTimer({ id, startedAt }: { id: string; startedAt: string }) {
  const words = useNoticeWords();
  const format = useFormat();
  const { user } = useMe();
  const action = useAction();
  const endedAt = new Date(Date.parse(startedAt) + workMs);
  async function stop(): Promise<void> {
    await stopTimer(stint, user.id, startedAt, endedAt);
    announce(words.stopped);
    await readNotices([id]);
  }
  return (
    <>
      <Button size="compact-md" loading={action.isRunning} onClick={() => action.run(stop)}>
        {words.stopAt(format.moment(endedAt.toISOString()), format.duration(workMs / 1000))}
      </Button>
      <span role="alert" className={classes.failure}>
        {action.message}
      </span>
    </>
  );
}

function FailedMails() {
  const words = useNoticeWords();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ["notices", "failed mails"],
    queryFn: async () => (await stint.notices.listFailedMails()).data,
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <section>
      <h2 id="failed-mails" className={classes.heading}>
        {words.failed}
      </h2>
      <p className={classes.text}>{words.failedLead}</p>
      <div className={table.panel}>
        <Table
          labelledBy="failed-mails"
          rows={data}
          keyOf={(mail) => mail.id}
          columns={[
            { name: words.member, cell: ({ userName }) => userName },
            { name: words.kind, cell: ({ kind }) => words.kinds[kind] },
            { name: words.reason, cell: ({ reason }) => reason },
            { name: words.attempts, kind: "number", cell: ({ attempts }) => format.number(attempts) },
            {
              name: words.next,
              kind: "date",
              cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? words.none : format.moment(nextAttemptAt)),
            },
            { name: words.when, kind: "date", cell: ({ createdAt }) => format.moment(createdAt) },
          ]}
        />
      </div>
    </section>
  );
}
