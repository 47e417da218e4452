import { useText } from "#i18n/text.ts";
import { Play } from "lucide-react";
import { useTimerDraft } from "#shell/timer/draft/use-timer-draft.ts";
import { useTimerActions } from "#parts/entries/use-timer-actions.ts";
import { emptyDraft } from "#state/drafts/timer-draft.ts";
import type { Command } from "./find-commands.ts";

/** Returns the command that starts the timer with typed words, which may name a `@project` and `#tags`. */
export function useStartTyped(): (typed: string) => Command {
  const { time } = useText();
  const { next, read, setDraft } = useTimerDraft(null);
  const { start } = useTimerActions();
  return (typed) => ({
    id: "start",
    name: time.startTimer,
    effect: typed || next.description || time.timer,
    icon: Play,
    run() {
      const draft = typed === "" ? next : read(typed, next);
      const { projectId } = draft;
      // Without a project, the timer bar keeps what was typed and asks for one.
      setDraft(projectId === undefined ? draft : emptyDraft);
      if (projectId !== undefined) start({ ...draft, projectId });
      else requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-description]")?.focus());
    },
  });
}
