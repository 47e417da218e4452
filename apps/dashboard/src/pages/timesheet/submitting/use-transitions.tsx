import { ApiError, type Timesheet } from "@stint/sdk";
import { type ReactElement, useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";
import { useUndoable } from "#state/undo.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { useFormat } from "#i18n/format.ts";
import { useNow } from "#state/use-now.ts";
import { dayOf } from "#time/zoned.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { useSheetRefusal } from "#parts/timesheets/use-sheet-refusal.ts";
import { announce } from "#ui/announce.ts";
import { useUiWords } from "#ui/words.ts";
import { useTimesheetWords } from "./use-timesheet-words.ts";

export type Verb = "submit" | "withdraw" | "approve" | "reject" | "reopen";

/**
 * Changes the status of a timesheet if it is still the version that was shown, and explains a refusal. Render `question`,
 * which asks before submitting a period that has not ended.
 */
export function useTransitions() {
  const words = useTimesheetWords();
  const { explain } = useUiWords();
  const periodName = usePeriodName();
  const refusalOf = useSheetRefusal();
  const { did, apply } = useUndoable();
  const [running, setRunning] = useState<string>();
  const [failure, setFailure] = useState<{ id: string; message: string }>();
  const [early, setEarly] = useState<Timesheet>();
  const format = useFormat();
  const now = useNow();

  /** Throws the server's refusal, for dialogs that show errors themselves. */
  async function change(verb: Verb, sheet: Timesheet, note?: string): Promise<void> {
    await apply(async () => {
      const changed = await send(verb, sheet, note).finally(refetch);
      const label = words.done[verb](periodName(sheet));
      if (verb === "submit") did(label, () => send("withdraw", changed).finally(refetch));
      else announce(label);
    });
  }

  const question: ReactElement | undefined = early && (
    <ConfirmDialog
      isHarmless
      title={words.earlyTitle(periodName(early))}
      lead={words.earlyLead(format.day(early.periodEnd))}
      label={words.submit}
      onConfirm={() => change("submit", early)}
      onClose={() => setEarly(undefined)}
    />
  );

  return {
    question,
    /** The id of the timesheet that is being changed. */
    running,
    failure,
    change,
    async run(verb: Verb, sheet: Timesheet): Promise<void> {
      if (verb === "submit" && sheet.periodEnd >= dayOf(now, sheet.timeZone)) {
        setEarly(sheet);
        return;
      }
      setRunning(sheet.id);
      setFailure(undefined);
      try {
        await change(verb, sheet);
      } catch (error) {
        const why = error instanceof ApiError ? refusalOf(error.errors[0]?.code ?? error.code) : undefined;
        const message = why !== undefined ? words.failed(periodName(sheet), why) : explain(error);
        setFailure({ id: sheet.id, message });
      } finally {
        setRunning(undefined);
      }
    },
  };
}

function refetch(): void {
  void refresh("timesheets", "reports");
}

async function send(verb: Verb, sheet: Timesheet, note?: string): Promise<Timesheet> {
  const { id, version } = sheet;
  const timesheets = [{ id, version }];
  const one = ({ data }: { data: Timesheet[] }) => data[0] as Timesheet;
  switch (verb) {
    case "submit":
      return one(await stint.timesheets.submitBatch({ timesheets }));
    case "approve":
      return one(await stint.timesheets.approveBatch({ timesheets }));
    case "reopen":
      return one(await stint.timesheets.reopenBatch({ timesheets, ...(note === undefined ? {} : { note }) }));
    case "reject":
      return stint.timesheets.reject(id, { note: note ?? "" }, { ifMatch: `"${version}"` });
    case "withdraw":
      return stint.timesheets.withdraw(id, undefined, { ifMatch: `"${version}"` });
  }
}
