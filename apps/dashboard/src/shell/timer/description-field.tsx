import type { TimeEntry } from "@stint/sdk";
import { useEffect, useState } from "react";
import { useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useNow } from "#state/use-now.ts";
import { useTracked } from "#state/use-tracking.tsx";
import { FieldWithChoices } from "#ui/fields/field-with-choices.tsx";
import type { SignChoice } from "#entries/choices/use-sign-choices.ts";
import { useSignField } from "#entries/choices/use-sign-field.tsx";
import { begunOf } from "#time/begun.ts";
import { findByName } from "#time/find-by-name.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import classes from "./timer-bar.module.css";

interface Props {
  value: string;
  /** Called with the new text when the field is left. */
  onChange: (typed: string) => void;
  /** Called on every keystroke, if the text has to be stored at once. */
  onType: ((typed: string) => void) | undefined;
  onEnter: (typed: string) => void;
  /** Called with an earlier entry whose fields should be copied. */
  onChoose: (entry: TimeEntry) => void;
  /** Called with a chosen project or tag, and the text without its sign. */
  onSign: (choice: SignChoice, rest: string) => void;
  disabled: boolean;
}

/** The description field. Suggests the person's recent entries or, after `@` or `#`, projects and tags. */
export function DescriptionField({ value, onChange, onType, onEnter, onChoose, onSign, disabled }: Props) {
  const { time } = useText();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  // A timer started elsewhere has its own description; the typed one is saved for the next timer.
  const isRunning = onType === undefined;
  useEffect(() => {
    if (isRunning) setTyped(undefined);
  }, [isRunning]);
  const { sign, choices, setCursor, listLabel, ...open } = useSignField(text, (choice, rest) => {
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
      listLabel={sign === undefined ? time.suggestions : listLabel}
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

/** Up to six distinct earlier descriptions that match, best match first, then newest. */
function useSuggestions(typed: string | undefined): readonly TimeEntry[] {
  const entries = useTracked((view) => (typed === undefined ? none : view.entries));
  const now = useNow();
  if (typed === undefined) return [];
  const seen = new Map<string, TimeEntry & { name: string }>();
  for (const entry of begunOf(entries, now).slice(0, 1000)) {
    const key = `${entry.description} ${entry.projectId} ${entry.taskId}`;
    if (entry.description !== "" && !seen.has(key)) seen.set(key, { ...entry, name: entry.description });
  }
  const all = [...seen.values()];
  return (typed.trim() === "" ? all : findByName(all, typed)).slice(0, 6);
}
