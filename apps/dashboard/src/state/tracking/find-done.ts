// An Idempotency-Key is valid for one session and one day. Within these limits, a write whose reply may have been lost
// is sent again with its key. Beyond them, we first check whether the server has already applied the write.
import { NotFoundError, type Stint, type TimeEntry } from "@stint/sdk";
import { sameFields } from "./same-fields.ts";
import { findStarted, findStopped, idsOf, listMadeSince, outcomeOf } from "./find-made.ts";
import { withoutReplaced } from "./send-timer.ts";
import { type Known, type Outcome, withEndAt } from "./sending.ts";
import type { Queued } from "./write.ts";

/** Shorter than the 24 hours for which the server keeps a reply. */
const keptMs = 23 * 3_600_000;

/** Whether the server still recognizes the write's Idempotency-Key if the session `key` sends the write again. */
export function isKeyValid({ made }: Queued, key: string, nowMs: number): boolean {
  return made.session === key && nowMs - Date.parse(made.at) < keptMs;
}

/** The outcome of a write that was applied although its reply was lost. Undefined if the write wasn't applied. */
export async function findDone(stint: Stint, { write, made }: Queued, known: Known): Promise<Outcome | undefined> {
  switch (write.kind) {
    case "create": {
      const starts = write.entries.map(({ startedAt }) => Date.parse(startedAt));
      const span = { from: Math.min(...starts), to: Math.max(...starts) };
      const left = new Set(await listMadeSince(stint, made, span, known));
      const ids: Record<string, string> = {};
      const found: TimeEntry[] = [];
      for (const { localId, projectId, taskId, startedAt, durationSeconds, description } of write.entries) {
        const fields = { projectId, taskId, startedAt, durationSeconds, description };
        const entry =
          [...left].find((each) => sameFields(each, fields)) ??
          // If someone has edited the entry since, only its start is compared.
          [...left].find((each) => each.version > 1 && sameFields(each, { startedAt }));
        // The server creates all entries of a write or none, so one missing entry means that none were created.
        if (entry === undefined) return undefined;
        left.delete(entry);
        ids[localId] = entry.id;
        found.push(entry);
      }
      return outcomeOf(found, ids);
    }
    case "startTimer": {
      const started = await findStarted(stint, write, made, known);
      return started === undefined ? undefined : await withoutReplaced(stint, write, started);
    }
    case "stopTimer": {
      const stopped = await findStopped(stint, made.timerStartedAt, made, known);
      if (stopped === undefined) return undefined;
      const timer = (await stint.timers.list({ userId: "me" })).data[0] ?? null;
      // If the stop was applied but the end was not yet corrected, and nobody has edited the entry since, corrects the
      // end.
      const isWhole = stopped.version > 1 || stopped.deletedAt !== null;
      const entry = isWhole ? stopped : await withEndAt(stint, stopped, write.at);
      return { ...outcomeOf([entry], idsOf(write.localId, entry)), timer };
    }
    case "delete": {
      const removed = write.ids.map(known.idOf);
      return (await listLive(stint, removed)).length > 0 ? undefined : { entries: [], removed, ids: {} };
    }
    case "restore": {
      const entries = await listLive(stint, write.ids.map(known.idOf));
      return entries.length < write.ids.length ? undefined : { entries, removed: [], ids: {} };
    }
    // These writes are sent again without a check: changing an entry twice does no harm, and timer writes check which
    // timer they change.
    case "update":
    case "updateTimer":
    case "discardTimer":
      return undefined;
  }
}

/** The entries that aren't deleted. */
async function listLive({ timeEntries }: Stint, ids: readonly string[]): Promise<TimeEntry[]> {
  const found = await Promise.all(ids.map((id) => timeEntries.get(id).catch(undefinedIfGone)));
  return found.filter((entry) => entry !== undefined);
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}
