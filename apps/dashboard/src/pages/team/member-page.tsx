import { NotFoundError } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { clock, stint } from "#api/connection/client.ts";
import { useNames, useSees } from "#api/people.ts";
import { defineQuery, useMe, useProjects } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { MemberEntries } from "#parts/entries/member-entries.tsx";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { addDays, dayOf, startOfWeek } from "#time/zoned.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { Rows } from "#ui/list/rows.tsx";
import rows from "#ui/list/rows.module.css";
import { useTeamWords } from "./use-team-words.ts";
import classes from "./team.module.css";

export function MemberPage({ id: userId }: { id: string }) {
  const text = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const words = useTeamWords();
  const { scopes } = useMe();
  const sees = useSees(userId);
  const canReadMembers = scopes.includes("members:read");
  const nameOf = useNames(canReadMembers ? [] : [userId]);
  const query = useQuery({
    ...defineQuery(["members", userId], () => stint.members.get(userId)),
    enabled: canReadMembers,
  });
  if (sees === undefined) return <PageHead />;
  if (!sees)
    return (
      <>
        <PageHead />
        <p>{words.onlyOwn}</p>
      </>
    );
  if (query.error instanceof NotFoundError)
    return (
      <>
        <PageHead />
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
      <PageHead
        title={member?.name ?? nameOf(userId)}
        lead={facts?.join(" · ")}
        call={canReadMembers && { operation: "members.get", path: `/v1/members/${userId}`, ids: [userId] }}
      />
      {scopes.includes("costs:read") && (
        <p className={classes.section}>
          {text.shell.named(words.rates, "")}
          <Link href={`/rates?userId=${userId}`}>{words.ratesLink}</Link>
        </p>
      )}
      {scopes.includes("reports:read") && <Hours userId={userId} />}
      {scopes.includes("time-entries:read") && (
        <section className={classes.section}>
          <div className={`${classes.head} wrap`}>
            <h2>{words.entries}</h2>
          </div>
          <MemberEntries of={{ userId }} empty={words.noEntries} />
        </section>
      )}
    </>
  );
}

function Hours({ userId }: { userId: string }) {
  const format = useFormat();
  const { zone, weekStart } = useSettings();
  const words = useTeamWords();
  const projects = useProjects();
  const today = dayOf(clock.now(), zone);
  const week = startOfWeek(today, weekStart);
  const weekEnd = addDays(week, 6);
  const month = `${today.slice(0, 7)}-01`;
  const recent = useQuery(
    summaryQuery({
      groupBy: ["date", "project"],
      userId,
      from: week < month ? week : month,
      to: weekEnd,
      tz: zone,
    }),
  );
  const days = recent.data?.groups ?? [];
  const inWeek = days.filter(({ key }) => key !== null && key >= week);
  const inMonth = days.filter(({ key }) => key !== null && key >= month && key <= today);
  const ofAll = useQuery(summaryQuery({ userId }));
  const sums = [
    [words.periodWeek, recent.data && sumOf(inWeek)],
    [words.periodMonth, recent.data && sumOf(inMonth)],
    [words.periodAll, ofAll.data?.totals.seconds],
  ] as const;
  const byProject = [
    ...Map.groupBy(
      inMonth.flatMap(({ groups = [] }) => groups),
      ({ key }) => key,
    ).values(),
  ]
    .map((groups) => ({ key: groups[0]?.key, name: groups[0]?.name, seconds: sumOf(groups) }))
    .toSorted((left, right) => right.seconds - left.seconds);
  return (
    <section className={classes.section}>
      <div className={`${classes.head} wrap`}>
        <h2>{words.hours}</h2>
      </div>
      <dl className={`wrap ${classes.sums}`}>
        {sums.map(([name, seconds]) => (
          <div key={name}>
            <dt className="dim">{name}</dt>
            <dd>{seconds === undefined ? "…" : format.duration(seconds)}</dd>
          </div>
        ))}
      </dl>
      <div className={`${classes.head} wrap`}>
        <h2>{words.byProject}</h2>
      </div>
      <Rows label={words.byProject}>
        {byProject.map(({ key, name, seconds }) => (
          <li key={key}>
            <div className={rows.main}>
              <ColorDot color={projectColor(projects.find(({ id }) => id === key))} /> {name}
            </div>
            <b>{format.duration(seconds)}</b>
          </li>
        ))}
      </Rows>
      <ListState query={recent} empty={byProject.length === 0 ? words.noProject : undefined} />
    </section>
  );
}

function sumOf(groups: readonly { seconds: number }[]): number {
  return groups.reduce((sum, { seconds }) => sum + seconds, 0);
}
