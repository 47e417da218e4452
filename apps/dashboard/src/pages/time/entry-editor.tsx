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
import { TagPicker } from "#parts/entries/choices/tag-picker.tsx";
import { TaskPicker } from "./task-picker.tsx";
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
  const box = useFocusOn(field);
  const seen = useRef<TimeEntry>(undefined);
  function onChange(set: Partial<EntryFields>): void {
    save(set, seen.current ?? entry);
    // The next change is compared with the entry as it is saved now.
    seen.current = undefined;
  }
  function press(event: KeyboardEvent<HTMLElement>): void {
    if (!leaves(event)) return;
    event.stopPropagation();
    onLeave();
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
            onToken={useToken(entry, onChange)}
          />
        </span>
        <span className={classes.project} data-edits="project">
          <TaskPicker label={text.time.project} value={entry} onChange={onChange} />
        </span>
        <Times entry={entry} onChange={onChange} />
        <More
          entry={entry}
          onChange={onChange}
          // Not `onChange`, because a press begins and ends the change at once, and `onInput` comes after it.
          onBillable={(billable) => save({ billable }, entry)}
          onLeave={onLeave}
        />
      </div>
    </div>
  );
}

/** Focuses the wanted field in the returned box. */
function useFocusOn(field: EditedField) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const wanted = box.current?.querySelector<HTMLElement>(`[data-edits="${field}"] :is(input, button)`);
    wanted?.focus({ preventScroll: true });
    // Scrolls the row out from under the timer bar and, on a phone, the navigation.
    box.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [field]);
  return box;
}

/** Sets the description together with the tag or the project that was chosen in it. */
function useToken({ tags }: TimeEntry, onChange: (set: Partial<EntryFields>) => void) {
  const { fail } = useUndoable();
  return (choice: TokenChoice, description: string): void => {
    if (choice.project === undefined) return onChange({ description, ...tagsOfToken(choice, tags) });
    const place = { projectId: choice.project.id, taskId: choice.taskId };
    void taskOfChoice(place)
      .catch(fail)
      .then((taskId) => onChange({ description, ...(taskId !== undefined && { ...place, taskId }) }));
  };
}

/** Whether a key leaves the row. */
function leaves({ key, target }: KeyboardEvent): boolean {
  // Ignores keys while a list of choices is open, because Enter picks a choice and Escape closes only the list.
  if (!(target instanceof HTMLElement) || target.getAttribute("aria-expanded") === "true") return false;
  const isRead = target instanceof HTMLInputElement && target.getAttribute("aria-invalid") === null;
  return key === "Escape" || (key === "Enter" && isRead);
}

interface FieldsProps {
  entry: TimeEntry;
  onChange: (set: Partial<EntryFields>) => void;
}

function Times({ entry, onChange }: FieldsProps) {
  const { entries: words } = useText();
  const tracking = useTracking();
  const [start, end] = [startMs(entry), endMs(entry)];
  return (
    <>
      <span className={`dim row ${classes.times}`}>
        <span data-edits="start">
          <ClockField label={words.start} instant={start} onChange={(next) => onChange(withStart(entry, next))} />
        </span>
        –
        <span data-edits="end">
          <ClockField
            label={words.stop}
            instant={end}
            start={start}
            onChange={(next) => onChange(withEnd(entry, next, tracking.getView().entries))}
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
    </>
  );
}

interface MoreProps extends FieldsProps {
  onBillable: (billable: boolean) => void;
  onLeave: () => void;
}

/** The fields for which a row has no cell while it isn't edited. */
function More({ entry, onChange, onBillable, onLeave }: MoreProps) {
  const { entries: words } = useText();
  const { zone } = useSettings();
  return (
    <span className={`wrap ${classes.more}`}>
      {entry.breaks !== undefined && (
        <span className={`over ${classes.breaks}`}>
          <CircleAlert size={14} aria-hidden /> {entry.breaks.map((rule) => words.breaks[rule]).join(" · ")}
        </span>
      )}
      <span className={classes.tags}>
        <TagPicker tags={entry.tags} onChange={(tags) => onChange({ tags })} />
      </span>
      <Checkbox label={words.billable} checked={entry.billable} onChange={onBillable} />
      <Part fallback={<span className={classes.date} />}>
        <dateField.show
          label={words.date}
          className={classes.date}
          value={dayOf(entry.startedAt, zone)}
          isLate
          onChange={(day) => day !== "" && onChange(withDay(entry, day, zone))}
        />
      </Part>
      <Button className="end" onClick={onLeave}>
        {words.done}
      </Button>
    </span>
  );
}
