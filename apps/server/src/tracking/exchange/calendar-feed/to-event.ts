import type { FeedEntryRow } from "./queries.ts";
import type { CalendarEvent } from "./write-calendar.ts";

export function toEvent(row: FeedEntryRow, showsPerson: boolean): CalendarEvent {
  const { project_name: project, task_name: task } = row;
  const text = row.description.trim();
  const subject = text === "" ? (task ?? "Time entry") : firstLine(text);
  const title = project === null ? subject : `${subject} (${project})`;
  const place = project === null ? "" : `${project} / ${task}`;
  return {
    uid: row.id,
    sequence: row.version,
    startsAtMs: Date.parse(row.started_at),
    seconds: row.duration_seconds,
    createdAtMs: Date.parse(row.created_at),
    modifiedAtMs: Date.parse(row.updated_at),
    isCancelled: row.deleted_at !== null,
    summary: showsPerson ? `${row.person}: ${title}` : title,
    description: text === "" || place === "" ? text + place : `${text}\n${place}`,
    categories: row.tags,
  };
}

function firstLine(text: string): string {
  const end = text.search(/[\r\n]/);
  return end === -1 ? text : text.slice(0, end);
}
