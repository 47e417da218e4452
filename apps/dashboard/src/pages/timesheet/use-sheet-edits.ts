import type { TimeEntry } from "@stint/sdk";
import { useState } from "react";
import { useLockedBefore, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { newLocalId } from "#state/tracking/new-local-id.ts";
import type { EntryFields, NewEntry } from "#state/tracking/write.ts";
import { useUndoable } from "#state/undo.tsx";
import { useTrackingView } from "#state/use-tracking.tsx";
import { batches } from "#entries/batches.ts";
import { plural } from "#i18n/catalogue.ts";
import type { Day } from "#time/group-by-day.ts";
import { type CellEdit, cellToWrites, type Refusal } from "./cell-to-writes.ts";
import { copyWeek } from "./copy-week.ts";
import { type RowPlace, rowKey, type SheetCell } from "./sheet.ts";
import type { useAddedRows } from "./use-added-rows.ts";
import type { SheetNames } from "./use-sheet-names.ts";

export type SheetEdits = ReturnType<typeof useSheetEdits>;

/** Sets cells and copies weeks, each as one undoable step, and explains why cells stay unchanged. */
export function useSheetEdits(names: SheetNames, added: ReturnType<typeof useAddedRows>, findDay: (ms: number) => Day) {
  const text = useText();
  const format = useFormat();
  const { zone, language } = useSettings();
  const { timesheet } = text;
  const canWrite = useMe().scopes.includes("time-entries:write");
  const lockedBefore = useLockedBefore();
  const { entries } = useTrackingView();
  const { run } = useUndoable();
  const [problem, setProblem] = useState<string>();
  const writesOf = (edits: readonly CellEdit[]) =>
    cellToWrites(edits, entries, { zone, lockedBefore, newId: newLocalId });

  function explain(refused: readonly Refusal[]): string | undefined {
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

  function labelOf(edits: readonly CellEdit[]): string {
    const [first] = edits;
    if (first === undefined || edits.length > 1) return plural(language, edits.length, timesheet.cellsChanged);
    const [name, day] = [names.nameOf(first), format.day(first.day)];
    return first.seconds === 0
      ? timesheet.cleared(name, day)
      : timesheet.set(name, day, format.duration(first.seconds));
  }

  return {
    problem,
    setProblem,
    canWrite,

    canEdit: (row: RowPlace, { entries: own, day }: SheetCell): boolean =>
      canWrite && (own.length > 0 ? own.some(({ locked }) => !locked) : names.isOpen(row) && lockedBefore < day.to),

    /** Whether the lock date prevents changes to a cell. */
    isLocked: ({ entries: own, day }: SheetCell): boolean =>
      own.length > 0 ? own.every(({ locked }) => locked) : day.to <= lockedBefore,

    set(edits: readonly CellEdit[]): void {
      const { writes, refused } = writesOf(edits);
      setProblem(explain(refused));
      if (writes.length === 0) return;
      const done = edits.filter((edit) => !refused.some((each) => each.edit === edit));
      // Adds the rows, so an emptied row stays and keeps the active cell.
      added.add(done);
      run(writes, labelOf(done));
    },

    /** Describes what setting a cell will do. */
    effectOf(edit: CellEdit): string {
      const { created, changed, deleted, refused } = writesOf([edit]);
      const problemOf = explain(refused);
      if (problemOf !== undefined) return problemOf;
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

    addRow(row: RowPlace): void {
      added.add([row]);
    },

    removeRow(row: RowPlace): void {
      added.remove([row]);
    },

    copyRows(last: readonly TimeEntry[], shown: readonly RowPlace[]): void {
      const known = new Set(shown.map(rowKey));
      const fresh = [...new Map(last.map((entry) => [rowKey(entry), entry])).values()].filter(
        (entry) => !known.has(rowKey(entry)) && names.isOpen(entry),
      );
      if (fresh.length === 0) return setProblem(timesheet.nothingToCopy);
      setProblem(undefined);
      added.add(fresh);
      run([], plural(language, fresh.length, timesheet.rowsCopied), () => added.remove(fresh));
    },

    copyTime(last: readonly TimeEntry[], present: readonly TimeEntry[]): void {
      const made = copyWeek(last, present, { zone, lockedBefore, findDay, isOpen: names.isOpen });
      if (made.length === 0) return setProblem(timesheet.nothingToCopy);
      setProblem(undefined);
      const writes = batches(made).map((part) => ({ kind: "create", entries: part.map(asNew) }) as const);
      run(writes, plural(language, made.length, timesheet.entriesCopied));
    },
  };
}

function asNew(fields: EntryFields): NewEntry {
  return { ...fields, source: "timesheet", localId: newLocalId() };
}
