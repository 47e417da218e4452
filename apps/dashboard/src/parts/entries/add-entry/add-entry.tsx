import type { FormEvent, RefObject } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useText } from "#i18n/text.ts";
import { useNote } from "#state/drafts/use-note.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { EntryFieldset } from "#parts/entries/form/entry-fieldset.tsx";
import { useEntryActions } from "#parts/entries/use-entry-actions.ts";
import { useEntryDraft, useLeave } from "#parts/entries/form/use-entry-draft.ts";
import { DayEditor } from "#parts/entries/typed-day/day-editor.tsx";
import { DayStrip } from "#parts/entries/typed-day/day-strip.tsx";
import { linesByRow } from "#parts/entries/typed-day/lines-by-row.ts";
import { KeptNote } from "#ui/dialog/kept-note.tsx";
import { useDayField } from "#parts/entries/typed-day/use-day-field.tsx";
import { isGood, useTypedDay } from "#parts/entries/typed-day/use-typed-day.ts";
import { useIsOpen, useSaving } from "#parts/entries/use-saving.ts";
import { plural } from "#i18n/catalogue.ts";
import { dayOf } from "#time/zoned.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { useWhenReady } from "#ui/use-when-ready.ts";
import { Button } from "#ui/button/button.tsx";
import { useFirstFields } from "./use-first-fields.ts";
import { useAddEntryWords } from "#parts/entries/typed-day/use-add-entry-words.ts";
import { nameKeys } from "#i18n/name-keys.ts";
import { isApple } from "#ui/is-apple.ts";
import { DialogButtons } from "#ui/dialog/dialog-buttons.tsx";
import { sendOnCtrlEnter } from "#ui/form/send-keys.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** The API's limit. */
const maxDescription = 2000;

interface Props {
  /** The day for items in the text that don't name one. */
  day: string;
  /** Text typed before the dialog loaded. */
  typedBefore: RefObject<string>;
  /** The description that another app has shared. */
  description: string;
  /** Called with the start of the first added entry. */
  onAdded?: ((ms: number) => void) | undefined;
  onClose: () => void;
}

/**
 * Adds the entries of a day typed as text, or one entry from fields. While there is text, its preview replaces the
 * fields.
 */
export function AddEntry({ day: first, typedBefore, description, onAdded, onClose }: Props) {
  const text = useText();
  const { language, zone } = useSettings();
  const { shell, time } = text;
  const words = useAddEntryWords();
  const isPhone = useIsPhone();
  const actions = useEntryActions();
  const draft = useEntryDraft({ ...useFirstFields(first), description: description.slice(0, maxDescription) });
  const { fields } = draft;
  const kept = useNote<string>("typed-day draft");
  const [isKept, setIsKept] = useState(() => kept.read() !== undefined || draft.form.fields !== undefined);
  const before = kept.read();
  // While there is text, the field for the description is hidden, so what was shared becomes a line.
  const field = useDayField<HTMLTextAreaElement>(
    [before, typedBefore.current, before && description].filter(Boolean).join("\n"),
  );
  const { typed } = field;
  const isTyped = typed.trim() !== "";
  const firstDay = dayOf(fields.startedAt, zone);
  const day = useTypedDay(typed, {
    day: firstDay,
    place: fields.projectId === "" ? undefined : fields,
    isAlwaysDay: true,
  });
  const { save, isSaving, problem, setProblem } = useSaving();
  const [isAdding, setIsAdding] = useState(false);
  const isOpen = useIsOpen();
  const begun = useRef(typed);
  const leave = useLeave(draft, !isAdding && !isSaving, () => {
    // Another tab, which began with the same text, may have sent or discarded it.
    if (!isAdding && typed !== begun.current) kept.write(isTyped ? typed : undefined);
    onClose();
  });
  const keep = useEffectEvent((left: string) => kept.write(left.trim() === "" ? undefined : left));
  useEffect(() => {
    typedBefore.current = "";
    keep(typed);
  }, [typed, typedBefore]);
  const [add, isAsked] = useWhenReady(!day.isLoading && !draft.isChoosing, () => void (isTyped ? addDay() : addOne()));

  async function addDay(): Promise<void> {
    setIsAdding(true);
    // If the dialog is closed and opened again meanwhile, it must not offer these lines a second time.
    const left = day.restOf("\n");
    kept.write(left || undefined);
    const added = await day.add("\n").finally(() => setIsAdding(false));
    const rest = added?.rest ?? typed;
    if ((kept.read() ?? "") === left) kept.write(rest || undefined);
    if (!isOpen()) return;
    if (added !== undefined) onAdded?.(Date.parse(added.starts));
    if (rest !== "") return field.type(rest);
    draft.form.forget();
    onClose();
  }

  async function addOne(): Promise<void> {
    if (fields.projectId === "") return setProblem(time.chooseProject);
    draft.form.forget();
    if ((await save(fields, actions.create)) === undefined) return;
    onClose();
    onAdded?.(Date.parse(fields.startedAt));
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isAdding || isSaving) return;
    setProblem("");
    add();
  }

  function discard(): void {
    setIsKept(false);
    draft.form.discard();
    field.type("");
  }

  const faulty = day.isLoading ? 0 : day.lines.filter((line) => !isGood(line)).length;
  const count = day.lines.length - faulty;
  const lineDay = linesByRow(typed, day.lines)[field.line - 1]?.[0]?.item.day ?? firstDay;
  const typedOnes = day.lines.flatMap((line) => (line.entry ? [{ ...line.entry, isOut: !isGood(line) }] : []));
  return (
    <Dialog title={time.addEntry} isFullScreen={isPhone} size="xl" onClose={leave}>
      <form className="form" onSubmit={submit} onKeyDown={sendOnCtrlEnter}>
        <DayStrip day={lineDay} coming={isTyped ? typedOnes : [{ ...fields, isOut: false }]} />
        <DayEditor field={field} day={day} isBusy={isAdding} onTake={draft.take} />
        <fieldset className="form list" disabled={isAdding || isSaving}>
          <legend className="dim">{isTyped ? words.defaults : words.orFields}</legend>
          <EntryFieldset draft={draft} isPlaceOnly={isTyped} isFirst={false} />
        </fieldset>
        <DialogButtons
          note={
            <>
              <p>{day.sum}</p>
              <ErrorLine>
                {problem}
                {isTyped && faulty > 0 && plural(language, faulty, words.faulty)}
              </ErrorLine>
              {isKept ? <KeptNote onDiscard={discard} /> : <p className="small">{words.hint}</p>}
            </>
          }
        >
          <Button kind="quiet" onClick={leave}>
            {shell.cancel}
          </Button>
          <Button kind="main" type="submit" disabled={isTyped && count === 0} isBusy={isAsked || isAdding || isSaving}>
            {isTyped && count > 0 ? words.add(plural(language, count, time.entry)) : time.addEntry}
            <kbd aria-hidden className="keyboard-only">
              {isTyped ? (isApple ? "⌘ ↵" : nameKeys("Ctrl ↵", text.keys)) : "↵"}
            </kbd>
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
