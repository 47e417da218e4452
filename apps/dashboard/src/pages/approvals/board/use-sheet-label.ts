import { useFormat } from "#i18n/format.ts";
import { useNotable } from "#parts/timesheets/use-notable.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { useSheetWords } from "#parts/timesheets/use-sheet-words.ts";
import type { Sheet, State } from "#parts/timesheets/board.ts";

/** Describes a timesheet in words: the member, the period, its state, its hours and its warnings. */
export function useSheetLabel(): (name: string, sheet: Sheet, state: State) => string {
  const format = useFormat();
  const notable = useNotable();
  const periodName = usePeriodName();
  const { states } = useSheetWords();
  return (name, sheet, state) =>
    [`${name}, ${periodName(sheet)}: ${states[state]}`, format.duration(sheet.seconds), ...notable(sheet)].join(", ");
}
