import type { Project, RepriceRatesBody } from "@stint/sdk";
import { useState } from "react";
import type { Somebody } from "#api/people.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { FormDateField } from "#parts/fields/form-date-field.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { plural } from "#i18n/catalogue.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { useRateWords } from "#i18n/use-rate-words.ts";
import { Button } from "#ui/button/button.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { useRecompute, type Work } from "./use-recompute.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

interface Props {
  work: Work;
  people: readonly Somebody[];
  projects: readonly Project[];
  onClose: () => void;
}

/** Selects past entries, previews how the current rates or rounding would change them, and applies the change. */
export function RecomputeDialog({ work, people, projects, onClose }: Props) {
  const format = useFormat();
  const { language } = useSettings();
  const { shell, entries } = useText();
  const words = useRateWords();
  const own = words.works[work];
  const isPhone = useIsPhone();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [projectId, setProjectId] = useState("");
  const [userId, setUserId] = useState("");
  const action = useAction();
  const { preview, applied, loadPreview, apply, clear } = useRecompute(work);
  const asked: RepriceRatesBody = {
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(projectId !== "" && { projectId: [projectId] }),
    ...(userId !== "" && { userId: [userId] }),
  };
  // Changing the selection invalidates the preview.
  const choose = (set: (value: string) => void) => (value: string) => {
    set(value);
    clear();
  };
  const total = preview?.result;
  const others = total && [
    words.unchanged(format.number(total.unchanged)),
    ...(total.locked > 0 ? [words.locked(format.number(total.locked))] : []),
  ];
  return (
    <Dialog onClose={onClose} title={own.title} size="lg" isFullScreen={isPhone}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(() => loadPreview(asked));
        }}
      >
        <p>{own.lead}</p>
        <div className="fields">
          <FormDateField label={entries.from} value={from} max={to || undefined} onChange={choose(setFrom)} />
          <FormDateField label={entries.to} value={to} min={from || undefined} onChange={choose(setTo)} />
          <Select
            label={words.project}
            value={projectId}
            options={[["", words.anyProject], ...projects.map(({ id, name }): Option => [id, name])]}
            onChange={choose(setProjectId)}
          />
          <Select
            label={words.member}
            value={userId}
            options={[["", words.anyMember], ...people.map((person): Option => [person.userId, person.name])]}
            onChange={choose(setUserId)}
          />
        </div>
        <div role="status" className="note">
          {action.isRunning && shell.loading}
          {applied !== undefined && plural(language, applied.entries, own.applied)}
          {total !== undefined && (
            <p>
              {total.entries === 0 ? own.nothing : `${plural(language, total.entries, words.entriesChange)} · `}
              {total.entries > 0 && others?.join(" · ")}
            </p>
          )}
        </div>
        {preview !== undefined && preview.result.entries > 0 && <DifferenceTable result={preview.result} />}
        <ErrorLine>{action.message}</ErrorLine>
        <div className="buttons">
          <Button kind="quiet" onClick={onClose}>
            {applied === undefined ? shell.cancel : shell.close}
          </Button>
          {preview === undefined || preview.result.entries === 0 ? (
            <Button kind="main" type="submit" isBusy={action.isRunning}>
              {words.preview}
            </Button>
          ) : (
            <Button kind="main" isBusy={action.isRunning} onClick={() => action.run(() => apply(preview))}>
              {words.apply(plural(language, preview.result.entries, words.entry))}
            </Button>
          )}
        </div>
        {preview !== undefined && preview.result.entries > 0 && <p className="dim">{own.notBack}</p>}
      </form>
    </Dialog>
  );
}
