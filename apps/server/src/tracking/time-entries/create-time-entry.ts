import { type Actor, may } from "#identity/access.ts";
import { holdEntryRules } from "#identity/organizations/entry-rules.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { asId } from "#platform/ids.ts";
import { formatInstant, parseInstant } from "#platform/time.ts";
import { viewerOf } from "#tracking/projects/visibility.ts";
import { type NewTimeEntry, newTimeEntry } from "./insert-time-entries.ts";
import type { TimeEntryRow } from "./queries.ts";
import type { CreateTimeEntry } from "./schemas.ts";
import { storeTimeEntry } from "./store-time-entries.ts";

/** The entry that a request asks for; throws 403 when it would be another member's and the actor may not. */
export function requestedTimeEntry(actor: Actor, body: CreateTimeEntry): NewTimeEntry {
  const userId = body.userId === undefined ? actor.userId : asId(body.userId);
  checkOwner(actor, userId, "/userId");
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
    viewerId: viewerOf(actor),
  });
}

export function checkOwner(actor: Actor, userId: string, pointer: string): void {
  if (may(actor, "time-entries:write", userId)) return;
  const message = `The role ${actor.role} may only write its own time entries.`;
  throw new AppError("forbidden", message, { errors: [{ pointer, code: "forbidden", message }] });
}

/** In UTC and cut to the millisecond, so that a time comes back as it was meant. */
export function normalInstant(text: string): string {
  const ms = parseInstant(text);
  if (ms === undefined) throw new Error("a validated instant can be read");
  return formatInstant(ms);
}

/** Stores one entry within a transaction; throws its own error. */
export async function createTimeEntry(tx: Transaction, actor: Actor, body: CreateTimeEntry): Promise<TimeEntryRow> {
  await holdEntryRules(tx, actor.orgId);
  return storeTimeEntry(tx, actor, requestedTimeEntry(actor, body));
}
