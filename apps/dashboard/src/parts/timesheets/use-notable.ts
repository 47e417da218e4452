import type { TimesheetGrid } from "@stint/sdk";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useSheetWords } from "./use-sheet-words.ts";

export type GridSheet = TimesheetGrid["data"][number]["timesheets"][number];

/** Warnings about a timesheet in words, such as missing days and overlaps. */
export function useNotable(): (sheet: GridSheet) => string[] {
  const words = useSheetWords();
  const format = useFormat();
  const { language } = useSettings();
  return ({ missingDays, overlaps, breaks, timerStartedAt, partial }) => [
    ...(missingDays === null ? [words.notChecked] : []),
    ...(missingDays !== null && missingDays > 0 ? [plural(language, missingDays, words.missingDays)] : []),
    ...(overlaps !== null && overlaps > 0 ? [plural(language, overlaps, words.overlaps)] : []),
    ...(breaks > 0 ? [plural(language, breaks, words.breaks)] : []),
    ...(timerStartedAt === null ? [] : [words.timerSince(format.moment(timerStartedAt))]),
    ...(partial === true ? [words.partial] : []),
  ];
}
