import { Button, NativeSelect } from "@mantine/core";
import type { Project, RepriceRatesBody } from "@stint/sdk";
import { useState } from "react";
import type { Somebody } from "#api/people.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { FormDateField } from "#fields/form-date-field.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { plural } from "#i18n/catalogue.ts";
import form from "#ui/dialog/form-dialog.module.css";
import { useIsPhone } from "#ui/theme/use-is-phone.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { useRateWords } from "#i18n/use-rate-words.ts";
import { useRecompute, type Work } from "./use-recompute.ts";
import classes from "./recompute-dialog.module.css";

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
  const chooseFrom = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) =>
    choose(set)(event.currentTarget.value);
  const total = preview?.result;
  const others = total && [
    words.unchanged(format.number(total.unchanged)),
    ...(total.locked > 0 ? [words.locked(format.number(total.locked))] : []),
  ];
  return (
    <Dialog onClose={onClose} title={own.title} size="lg" isFullScreen={isPhone}>
      <form
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          action.run(() => loadPreview(asked));
        }}
      >
        <p>{own.lead}</p>
        <div className={classes.fields}>
          <FormDateField label={entries.from} value={from} max={to || undefined} onChange={choose(setFrom)} />
          <FormDateField label={entries.to} value={to} min={from || undefined} onChange={choose(setTo)} />
          <NativeSelect label={words.project} value={projectId} onChange={chooseFrom(setProjectId)}>
            <option value="">{words.anyProject}</option>
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect label={words.member} value={userId} onChange={chooseFrom(setUserId)}>
            <option value="">{words.anyMember}</option>
            {people.map((person) => (
              <option key={person.userId} value={person.userId}>
                {person.name}
              </option>
            ))}
          </NativeSelect>
        </div>
        <div role="status" className={classes.result}>
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
        <p role="alert" className={form.error}>
          {action.message}
        </p>
        <div className={form.buttons}>
          {preview === undefined || preview.result.entries === 0 ? (
            <Button type="submit" loading={action.isRunning}>
              {words.preview}
            </Button>
          ) : (
            <Button loading={action.isRunning} onClick={() => action.run(() => apply(preview))}>
              {words.apply(plural(language, preview.result.entries, words.entry))}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {applied === undefined ? shell.cancel : shell.close}
          </Button>
        </div>
        {preview !== undefined && preview.result.entries > 0 && <p className={classes.dim}>{own.notBack}</p>}
      </form>
    </Dialog>
  );
}
