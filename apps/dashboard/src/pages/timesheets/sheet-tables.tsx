import type { Summary, Timesheet } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { summaryQuery } from "#api/report-queries.ts";
import { MemberEntries } from "#parts/entries/form/member-entries.tsx";
import { useFormat } from "#i18n/format.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Table } from "#ui/list/table.tsx";
import { Panel } from "#ui/panel.tsx";
import { useTimesheetWords } from "./use-timesheet-words.ts";
import classes from "./timesheets.module.css";

/** The hours of the period by project and by day, computed as in reports. */
export function SheetTables({ sheet }: { sheet: Timesheet }) {
  const words = useTimesheetWords();
  const format = useFormat();
  const { user } = useMe();
  const { userId, startsAt, endsAt, periodStart, periodEnd } = sheet;
  const [isOpen, setIsOpen] = useState(false);
  if (sheet.entries === 0) return <p className="dim">{words.noEntries}</p>;
  return (
    <>
      <div className={classes.tables}>
        <Groups
          sheet={sheet}
          by="project"
          title={words.byProject}
          name={words.project}
          label={({ name }) => name ?? ""}
        />
        <Groups
          sheet={sheet}
          by="date"
          title={words.byDay}
          name={words.day}
          label={({ key }) => format.day(key ?? startsAt.slice(0, 10))}
        />
      </div>
      {userId === user.id ? (
        <p className="apart">
          <Link href={`/time?from=${periodStart}&to=${periodEnd}`}>{words.showEntries}</Link>
        </p>
      ) : (
        <details className={`apart ${classes.entries}`} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary>{words.showEntries}</summary>
          {isOpen && <MemberEntries of={{ userId, from: startsAt, to: endsAt }} empty={words.noEntries} />}
        </details>
      )}
    </>
  );
}

type Group = Summary["groups"][number];

interface GroupsProps {
  sheet: Timesheet;
  by: "project" | "date";
  title: string;
  name: string;
  label: (group: Group) => string;
}

function Groups({ sheet, by, title, name, label }: GroupsProps) {
  const words = useTimesheetWords();
  const format = useFormat();
  const id = useId();
  const { userId, startsAt, endsAt, timeZone } = sheet;
  const filter = { userId: [userId], from: startsAt, to: endsAt, tz: timeZone, groupBy: [by] };
  const query = useQuery(summaryQuery(filter));
  const { groups, totals } = query.data ?? { groups: [], totals: undefined };
  return (
    <Panel title={title} id={id} isLong>
      {totals === undefined ? (
        <ListState query={query} />
      ) : (
        <Table
          labelledBy={id}
          rows={groups}
          keyOf={({ key }) => key}
          total={{ key: null, name: words.total, ...totals } as Group}
          columns={[
            { name, cell: (group) => (group.name === words.total ? words.total : label(group)) },
            { name: words.hours, kind: "number", cell: ({ seconds }) => format.duration(seconds) },
            { name: words.billable, kind: "number", cell: ({ billableSeconds }) => format.duration(billableSeconds) },
          ]}
        />
      )}
    </Panel>
  );
}
