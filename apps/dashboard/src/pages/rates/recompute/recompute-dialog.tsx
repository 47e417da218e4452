import type { Project } from "@stint/sdk";
import { useState } from "react";
import type { Somebody } from "#api/people.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { filled } from "#screen/filter.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { DialogButtons } from "#ui/dialog/dialog-buttons.tsx";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { plural } from "#i18n/catalogue.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { useRateWords } from "#i18n/words/use-rate-words.ts";
import { Button } from "#ui/button/button.tsx";
import { Choices } from "#ui/choices/choices.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { type Recomputed, useRecompute, type Work } from "./use-recompute.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { joinFacts } from "#i18n/formats/join-facts.ts";

interface Props {
  work: Work;
  people: readonly Somebody[];
  projects: readonly Project[];
  onClose: () => void;
}

/** Selects past entries, previews how the current rates or rounding would change them, and applies the change. */
export function RecomputeDialog({ work, people, projects, onClose }: Props) {
  const { language } = useSettings();
  const { shell } = useText();
  const words = useRateWords();
  const own = words.works[work];
  const isPhone = useIsPhone();
  const [filter, setFilter] = useState<Chosen>({ from: "", to: "", projectId: [], userId: [] });
  const action = useAction();
  const { preview, applied, loadPreview, apply, clear } = useRecompute(work);
  const hasEffect = preview !== undefined && preview.result.entries > 0;
  const choose = (chosen: Chosen) => {
    setFilter(chosen);
    // Changing the selection invalidates the preview.
    clear();
  };
  return (
    <Dialog onClose={onClose} title={own.title} size="lg" isFullScreen={isPhone}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(() => loadPreview(filled(filter)));
        }}
      >
        <p>{own.lead}</p>
        <EntryFields value={filter} people={people} projects={projects} onChange={choose} />
        <div role="status" className="note">
          {action.isRunning && shell.loading}
          {applied !== undefined && plural(language, applied.entries, own.applied)}
          {preview !== undefined && <Effect work={work} result={preview.result} />}
        </div>
        {hasEffect && <DifferenceTable result={preview.result} />}
        <ErrorLine>{action.message}</ErrorLine>
        {hasEffect && <p className="dim">{own.notBack}</p>}
        <DialogButtons>
          <Button kind="quiet" onClick={onClose}>
            {applied === undefined ? shell.cancel : shell.close}
          </Button>
          {hasEffect ? (
            <Button kind="main" isBusy={action.isRunning} onClick={() => action.run(() => apply(preview))}>
              {words.apply(plural(language, preview.result.entries, words.entry))}
            </Button>
          ) : (
            <Button kind="main" type="submit" isBusy={action.isRunning}>
              {words.preview}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

interface Chosen {
  from: string;
  to: string;
  projectId: readonly string[];
  userId: readonly string[];
}

interface FieldsProps extends Pick<Props, "people" | "projects"> {
  value: Chosen;
  onChange: (value: Chosen) => void;
}

/** Selects the entries to recalculate. */
function EntryFields({ value, people, projects, onChange }: FieldsProps) {
  const { entries } = useText();
  const words = useRateWords();
  const { from, to, projectId, userId } = value;
  const set = (name: keyof Chosen) => (chosen: Chosen[typeof name]) => onChange({ ...value, [name]: chosen });
  return (
    <div className="fields">
      <FormDateField label={entries.from} value={from} max={to || undefined} onChange={set("from")} />
      <FormDateField label={entries.to} value={to} min={from || undefined} onChange={set("to")} />
      <Choices
        label={words.project}
        any={words.anyProject}
        values={projectId}
        options={toOptions(projects)}
        onChange={set("projectId")}
      />
      <Choices
        isPeople
        label={words.member}
        any={words.anyMember}
        values={userId}
        options={toOptions(people)}
        onChange={set("userId")}
      />
    </div>
  );
}

/** How many entries would change, and how many would not. */
function Effect({ work, result: { entries, unchanged, locked } }: { work: Work; result: Recomputed }) {
  const format = useFormat();
  const { language } = useSettings();
  const words = useRateWords();
  if (entries === 0) return <p>{words.works[work].nothing}</p>;
  return (
    <p>
      {joinFacts(
        plural(language, entries, words.entriesChange),
        words.unchanged(format.number(unchanged)),
        locked > 0 && words.locked(format.number(locked)),
      )}
    </p>
  );
}
