import { NotFoundError, type TimeEntry } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { clock, stint } from "#api/client.ts";
import { useNames } from "#api/people.ts";
import { useMe, useProjects } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { usePages } from "#api/use-pages.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { ListState } from "#pages/parts/list-state.tsx";
import { MoreRows } from "#pages/parts/more-rows.tsx";
import { PageHead } from "#pages/parts/page-head.tsx";
import { addDays, dayOf, startOfWeek } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import rows from "#ui/rows.module.css";
import { useWords } from "./use-words.ts";
import classes from "./team.module.css";

/** `/team/{userId}`: role, hours and entries of a member. */
export function MemberPage({ userId }: { userId: string }) {
  const { text, format, zone } = useSettings();
  const words = useWords();
  const { scopes, role: ownRole, user } = useMe();
  const nameOf = useNames();
  const canReadMembers = scopes.includes("members:read");
  const query = useQuery({
    queryKey: ["members", userId],
    queryFn: () => stint.members.get(userId),
    enabled: canReadMembers,
  });
  if (ownRole === "member" && userId !== user.id)
    return (
      <>
        <PageHead title={words.title} />
        <p>{words.onlyOwn}</p>
      </>
    );
  if (query.error instanceof NotFoundError)
    return (
      <>
        <PageHead title={words.title} />
        <p>{words.notFound}</p>
      </>
    );
  const member = query.data;
  const dayIn = (instant: string) => format.day(dayOf(instant, zone));
  const facts = member && [
    text.shell.roles[member.role],
    member.email,
    member.deactivatedAt === null
      ? words.memberSince(dayIn(member.createdAt))
      : words.deactivatedSince(dayIn(member.deactivatedAt)),
  ];
  return (
    <>
      <PageHead title={member?.name ?? nameOf(userId)} lead={facts?.join(" · ")}>
        {canReadMembers && (
          <CopyAsCall
            call={{ operation: "members.get", method: "GET", path: `/v1/members/${userId}`, ids: [userId] }}
          />
        )}
      </PageHead>
      {scopes.includes("costs:read") && (
        <p className={classes.section}>
          {words.rates}: <Link href={`/rates?userId=${userId}`}>{words.ratesLink}</Link>
        </p>
      )}
      {scopes.includes("reports:read") && <Hours userId={userId} />}
      {scopes.includes("time-entries:read") && <Entries userId={userId} />}
    </>
  );
}

/** The sums of the report for the week, the month and altogether, and the month by project. */
function Hours({ userId }: { userId: string }) {
  const { format, zone, weekStart } = useSettings();
  const words = useWords();
  const projects = useProjects();
  const today = dayOf(clock.now(), zone);
  const week = startOfWeek(today, weekStart);
  const month = { groupBy: "project", userId, from: `${today.slice(0, 7)}-01`, to: today, tz: zone } as const;
  const ofWeek = useSummary({ userId, from: week, to: addDays(week, 6), tz: zone });
  const ofMonth = useSummary(month);
  const ofAll = useSummary({ userId });
  const sums = [
    [words.periodWeek, ofWeek],
    [words.periodMonth, ofMonth],
    [words.periodAll, ofAll],
  ] as const;
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>{words.hours}</h2>
        <CopyAsCall call={{ operation: "reports.summary", method: "GET", path: "/v1/reports/summary", query: month }} />
      </div>
      <dl className={classes.sums}>
        {sums.map(([name, { data }]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{data === undefined ? "…" : format.duration(data.totals.seconds)}</dd>
          </div>
        ))}
      </dl>
      <h2>{words.byProject}</h2>
      <ul className={rows.rows} aria-label={words.byProject}>
        {ofMonth.data?.groups.map(({ key, name, seconds }) => (
          <li key={key}>
            <div className={rows.main}>
              <ColorDot color={projectColor(projects.find(({ id }) => id === key))} /> {name}
            </div>
            <b>{format.duration(seconds)}</b>
          </li>
        ))}
      </ul>
      <ListState query={ofMonth} empty={ofMonth.data?.groups.length === 0 ? words.noProject : undefined} />
    </section>
  );
}

function useSummary(query: NonNullable<Parameters<typeof stint.reports.summary>[0]> & { format?: undefined }) {
  return useQuery({ queryKey: ["reports", "member", query], queryFn: () => stint.reports.summary(query) });
}

function Entries({ userId }: { userId: string }) {
  const { format, zone } = useSettings();
  const words = useWords();
  const projects = useProjects();
  const pages = usePages<TimeEntry>(["reports", "entries", userId], (cursor) =>
    stint.timeEntries.list({ userId, ...(cursor === undefined ? {} : { cursor }) }),
  );
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2>{words.entries}</h2>
        <CopyAsCall
          call={{
            operation: "timeEntries.list",
            method: "GET",
            path: "/v1/time-entries",
            query: { userId },
            isList: true,
          }}
        />
      </div>
      <ul className={rows.rows} aria-label={words.entries}>
        {pages.items.map((entry) => {
          const project = projects.find(({ id }) => id === entry.projectId);
          const day = format.day(dayOf(entry.startedAt, zone));
          return (
            <li key={entry.id}>
              <div className={rows.main}>
                <p>{entry.description === "" ? words.noDescription : entry.description}</p>
                <p className={rows.dim}>
                  <ColorDot color={projectColor(project)} /> {project?.name ?? entry.projectId} · {day},{" "}
                  {format.clock(entry.startedAt)} – {format.clock(entry.endedAt)}
                </p>
              </div>
              <b className={rows.number}>{format.duration(entry.durationSeconds)}</b>
            </li>
          );
        })}
      </ul>
      <MoreRows pages={pages} empty={words.noEntries} />
    </section>
  );
}
