import { type Actor, may, mayWriteLate } from "#identity/access.ts";
import { type Origin, type RequestColumns, requestColumns } from "#identity/history/record-change.ts";
import { refusal } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import { asId, newId } from "#platform/ids.ts";
import { formatInstant, readInstant } from "#platform/time.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { sourceOf } from "#tracking/ledger/entry-sources/entry-sources.ts";
import type { givenTypes } from "#tracking/entries/time-entries/columns.ts";
import { writtenFields } from "#tracking/entries/time-entries/fields.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import type { CreateTimeEntry, UpdateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";

interface Given extends Pick<TimeEntryRow, Exclude<keyof typeof givenTypes, "tag_keys" | "breaks">> {
  /** Set for a stopped timer: its entry is stored even if the project is archived or the task is done. */
  forced?: boolean;
  /** The member who must be able to see the project; undefined to skip the check. */
  viewer_id: string | undefined;
}

export interface NewTimeEntry extends RequestColumns, Given {
  org_id: string;
  id: string;
  tag_keys: string[];
  /** The rules that the entry breaks; undefined before it is judged. */
  breaks?: string[] | null;
  forced: boolean;
  change_id: string;
  actor_user_id: string | null;
  actor_key_id: string | null;
}

export function newTimeEntry(origin: Origin, given: Given): NewTimeEntry {
  return {
    forced: false,
    ...given,
    org_id: origin.orgId,
    id: newId("time"),
    tag_keys: tagKeys(given.tags),
    change_id: newId("evt"),
    actor_user_id: origin.userId,
    actor_key_id: origin.keyId,
    ...requestColumns(origin),
  };
}

export function originOf(entry: NewTimeEntry): Origin {
  return {
    orgId: entry.org_id,
    userId: entry.actor_user_id,
    keyId: entry.actor_key_id,
    requestId: entry.request_id,
    address: entry.address,
  };
}

/** Trims tags and removes duplicates, ignoring case. The first spelling stays. */
export function distinctTags(tags: string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim()))
    if (!byKey.has(tag.toLowerCase())) byKey.set(tag.toLowerCase(), tag);
  return [...byKey.values()];
}

/**
 * Converts a request's body to an entry. Throws 422 if the actor may not claim the source, and 403 if the actor may not
 * create entries for its member.
 */
export function toNewTimeEntry(actor: Actor, body: CreateTimeEntry): NewTimeEntry {
  const source = sourceOf(actor, body.source);
  const userId = body.userId === undefined ? actor.userId : asId(body.userId);
  checkOwner(actor, userId, "/userId");
  checkLateReason(actor, body);
  const { billable: billable_choice, ...columns } = newColumns(writtenFields, readBody({ ...body, userId }));
  const late_reason = body.lateReason ?? null;
  return newTimeEntry(actor, { ...columns, billable_choice, late_reason, source, viewer_id: viewerOf(actor) });
}

/** The state that a change asks for. */
export function mergedColumns(before: TimeEntryRow, body: UpdateTimeEntry) {
  const written = { ...before, billable: before.billable_choice };
  const { billable: billable_choice, ...columns } = changedColumns(writtenFields, written, readBody(body));
  return { ...columns, billable_choice, tag_keys: tagKeys(columns.tags) };
}

/** The fields of a body as they are stored. */
export function readBody<Body extends UpdateTimeEntry>({
  userId,
  projectId,
  taskId,
  startedAt,
  tags,
  ...others
}: Body) {
  return {
    ...others,
    userId: userId && asId(userId),
    projectId: projectId && asId(projectId),
    taskId: taskId && asId(taskId),
    startedAt: startedAt && normalInstant(startedAt),
    tags: tags && distinctTags(tags),
  };
}

function tagKeys(tags: string[]): string[] {
  return tags.map((tag) => tag.toLowerCase());
}

export function checkOwner(actor: Actor, userId: string, pointer: string): void {
  if (may(actor, "time-entries:write", userId)) return;
  const led = actor.leadership === undefined ? "" : ", and those of members of the teams that you lead";
  const message = `With the role ${actor.role} you may write only your own time entries${led}.`;
  throw refusal(pointer, "forbidden", message);
}

/** Throws 403 if there is a reason for a late write but the actor may not write late. */
export function checkLateReason(actor: Actor, { lateReason }: { lateReason?: string | undefined }): void {
  if (lateReason === undefined || mayWriteLate(actor)) return;
  const message = "Only owners and admins may write late entries by giving a lateReason. Remove it.";
  throw refusal("/lateReason", "forbidden", message);
}

/** Converts an instant to UTC with milliseconds, as it is stored, so the reply shows the stored value. */
export function normalInstant(text: string): string {
  const ms = readInstant(text);
  if (ms === undefined) throw new Error(`a validated instant cannot be read: ${text}`);
  return formatInstant(ms);
}
