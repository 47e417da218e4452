import { ApiError, type Timesheet } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";
import { plural } from "#i18n/catalogue.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useUndoable } from "#state/undo.ts";
import { announce } from "#ui/announce.ts";
import type { Sheet, Task } from "#parts/timesheets/board.ts";
import { batches } from "#parts/entries/batches.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";

export interface Refusal {
  task: Task;
  error: unknown;
  /** The number of timesheets that earlier requests had already changed. */
  done: number;
  /** The number of timesheets in the refused request. */
  refused: number;
  sheets: { sheet: Sheet; error: { code: string; message: string } }[];
}

const send = {
  approve: (timesheets: { id: string; version: number }[]) => stint.timesheets.approveBatch({ timesheets }),
  submit: (timesheets: { id: string; version: number }[]) => stint.timesheets.submitBatch({ timesheets }),
};

const seen = ({ id, version }: Pick<Timesheet, "id" | "version">) => ({ id, version });

/**
 * Approves or submits many timesheets if they are still the versions that were shown. Each request changes all of its
 * timesheets or none.
 */
export function useBatches(options: {
  graceMinutes: number;
  /** Removes these timesheets from the selection. */
  onSettled: (ids: readonly string[]) => void;
}) {
  const { graceMinutes, onSettled } = options;
  const words = useBoardWords();
  const { language } = useSettings();
  const { did, apply } = useUndoable();
  const [running, setRunning] = useState<Task>();
  const [refusal, setRefusal] = useState<Refusal>();

  /** Reopens timesheets that were just approved. The server permits this without a note for a few minutes. */
  async function undoApproval(sheets: readonly Pick<Timesheet, "id" | "version">[]): Promise<void> {
    try {
      for (const part of batches(sheets)) await stint.timesheets.reopenBatch({ timesheets: part.map(seen) });
    } finally {
      await refresh("timesheets");
    }
  }

  async function run(task: Task, sheets: readonly Sheet[]): Promise<void> {
    setRunning(task);
    setRefusal(undefined);
    const done: Timesheet[] = [];
    const parts = batches(sheets);
    try {
      for (const part of parts) {
        const { data } = await send[task](part.map(seen));
        done.push(...data);
      }
    } catch (error) {
      const part = parts[parts.findIndex(([first]) => !done.some(({ id }) => id === first?.id))] ?? [];
      const refused = refusedOf(error, part);
      setRefusal({ task, error, done: done.length, refused: part.length, sheets: refused });
      onSettled(refused.map(({ sheet }) => sheet.id));
    }
    onSettled(done.map(({ id }) => id));
    if (done.length > 0) {
      const label = plural(language, done.length, words.done[task]);
      if (task === "approve" && graceMinutes > 0) did(label, () => undoApproval(done));
      else announce(label);
    }
    await refresh("timesheets");
    setRunning(undefined);
  }

  return {
    run: (task: Task, sheets: readonly Sheet[]) => apply(() => run(task, sheets)),
    running,
    refusal,
    dismiss: () => setRefusal(undefined),
  };
}

function refusedOf(error: unknown, part: readonly Sheet[]): Refusal["sheets"] {
  if (!(error instanceof ApiError)) return [];
  return error.errors.flatMap(({ pointer, code, message }) => {
    const sheet = part[Number(/^\/timesheets\/(\d+)/.exec(pointer)?.[1] ?? -1)];
    return sheet === undefined ? [] : [{ sheet, error: { code, message } }];
  });
}
