import type { TimesheetStatement } from "@stint/sdk";
import { useAllTasks, useProjects } from "#api/queries.ts";
import { withFrenchFirst } from "#i18n/formats/french-first.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Table } from "#ui/list/table.tsx";
import { useStatementWords } from "./use-statement-words.ts";

type StatedEntry = TimesheetStatement["entries"][number];

/** A table row: an entry, or the totals. */
interface Row {
  entry?: StatedEntry;
  seconds: number;
  billableSeconds: number;
  amountMinor: number;
}

/**
 * The approved entries, earliest first, and their sums. Shows current names, because a statement contains only ids.
 */
export function StatedEntries({ statement }: { statement: TimesheetStatement }) {
  const words = useStatementWords();
  const format = useFormat();
  const { locale, zone } = useSettings();
  const days = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", timeZone: zone });
  const projects = new Map(useProjects().map((project) => [project.id, project.name]));
  const tasks = new Map(useAllTasks().map((task) => [task.id, task.name]));
  const { entries, totals, amounts, previous } = statement;
  const amountOf = new Map(amounts?.entries as [string, number][] | undefined);
  const rows = entries.map((entry): Row => ({
    entry,
    seconds: entry.durationSeconds,
    billableSeconds: entry.billableSeconds,
    amountMinor: amountOf.get(entry.id) ?? 0,
  }));
  const markOf = ({ id }: StatedEntry) =>
    previous?.added.includes(id) ? words.added : previous?.changed.includes(id) ? words.changed : undefined;
  const endOf = ({ startedAt, durationSeconds }: StatedEntry) => Date.parse(startedAt) + durationSeconds * 1000;
  if (entries.length === 0) return <p className="inset">{words.empty}</p>;
  return (
    <Table
      label={words.entries}
      rows={rows}
      keyOf={({ entry }) => entry?.id ?? "total"}
      total={{ ...totals, amountMinor: amounts?.amountMinor ?? 0 }}
      columns={[
        {
          name: words.day,
          cell: ({ entry }) => (entry ? withFrenchFirst(days.format(new Date(entry.startedAt)), locale) : words.total),
        },
        {
          name: words.time,
          kind: "date",
          cell: ({ entry }) => entry && `${format.clock(entry.startedAt)} – ${format.clock(endOf(entry))}`,
        },
        {
          name: words.project,
          cell: ({ entry }) =>
            entry && (
              <>
                {projects.get(entry.projectId) ?? words.unknownProject}{" "}
                <span className="dim">{tasks.get(entry.taskId) ?? words.unknownTask}</span>{" "}
                {markOf(entry) !== undefined && <span className="chip">{markOf(entry)}</span>}
              </>
            ),
        },
        { name: words.duration, kind: "number", cell: ({ seconds }) => format.duration(seconds) },
        { name: words.billable, kind: "number", cell: ({ billableSeconds }) => format.duration(billableSeconds) },
        amounts !== undefined && {
          name: words.amount,
          kind: "number",
          cell: ({ amountMinor }) => format.money(amountMinor, amounts.currency),
        },
      ]}
    />
  );
}
