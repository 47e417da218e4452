import type { TimeEntry } from "@stint/sdk";
import { Layers2 } from "lucide-react";
import { useMayWrite } from "#api/people.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { EntryName } from "#parts/entries/form/entry-name.tsx";
import { useTimesheetWords } from "#pages/timesheet/submitting/use-timesheet-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayOf } from "#time/zoned.ts";
import { DescriptionField } from "./description-field.tsx";
import classes from "./desk.module.css";

interface Props {
  entries: readonly TimeEntry[];
  /** The seconds by which entries overlap earlier ones. */
  overlaps: ReadonlyMap<string, number>;
}

/** The entries of a cell or a row. People who may write them correct the description in its place, and the rest in a form. */
export function EntryLines({ entries, overlaps }: Props) {
  const words = useTimesheetWords();
  const { entries: entryWords } = useText();
  const format = useFormat();
  const { zone } = useSettings();
  const mayWrite = useMayWrite();
  return (
    <ul className={`list lined ${classes.lines}`} aria-label={entryWords.list}>
      {entries.map((entry) => {
        const { id, userId, startedAt, endedAt, durationSeconds, locked, breaks = [] } = entry;
        const canWrite = mayWrite(userId);
        const canEdit = canWrite && !locked;
        const overlap = overlaps.get(id);
        return (
          <li key={id} className="wrap">
            <span className="dim">
              <EntryName entry={entry} canWrite={canEdit}>
                {format.shortDay(dayOf(startedAt, zone))}, {format.clock(startedAt)} – {format.clock(endedAt)}
              </EntryName>
            </span>
            <b className="number">{format.duration(durationSeconds)}</b>
            <span className={classes.what}>
              {canEdit ? <DescriptionField entry={entry} /> : <EntryName entry={entry} canWrite={canWrite} />}
            </span>
            {overlap !== undefined && (
              <span className="chip mark" data-kind="warn">
                <Layers2 size={12} aria-hidden /> {words.overlapsBy(format.duration(overlap))}
              </span>
            )}
            {breaks.map((rule) => (
              <span key={rule} className="chip" data-kind="over">
                {entryWords.breaks[rule]}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
