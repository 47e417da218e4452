import type { TimeEntry } from "@stint/sdk";
import { CircleAlert } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { useUndoable } from "#state/undo.ts";
import { useTracking } from "#state/use-tracking.ts";
import { ClockField } from "#parts/fields/clock-field.tsx";
import { DurationField } from "#parts/fields/duration-field.tsx";
import { type Choice, ProjectPicker } from "#parts/entries/choices/project-picker.tsx";
import { TagPicker } from "#parts/entries/choices/tag-picker.tsx";
import { type TokenChoice, tagsOfToken } from "#parts/entries/choices/use-token-choices.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { dayOf } from "#time/zoned.ts";
import { withDay, withDuration, withEnd, withStart } from "#parts/entries/entry-edits.ts";
import { apart } from "#ui/apart.ts";
import { Button } from "#ui/button/button.tsx";
import { Part } from "#ui/dialog/part.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { RowDescription } from "./row-description.tsx";
import classes from "./entry-editor.module.css";

/** Loaded ahead of the editor, and never focused first, so it takes no keys. */
export const dateField = apart(() => import("#parts/fields/day/date-field.tsx").then((m) => m.DateField));

export type EditedField = "description" | "project" | "start" | "end" | "duration";

interface Props {
  rowKey: string;
  index: number;
  before: number;
  entry: TimeEntry;
  /** The field to focus first. */
  field: EditedField;
  /** `seen` is the entry as the person saw it when they began to type, to find out whether others have changed it since. */
  onChange: (set: Partial<EntryFields>, seen: TimeEntry) => void;
  onLeave: () => void;
}

/** Edits an entry in its row. Each field is saved when it loses focus; Enter and Escape leave the row. */
export function EntryEditor({ rowKey, index, before, entry, field, onChange: save, onLeave }: Props) {
  const text = useText();
  const { zone } = useSettings();
  const tracking = useTracking();
  const { fail } = useUndoable();
  const { entries: words } = text;
  const box = useRef<HTMLDivElement>(null);
  const seen = useRef<TimeEntry>(undefined);
  function onChange(set: Partial<EntryFields>): void {
    save(set, seen.current ?? entry);
    // The next change is compared with the entry as it is saved now.
    seen.current = undefined;
  }
  useEffect(() => {
    const wanted = box.current?.querySelector<HTMLElement>(`[data-edits="${field}"] :is(input, button)`);
    wanted?.focus({ preventScroll: true });
    // Scrolls the row out from under the timer bar and, on a phone, the navigation.
    box.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [field]);

  function press(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event;
    if (!(target instanceof HTMLElement)) return;
    // Ignores keys while a list of choices is open, because Enter picks a choice and Escape closes only the list.
    if (target.getAttribute("aria-expanded") === "true") return;
    const isRead = target instanceof HTMLInputElement && target.getAttribute("aria-invalid") === null;
    if (event.key === "Escape" || (event.key === "Enter" && isRead)) {
      event.stopPropagation();
      onLeave();
    }
  }

  async function choose(choice: Choice): Promise<void> {
    const taskId = await taskOfChoice(choice).catch(fail);
    if (taskId !== undefined) onChange({ projectId: choice.projectId, taskId });
  }

  async function describe(choice: TokenChoice, description: string): Promise<void> {
    if (choice.project === undefined) return onChange({ description, ...tagsOfToken(choice, entry.tags) });
    const projectId = choice.project.id;
    const taskId = await taskOfChoice({ projectId, taskId: choice.taskId }).catch(fail);
    onChange({ description, ...(taskId === undefined ? {} : { projectId, taskId }) });
  }

  return (
    <div
      role="row"
      id={`row-${rowKey}`}
      className={classes.editor}
      style={{ marginTop: before }}
      data-editor={rowKey}
      aria-rowindex={index + 1}
      tabIndex={-1}
    >
      {/* A grid row may contain only cells, so one cell contains all fields. */}
      <div
        role="gridcell"
        className={classes.fields}
        ref={box}
        onKeyDown={press}
        onInput={() => (seen.current ??= entry)}
        // Fields save when they lose focus, before this.
        onBlur={() => (seen.current = undefined)}
      >
        <span className={classes.description} data-edits="description">
          <RowDescription
            entry={entry}
            onChange={(description) => onChange({ description })}
            onToken={(choice, description) => void describe(choice, description)}
          />
        </span>
        <span className={classes.project} data-edits="project">
          <ProjectPicker label={text.time.project} value={entry} onChange={(choice) => void choose(choice)} />
        </span>
        <span className={`dim row ${classes.times}`}>
          <span data-edits="start">
            <ClockField
              label={words.start}
              instant={startMs(entry)}
              onChange={(start) => onChange(withStart(entry, start))}
            />
          </span>
          –
          <span data-edits="end">
            <ClockField
              label={words.stop}
              instant={endMs(entry)}
              start={startMs(entry)}
              onChange={(end) => onChange(withEnd(entry, end, tracking.getView().entries))}
            />
          </span>
        </span>
        <span className={classes.duration} data-edits="duration">
          <DurationField
            label={words.duration}
            seconds={entry.durationSeconds}
            onChange={(seconds) => onChange(withDuration(entry, seconds))}
          />
        </span>
        <span className={`wrap ${classes.more}`}>
          {entry.breaks !== undefined && (
            <span className={`over ${classes.breaks}`}>
              <CircleAlert size={14} aria-hidden /> {entry.breaks.map((rule) => words.breaks[rule]).join(" · ")}
            </span>
          )}
          <span className={classes.tags}>
            <TagPicker tags={entry.tags} onChange={(tags) => onChange({ tags })} />
          </span>
          <Checkbox
            label={words.billable}
            checked={entry.billable}
            // Not `onChange`, because a press begins and ends the change at once, and `onInput` comes after it.
            onChange={(billable) => save({ billable }, entry)}
          />
          <Part fallback={<span className={classes.date} />}>
            <dateField.show
              label={words.date}
              className={classes.date}
              value={dayOf(entry.startedAt, zone)}
              isLate
              onChange={(day) => {
                if (day !== "") onChange(withDay(entry, day, zone));
              }}
            />
          </Part>
          <Button className="end" onClick={onLeave}>
            {words.done}
          </Button>
        </span>
      </div>
    </div>
  );
}
