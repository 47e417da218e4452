import { Plus } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { ScreenTitle } from "#screen/screen-title.tsx";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { useUndoable } from "#state/undo.ts";
import { useNow } from "#state/use-now.ts";
import { useEntriesIn, useTrackingView } from "#state/use-tracking.ts";
import { useLoadingText } from "#state/use-loading-text.ts";
import { CopyLastDay } from "#parts/entries/copy-day/copy-last-day.tsx";
import { AddEntryButton } from "#parts/entries/add-entry/add-entry-button.tsx";
import { type Choice, ProjectPicker } from "#parts/entries/choices/project-picker.tsx";
import { createDayFinder } from "#time/group-by-day.ts";
import { readDay } from "#time/read-day.ts";
import { runningSeconds } from "#time/running-seconds.ts";
import { startMs } from "#time/start-ms.ts";
import { DueNotice } from "#parts/timesheets/due-notice.tsx";
import { addDays, dayOf, listDays, startOfDay, startOfWeek } from "#time/zoned.ts";
import { useMedia } from "#ui/theme/use-media.ts";
import { CellPopover } from "./cell-popover.tsx";
import { DayList } from "./day-list.tsx";
import { buildSheet, cellKey, rowKey, type RowPlace, type SheetCell, type SheetRow } from "./sheet.ts";
import { SheetGrid } from "./sheet-grid.tsx";
import { useAddedRows } from "./use-added-rows.ts";
import { compareWith, useFavouriteRows } from "./use-favourite-rows.ts";
import { useCellLabel } from "./use-cell-label.ts";
import { useCellStates } from "./use-cell-states.ts";
import { useSheetEdits } from "./use-sheet-edits.ts";
import { useSheetNames } from "./use-sheet-names.ts";
import { WeekBar } from "./week-bar.tsx";
import classes from "./timesheet-page.module.css";

const noRows: readonly RowPlace[] = [];

