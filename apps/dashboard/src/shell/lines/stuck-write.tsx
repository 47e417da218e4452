import { queryClient, tasksQuery, useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useFieldWords } from "#i18n/words/use-field-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import type { Queued } from "#state/tracking/sending/write.ts";
import { RefusedWrite } from "#parts/entries/refused-write.tsx";
import { dayOf } from "#time/zoned.ts";
import { useLineWords } from "./use-line-words.ts";
import classes from "./unsent.module.css";

/** A write that the server has refused, and what the person can do about it. */
export function StuckWrite({ queued }: { queued: Queued }) {
  const { shell } = useText();
  return (
    <div className={`screen-only notice ${classes.line}`} data-kind="over">
      <RefusedWrite queued={queued} failed={shell.failed}>
        {queued.status === "conflict" && <ConflictTable {...queued} />}
      </RefusedWrite>
    </div>
  );
}

/** Lists the fields that the person changed in entries that someone else has changed too, with both values. */
function ConflictTable({ write, theirs = {} }: Queued) {
  const words = useLineWords();
  const { fields } = useFieldWords();
  const show = useShown();
  if (write.kind !== "update") return null;
  const rows = write.changes.flatMap(({ id, set, seen }) => {
    if (theirs[id] === undefined) return [];
    // Others have not changed the fields that are missing in `theirs`.
    const their = { ...seen, ...theirs[id] };
    return (Object.keys(set) as (keyof EntryFields)[]).map((name) => ({
      id,
      name,
      mine: set[name],
      their: their[name],
    }));
  });
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <td />
          <th scope="col">{words.yours}</th>
          <th scope="col">{words.theirs}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, mine, their }) => (
          <tr key={`${id} ${name}`}>
            <th scope="row">{fields[name]}</th>
            <td>{show(name, mine)}</td>
            <td>{show(name, their)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Formats a field's value as the lists do. */
function useShown(): (name: keyof EntryFields, value: unknown) => string {
  const words = useFieldWords();
  const format = useFormat();
  const { zone } = useSettings();
  const projects = useProjects();
  return (name, value) => {
    if (name === "projectId") return projects.find(({ id }) => id === value)?.name ?? String(value);
    if (name === "taskId") return taskName(String(value)) ?? String(value);
    if (name === "startedAt") return `${format.day(dayOf(String(value), zone))} ${format.clock(String(value))}`;
    if (name === "durationSeconds") return format.duration(Number(value));
    if (name === "tags") return format.list(value as string[]);
    if (name === "billable") return value === true ? words.yes : words.no;
    return String(value);
  };
}

/** The name of a task, if the tasks have been loaded. */
function taskName(id: string): string | undefined {
  return queryClient.getQueryData(tasksQuery.queryKey)?.find((task) => task.id === id)?.name;
}
