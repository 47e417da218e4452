import type { Notice } from "@stint/sdk";
import { plural } from "#i18n/catalogue.ts";
import { ClipboardCheck, Gauge, Timer } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { clock, stint } from "#api/connection/client.ts";
import { readNotices, useUnread } from "#api/notices.ts";
import { defineQuery, useMe } from "#api/queries.ts";
import { stopTimer } from "#api/stop-timer.ts";
import { usePages } from "#api/use-pages.ts";
import { useFormat } from "#i18n/format.ts";
import { useParam } from "#screen/use-param.ts";
import { PageHead } from "#screen/page-head.tsx";
import { announce } from "#ui/announce.ts";
import { Segmented } from "#ui/choices/groups.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { Rows } from "#ui/list/rows.tsx";
import rows from "#ui/list/rows.module.css";
import { Table } from "#ui/list/table.tsx";
import { useNoticeWords } from "#i18n/words/use-notice-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import { Button } from "#ui/button/button.tsx";
import { ageOf, groupNotices, type NoticeGroup, topicOf, topics } from "./group-notices.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { Disclosure } from "#ui/text/disclosure.tsx";
import classes from "./notices.module.css";

export function NoticesPage() {
  const words = useNoticeWords();
  const { scopes } = useMe();
  const { zone, weekStart } = useSettings();
  const unread = useUnread();
  const [show] = useParam("show");
  const [topic] = useParam("topic");
  const isUnread = show === "unread";
  const pages = usePages(["notices", "list", isUnread], (cursor) =>
    stint.notices.list({ unread: isUnread, limit: 100, cursor }),
  );
  const shown = pages.items.filter((notice) => topic === "" || topicOf(notice) === topic);
  const action = useAction();
  const byAge = Map.groupBy(groupNotices(shown), (group) => ageOf(group, clock.now(), zone, weekStart));
  return (
    <>
      <PageHead
        call={{ operation: "notices.list", query: {} }}
        lead={
          <>
            {words.lead} <Link href="/profile">{words.choose}</Link>
          </>
        }
      >
        {unread > 0 && (
          <Button isBusy={action.isRunning} onClick={() => action.run(() => readNotices())}>
            {words.readAll}
          </Button>
        )}
      </PageHead>
      <ErrorLine>{action.message}</ErrorLine>
      <Filters />
      {[...byAge].map(([age, groups]) => (
        <section key={age} aria-labelledby={age}>
          <h2 id={age} className="small apart">
            {words.ages[age]}
          </h2>
          <Rows>
            {groups.map((group) => (
              <GroupItem key={group[0].id} group={group} isToday={age === "today"} />
            ))}
          </Rows>
        </section>
      ))}
      <MoreRows pages={{ ...pages, items: shown }} empty={isUnread || topic !== "" ? words.noneShown : words.empty} />
      {scopes.includes("members:write") && <FailedMails />}
    </>
  );
}

function Filters() {
  const words = useNoticeWords();
  const format = useFormat();
  const unread = useUnread();
  const [show, setShow] = useParam("show");
  const [topic, setTopic] = useParam("topic");
  return (
    <search className="wrap apart">
      <Segmented
        label={words.show}
        value={show === "unread" ? "unread" : ""}
        options={[
          ["", words.all],
          ["unread", `${words.onlyUnread}${unread > 0 ? ` ${format.number(unread)}` : ""}`],
        ]}
        onChange={setShow}
      />
      <Segmented
        label={words.topic}
        value={topic}
        options={[["", words.allTopics], ...topics.map((each) => [each, words.topics[each]] as const)]}
        onChange={setTopic}
      />
    </search>
  );
}

const tones = { timesheets: "accent", budgets: "warn", reminders: undefined };
const icons = { timesheets: ClipboardCheck, budgets: Gauge, reminders: Timer };

