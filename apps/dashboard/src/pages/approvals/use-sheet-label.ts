import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePeriodName } from "#timesheets/use-period-name.ts";
import { useSheetWords } from "#timesheets/use-sheet-words.ts";
import type { Sheet } from "./board.ts";
import { useWords } from "./use-words.ts";

/** What an approver should notice about a timesheet, in words. */
export function useNotable(): (sheet: Sheet) => string[] {
  const words = useWords();
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

/** A timesheet in words: whose, when, its state, hours, and what to notice. */
export function useSheetLabel(): (name: string, sheet: Sheet) => string {
  const format = useFormat();
  const notable = useNotable();
  const periodName = usePeriodName();
  const { statuses } = useSheetWords();
  return (name, sheet) =>
    [
      `${name}, ${periodName(sheet)}: ${statuses[sheet.status]}`,
      format.duration(sheet.seconds),
      ...notable(sheet),
    ].join(", ");
}
