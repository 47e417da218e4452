import type { AuditEvent, TimeEntry } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { defineQuery, useAllTasks, useProjects } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useFieldWords } from "#i18n/words/use-field-words.ts";
import { useSettings } from "#state/settings/settings.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { dayOf } from "#time/zoned.ts";
import { stateBefore } from "./state-before.ts";
import { useHistoryWords } from "./use-history-words.ts";
import type { EntryActions } from "#parts/entries/use-entry-actions.ts";
import { Button } from "#ui/button/button.tsx";
import classes from "./entry-history.module.css";

interface Props {
  entry: TimeEntry;
  canWrite: boolean;
  actions: EntryActions;
  onClose: () => void;
}

/**
 * The changes to an entry with their authors, newest first. The entry can be restored to its state before any of them.
 */
export function EntryHistory({ entry, canWrite, actions, onClose }: Props) {
  const { time } = useText();
  const words = useHistoryWords();
  const name = entry.description === "" ? time.noDescription : entry.description;
  const query = useQuery(
    defineQuery(
      ["history", entry.id, entry.version],
      async () => (await stint.timeEntries.listHistory(entry.id, { limit: 200 })).data,
    ),
  );
  const { data } = query;
  return (
    <Dialog onClose={onClose} size="lg" title={words.historyOf(name)}>
      {data === undefined && <ListState query={query} shape="rows" />}
      <ol className={`form list ${classes.events}`}>
        {data?.map((event, at) => (
          <HistoryEvent
            key={event.id}
            event={event}
            before={canWrite && !entry.locked ? stateBefore(entry, data.slice(0, at + 1)) : undefined}
            onRestore={(set) => actions.change(entry, set, words.restored)}
          />
        ))}
      </ol>
    </Dialog>
  );
}

interface EventProps {
  event: AuditEvent;
  /** The field values before the change. Undefined if they can't be restored. */
  before: Partial<EntryFields> | undefined;
  onRestore: (set: Partial<EntryFields>) => void;
}

function HistoryEvent({ event, before, onRestore }: EventProps) {
  const { shell } = useText();
  const { fields } = useFieldWords();
  const words = useHistoryWords();
  const format = useFormat();
  const { zone } = useSettings();
  const { actor } = event;
  const person = actor.userName ?? words.service;
  // Hides an empty source: entries created before sources were recorded have none.
  const shown = event.changes.filter(({ field, new: now }) => field in fields && (field !== "source" || now !== null));
  return (
    <li>
      <p>
        <b>{words.actions[event.action] ?? event.action}</b>{" "}
        {actor.type === "key" && actor.keyName !== null
          ? `${words.withKey(person)} ${shell.quoted(actor.keyName)}`
          : words.by(person)}
        <time className="small" dateTime={event.at}>
          {format.day(dayOf(event.at, zone))}, {format.clock(event.at)}
        </time>
      </p>
      <dl className="changes">
        {shown.map(({ field, old, new: now }) => (
          <div key={field}>
            <dt>{fields[field]}</dt>
            <dd>
              {event.action !== "time_entry.created" && (
                <>
                  <del>
                    <FieldValue field={field} value={old} />
                  </del>{" "}
                  →{" "}
                </>
              )}
              <ins>
                <FieldValue field={field} value={now} />
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      {before !== undefined && Object.keys(before).length > 0 && event.action === "time_entry.updated" && (
        <Button isSmall onClick={() => onRestore(before)}>
          {words.restore}
        </Button>
      )}
    </li>
  );
}

function FieldValue({ field, value: given }: { field: string; value: unknown }) {
  const names = useFieldWords();
  const words = useHistoryWords();
  const format = useFormat();
  const { zone } = useSettings();
  const projects = useProjects();
  const tasks = useAllTasks(field === "taskId");
  // The API uses no other value types for the displayed fields.
  const value = given as string | number | boolean | null | string[];
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return words.nothing;
  if (field === "durationSeconds") return format.duration(Number(value));
  if (field === "startedAt") return `${format.shortDay(dayOf(String(value), zone))}, ${format.clock(String(value))}`;
  if (field === "source") return names.sources[String(value)] ?? String(value);
  if (field === "billable") return value === true ? names.yes : names.no;
  if (field === "taskId") return tasks.find(({ id }) => id === value)?.name ?? String(value);
  if (field === "projectId") return projects.find(({ id }) => id === value)?.name ?? String(value);
  return Array.isArray(value) ? format.list(value) : String(value);
}
