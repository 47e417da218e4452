import { Button } from "@mantine/core";
import type { TimeEntry } from "@stint/sdk";
import { type FormEvent, useState } from "react";
import { useSettings } from "#api/settings.ts";
import { taskOfChoice } from "#api/task-of-choice.ts";
import type { EntryFields } from "#api/tracking/write.ts";
import { BillableToggle } from "#pages/parts/billable-toggle.tsx";
import { ClockField } from "#pages/parts/clock-field.tsx";
import { Dialog } from "#pages/parts/dialog.tsx";
import { DurationField } from "#pages/parts/duration-field.tsx";
import { withDay, withDuration, withEnd, withStart } from "#pages/parts/entry-edits.ts";
import { ProjectPicker } from "#pages/parts/project-picker.tsx";
import { TagPicker } from "#pages/parts/tag-picker.tsx";
import { endMs, startMs } from "#time/start-ms.ts";
import { dayOf } from "#time/zoned.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";
import classes from "./entry-dialog.module.css";

interface Props {
  /** Undefined: a new one is made. */
  entry: TimeEntry | undefined;
  fields: EntryFields;
  canWrite: boolean;
  onSave: (fields: EntryFields) => void;
  onDelete: (entry: TimeEntry) => void;
  onDuplicate: (entry: TimeEntry) => void;
  onContinue: (entry: TimeEntry) => void;
  onClose: () => void;
}

/** One entry with all its fields; what is changed here is one write, when it is saved. */
export function EntryDialog({ entry, canWrite, onSave, onClose, ...props }: Props) {
  const { text, zone } = useSettings();
  const { calendar, entries: words, shell, time } = text;
  const isPhone = useIsPhone();
  const [fields, setFields] = useState(props.fields);
  const [isChoosing, setIsChoosing] = useState(false);
  const [problem, setProblem] = useState("");
  const isReadOnly = !canWrite || entry?.locked === true;
  const change = (set: Partial<EntryFields>) => setFields((before) => ({ ...before, ...set }));
  const span = { startedAt: fields.startedAt, durationSeconds: fields.durationSeconds };
  const day = dayOf(fields.startedAt, zone);

  function save(event: FormEvent): void {
    event.preventDefault();
    if (isReadOnly) onClose();
    else if (fields.projectId === "") setProblem(calendar.chooseProject);
    else if (!isChoosing) onSave({ ...fields, description: fields.description.trim() });
  }

  return (
    <Dialog
      onClose={onClose}
      title={isReadOnly ? calendar.readEntry : entry === undefined ? calendar.newEntry : calendar.editEntry}
      isFullScreen={isPhone}
    >
      <form className={classes.form} onSubmit={save}>
        {entry?.locked === true && <p className={classes.note}>{calendar.lockedText}</p>}
        <input
          className={classes.description}
          aria-label={words.description}
          placeholder={time.whatAreYouWorkingOn}
          value={fields.description}
          maxLength={2000}
          disabled={isReadOnly}
          data-autofocus
          autoComplete="off"
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <div className={classes.line}>
          <span className={classes.project}>
            <ProjectPicker
              label={time.project}
              value={fields.projectId === "" ? undefined : fields}
              disabled={isReadOnly}
              onChange={(choice) => {
                setIsChoosing(true);
                setProblem("");
                void taskOfChoice(choice).then((taskId) => {
                  if (taskId !== undefined) change({ projectId: choice.projectId, taskId });
                  setIsChoosing(false);
                });
              }}
            />
          </span>
          <TagPicker tags={fields.tags} disabled={isReadOnly} onChange={(tags) => change({ tags })} />
          <BillableToggle
            billable={fields.billable}
            projectId={fields.projectId}
            taskId={fields.taskId}
            disabled={isReadOnly}
            onChange={(billable) => change({ billable })}
          />
        </div>
        <div className={classes.times}>
          <label>
            <span>{words.date}</span>
            <input
              type="date"
              className={classes.date}
              value={day}
              required
              disabled={isReadOnly}
              onChange={(event) => {
                const chosen = event.currentTarget.value;
                if (chosen !== "") change(withDay(span, chosen, zone));
              }}
            />
          </label>
          <span className={classes.field}>
            <span aria-hidden>{words.start}</span>
            <ClockField
              label={words.start}
              instant={startMs(span)}
              disabled={isReadOnly}
              onChange={(start) => change(withStart(span, start))}
            />
          </span>
          <span className={classes.field}>
            <span aria-hidden>{words.stop}</span>
            <ClockField
              label={words.stop}
              instant={endMs(span)}
              disabled={isReadOnly}
              onChange={(end) => change(withEnd(span, end, zone))}
            />
          </span>
          <span className={classes.field}>
            <span aria-hidden>{words.duration}</span>
            <DurationField
              label={words.duration}
              seconds={fields.durationSeconds}
              disabled={isReadOnly}
              onChange={(seconds) => change(withDuration(span, seconds))}
            />
          </span>
        </div>
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
        <div className={classes.actions}>
          {entry !== undefined && canWrite && (
            <span className={classes.others}>
              {!isReadOnly && (
                <Button variant="subtle" size="compact-md" onClick={() => props.onDelete(entry)}>
                  {words.delete}
                </Button>
              )}
              <Button variant="subtle" size="compact-md" onClick={() => props.onDuplicate(entry)}>
                {words.duplicate}
              </Button>
              <Button variant="subtle" size="compact-md" onClick={() => props.onContinue(entry)}>
                {words.continue}
              </Button>
            </span>
          )}
          <Button type="submit">{isReadOnly ? shell.close : shell.save}</Button>
        </div>
      </form>
    </Dialog>
  );
}
