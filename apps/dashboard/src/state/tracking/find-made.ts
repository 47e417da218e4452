import type { Stint, TimeEntry } from "@stint/sdk";
import { sameFields } from "./same-fields.ts";
import type { Known, Outcome } from "./sending.ts";
import type { Made, Write } from "./write.ts";

/** The maximum clock difference between the server's nodes. */
const skewMs = 2000;

/** The outcome of a start that was applied although its reply was lost. Undefined if it wasn't applied. */
export async function findStarted(
  stint: Stint,
  write: Extract<Write, { kind: "startTimer" }>,
  made: Made,
  known: Known,
): Promise<Outcome | undefined> {
  const { startedAt } = write.timer;
  const timer = (await stint.timers.list({ userId: "me" })).data[0] ?? null;
  const runs = timer !== null && sameFields(timer, { startedAt }) && isSince(made, timer);
  // If this timer isn't running, looks for the entry that it became when it was stopped.
  const became = runs ? undefined : await findStopped(stint, startedAt, made, known);
  if (!runs && became === undefined) return undefined;
  const stopped = await findStopped(stint, made.timerStartedAt, made, known);
  const found = [became, stopped].filter((entry) => entry !== undefined);
  return { ...outcomeOf(found, idsOf(write.stoppedLocalId, stopped)), timer };
}

/** Finds the entry that was created when a timer was stopped, unless it was created before the write was made. */
export async function findStopped(
  stint: Stint,
  startedAt: string | undefined,
  made: Made,
  known: Known,
): Promise<TimeEntry | undefined> {
  if (startedAt === undefined) return undefined;
  const at = Date.parse(startedAt);
  return (await listMadeSince(stint, made, { from: at, to: at }, known))[0];
}

/** The person's entries that start from `from` to `to` and were created on the server after the write was made. */
export async function listMadeSince(
  { timeEntries }: Stint,
  made: Made,
  { from, to }: { from: number; to: number },
  known: Known,
): Promise<TimeEntry[]> {
  const query = { userId: "me", from: new Date(from), to: new Date(to + 1), includeDeleted: true };
  const found: TimeEntry[] = [];
  for await (const entry of timeEntries.list(query))
    if (isSince(made, entry) && !known.isMadeHere(entry.id)) found.push(entry);
  return found;
}

function isSince({ at }: Made, { createdAt }: { createdAt: string }): boolean {
  return Date.parse(createdAt) >= Date.parse(at) - skewMs;
}

export function idsOf(localId: string, entry: TimeEntry | undefined): Record<string, string> {
  return entry === undefined ? {} : { [localId]: entry.id };
}

/**
 * Returns the outcome of the write that created these entries. Reports entries as removed if they have been deleted
 * since.
 */
export function outcomeOf(found: readonly TimeEntry[], ids: Record<string, string>): Outcome {
  return {
    entries: found.filter(({ deletedAt }) => deletedAt === null),
    removed: found.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id),
    ids,
  };
}
