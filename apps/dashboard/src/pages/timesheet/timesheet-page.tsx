import { Plus } from "lucide-react";
import { memo, type RefObject, useDeferredValue, useRef, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { useFormat } from "#i18n/format.ts";
import { toParams } from "#screen/filter.ts";
import { ScreenTitle } from "#screen/screen-title.tsx";
import { useText } from "#i18n/text.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useUndoable } from "#state/undo.ts";
import { useNow } from "#state/use-now.ts";
import { useTracked } from "#state/use-tracking.ts";
import { apart } from "#ui/apart.ts";
import { Loading } from "#ui/list/skeleton.tsx";
import { afterClosing } from "#ui/dialog/after-closing.ts";
import { CopyLastDay } from "#parts/entries/copy-day/copy-last-day.tsx";
import { AddEntryButton } from "#parts/entries/add-entry/add-entry-button.tsx";
import { type Choice, ProjectPicker } from "#parts/entries/choices/project-picker.tsx";
import { WaitingPart } from "#parts/waiting/waiting-part.tsx";
import { useMe } from "#api/queries.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";
import { focusHeading } from "#ui/focus-heading.ts";
import { useMedia } from "#ui/theme/use-media.ts";
import { CellPopover } from "./cell-popover.tsx";
import { DayList } from "./day-list.tsx";
import { cellKey, type RowPlace, type SheetRow } from "#time/sheet.ts";
import { SheetGrid } from "./grid/sheet-grid.tsx";
import { useAddedRows } from "./sheet/use-added-rows.ts";
import { useCellLabel } from "./sheet/use-cell-label.ts";
import { useCellStates } from "./sheet/use-cell-states.ts";
import { useSheet } from "./sheet/use-sheet.ts";
import { useSheetEdits } from "./edits/use-sheet-edits.ts";
import { useSheetNames } from "#parts/timesheets/use-sheet-names.ts";
import { useWeek } from "./sheet/use-week.ts";
import { WeekBar } from "./week-bar.tsx";
import classes from "./timesheet-page.module.css";

const Submissions = apart(() => import("./submitting/submissions.tsx").then((m) => m.Submissions)).show;

export function TimesheetPage() {
  const [params, setParams] = useSearchParams();
  // Deferred, so another week is rendered in short tasks after the key press or click.
  return <Timesheet params={useDeferredValue(params)} setParams={setParams} />;
}

interface Props {
  params: URLSearchParams;
  setParams: ReturnType<typeof useSearchParams>[1];
}

/** The person's week by task and day, edited like a spreadsheet. */
const Timesheet = memo(function Timesheet({ params, setParams }: Props) {
  const text = useText();
  const format = useFormat();
  const { entries: words } = text;
  const timesheet = useSheetGridWords();
  const { organization, scopes } = useMe();
  const canSubmit = organization.approvals !== null && scopes.includes("timesheets:read");
  const now = useNow(useTracked(({ timer }) => timer?.startedAt));
  const isOnline = useTracked((view) => view.isOnline);
  const isNarrow = useMedia("screen and (max-width: 61.25em)");
  const loaded = useWeek([params, setParams], now);
  const { today, shown, week, isThisWeek, days, findDay, isLoaded } = loaded;
  const added = useAddedRows(week);
  const names = useSheetNames();
  const { sheet, runningOf, isRemovable } = useSheet(loaded, names, added.rows, now);
  const edits = useSheetEdits(names, added, findDay);
  const stateOf = useCellStates(sheet);
  const labelOf = useCellLabel(names, edits.isLocked);
  const box = useRef<HTMLDivElement>(null);
  const { opened, openCell, closeCell, focusCell } = useOpenedCell(box);

  function go(day: string): void {
    edits.setProblem(undefined);
    loaded.go(day);
  }

  function turn(weeks: number): void {
    edits.setProblem(undefined);
    loaded.turn(weeks);
  }

  function showRow(row: RowPlace): void {
    edits.addRow(row);
    const day = days.some(({ day: each }) => each === shown) ? shown : week;
    // The project list is closing, and the row appears only after that.
    afterClosing(() => focusCell(cellKey(row, isNarrow ? day : week)));
  }

  function removeRow(row: SheetRow): void {
    const at = sheet.rows.indexOf(row);
    const next = sheet.rows[at + 1] ?? sheet.rows[at - 1];
    edits.removeRow(row);
    if (next?.cells[0] !== undefined) focusCell(next.cells[0].key);
  }

  const props = {
    sheet,
    days,
    today,
    isLoaded,
    names,
    edits,
    stateOf,
    labelOf,
    runningOf,
    isRemovable,
    onOpen: openCell,
    onRemoveRow: removeRow,
  };
  const openedRow = sheet.rows.find(({ cells }) => cells.some(({ key }) => key === opened?.key));
  const openedCell = openedRow?.cells.find(({ key }) => key === opened?.key);
  const isEmpty = isLoaded && sheet.rows.length === 0;
  const copyRows = () => edits.copyRows(loaded.last, sheet.rows);
  // Copying comes first in an empty week, because most weeks have the rows of the week before.
  const isCopyFirst =
    isEmpty && edits.canWrite && loaded.areBothLoaded && names.isLoaded && loaded.last.some(names.isOpen);
  return (
    <>
      <ScreenTitle />
      <WeekBar
        today={today}
        isThisWeek={isThisWeek}
        canWrite={edits.canWrite}
        isLoaded={loaded.areBothLoaded && names.isLoaded}
        onTurn={turn}
        onThisWeek={() => go(today)}
        onCopyRows={copyRows}
        onCopyTime={() => edits.copyTime(loaded.last, loaded.present)}
      >
        <AddEntryButton day={isNarrow ? shown : isThisWeek ? today : week} isSecond={isCopyFirst} />
      </WeekBar>
      <WaitingPart isOwnOnly />
      {!edits.canWrite && <p className="dim apart">{words.readOnly}</p>}
      <p role="alert" className="error notice" data-kind="over">
        {edits.problem}
      </p>
      <div ref={box} className={classes.box}>
        {isNarrow ? <DayList {...props} shown={shown} onDay={go} /> : <SheetGrid key={week} {...props} />}
        {opened !== undefined && openedRow !== undefined && openedCell !== undefined && (
          <CellPopover
            key={opened.key}
            cell={openedCell}
            title={`${names.nameOf(openedRow)} · ${format.longDay(openedCell.day.day)}`}
            state={stateOf(opened.key)}
            canWrite={edits.canWrite}
            place={{ left: opened.left, top: opened.top }}
            onClose={closeCell}
          />
        )}
      </div>
      {!isLoaded && isOnline && <Loading />}
      <div role="status" className={isEmpty ? "empty" : "dim apart"}>
        {!isLoaded && !isOnline && timesheet.notLoaded}
        {isEmpty && (edits.canWrite ? timesheet.nothing : timesheet.nothingToRead)}
        {isCopyFirst && (
          <Button
            kind="main"
            onClick={() => {
              copyRows();
              // The button is about to disappear.
              focusHeading();
            }}
          >
            {timesheet.copyLastRows}
          </Button>
        )}
      </div>
      {isNarrow && isLoaded && <CopyLastDay day={shown} />}
      <div className="between apart">
        {edits.canWrite && isLoaded && <AddRow onAdd={showRow} />}
        {isLoaded && sheet.rows.length > 0 && <ReportLink from={week} to={days.at(-1)?.day ?? week} />}
      </div>
      {isLoaded && canSubmit && (
        <Part>
          <Submissions week={week} />
        </Part>
      )}
    </>
  );
});

function AddRow({ onAdd }: { onAdd: (row: RowPlace) => void }) {
  const timesheet = useSheetGridWords();
  const { fail } = useUndoable();
  async function add(choice: Choice): Promise<void> {
    const taskId = await taskOfChoice(choice).catch(fail);
    if (taskId !== undefined) onAdd({ projectId: choice.projectId, taskId });
  }
  return (
    <ProjectPicker
      label={timesheet.addRowLabel}
      none={{ name: timesheet.addRow, icon: <Plus size={16} aria-hidden /> }}
      value={undefined}
      onChange={(choice) => void add(choice)}
    />
  );
}

/** Leads to the report of the person's days. */
function ReportLink({ from, to }: { from: string; to: string }) {
  const timesheet = useSheetGridWords();
  const { zone } = useSettings();
  const { user, organization, scopes } = useMe();
  // Without a zone in the address, a report has the organization's days.
  const tz = zone === organization.timeZone ? "" : zone;
  if (!scopes.includes("reports:read")) return null;
  return (
    <Link className="end" href={`/reports?${toParams({ from, to, userId: user.id, tz })}`}>
      {timesheet.report}
    </Link>
  );
}

/** The cell whose entries are listed, and where the list is on the page. */
function useOpenedCell(box: RefObject<HTMLElement | null>) {
  const [opened, setOpened] = useState<{ key: string; left: number; top: number }>();
  const elementOf = (key: string) => box.current?.querySelector<HTMLElement>(`[data-cell="${key}"]`);

  function focusCell(key: string): void {
    const cell = elementOf(key);
    (cell?.querySelector("input") ?? cell)?.focus();
  }

  return {
    opened,
    focusCell,
    openCell(key: string): void {
      const [cell, page] = [elementOf(key)?.getBoundingClientRect(), box.current?.getBoundingClientRect()];
      if (cell === undefined || page === undefined) return;
      setOpened({ key, left: cell.left + cell.width / 2 - page.left, top: cell.bottom - page.top });
    },
    closeCell(): void {
      if (opened !== undefined) focusCell(opened.key);
      setOpened(undefined);
    },
  };
}
