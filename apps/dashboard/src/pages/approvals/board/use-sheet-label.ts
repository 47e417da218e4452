import { useFormat } from "#i18n/format.ts";
import { useNotable } from "#parts/timesheets/use-notable.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { useSheetWords } from "#parts/timesheets/use-sheet-words.ts";
import type { Sheet } from "./board.ts";

/** Describes a timesheet in words: the member, the period, its state, its hours and its warnings. */
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
