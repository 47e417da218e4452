// An Idempotency-Key is valid for one session and one day. Within these limits, a write whose reply may have been lost
// is sent again with its key. Beyond them, we first check whether the server has already applied the write.
import { taskToMake } from "@stint/grammar/choose-project.ts";
import type { Stint, TimeEntry, Timer } from "@stint/sdk";
import { pick, sameFields } from "./fields.ts";
import { Conflict, type Outcome, type Sender, type Sent } from "./outcome.ts";
import type { WriteOf } from "./write.ts";

/** The maximum clock difference between the server's nodes. */
const skewMs = 2000;

/** Shorter than the 24 hours for which the server keeps a reply. */
const keptMs = 23 * 3_600_000;

/**
 * Returns the outcome of a write that was applied although its reply was lost; undefined if it wasn't applied, or if its
 * key still tells. Only new objects have to be found: doing any other write twice does no harm.
 */
export async function findDone(sent: Sent, sender: Sender): Promise<Outcome | undefined> {
  const { write, before } = sent;
  if (before === undefined || (write.kind !== "create" && write.kind !== "startTimer")) return undefined;
  if (Math.abs(sender.now() - before.atMs) < keptMs && (await sender.session()) === before.session) return undefined;
  if (write.kind === "create") return await findCreated({ ...sent, write }, sender);
  return await findStarted({ ...sent, write }, sender);
}

async function findCreated(sent: Sent<WriteOf<"create">>, sender: Sender): Promise<Outcome | undefined> {
  const left = new Set(await listCreatedSince(sent, sender));
  const found: TimeEntry[] = [];
  const ids: Outcome["ids"] = [];
  for (const { localId, projectId, taskId, startedAt, durationSeconds, description } of sent.write.entries) {
    const fields = { projectId, startedAt, durationSeconds, description };
    const wanted = taskId === taskToMake ? fields : { ...fields, taskId };
    const match = [...left].find(({ asCreated }) => sameFields(asCreated, wanted));
    // The server creates all entries of a write or none, so one missing entry means that none were created.
    if (match === undefined) return undefined;
    left.delete(match);
    found.push(match.entry);
    ids.push([localId, match.entry.id, 0]);
  }
  return outcomeOf(found, ids);
}

export async function findStarted(sent: Sent<WriteOf<"startTimer">>, sender: Sender): Promise<Outcome | undefined> {
  const { write, made } = sent;
  const { startedAt } = write.timer;
  const timer = await listRunning(sender.stint);
  const isNew = timer !== null && isSince(sent, timer);
  const isMoved = isNew && timer.version > 1 && sameFields(timer, pick(write.timer, ["projectId", "description"]));
  const runs = isNew && (isMoved || sameFields(timer, { startedAt }));
  const created = (await listCreatedSince(sent, sender)).filter(({ entry }) => entry.source === "timer");
  const stoppedFrom = (start: string) =>
    created.find(({ asCreated }) => sameFields(asCreated, { startedAt: start }))?.entry;
  const stopped = made.timerStartedAt === undefined ? undefined : stoppedFrom(made.timerStartedAt);
  // If this timer isn't running, looks for the entry that it became when it was stopped.
  const became = runs ? undefined : stoppedFrom(startedAt);
  if (!runs && became === undefined) {
    // Someone may have moved and changed this timer, so only the person knows whether it is the one that has run since.
    const other = created.find(({ entry }) => entry !== stopped);
    if (isNew) throw new Conflict("laterTimer", { timer }, { running: timer });
    if (other !== undefined) throw new Conflict("stopped", { entry: other.entry });
    return undefined;
  }
  const found = [became, stopped].filter((entry) => entry !== undefined);
  const outcome = outcomeOf(found, stopped === undefined ? [] : [[write.stoppedLocalId, stopped.id, 0]]);
  return { ...outcome, timer };
}

/** Lists timers, because GET /timer replies 404 if none is running, and browsers log that as an error. */
export async function listRunning(stint: Stint): Promise<Timer | null> {
  return (await stint.timers.list({ userId: "me" })).data[0] ?? null;
}

interface Created {
  entry: TimeEntry;
  /** The fields with which the entry was created. Someone may have changed the entry since. */
  asCreated: object;
}

/** The person's entries that were created after the write was made, and by no known write. */
async function listCreatedSince(sent: Sent, { stint, find }: Sender): Promise<Created[]> {
  const created: Created[] = [];
  // Someone may have moved an entry since, so its start does not find it.
  const query = { userId: "me", includeDeleted: true, sort: "-updatedAt", limit: 200 } as const;
  for await (const entry of stint.timeEntries.list(query)) {
    if (!isSince(sent, { createdAt: entry.updatedAt })) break;
    if (isSince(sent, entry) && find(entry.id) === undefined)
      created.push({ entry, asCreated: entry.version === 1 ? entry : await readAsCreated(entry, stint) });
  }
  return created;
}

/** Reads from the entry's history with which fields it was created; the history omits an empty description. */
async function readAsCreated({ id }: TimeEntry, { timeEntries }: Stint): Promise<object> {
  for await (const { action, changes } of timeEntries.listHistory(id, { limit: 200 }))
    if (action === "time_entry.created")
      return { description: "", ...Object.fromEntries(changes.map((change) => [change.field, change.new])) };
  return {};
}

function isSince({ made }: Sent, { createdAt }: { createdAt: string }): boolean {
  return Date.parse(createdAt) >= Date.parse(made.at) - skewMs;
}

/** Reports entries as removed if they have been deleted since. */
function outcomeOf(found: readonly TimeEntry[], ids: Outcome["ids"]): Outcome {
  return {
    entries: found.filter(({ deletedAt }) => deletedAt === null),
    removed: found.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id),
    ids,
  };
}
