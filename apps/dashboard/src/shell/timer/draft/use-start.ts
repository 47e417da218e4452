import { useEffect, useRef, useState } from "react";
import { useTracking } from "#state/use-tracking.ts";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import { useAreChoicesLoading } from "#parts/entries/choices/use-project-choices.ts";
import { useTimerActions } from "#parts/entries/use-timer-actions.ts";
import { type Draft, emptyDraft } from "#state/drafts/timer-draft.ts";
import { useWhenReady } from "#ui/use-when-ready.ts";
import type { useTimerDraft } from "./use-timer-draft.ts";

/** Starts the timer from its draft, once projects and tasks have loaded and a project is chosen. */
export function useStart({ draft, setDraft, next, read }: ReturnType<typeof useTimerDraft>) {
  const timerActions = useTimerActions();
  const tracking = useTracking();
  const latest = useRef("");
  useEffect(() => {
    latest.current = draft.description;
  }, [draft.description]);
  const areLoading = useAreChoicesLoading();
  const [startOnceLoaded] = useWhenReady(!areLoading, () => start(draft.description));
  /** The draft of a timer that was started while there was no project. */
  const [waiting, setWaiting] = useState<Draft>();

  /** Starts the timer with a typed description. If that requires the projects, waits until they have loaded. */
  function start(typed: string): void {
    const needsProjects = parseDescription(typed).project !== undefined || next.projectId === undefined;
    if (areLoading && needsProjects) {
      setDraft({ ...draft, description: typed });
      startOnceLoaded();
    } else startWith(read(typed, next));
  }

  function startWith(from: Draft): void {
    const { projectId } = from;
    if (projectId === undefined) return setWaiting(from);
    const { description } = from;
    const answer = tracking.answersTo(() => timerActions.start({ ...from, projectId }));
    setDraft(emptyDraft);
    // The frame says why the server refused the timer. Its draft returns to the bar unless another has been typed.
    void answer.then((refused) => {
      if (refused.length > 0 && latest.current === "" && description !== "") setDraft(from);
    });
  }

  return { start, startWith, waiting, setWaiting };
}
