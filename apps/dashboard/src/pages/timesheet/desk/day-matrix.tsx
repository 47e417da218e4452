import type { TimeEntry } from "@stint/sdk";
import { ChevronRight } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { useFormat } from "#i18n/format.ts";
import { useSheetNames } from "#parts/timesheets/use-sheet-names.ts";
import { useTimesheetWords } from "#pages/timesheet/submitting/use-timesheet-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import { createDayFinder } from "#time/group-by-day.ts";
import { createSheetBuilder, type SheetRow } from "#time/sheet.ts";
import { daysBetween, listDays, startOfDay } from "#time/zoned.ts";
import { Button } from "#ui/button/button.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { type Column, Table } from "#ui/list/table.tsx";
import table from "#ui/list/table.module.css";
import { projectColor } from "#ui/project-color.ts";
import { EntryLines } from "./entry-lines.tsx";
import classes from "./desk.module.css";

interface Props {
  period: { periodStart: string; periodEnd: string };
  /** The entries of the period. */
  entries: readonly TimeEntry[];
  /** The seconds by which entries overlap earlier ones. */
  overlaps: ReadonlyMap<string, number>;
}

/** A task, or the total, which has no row of the sheet. `seconds` is by day. */
interface Row {
  key: string;
  row?: SheetRow;
  seconds: readonly number[];
  all: number;
}

/** The hours of a period by task and day. A cell opens into its entries, and the name of a row into those of all days. */
export function DayMatrix({ period: { periodStart, periodEnd }, entries, overlaps }: Props) {
  const words = useTimesheetWords();
  const timesheet = useSheetGridWords();
  const format = useFormat();
  const { zone } = useSettings();
  const names = useSheetNames();
  /** The row and the column that are open; column −1 is the row's name. */
  const [opened, setOpened] = useState<{ key: string; column: number }>();
  const sheet = useMemo(() => {
    const findDay = createDayFinder(zone);
    const days = listDays(periodStart, daysBetween(periodStart, periodEnd) + 1);
    const build = createSheetBuilder(
      days.map((day) => findDay(startOfDay(day, zone))),
      findDay,
    );
    return { days, ...build(entries, [], names.compare) };
  }, [periodStart, periodEnd, zone, entries, names]);

  const box = useRef<HTMLDivElement>(null);
  const firstDay = sheet.daySeconds.findIndex((seconds) => seconds > 0);
  // A month can be wider than the screen, so it begins with the first day that has time.
  useEffect(() => {
    const [name, ...days] = box.current?.querySelectorAll<HTMLElement>("thead th") ?? [];
    box.current?.scrollTo(Math.max(0, (days[firstDay]?.offsetLeft ?? 0) - (name?.offsetWidth ?? 0)), 0);
  }, [periodStart, firstDay]);

  function opener(key: string, column: number) {
    const isOpen = opened?.key === key && opened.column === column;
    return { "aria-expanded": isOpen, onClick: () => setOpened(isOpen ? undefined : { key, column }) };
  }

  function nameCell({ key, row }: Row) {
    if (row === undefined) return words.total;
    return (
      <Button kind="quiet" {...opener(key, -1)}>
        <ChevronRight size={14} className="turns" data-open={opened?.key === key || undefined} aria-hidden />
        <ColorDot color={projectColor(names.project(row))} />
        <span>
          {names.projectName(row)} <span className="dim">{names.taskName(row)}</span>
        </span>
      </Button>
    );
  }

  const dayColumn = (day: string, column: number): Column<Row> => ({
    name: format.shortDay(day),
    kind: "number",
    cell({ key, row, seconds }) {
      const hours = format.duration(seconds[column] ?? 0);
      if (seconds[column] === 0) return null;
      if (row === undefined) return hours;
      return (
        <Button
          kind="quiet"
          aria-label={`${names.nameOf(row)}, ${format.longDay(day)}: ${hours}`}
          {...opener(key, column)}
        >
          {hours}
        </Button>
      );
    },
  });

  return (
    <div ref={box} className={`panel apart ${classes.box}`}>
      <Table<Row>
        label={words.byDay}
        look={`${table.table} ${classes.matrix}`}
        rows={sheet.rows.map((row) => ({
          key: row.key,
          row,
          seconds: row.cells.map((cell) => cell.seconds),
          all: row.seconds,
        }))}
        keyOf={({ key }) => key}
        total={{ key: "", seconds: sheet.daySeconds, all: sheet.seconds }}
        detailOf={({ key, row }) =>
          opened?.key === key && (
            <EntryLines
              entries={(row?.cells ?? []).flatMap((cell, column) =>
                opened.column < 0 || opened.column === column ? cell.entries : [],
              )}
              overlaps={overlaps}
            />
          )
        }
        columns={[
          { name: timesheet.task, cell: nameCell },
          ...sheet.days.map(dayColumn),
          { name: words.total, kind: "number", className: "strong", cell: ({ all }) => format.duration(all) },
        ]}
      />
    </div>
  );
}
