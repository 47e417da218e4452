// An Idempotency-Key is valid for one session and one day. Within these limits, a write whose reply may have been lost
// is sent again with its key. Beyond them, we first check whether the server has already applied the write.
import { taskToMake } from "@stint/grammar/place-items.ts";
import type { Stint, TimeEntry, Timer } from "@stint/sdk";
import { sameFields } from "./fields.ts";
import { type Outcome, type Sender, type Sent, undefinedIfMissing } from "./outcome.ts";
import type { WriteOf } from "./write.ts";

/** The maximum clock difference between the server's nodes. */
const skewMs = 2000;

/** Returns the outcome of a write that was applied although its reply was lost; undefined if it wasn't applied. */
export async function findDone(sent: Sent, sender: Sender): Promise<Outcome | undefined> {
  const { write } = sent;
  switch (write.kind) {
    case "create":
      return await findCreated({ ...sent, write }, sender);
    case "startTimer":
      return await findStarted({ ...sent, write }, sender);
    case "delete": {
      const isDone = (await listLive(sender.stint, write.ids)).length === 0;
      return isDone ? { entries: [], removed: [...write.ids], ids: [] } : undefined;
    }
    case "restore": {
      const entries = await listLive(sender.stint, write.ids);
      return entries.length < write.ids.length ? undefined : { entries, removed: [], ids: [] };
    }
    // These writes are sent again without a check: changing an entry twice does no harm, and timer writes check which
    // timer they change.
    case "update":
    case "updateTimer":
    case "stopTimer":
    case "discardTimer":
      return undefined;
  }
}

async function findCreated(sent: Sent<WriteOf<"create">>, sender: Sender): Promise<Outcome | undefined> {
  const { entries } = sent.write;
  const starts = entries.map(({ startedAt }) => Date.parse(startedAt));
  const left = new Set(await listMadeSince(sent, Math.min(...starts), Math.max(...starts), sender));
  const found: TimeEntry[] = [];
  const ids: Outcome["ids"] = [];
  for (const { localId, projectId, taskId, startedAt, durationSeconds, description } of entries) {
    const fields = { projectId, startedAt, durationSeconds, description };
    const wanted = taskId === taskToMake ? fields : { ...fields, taskId };
    const entry =
      [...left].find((each) => sameFields(each, wanted)) ??
      // If someone has edited the entry since, only its start is compared.
      [...left].find((each) => each.version > 1 && sameFields(each, { startedAt }));
    // The server creates all entries of a write or none, so one missing entry means that none were created.
    if (entry === undefined) return undefined;
    left.delete(entry);
    found.push(entry);
    ids.push([localId, entry.id, 0]);
  }
  return outcomeOf(found, ids);
}

export async function findStarted(sent: Sent<WriteOf<"startTimer">>, sender: Sender): Promise<Outcome | undefined> {
  const { write, made } = sent;
  const { startedAt } = write.timer;
  const timer = await listRunning(sender.stint);
  const runs = timer !== null && sameFields(timer, { startedAt }) && isSince(sent, timer);
  // If this timer isn't running, looks for the entry that it became when it was stopped.
  const became = runs ? undefined : await findStopped(startedAt, sent, sender);
  if (!runs && became === undefined) return undefined;
  const stopped = await findStopped(made.timerStartedAt, sent, sender);
  const found = [became, stopped].filter((entry) => entry !== undefined);
  const outcome = outcomeOf(found, stopped === undefined ? [] : [[write.stoppedLocalId, stopped.id, 0]]);
  return { ...outcome, timer };
}

/** Lists timers, because GET /timer replies 404 if none is running, and browsers log that as an error. */
export async function listRunning(stint: Stint): Promise<Timer | null> {
  return (await stint.timers.list({ userId: "me" })).data[0] ?? null;
}

/** Finds the entry that was created when a timer was stopped, unless it was created before the write was made. */
async function findStopped(startedAt: string | undefined, sent: Sent, sender: Sender): Promise<TimeEntry | undefined> {
  if (startedAt === undefined) return undefined;
  const at = Date.parse(startedAt);
  return (await listMadeSince(sent, at, at, sender))[0];
}

/** The person's entries with a start in the range that were created after the write was made, and by no known write. */
async function listMadeSince(sent: Sent, from: number, to: number, sender: Sender): Promise<TimeEntry[]> {
  const query = { userId: "me", from: new Date(from), to: new Date(to + 1), includeDeleted: true };
  const found: TimeEntry[] = [];
  for await (const entry of sender.stint.timeEntries.list(query))
    if (isSince(sent, entry) && sender.find(entry.id) === undefined) found.push(entry);
  return found;
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

/** The entries that aren't deleted. */
async function listLive({ timeEntries }: Stint, ids: readonly string[]): Promise<TimeEntry[]> {
  const found = await Promise.all(ids.map((id) => timeEntries.get(id).catch(undefinedIfMissing)));
  return found.filter((entry) => entry !== undefined);
}
