import type { TimeEntry } from "@stint/sdk";
import { Star } from "lucide-react";
import { useEffect, useState } from "react";
import { useAllTasks, useProjects } from "#api/queries.ts";
import { useOpenWork } from "#api/use-open-work.ts";
import { useText } from "#i18n/text.ts";
import type { Draft } from "#state/drafts/timer-draft.ts";
import { keyOfFavourite, useFavourites } from "#state/use-favourites.ts";
import { useNow } from "#state/use-now.ts";
import { useTracked } from "#state/use-tracking.ts";
import { FieldWithChoices } from "#ui/choices/field-with-choices.tsx";
import type { TokenChoice } from "#parts/entries/choices/use-token-choices.ts";
import { useTokenField } from "#parts/entries/choices/use-token-field.tsx";
import { begunOf } from "#time/begun.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import classes from "./timer-bar.module.css";

interface Props {
  value: string;
  /** Called with the new text when the person leaves the field. */
  onChange: (typed: string) => void;
  /** Called on every keystroke, if the text has to be stored at once. */
  onType: ((typed: string) => void) | undefined;
  onEnter: (typed: string) => void;
  /** Called with the fields of a chosen earlier entry or favourite. */
  onChoose: (fields: Partial<Draft>) => void;
  /** Called with a chosen project or tag, and with the text that remains without the token. */
  onToken: (choice: TokenChoice, rest: string) => void;
  disabled: boolean;
}

/** The description field. It suggests recent entries and favourites or, after `@` or `#`, projects and tags. */
export function DescriptionField({ value, onChange, onType, onEnter, onChoose, onToken, disabled }: Props) {
  const { time } = useText();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? value;
  // Hides the typed text when a timer is started elsewhere, because that timer already has a description. The text is
  // stored for the next timer.
  const isRunning = onType === undefined;
  useEffect(() => {
    if (isRunning) setTyped(undefined);
  }, [isRunning]);
  const { token, choices, setCursor, listLabel, ...open } = useTokenField(text, (choice, rest) => {
    setTyped(undefined);
    onToken(choice, rest);
  });
  const suggested = useSuggestedChoices(open.isOpen && token === undefined ? text : undefined, (fields) => {
    setTyped(undefined);
    onChoose(fields);
  });

  return (
    <FieldWithChoices
      {...open}
      choices={token === undefined ? suggested : choices}
      listLabel={token === undefined ? time.suggestions : listLabel}
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

function useSuggestedChoices(typed: string | undefined, onChoose: (fields: Partial<Draft>) => void) {
  const { time } = useText();
  const projects = useProjects();
  return useSuggestions(typed).map(({ key, name, isFavourite, fields }) => {
    const project = projects.find(({ id }) => id === fields.projectId);
    return {
      key,
      label: (
        <span className="between fill">
          <span>
            {isFavourite && <Star size={12} fill="currentColor" aria-label={time.favourite} />} {name}
          </span>
          <span className="dim">
            <ColorDot color={projectColor(project)} /> {project?.name}
          </span>
        </span>
      ),
      choose: () => onChoose(fields),
    };
  });
}

interface Suggestion {
  key: string;
  name: string;
  isFavourite: boolean;
  fields: Partial<Draft>;
}

const none: readonly TimeEntry[] = [];
const maxSuggested = 6;

/**
 * Suggests favourites, then distinct earlier descriptions on open projects and tasks, newest first. While the person
 * types, shows only matches, best first.
 */
function useSuggestions(typed: string | undefined): readonly Suggestion[] {
  const entries = useTracked((view) => (typed === undefined ? none : view.entries));
  const now = useNow();
  const isOpen = useOpenWork(typed !== undefined);
  const favourites = useFavouriteSuggestions(typed !== undefined);
  if (typed === undefined) return [];
  const seen = new Map<string, Suggestion>();
  for (const entry of begunOf(entries, now).slice(0, 1000)) {
    const { id, description, projectId, taskId, tags, billable } = entry;
    const key = keyOfFavourite({ projectId, taskId, description });
    if (description === "" || !isOpen(entry) || seen.has(key) || favourites.some((one) => one.key === key)) continue;
    const fields = { description, projectId, taskId, tags, billable };
    seen.set(key, { key: id, name: description, isFavourite: false, fields });
  }
  return [favourites, [...seen.values()]].flatMap((all) =>
    (typed.trim() === "" ? all : findByName(all, typed)).slice(0, maxSuggested),
  );
}

/**
 * The favourites whose project and task are open and visible to the person. A favourite without a description is named
 * after its task.
 */
function useFavouriteSuggestions(isNeeded: boolean): Suggestion[] {
  const favourites = useFavourites();
  const projects = useProjects();
  const tasks = useAllTasks(isNeeded && favourites.length > 0);
  const isOpen = useOpenWork(isNeeded && favourites.length > 0);
  return favourites.flatMap((favourite) => {
    const { projectId, taskId, description } = favourite;
    const project = projects.find(({ id }) => id === projectId);
    const task = tasks.find(({ id }) => id === taskId);
    if (project === undefined || !isOpen(favourite)) return [];
    const name = description === "" ? (task?.name ?? project.name) : description;
    const fields = { description, projectId, taskId: taskId ?? undefined };
    return [{ key: keyOfFavourite(favourite), name, isFavourite: true, fields }];
  });
}
