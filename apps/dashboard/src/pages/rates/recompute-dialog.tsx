import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { Project, RepriceRatesBody } from "@stint/sdk";
import { useState } from "react";
import type { Somebody } from "#api/report-queries.ts";
import { useSettings, useText } from "#api/settings.ts";
import { CopyAsCall } from "#pages/parts/copy-as-call.tsx";
import { Dialog } from "#pages/parts/dialog.tsx";
import { useAction } from "#pages/parts/use-action.ts";
import { plural } from "#text/catalogue.ts";
import form from "#pages/parts/form-dialog.module.css";
import { useIsPhone } from "#ui/use-is-phone.ts";
import { DifferenceTable } from "./difference-table.tsx";
import { useRateWords } from "./use-rate-words.ts";
import { useRecompute, type Work } from "./use-recompute.ts";
import classes from "./recompute-dialog.module.css";

interface Props {
  work: Work;
  people: readonly Somebody[];
  projects: readonly Project[];
  onClose: () => void;
}

const calls = {
  reprice: { operation: "rates.reprice", path: "/v1/rates/reprice" },
  reround: { operation: "timeEntries.reround", path: "/v1/time-entries/reround" },
};

/** Chooses past entries, shows what the rates or the rounding of now would change, and changes it. */
export function RecomputeDialog({ work, people, projects, onClose }: Props) {
  const { format, language } = useSettings();
  const { shell, entries } = useText();
  const words = useRateWords();
  const own = words.works[work];
  const isPhone = useIsPhone();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [projectId, setProjectId] = useState("");
  const [userId, setUserId] = useState("");
  const action = useAction();
  const { preview, applied, look, apply, clear } = useRecompute(work);
  const asked: RepriceRatesBody = {
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(projectId !== "" && { projectId: [projectId] }),
    ...(userId !== "" && { userId: [userId] }),
  };
  // Another choice needs another preview.
  const choose = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    clear();
  };
  const call = { ...calls[work], method: "POST", body: { ...asked } } as const;
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
          action.run(() => look(asked));
        }}
      >
        <p>{own.lead}</p>
        <div className={classes.fields}>
          <TextInput type="date" label={entries.from} value={from} max={to || undefined} onChange={choose(setFrom)} />
          <TextInput type="date" label={entries.to} value={to} min={from || undefined} onChange={choose(setTo)} />
          <NativeSelect label={words.project} value={projectId} onChange={choose(setProjectId)}>
            <option value="">{words.anyProject}</option>
            {projects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
          <NativeSelect label={words.member} value={userId} onChange={choose(setUserId)}>
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
              {plural(language, preview.result.entries, words.apply)}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {applied === undefined ? shell.cancel : shell.close}
          </Button>
          <span className={form.aside}>
            <CopyAsCall call={call} />
          </span>
        </div>
        {preview !== undefined && preview.result.entries > 0 && <p className={classes.dim}>{own.notBack}</p>}
      </form>
    </Dialog>
  );
}
