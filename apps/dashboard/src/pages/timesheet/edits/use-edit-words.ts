import type { TimeEntry } from "@stint/sdk";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import type { Day } from "#time/group-by-day.ts";
import type { CellEdit, cellToWrites, CellRefusal } from "./cell-to-writes.ts";
import type { SheetNames } from "#parts/timesheets/use-sheet-names.ts";

/** Describes edits of cells: what they are, what they will do, and why they are refused. */
export function useEditWords(names: SheetNames, findDay: (ms: number) => Day) {
  const text = useText();
  const format = useFormat();
  const { zone, language } = useSettings();
  const timesheet = useSheetGridWords();

  /** Explains the first refusal and says how many more there are. Undefined without refusals. */
  function explain(refused: readonly CellRefusal[]): string | undefined {
    const [first] = refused;
    if (first === undefined) return undefined;
    const day = format.day(first.edit.day);
    const { from, to } = findDay(Temporal.PlainDate.from(first.edit.day).toZonedDateTime(zone).epochMilliseconds);
    const reason =
      first.reason === "locked"
        ? timesheet.refusedLocked(names.nameOf(first.edit), day)
        : timesheet.refusedFull(day, format.number((to - from) / 3_600_000));
    if (refused.length === 1) return reason;
    return `${reason} ${plural(language, refused.length - 1, timesheet.refusedMore)}.`;
  }

  return {
    explain,

    labelOf(edits: readonly CellEdit[]): string {
      const [first] = edits;
      if (first === undefined || edits.length > 1) return plural(language, edits.length, timesheet.cellsChanged);
      const [name, day] = [names.nameOf(first), format.day(first.day)];
      return first.seconds === 0
        ? timesheet.cleared(name, day)
        : timesheet.set(name, day, format.duration(first.seconds));
    },

    /** Describes what the writes of an edit will do to `entries`. */
    effectOf(
      { created, changed, deleted, refused }: ReturnType<typeof cellToWrites>,
      entries: readonly TimeEntry[],
    ): string {
      const problem = explain(refused);
      if (problem !== undefined) return problem;
      const named = (id: string) => entries.find((entry) => entry.id === id)?.description;
      const { effect } = timesheet;
      return format.list([
        ...created.map(({ startedAt }) => effect.makes(format.clock(startedAt))),
        ...changed.map(({ id, set, seen }) => {
          const [from, to] = [seen.durationSeconds ?? 0, set.durationSeconds ?? 0].map(format.duration);
          const description = named(id);
          const name = description === undefined || description === "" ? text.time.noDescription : description;
          return effect.changes(name, from ?? "", to ?? "");
        }),
        ...(deleted.length > 0 ? [plural(language, deleted.length, effect.deletes)] : []),
      ]);
    },
  };
}