function GroupItem({ group, isToday }: { group: NoticeGroup; isToday: boolean }) {
  const words = useNoticeWords();
  const format = useFormat();
  const { language, zone } = useSettings();
  const [newest, ...earlier] = group;
  const Icon = icons[topicOf(newest)];
  const { id, title, text, action, path, createdAt, timerStartedAt } = newest;
  const isUnread = group.some(({ readAt }) => readAt === null);
  // Each submitted timesheet needs a decision of its own, so all are listed.
  const areListed = newest.kind === "timesheet_submitted" && earlier.length > 0;
  const same = group.filter((each) => each.title === title);
  const since = format.date(dayOf(same.at(-1)?.createdAt ?? createdAt, zone));
  const lines = (notices: readonly Notice[]) => (
    <ul className="list">
      {notices.map((notice) => (
        <NoticeLine key={notice.id} notice={notice} />
      ))}
    </ul>
  );
  return (
    <li className={classes.notice} data-unread={isUnread}>
      <span className={classes.mark}>{isUnread && <span className="visually-hidden">{words.unread}</span>}</span>
      <span className={`chip ${classes.icon}`} data-kind={tones[topicOf(newest)]}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={`fill ${rows.main}`}>
        <p className={isUnread ? "strong" : undefined}>
          {areListed ? plural(language, group.length, words.submitted) : title}
          {same.length > 1 && (
            <>
              {" "}
              <span className="chip">{words.times(format.number(same.length), since)}</span>
            </>
          )}
        </p>
        {!areListed && <p className={`dim ${classes.text}`}>{text}</p>}
        {areListed && lines(group)}
        {!areListed && earlier.length > 0 && (
          <Disclosure summary={plural(language, earlier.length, words.earlier)}>{lines(earlier)}</Disclosure>
        )}
        {timerStartedAt !== null && <StopTimer id={id} startedAt={timerStartedAt} />}
      </div>
      {!areListed && (
        <div className="buttons">
          <time className="dim" dateTime={createdAt}>
            {isToday ? format.clock(createdAt) : format.moment(createdAt)}
          </time>
          {path !== "/notices" && (
            <Button component={Link} href={path} isSmall onClick={() => markRead(group)}>
              {action}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function NoticeLine({ notice }: { notice: Notice }) {
  const format = useFormat();
  const { title, text, path, createdAt, kind } = notice;
  return (
    <li className="wrap">
      {path === "/notices" ? (
        title
      ) : (
        <Link href={path} className="plain" onClick={() => markRead([notice])}>
          {title}
        </Link>
      )}
      {kind === "budget" && <span className="dim">{text}</span>}
      {kind !== "timesheet_submitted" && (
        <time className="dim" dateTime={createdAt}>
          {format.moment(createdAt)}
        </time>
      )}
    </li>
  );
}

function markRead(notices: readonly Notice[]): void {
  const unread = notices.filter(({ readAt }) => readAt === null).map(({ id }) => id);
  if (unread.length > 0) void readNotices(unread.slice(0, maxRead)).catch(() => undefined);
}

/** The API marks at most this many notices at once. */
const maxRead = 200;

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
      <Button kind="main" isSmall isBusy={action.isRunning} onClick={() => action.run(stop)}>
        {words.stopAt(format.moment(endedAt.toISOString()), format.duration(workMs / 1000))}
      </Button>
      <span role="alert" className="error">
        {action.message}
      </span>
    </>
  );
}

const failedMailsQuery = defineQuery(
  ["notices", "failed mails"],
  async () => (await stint.notices.listFailedMails()).data,
);

function FailedMails() {
  const words = useNoticeWords();
  const format = useFormat();
  const { data } = useQuery(failedMailsQuery);
  if (data === undefined || data.length === 0) return null;
  return (
    <section>
      <h2 id="failed-mails" className="apart">
        {words.failed}
      </h2>
      <p className="dim">{words.failedLead}</p>
      <Table
        isPanel
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
    </section>
  );
}
