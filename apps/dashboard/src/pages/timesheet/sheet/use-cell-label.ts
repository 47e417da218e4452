import { useCallback } from "react";
import { useSheetGridWords } from "./use-sheet-grid-words.ts";
import { explainRefusal } from "#api/explain-error.ts";
import { useMe } from "#api/queries.ts";
import { mayWriteLate } from "#api/scopes.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { plural } from "#i18n/catalogue.ts";
import type { SheetCell, SheetRow } from "#time/sheet.ts";
import type { SheetEdits } from "#pages/timesheet/edits/use-sheet-edits.ts";
import type { SheetNames } from "#parts/timesheets/use-sheet-names.ts";
import type { ShownState } from "./use-cell-states.ts";

interface Rest {
  state: ShownState | undefined;
  runningSeconds: number;
}

/**
 * A cell's accessible name: "Website, Development, Monday 2 March, 1:30 + 0:05 running", followed by its number of
 * entries, its comments, the rules that it breaks, and its state.
 */
export function useCellLabel(names: SheetNames, isLocked: SheetEdits["isLocked"]) {
  const text = useText();
  const timesheet = useSheetGridWords();
  const format = useFormat();
  const { language } = useSettings();
  const canExcuse = mayWriteLate(useMe());
  return useCallback(
    (row: SheetRow, cell: SheetCell, { state, runningSeconds }: Rest): string => {
      const queued = state !== undefined && "queued" in state ? state.queued : undefined;
      const comments = cell.entries.map(({ description }) => description).filter(Boolean);
      return [
        names.nameOf(row),
        format.longDay(cell.day.day),
        // The parts are in the order of the visible text, which speech control matches.
        [
          cell.entries.length === 0 ? timesheet.empty : format.duration(cell.seconds),
          ...(runningSeconds > 0 ? [timesheet.running(format.duration(runningSeconds))] : []),
        ].join(" "),
        ...(cell.entries.length > 1 ? [plural(language, cell.entries.length, timesheet.entriesInCell)] : []),
        ...(comments.length > 0 ? [timesheet.comment(comments.join("; "))] : []),
        ...new Set(cell.entries.flatMap(({ breaks = [] }) => breaks.map((rule) => text.entries.breaks[rule]))),
        ...(isLocked(cell) ? [timesheet.locked] : []),
        ...(state === undefined ? [] : [timesheet.states[state.kind]]),
        ...(queued?.error === undefined ? [] : [explainRefusal(queued, queued.error, text, canExcuse)]),
      ].join(", ");
    },
    [names, isLocked, text, timesheet, format, language, canExcuse],
  );
}
