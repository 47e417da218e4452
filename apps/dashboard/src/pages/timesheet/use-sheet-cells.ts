import { useRef, useState } from "react";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { announce } from "#ui/announce.ts";
import type { GridPlace } from "./grid-moves.ts";
import type { SheetRow } from "./sheet.ts";
import type { GridRange, Pasted } from "./table-text.ts";
import { useGrid } from "./use-grid.ts";
import type { SheetEdits } from "./use-sheet-edits.ts";

interface Options {
  rows: readonly SheetRow[];
  columns: number;
  isLoaded: boolean;
  edits: SheetEdits;
  onOpen: (key: string) => void;
}

/** Connects the grid to the sheet's cells: edits, copies and pastes them, and keeps texts that couldn't be read. */
export function useSheetCells({ rows, columns, isLoaded, edits, onOpen }: Options) {
  const format = useFormat();
  const { timesheet } = useText();
  const { language } = useSettings();
  const box = useRef<HTMLDivElement>(null);
  /** Texts that couldn't be read, by cell. Each stays in its cell until it is corrected. */
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const keepUnread = (key: string, typed: string | undefined): void =>
    setUnread(({ [key]: _former, ...others }) => (typed === undefined ? others : { ...others, [key]: typed }));
  const cellAt = ({ row, column }: GridPlace) => rows[row]?.cells[column];
  const canEdit = (place: GridPlace): boolean => {
    const [row, cell] = [rows[place.row], cellAt(place)];
    return isLoaded && row !== undefined && cell !== undefined && edits.canEdit(row, cell);
  };

  function setCells(cells: readonly { row: number; column: number; seconds: number }[]): void {
    const wanted = cells.flatMap(({ row, column, seconds }) => {
      const [place, cell] = [rows[row], rows[row]?.cells[column]];
      // Clearing an empty read-only cell changes nothing, so it isn't refused.
      if (place === undefined || cell === undefined || (seconds === 0 && cell.entries.length === 0)) return [];
      const { projectId, taskId } = place;
      return [{ projectId, taskId, day: cell.day.day, seconds }];
    });
    edits.set(wanted);
  }

  function paste({ cells, unread: texts, beyond }: Pasted): void {
    if (!edits.canWrite || !isLoaded) return;
    const [first] = texts;
    if (first !== undefined) return edits.setProblem(timesheet.unread(first));
    setCells(cells);
    if (beyond > 0) edits.setProblem(`${plural(language, beyond, timesheet.beyond)}.`);
  }

  const grid = useGrid({
    box,
    keys: rows.map(({ key }) => key),
    columns,
    focus(place) {
      const row = rows[place.row];
      const selector = place.column < 0 ? `[data-remove="${row?.key}"]` : `[data-cell="${cellAt(place)?.key}"]`;
      const found = box.current?.querySelector<HTMLElement>(selector);
      found?.focus();
      found?.scrollIntoView({ block: "nearest" });
      return found !== null && found !== undefined;
    },
    canEdit,
    onClear: (range) => {
      if (edits.canWrite && isLoaded) setCells(cellsIn(range).map((place) => ({ ...place, seconds: 0 })));
    },
    onOpen: (place) => onOpen(cellAt(place)?.key ?? ""),
    copyCells({ top, bottom, left, right }) {
      const cells = rows.slice(top, bottom + 1).map((row) => row.cells.slice(left, right + 1));
      const textWith = (show: (seconds: number) => string) =>
        cells
          .map((line) => line.map(({ entries, seconds }) => (entries.length === 0 ? "" : show(seconds))).join("\t"))
          .join("\n");
      announce(plural(language, cells.flat().length, timesheet.copied));
      return { shown: textWith(format.duration), exact: textWith((seconds) => `${seconds}s`) };
    },
    onPaste: paste,
  });

  return { box, grid, canEdit, setCells, unread, keepUnread };
}

function cellsIn({ top, left, bottom, right }: GridRange): GridPlace[] {
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (__, across) => ({ row: top + down, column: left + across })),
  ).flat();
}