/** The person's week by task and day, edited like a spreadsheet. */
export function TimesheetPage() {
  const text = useText();
  const format = useFormat();
  const { zone, weekStart } = useSettings();
  const { timesheet, entries: words } = text;
  const { timer, isOnline } = useTrackingView();
  const now = useNow(timer?.startedAt);
  const today = dayOf(now, zone);
  const isNarrow = useMedia("screen and (max-width: 61.25em)");
  const [params, setParams] = useSearchParams();
  const thisWeek = startOfWeek(today, weekStart);
  const shown = readDay(params.get("week")) ?? today;
  const week = startOfWeek(shown, weekStart);
  const findDay = useMemo(() => createDayFinder(zone), [zone]);
  const days = useMemo(() => listDays(week, 7).map((day) => findDay(startOfDay(day, zone))), [week, zone, findDay]);
  const weekFrom = days[0]?.from ?? 0;

  // Includes the previous week, from which rows and time can be copied.
  const range = { from: startOfDay(addDays(week, -7), zone), to: days.at(-1)?.to ?? 0 };
  const { entries, isLoaded } = useEntriesIn(range);
  const loading = useLoadingText(timesheet.loading);
  const added = useAddedRows(week);
  const [last, present] = useMemo(() => {
    const parts = Object.groupBy(entries, (entry) => (startMs(entry) < weekFrom ? "last" : "present"));
    return [parts.last ?? [], parts.present ?? []];
  }, [entries, weekFrom]);

  const running = useMemo(
    () => (timer === null ? new Map<string, number>() : runningSeconds(timer.startedAt, now, days)),
    [timer, now, days],
  );
  const names = useSheetNames();
  const favourites = useFavouriteRows(names);
  const others = useMemo(() => {
    const isTimerHere = timer !== null && timer.taskId !== "" && running.size > 0;
    const rows = [...favourites, ...added.rows];
    return isTimerHere ? [...rows, timer] : rows;
  }, [added.rows, favourites, timer, running]);
  const sheet = useMemo(
    () => buildSheet(present, isLoaded ? others : noRows, days, findDay, compareWith(favourites, names.compare)),
    [present, others, isLoaded, days, findDay, names, favourites],
  );
  const edits = useSheetEdits(names, added, findDay);
  const states = useCellStates(sheet);
  const labelOf = useCellLabel(names, edits);
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ key: string; left: number; top: number }>();

  const runningOf = (row: RowPlace, day: string) =>
    timer !== null && timer.taskId === row.taskId && timer.projectId === row.projectId ? (running.get(day) ?? 0) : 0;
  const nameOfCell = (row: SheetRow, cell: SheetCell) =>
    labelOf(row, cell, { state: states(cell.key), runningSeconds: runningOf(row, cell.day.day) });

  function go(day: string): void {
    edits.setProblem(undefined);
    setParams((before) => {
      const after = new URLSearchParams(before);
      after.set("week", day);
      return after;
    });
  }

  function elementOf(key: string): HTMLElement | null | undefined {
    return box.current?.querySelector<HTMLElement>(`[data-cell="${key}"]`);
  }

  function openCell(key: string): void {
    const [cell, page] = [elementOf(key)?.getBoundingClientRect(), box.current?.getBoundingClientRect()];
    if (cell === undefined || page === undefined) return;
    setOpened({ key, left: cell.left + cell.width / 2 - page.left, top: cell.bottom - page.top });
  }

  function focusCell(key: string): void {
    const cell = elementOf(key);
    (cell?.querySelector("input") ?? cell)?.focus();
  }

  function closeCell(): void {
    if (opened !== undefined) focusCell(opened.key);
    setOpened(undefined);
  }

  const { fail } = useUndoable();
  async function addRow(choice: Choice): Promise<void> {
    const taskId = await taskOfChoice(choice).catch(fail);
    if (taskId === undefined) return;
    const row = { projectId: choice.projectId, taskId };
    edits.addRow(row);
    const day = days.some(({ day: each }) => each === shown) ? shown : week;
    // Waits two frames, because the project list moves the focus back when it closes, and the row appears only after
    // that.
    requestAnimationFrame(() => requestAnimationFrame(() => focusCell(cellKey(row, isNarrow ? day : week))));
  }

  const found = sheet.rows
    .flatMap((row) => row.cells.map((cell) => ({ row, cell })))
    .find(({ cell }) => cell.key === opened?.key);
  const props = {
    sheet,
    days,
    today,
    isLoaded,
    names,
    edits,
    stateOf: states,
    labelOf: nameOfCell,
    runningOf,
    isRemovable: (row: SheetRow) =>
      row.cells.every((cell) => cell.entries.length === 0 && runningOf(row, cell.day.day) === 0) &&
      !favourites.some((favourite) => rowKey(favourite) === row.key),
    onOpen: openCell,
    onRemoveRow: (row: SheetRow) => {
      const at = sheet.rows.indexOf(row);
      const next = sheet.rows[at + 1] ?? sheet.rows[at - 1];
      edits.removeRow(row);
      if (next?.cells[0] !== undefined) focusCell(next.cells[0].key);
    },
  };
  return (
    <>
      <ScreenTitle />
      <WeekBar
        week={week}
        isThisWeek={week === thisWeek}
        canWrite={edits.canWrite}
        isLoaded={isLoaded && names.isLoaded}
        onTurn={(weeks) => go(addDays(week, 7 * weeks))}
        onThisWeek={() => go(today)}
        onCopyRows={() => edits.copyRows(last, sheet.rows)}
        onCopyTime={() => edits.copyTime(last, present)}
      >
        <AddEntryButton day={isNarrow ? shown : week === thisWeek ? today : week} />
      </WeekBar>
      <DueNotice />
      {!edits.canWrite && <p className={`dim ${classes.note}`}>{words.readOnly}</p>}
      <p role="alert" className={`error notice ${classes.problem}`}>
        {edits.problem}
      </p>
      <div ref={box} className={classes.box}>
        {isNarrow ? <DayList {...props} shown={shown} onDay={go} /> : <SheetGrid key={week} {...props} />}
        {opened !== undefined && found !== undefined && (
          <CellPopover
            key={opened.key}
            cell={found.cell}
            title={`${names.nameOf(found.row)} · ${format.longDay(found.cell.day.day)}`}
            state={states(opened.key)}
            canWrite={edits.canWrite}
            place={{ left: opened.left, top: opened.top }}
            onClose={closeCell}
          />
        )}
      </div>
      <div role="status" className={`dim ${classes.note}`}>
        {!isLoaded && (isOnline ? loading : timesheet.notLoaded)}
        {isLoaded && sheet.rows.length === 0 && (edits.canWrite ? timesheet.nothing : timesheet.nothingToRead)}
      </div>
      {isNarrow && isLoaded && <CopyLastDay day={shown} />}
      {edits.canWrite && isLoaded && (
        <div className={classes.add}>
          <ProjectPicker
            label={timesheet.addRowLabel}
            none={{ name: timesheet.addRow, icon: <Plus size={16} aria-hidden /> }}
            value={undefined}
            onChange={(choice) => void addRow(choice)}
          />
        </div>
      )}
    </>
  );
}
