import type { TimeEntry } from "@stint/sdk";
import { useEffect, useState } from "react";
import { useProjects } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { useTracked } from "#api/use-tracking.tsx";
import { FieldWithChoices } from "#pages/parts/field-with-choices.tsx";
import type { SignChoice } from "#pages/parts/use-sign-choices.ts";
import { useSignField } from "#pages/parts/use-sign-field.tsx";
import { findByName } from "#time/find-by-name.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import classes from "./timer-bar.module.css";

interface Props {
  value: string;
  /** Called when the field is left with another text. */
  onChange: (typed: string) => void;
  /** Called for every letter, where it is to be kept at once. */
  onType: ((typed: string) => void) | undefined;
  onEnter: (typed: string) => void;
  /** Called with an earlier entry whose fields are to be taken over. */
  onChoose: (entry: TimeEntry) => void;
  /** Called with a chosen project or tag, and the text without it. */
  onSign: (choice: SignChoice, rest: string) => void;
  disabled: boolean;
}

/** The description of the work, with suggestions from one's own last entries, or of projects and tags behind their sign. */
export function DescriptionField({ value, onChange, onType, onEnter, onChoose, onSign, disabled }: Props) {
  const { time } = useText();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  // A timer that is started elsewhere has its own description; the typed one is kept for the next timer.
  const isRunning = onType === undefined;
  useEffect(() => {
    if (isRunning) setTyped(undefined);
  }, [isRunning]);
  const { sign, choices, setCursor, ...open } = useSignField(text, (choice, rest) => {
    setTyped(undefined);
    onSign(choice, rest);
  });
  const suggestions = useSuggestions(open.isOpen && sign === undefined ? text : undefined);
  const projects = useProjects();
  const earlier = suggestions.map((entry) => {
    const project = projects.find(({ id }) => id === entry.projectId);
    return {
      key: entry.id,
      label: (
        <span className={classes.suggestion}>
          <span>{entry.description}</span>
          <span className={classes.dim}>
            <ColorDot color={projectColor(project)} /> {project?.name}
          </span>
        </span>
      ),
      choose: () => {
        setTyped(undefined);
        onChoose(entry);
      },
    };
  });

  return (
    <FieldWithChoices
      {...open}
      choices={sign === undefined ? earlier : choices}
      listLabel={sign === undefined ? time.suggestions : sign.kind === "@" ? time.findProject : time.tags}
      className={classes.description}
      data-description
      aria-label={time.whatAreYouWorkingOn}
      placeholder={time.whatAreYouWorkingOn}
      maxLength={2000}
      disabled={disabled}
      value={text}
      onType={(next, cursor) => {
        setTyped(next);
        setCursor(cursor);
        onType?.(next);
      }}
      onClick={() => open.onOpen(true)}
      onBlur={() => {
        if (typed !== undefined && typed !== value) onChange(typed);
        setTyped(undefined);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") setTyped(undefined);
        if (event.key !== "Enter") return;
        event.preventDefault();
        open.onOpen(false);
        setTyped(undefined);
        onEnter(text);
      }}
    />
  );
}

const none: readonly TimeEntry[] = [];

/** Up to six different earlier descriptions that fit, newest first among equals. */
function useSuggestions(typed: string | undefined): readonly TimeEntry[] {
  const entries = useTracked((view) => (typed === undefined ? none : view.entries));
  if (typed === undefined) return [];
  const seen = new Map<string, TimeEntry & { name: string }>();
  for (const entry of entries.slice(0, 1000)) {
    const key = `${entry.description} ${entry.projectId} ${entry.taskId}`;
    if (entry.description !== "" && !seen.has(key)) seen.set(key, { ...entry, name: entry.description });
  }
  const all = [...seen.values()];
  return (typed.trim() === "" ? all : findByName(all, typed)).slice(0, 6);
}
