import { useRef, useState } from "react";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { announce } from "#ui/announce.ts";
import type { GridPlace, GridRange } from "#ui/grid/grid-places.ts";
import type { Day } from "#time/group-by-day.ts";
import type { SheetRow } from "#time/sheet.ts";
import { placeTable, readTable } from "./table-text.ts";
import { type Copied, useGridClipboard } from "./use-grid-clipboard.ts";
import type { CellEdit } from "#pages/timesheet/edits/cell-to-writes.ts";
import type { SheetEdits } from "#pages/timesheet/edits/use-sheet-edits.ts";
import { useSheetKeys } from "./use-sheet-keys.ts";

interface Options {
  rows: readonly SheetRow[];
  days: readonly Day[];
  isLoaded: boolean;
  edits: SheetEdits;
  isRemovable: (row: SheetRow) => boolean;
  onOpen: (key: string) => void;
}

type SetCell = GridPlace & { seconds: number };

export type SheetCells = ReturnType<typeof useSheetCells>;

/** Connects the grid to the sheet's cells: edits, copies and pastes them, and keeps texts that couldn't be read. */
export function useSheetCells({ rows, days, isLoaded, edits, isRemovable, onOpen }: Options) {
  const box = useRef<HTMLDivElement>(null);
  const timesheet = useSheetGridWords();
  const { language } = useSettings();
  const copiedText = useCopiedText();
  /** Texts that couldn't be read, by cell. Each stays in its cell until it is corrected. */
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const canWrite = edits.canWrite && isLoaded;

  function canEdit({ row, column }: GridPlace): boolean {
    const [place, cell] = [rows[row], rows[row]?.cells[column]];
    return isLoaded && place !== undefined && cell !== undefined && edits.canEdit(place, cell);
  }

  function isRowRemovable(at: number): boolean {
    const row = rows[at];
    return canWrite && row !== undefined && isRemovable(row);
  }

  function setCells(cells: readonly SetCell[]): void {
    const keys = new Set(cells.map(({ row, column }) => rows[row]?.cells[column]?.key));
    setUnread((texts) => Object.fromEntries(Object.entries(texts).filter(([key]) => !keys.has(key))));
    edits.set(cells.flatMap((cell) => editsOf(rows, cell)));
  }

  function paste(text: string): void {
    if (!canWrite) return;
    const { cells, unread: texts, beyond } = placeTable(readTable(text), grid.range, rows.length, days.length);
    const [first] = texts;
    if (first !== undefined) return edits.setProblem(timesheet.unread(first));
    setCells(cells);
    if (beyond > 0) edits.setProblem(`${plural(language, beyond, timesheet.beyond)}.`);
  }

  const grid = useSheetKeys({
    box,
    rows: rows.map(({ key }) => key),
    columns: days.map(({ day }) => day),
    has: ({ row, column }) => column >= 0 || isRowRemovable(row),
    canEdit,
    onClear: () => {
      if (canWrite) setCells(cellsIn(grid.range).map((place) => ({ ...place, seconds: 0 })));
    },
    onOpen: ({ row, column }) => onOpen(rows[row]?.cells[column]?.key ?? ""),
  });
  useGridClipboard(box, () => copiedText(rows, grid.range), paste);

  return {
    box,
    grid,
    isRemovable: isRowRemovable,
    setCells,
    unread,
    keepUnread: (key: string, typed: string | undefined): void =>
      setUnread(({ [key]: _former, ...others }) => (typed === undefined ? others : { ...others, [key]: typed })),
  };
}

/** Returns the cells of a range as text, and announces how many they are. */
function useCopiedText() {
  const format = useFormat();
  const timesheet = useSheetGridWords();
  const { language } = useSettings();
  return (rows: readonly SheetRow[], { top, bottom, left, right }: GridRange): Copied => {
    const cells = rows.slice(top, bottom + 1).map((row) => row.cells.slice(left, right + 1));
    const textWith = (show: (seconds: number) => string) =>
      cells
        .map((line) => line.map(({ entries, seconds }) => (entries.length === 0 ? "" : show(seconds))).join("\t"))
        .join("\n");
    announce(plural(language, cells.flat().length, timesheet.copied));
    return { shown: textWith(format.duration), exact: textWith((seconds) => `${seconds}s`) };
  };
}

function editsOf(rows: readonly SheetRow[], { row, column, seconds }: SetCell): CellEdit[] {
  const [place, cell] = [rows[row], rows[row]?.cells[column]];
  // Clearing an empty read-only cell changes nothing, so it isn't refused.
  if (place === undefined || cell === undefined || (seconds === 0 && cell.entries.length === 0)) return [];
  return [{ projectId: place.projectId, taskId: place.taskId, day: cell.day.day, seconds }];
}

function cellsIn({ top, left, bottom, right }: GridRange): GridPlace[] {
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (__, across) => ({ row: top + down, column: left + across })),
  ).flat();
}
