import type { TimeEntry } from "@stint/sdk";
import { useState } from "react";
import { explainRefused, useSend } from "#parts/entries/use-saving.ts";
import { clock } from "#api/connection/client.ts";
import { useAllTasks, useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { DialogButtons } from "#ui/dialog/dialog-buttons.tsx";
import { plural } from "#i18n/catalogue.ts";
import { startMs } from "#time/start-ms.ts";
import { addDays, dayOf } from "#time/zoned.ts";
import { useWhenReady } from "#ui/use-when-ready.ts";
import { Button } from "#ui/button/button.tsx";
import { firstDay, type DayCopy } from "./copy-to-day.ts";
import { useCopy } from "./use-copy.ts";
import { useCopyDayWords } from "./use-copy-day-words.ts";
import classes from "./copy-dialog.module.css";

interface Props {
  entries: readonly TimeEntry[];
  /** The suggested day. Default: today or, for today's entries, tomorrow. */
  target?: string;
  onClose: () => void;
}

/** Asks for the day to copy entries to, and previews the result. */
export function CopyDialog({ entries, target, onClose }: Props) {
  const text = useText();
  const format = useFormat();
  const { language, zone } = useSettings();
  const words = useCopyDayWords();
  const copy = useCopy();
  const first = firstDay(entries, zone);
  const today = dayOf(clock.now(), zone);
  const [day, setDay] = useState(target ?? (first === today ? addDays(today, 1) : today));
  const plan = day === "" ? { made: [], refused: [] } : copy.plan(entries, day);
  const isOneDay = entries.every(({ startedAt }) => dayOf(startedAt, zone) === first);
  const isTooMuch = copy.isTooMuch(plan);
  const others = plural(language, plan.made.length, words.entry);

  const { submit, isSending, problem } = useSubmit(() => copy.write(plan), onClose);
  const [submitOnceLoaded, isAsked] = useWhenReady(!copy.isLoading, () => void submit());
  return (
    <Dialog title={words.title(plural(language, entries.length, words.entry))} onClose={onClose}>
      <form className="form" onSubmit={(event) => (event.preventDefault(), submitOnceLoaded())}>
        <FormDateField
          label={isOneDay ? words.day : words.firstDay}
          value={day}
          required
          disabled={isSending}
          autoFocus
          onChange={setDay}
        />
        <MadeByDay made={plan.made} />
        <div role="alert" className="error">
          {problem !== "" && <p>{problem}</p>}
          {isTooMuch && <p>{words.tooMany}</p>}
          <Refused plan={plan} />
        </div>
        <DialogButtons>
          <Button kind="quiet" onClick={onClose}>
            {text.shell.cancel}
          </Button>
          <Button
            kind="main"
            type="submit"
            isBusy={isSending || isAsked}
            disabled={plan.made.length === 0 || isTooMuch}
          >
            {plan.refused.length > 0 && plan.made.length > 0
              ? words.others(others)
              : words.to(plan.made.length > 0 ? copy.sayDays(plan) : format.day(day || today))}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** Sends what `write` writes, and closes the dialog unless the server refuses any of it. */
function useSubmit(write: () => void, onClose: () => void) {
  const text = useText();
  const send = useSend();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState("");

  async function submit(): Promise<void> {
    setIsSending(true);
    setProblem("");
    const refused = await send(write);
    if (refused === undefined) return;
    setIsSending(false);
    if (refused.length === 0) onClose();
    else setProblem(explainRefused(refused, text));
  }

  return { submit, isSending, problem };
}

function MadeByDay({ made: all }: Pick<DayCopy, "made">) {
  const format = useFormat();
  const { language, zone } = useSettings();
  const words = useCopyDayWords();
  const days = Map.groupBy(all, (fields) => dayOf(startMs(fields), zone));
  return (
    <div role="status" className={classes.plan}>
      {[...days]
        .toSorted(([left], [right]) => left.localeCompare(right))
        .map(([each, made]) => (
          <p key={each}>
            <span>{format.day(each)}</span>
            <span>{plural(language, made.length, words.entry)}</span>
            <b>{format.duration(made.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0))}</b>
          </p>
        ))}
    </div>
  );
}

function Refused({ plan }: { plan: DayCopy }) {
  const { language } = useSettings();
  const words = useCopyDayWords();
  const reasons = useReasons(plan);
  if (reasons.length === 0) return null;
  return (
    <>
      <p>{plural(language, plan.refused.length, words.notCopied)}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  );
}

/** The distinct reasons why entries can't be copied, each with the affected day, project, task or entry. */
function useReasons({ refused }: DayCopy): string[] {
  const text = useText();
  const format = useFormat();
  const words = useCopyDayWords();
  const projects = useProjects();
  const tasks = useAllTasks();
  const reasons = refused.map(({ entry, day, obstacle }) => {
    const project = projects.find(({ id }) => id === entry.projectId)?.name ?? "";
    switch (obstacle) {
      case "locked":
        return words.locked(format.day(day));
      case "archived":
        return words.archived(project);
      case "done":
        return words.done(tasks.find(({ id }) => id === entry.taskId)?.name ?? "", project);
      case "gone":
        return words.gone(entry.description === "" ? text.time.noDescription : entry.description);
    }
  });
  return [...new Set(reasons)];
}
