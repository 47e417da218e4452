import type { Member, Team } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useMe, useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { daysBetween } from "#time/zoned.ts";
import { Avatar } from "#ui/avatar.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { WindowTable } from "#ui/list/window/window-table.tsx";
import { projectColor } from "#ui/project-color.ts";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import { RunningFor, timersQuery } from "#pages/team/parts/running-for.tsx";
import { MemberActions } from "./member-actions.tsx";
import { MemberRole } from "./member-role.tsx";
import type { useLastWork } from "./use-last-work.ts";
import classes from "#pages/team/parts/team.module.css";

interface Props {
  members: readonly Member[];
  teams: readonly Team[];
  lastWork: ReturnType<typeof useLastWork>;
}

export function MemberTable({ members, teams, lastWork }: Props) {
  const words = useTeamWords();
  const format = useFormat();
  const { weekSeconds, isLoaded, canRead } = lastWork;
  return (
    <div className={`panel ${classes.members}`}>
      <WindowTable
        label={words.members}
        rows={members}
        keyOf={({ userId }) => userId}
        rowHeight={53}
        columns={[
          { name: words.name, cell: (member) => <MemberName member={member} /> },
          { name: words.role, cell: (member) => <MemberRole member={member} /> },
          {
            name: words.teams,
            cell: ({ userId }) => (
              <span className="wrap">
                {teams
                  .filter(({ memberIds }) => memberIds.includes(userId))
                  .map(({ id, name }) => (
                    <span key={id} className="chip">
                      {name}
                    </span>
                  ))}
              </span>
            ),
          },
          canRead && {
            name: words.lastTracked,
            isNamed: true,
            className: classes.last,
            cell: ({ userId }) => <LastActive userId={userId} lastWork={lastWork} />,
          },
          canRead && {
            name: words.thisWeek,
            kind: "number",
            cell: ({ userId }) => (isLoaded ? format.duration(weekSeconds.get(userId) ?? 0) : "–"),
          },
          { kind: "actions", cell: (member) => <MemberActions member={member} /> },
        ]}
      />
    </div>
  );
}

function MemberName({ member: { userId, name, email, status } }: { member: Member }) {
  const words = useTeamWords();
  const { user } = useMe();
  return (
    <div className="row">
      <Avatar id={userId} name={name} />
      <div className="fill">
        <Link href={`/team/${userId}`} className="plain">
          {name}
        </Link>{" "}
        {userId === user.id && <span className="chip">{words.you}</span>}
        {status === "deactivated" && <span className="chip">{words.deactivated}</span>}
        <div className="small">{email}</div>
      </div>
    </div>
  );
}

/** The running timer, or the latest day with time. */
function LastActive({
  userId,
  lastWork: { lastDays, isLoaded, today, from },
}: { userId: string } & Pick<Props, "lastWork">) {
  const words = useTeamWords();
  const format = useFormat();
  const { locale } = useSettings();
  const projects = useProjects();
  const timer = useQuery(timersQuery).data?.find((each) => each.userId === userId);
  const day = lastDays.get(userId);
  if (timer !== undefined) {
    const project = projects.find(({ id }) => id === timer.projectId);
    return (
      <span className="row">
        <RunningFor since={timer.startedAt} /> <ColorDot color={projectColor(project)} />
        <span className="cut" title={timer.description}>
          {timer.description || project?.name}
        </span>
      </span>
    );
  }
  if (!isLoaded) return "–";
  if (day === undefined) return <span className="dim">{words.notSince(format.briefDate(from))}</span>;
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return <span title={format.day(day)}>{ago.format(-daysBetween(day, today), "day")}</span>;
}
