// A client as small as possible: a queue that survives restarts, and a copy of the server that doesn't.
import { Stint, type TimeEntry, type Timer } from "@stint/sdk";
import { apply, type Shapes, type Tracked } from "@stint/offline/apply.ts";
import { Conflict, isPassing, type Outcome, type Sender } from "@stint/offline/outcome.ts";
import { send } from "@stint/offline/send.ts";
import { undoOf } from "@stint/offline/undo.ts";
import { type Known, newLocalId, resolved, type Made, type Write } from "@stint/offline/write.ts";

interface Queued {
  key: string;
  made: Made;
  write: Write;
  /** When and with which API key it was first sent. */
  sentAtMs: number | null;
  session: string;
}

/**
 * What happens to a request: "there" loses the request, "back" loses the reply, and "crash" restarts the device before
 * it has stored the reply.
 */
export type Fault = "there" | "back" | "crash" | undefined;

/** Writes that the server has refused, or that conflict; the person gives them up. */
export interface GivenUp {
  write: Write;
  error: unknown;
}

export type Device = ReturnType<typeof newDevice>;

interface Place {
  baseUrl: string;
  userId: string;
  nextFault: () => Fault;
}

export function newDevice({ baseUrl, userId, nextFault }: Place, first: { apiKey: string; id: string }) {
  let { apiKey, id: session } = first;
  let stored = JSON.stringify({ queue: [], ids: [] });
  let { queue, ids } = load();
  let server: Tracked<TimeEntry, Timer>;
  const confirmed: Write[] = [];
  const givenUp: GivenUp[] = [];
  let hasCrashed = false;
  forget();

  function load() {
    const kept = JSON.parse(stored) as { queue: Queued[]; ids: [string, Known][] };
    return { queue: kept.queue, ids: new Map(kept.ids) };
  }

  function store(): void {
    stored = JSON.stringify({ queue, ids: [...ids] });
  }

  function forget(): void {
    server = { entries: new Map<string, TimeEntry>(), timer: null, deleted: new Map() };
  }

  const newStint = (isLossy: boolean) =>
    new Stint({
      baseUrl,
      apiKey,
      maxRetries: 0,
      async fetch(url, init) {
        const fault = isLossy ? nextFault() : undefined;
        if (fault === "there") throw new TypeError("lost on its way there");
        const response = await fetch(url, init);
        if (fault === "crash") hasCrashed = true;
        if (fault !== undefined) throw new TypeError("lost on its way back");
        return response;
      },
    });

  const find = (id: string) => ids.get(id);

  async function refresh(stint: Stint): Promise<void> {
    const entries = new Map<string, TimeEntry>();
    for await (const entry of stint.timeEntries.list({ userId: "me" })) entries.set(entry.id, entry);
    server = { entries, timer: (await stint.timers.list({ userId: "me" })).data[0] ?? null, deleted: server.deleted };
  }

  function settle({ entries, removed, timer, ids: known }: Outcome): void {
    for (const entry of entries) server.entries.set(entry.id, entry);
    for (const id of removed) server.entries.delete(id);
    if (timer !== undefined) server.timer = timer;
    for (const [localId, id, version] of known) ids.set(localId, { id, version }).set(id, { id, version });
  }

  function view() {
    const shown = { ...server, entries: new Map(server.entries as Map<string, TimeEntry>), deleted: new Map() };
    for (const { write, made } of queue) apply(shown, resolved(write, made, find), shapes);
    return { entries: [...shown.entries.values()], timer: shown.timer };
  }

  return {
    view,
    find,
    confirmed,
    givenUp,
    isEmpty: () => queue.length === 0,
    refresh: () => refresh(newStint(false)),

    write(write: Write): Write[] {
      const { timer } = view();
      const made = { at: new Date().toISOString(), timerStartedAt: timer?.startedAt, timerCreatedAt: timer?.createdAt };
      queue.push({ key: newLocalId(), made, write, sentAtMs: null, session });
      store();
      return undoOf(write, timer, newLocalId);
    },

    restart(): void {
      ({ queue, ids } = load());
      forget();
    },

    useKey(next: { apiKey: string; id: string }): void {
      ({ apiKey, id: session } = next);
    },

    /** Sends the queue until it is empty or the network fails. */
    async send(): Promise<void> {
      const stint = newStint(true);
      for (let next = queue[0]; next !== undefined; next = queue[0]) {
        const { key, write, made, sentAtMs } = next;
        const before = sentAtMs === null ? undefined : { atMs: sentAtMs, session: next.session };
        if (before === undefined) Object.assign(next, { sentAtMs: Date.now(), session });
        store();
        const sender: Sender = {
          stint,
          userId,
          session: () => session,
          now: () => Date.now(),
          find,
          entry: (id) => server.entries.get(id),
          refresh: () => refresh(stint),
          generalTask: async (projectId) => (await stint.tasks.ensureGeneral(projectId)).taskId,
          onMoved(moved) {
            Object.assign(next ?? {}, { write: moved });
            store();
          },
        };
        try {
          settle(await send({ key, write, made, before }, sender));
          confirmed.push(write);
        } catch (error) {
          if (hasCrashed) this.restart();
          hasCrashed = false;
          if (isPassing(error)) return;
          givenUp.push({ write, error });
          if (!(error instanceof Conflict) && !(error instanceof Error && "code" in error)) throw error;
        }
        queue.shift();
        store();
      }
    },
  };
}

const shapes: Shapes<TimeEntry, Timer> = {
  fieldsOf: (entry) => entry,
  toEntry: (id, fields, former) => ({ version: 0, ...former, ...fields, id }) as TimeEntry,
  toTimer: (timer) => ({ taskId: "", ...timer }) as Timer,
};
