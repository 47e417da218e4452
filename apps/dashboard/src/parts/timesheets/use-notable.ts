import type { TimesheetGrid } from "@stint/sdk";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useSheetWords } from "./use-sheet-words.ts";

export type GridSheet = TimesheetGrid["data"][number]["timesheets"][number];

/** What the member may have to correct, in words, such as missing days and overlaps. */
export function useFaults(): (sheet: Partial<Pick<GridSheet, "missingDays" | "overlaps" | "breaks">>) => string[] {
  const words = useSheetWords();
  const { language } = useSettings();
  return ({ missingDays, overlaps, breaks }) =>
    [
      { count: missingDays ?? 0, forms: words.missingDays },
      { count: overlaps ?? 0, forms: words.overlaps },
      { count: breaks ?? 0, forms: words.breaks },
    ].flatMap(({ count, forms }) => (count > 0 ? [plural(language, count, forms)] : []));
}

/** Warnings about a timesheet in words: what the member may have to correct, and what hinders a decision. */
export function useNotable(): (sheet: GridSheet) => string[] {
  const words = useSheetWords();
  const format = useFormat();
  const faultsOf = useFaults();
  return (sheet) => [
    ...(sheet.missingDays === null ? [words.notChecked] : []),
    ...faultsOf(sheet),
    ...(sheet.timerStartedAt === null ? [] : [words.timerSince(format.moment(sheet.timerStartedAt))]),
    ...(sheet.partial === true ? [words.partial] : []),
  ];
}
