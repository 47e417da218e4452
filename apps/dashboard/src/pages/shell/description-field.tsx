import { Combobox, useCombobox } from "@mantine/core";
import type { TimeEntry } from "@stint/sdk";
import { useState } from "react";
import { useProjects } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { useTrackingView } from "#api/use-tracking.tsx";
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
  disabled: boolean;
}

/** The description of the work, with suggestions from one's own last entries. */
export function DescriptionField({ value, onChange, onType, onEnter, onChoose, disabled }: Props) {
  const { time } = useText();
  const [typed, setTyped] = useState<string>();
  const combobox = useCombobox();
  const text = typed ?? value;
  const suggestions = useSuggestions(combobox.dropdownOpened ? text : undefined);
  const projects = useProjects();

  function leave(): void {
    combobox.closeDropdown();
    if (typed !== undefined && typed !== value) onChange(typed);
    setTyped(undefined);
  }

  return (
    <Combobox
      store={combobox}
      withinPortal
      position="bottom-start"
      onOptionSubmit={(id) => {
        const entry = suggestions.find((each) => each.id === id);
        setTyped(undefined);
        combobox.closeDropdown();
        if (entry !== undefined) onChoose(entry);
      }}
    >
      <Combobox.Target>
        <input
          className={classes.description}
          data-description
          aria-label={time.whatAreYouWorkingOn}
          placeholder={time.whatAreYouWorkingOn}
          autoComplete="off"
          maxLength={2000}
          disabled={disabled}
          value={text}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onType?.(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              setTyped(undefined);
              combobox.closeDropdown();
            }
            if (event.key !== "Enter" || (combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0)) return;
            event.preventDefault();
            combobox.closeDropdown();
            setTyped(undefined);
            onEnter(text);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={suggestions.length === 0}>
        <Combobox.Options aria-label={time.suggestions}>
          {suggestions.map((entry) => {
            const project = projects.find(({ id }) => id === entry.projectId);
            return (
              <Combobox.Option key={entry.id} value={entry.id} className={classes.suggestion}>
                <span>{entry.description}</span>
                <span className={classes.dim}>
                  <ColorDot color={projectColor(project)} /> {project?.name}
                </span>
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Up to six different earlier descriptions that fit, newest first among equals. */
function useSuggestions(typed: string | undefined): readonly TimeEntry[] {
  const { entries } = useTrackingView();
  if (typed === undefined) return [];
  const seen = new Map<string, TimeEntry & { name: string }>();
  for (const entry of entries.slice(0, 1000)) {
    const key = `${entry.description} ${entry.projectId} ${entry.taskId}`;
    if (entry.description !== "" && !seen.has(key)) seen.set(key, { ...entry, name: entry.description });
  }
  const all = [...seen.values()];
  return (typed.trim() === "" ? all : findByName(all, typed)).slice(0, 6);
}
