import type { TimeEntry } from "@stint/sdk";
import { useState } from "react";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useTracking } from "#state/use-tracking.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { dayOf } from "#time/zoned.ts";
import { BillableToggle } from "./billable-toggle.tsx";
import { ClockField } from "#parts/fields/clock-field.tsx";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { DurationField } from "#parts/fields/duration-field.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { withDay, withDuration, withEnd, withStart } from "#parts/entries/entry-edits.ts";
import { ProjectPicker } from "#parts/entries/choices/project-picker.tsx";
import { useSuggestedChoices } from "#parts/entries/choices/use-suggested-choices.tsx";
import { FieldWithChoices } from "#ui/choices/field-with-choices.tsx";
import { TagPicker } from "#parts/entries/choices/tag-picker.tsx";
import type { EntryDraft } from "./use-entry-draft.ts";
import classes from "./entry-fieldset.module.css";

interface Props {
  draft: EntryDraft;
  /** Undefined for a new entry. */
  entry?: TimeEntry | undefined;
  isReadOnly?: boolean;
  /** Shows only the project and the day, which are the defaults for entries that are typed as text. */
  isPlaceOnly?: boolean;
  /** Whether the description has the dialog's initial focus. */
  isFirst?: boolean;
}

export function EntryFieldset({ draft, entry, isReadOnly = false, isPlaceOnly = false, isFirst = true }: Props) {
  const text = useText();
  const { zone } = useSettings();
  const { entries: words, time } = text;
  const { fields, change } = draft;
  const span = { startedAt: fields.startedAt, durationSeconds: fields.durationSeconds };
  return (
    <>
      {!isPlaceOnly && <Description {...{ draft, entry, isReadOnly, isFirst }} />}
      <div className={`row ${classes.line}`}>
        <span className="fill">
          <ProjectPicker
            label={time.project}
            value={fields.projectId === "" ? undefined : fields}
            disabled={isReadOnly}
            onChange={(choice) => void draft.choose(choice)}
          />
        </span>
        {!isPlaceOnly && (
          <>
            <TagPicker tags={fields.tags} disabled={isReadOnly} onChange={(tags) => change({ tags })} />
            <BillableToggle
              billable={fields.billable}
              projectId={fields.projectId}
              taskId={fields.taskId}
              disabled={isReadOnly}
              onChange={(billable) => change({ billable })}
            />
          </>
        )}
      </div>
      <div className={classes.times}>
        <FormDateField
          label={words.date}
          value={dayOf(fields.startedAt, zone)}
          required
          disabled={isReadOnly}
          onChange={(day) => {
            if (day !== "") change(withDay(span, day, zone));
          }}
        />
        {!isPlaceOnly && <Times draft={draft} entry={entry} isReadOnly={isReadOnly} />}
      </div>
    </>
  );
}

/** The description. Favourites and earlier entries are suggested only for a new one. */
function Description({ draft, entry, isReadOnly = false, isFirst }: Omit<Props, "isPlaceOnly">) {
  const { entries: words, time } = useText();
  const { fields, change } = draft;
  const [isOpen, setIsOpen] = useState(false);
  // Only for a new entry: a choice takes over an earlier one whole, which would be too much for one that is corrected.
  const suggested = useSuggestedChoices(isOpen ? fields.description : undefined, draft.take);
  const described = {
    label: words.description,
    hidesLabel: true,
    placeholder: time.whatAreYouWorkingOn,
    value: fields.description,
    maxLength: 2000,
    disabled: isReadOnly,
    "data-autofocus": isFirst || undefined,
  };
  if (entry !== undefined)
    return <TextInput {...described} onChange={({ currentTarget }) => change({ description: currentTarget.value })} />;
  return (
    <FieldWithChoices
      choices={suggested}
      listLabel={time.suggestions}
      isOpen={isOpen}
      onOpen={setIsOpen}
      onType={(description) => change({ description })}
      show={(input) => <TextInput {...described} {...input} />}
      value={fields.description}
      onClick={() => setIsOpen(true)}
    />
  );
}

/** The start, the end and the duration. */
function Times({ draft, entry, isReadOnly = false }: Pick<Props, "draft" | "entry" | "isReadOnly">) {
  const { entries: words } = useText();
  const tracking = useTracking();
  const { user } = useMe();
  const { fields, change } = draft;
  const span = { startedAt: fields.startedAt, durationSeconds: fields.durationSeconds };
  const isOthers = entry !== undefined && entry.userId !== user.id;
  // The start of someone else's entry keeps its seconds, because their previous entry may end in the same minute.
  const neighbours = () => (isOthers ? [{ ...span, durationSeconds: 0 }] : tracking.getView().entries);
  return (
    <>
      <ClockField
        isInForm
        label={words.start}
        instant={startMs(span)}
        disabled={isReadOnly}
        onChange={(start) => change(withStart(span, start))}
      />
      <ClockField
        isInForm
        label={words.stop}
        instant={endMs(span)}
        start={startMs(span)}
        disabled={isReadOnly}
        onChange={(end) => change(withEnd(span, end, neighbours()))}
      />
      <DurationField
        isInForm
        label={words.duration}
        seconds={fields.durationSeconds}
        disabled={isReadOnly}
        onChange={(seconds) => change(withDuration(span, seconds))}
      />
    </>
  );
}
