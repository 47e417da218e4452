import { type Actor, may, mayWriteLate } from "#identity/access.ts";
import { type Origin, type RequestColumns, requestColumns } from "#identity/history/record-change.ts";
import { refusal } from "#platform/errors.ts";
import { asId, newId } from "#platform/ids.ts";
import { formatInstant, readInstant } from "#platform/time.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { type EntrySource, sourceOf } from "#tracking/ledger/entry-sources/entry-sources.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import type { CreateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";

export interface NewTimeEntry
  extends
    RequestColumns,
    Pick<
      TimeEntryRow,
      | "org_id"
      | "id"
      | "user_id"
      | "project_id"
      | "task_id"
      | "started_at"
      | "duration_seconds"
      | "description"
      | "tags"
      | "tag_keys"
      | "billable_choice"
      | "external_ref"
      | "source"
    > {
  /** The rules that the entry breaks; undefined before it is judged. */
  breaks?: string[] | null;
  late_reason: string | undefined;
  /** Set for a stopped timer: its entry is stored even if the project is archived or the task is done. */
  forced: boolean;
  /** The member who must be able to see the project; undefined to skip the check. */
  viewer_id: string | undefined;
  change_id: string;
  actor_user_id: string | null;
  actor_key_id: string | null;
}

export interface TimeEntryInput {
  userId: string;
  projectId: string;
  taskId: string;
  startedAt: string;
  durationSeconds: number;
  description: string;
  tags: string[];
  billable: boolean | null;
  externalRef: string | null;
  source: EntrySource;
  lateReason?: string | undefined;
  forced?: boolean;
  viewerId: string | undefined;
}

export function newTimeEntry(origin: Origin, input: TimeEntryInput): NewTimeEntry {
  const tags = distinctTags(input.tags);
  return {
    org_id: origin.orgId,
    id: newId("time"),
    user_id: input.userId,
    project_id: input.projectId,
    task_id: input.taskId,
    started_at: input.startedAt,
    duration_seconds: input.durationSeconds,
    description: input.description,
    tags,
    tag_keys: tags.map((tag) => tag.toLowerCase()),
    billable_choice: input.billable,
    external_ref: input.externalRef,
    source: input.source,
    late_reason: input.lateReason,
    forced: input.forced ?? false,
    viewer_id: input.viewerId,
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
  return newTimeEntry(actor, {
    userId,
    projectId: asId(body.projectId),
    taskId: asId(body.taskId),
    startedAt: normalInstant(body.startedAt),
    durationSeconds: body.durationSeconds,
    description: body.description ?? "",
    tags: body.tags ?? [],
    billable: body.billable ?? null,
    externalRef: body.externalRef ?? null,
    source,
    lateReason: body.lateReason,
    viewerId: viewerOf(actor),
  });
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
