import { Stint, type TimeEntry } from "@stint/sdk";
import { newProject } from "@stint/server/test/factories.ts";
import { listenOn } from "@stint/server/test/raw-connection.ts";
import { newTestApp } from "@stint/server/test/test-app.ts";
import type { Storage } from "#api/tracking/storage.ts";
import { createTracking, type View } from "#api/tracking/tracking.ts";
import type { EntryFields } from "#api/tracking/write.ts";

const world = await newTestApp({ rateLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
const port = await listenOn(world.app);

/** The device: what it keeps survives a reload of the page, and what pages hold does not survive `endPages`. */
function newDevice(): Storage & { kept: Map<string, string>; endPages: () => void } {
  const kept = new Map<string, string>();
  const entries = new Map<string, string>();
  const held = new Set<string>();
  return {
    kept,
    endPages: () => held.clear(),
    names: async () => [...kept.keys()],
    async replace(former, name, value) {
      kept.set(name, JSON.stringify(value));
      kept.delete(former);
    },
    async hold(name) {
      if (held.has(name)) return undefined;
      held.add(name);
      return () => void held.delete(name);
    },
    async clear(left) {
      for (const name of kept.keys()) if (name !== left) kept.delete(name);
      entries.clear();
    },
    async read<Value>(name: string) {
      const text = kept.get(name);
      return text === undefined ? undefined : (JSON.parse(text) as Value);
    },
    async write(name, value) {
      kept.set(name, JSON.stringify(value));
    },
    async readEntries() {
      return [...entries.values()].map((text) => JSON.parse(text) as TimeEntry);
    },
    async writeEntries(changes) {
      for (const [id, entry] of changes)
        if (entry === undefined) entries.delete(id);
        else entries.set(id, JSON.stringify(entry));
    },
  };
}

export interface Network {
  isDown: boolean;
  /** Asked for each request: whether it is lost on its way there, or on its way back. */
  fault: (method: string, path: string) => "there" | "back" | undefined;
  /** Of another session than the first one. */
  apiKey?: string | undefined;
  /** How often a write has waited to be tried again. */
  pauses?: number;
}

export async function newPage(network: Network = { isDown: false, fault: () => undefined }) {
  const caller = await world.newOrganization();
  const where = await newProject(caller);
  const stint = new Stint({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: caller.apiKey,
    maxRetries: 0,
    async fetch(url, init) {
      const fault = network.isDown ? "there" : network.fault(init.method ?? "GET", new URL(url).pathname);
      if (fault === "there") throw new TypeError("lost on its way there");
      const headers = new Headers(init.headers);
      if (network.apiKey !== undefined) headers.set("authorization", `Bearer ${network.apiKey}`);
      const response = await fetch(url, { ...init, headers });
      if (fault === "back") throw new TypeError("lost on its way back");
      return response;
    },
  });
  const direct = new Stint({ baseUrl: `http://127.0.0.1:${port}`, apiKey: caller.apiKey });
  const { user, key, scopes } = await direct.me.get();
  let session = key.id;
  const device = newDevice();
  let made = 0;
  const open = async () => {
    const tracking = createTracking({
      stint,
      storage: device,
      person: { userId: user.id, isBillable: () => true },
      now: () => Date.now(),
      past: () => Date.now(),
      session: () => session,
      newId: () => `local_${user.id}_${++made}`,
      pause: () => {
        network.pauses = (network.pauses ?? 0) + 1;
        return new Promise((resolve) => setTimeout(resolve, 1));
      },
    });
    await tracking.open();
    await tracking.load({ from: 0, to: Date.now() + 86_400_000 });
    return tracking;
  };
  /** Ends the session; the person signs in again. */
  const signInAgain = async () => {
    const next = await direct.apiKeys.create({ name: "Again", scopes });
    network.apiKey = next.apiKey;
    session = next.id;
  };
  return { where, direct, device, open, signInAgain, tracking: await open() };
}

export type Tracking = ReturnType<typeof createTracking>;

/** Resolves when nothing is left to be sent. */
export function sent(tracking: Tracking): Promise<void> {
  return shows(tracking, ({ queue }) => queue.every(({ status }) => status === "failed" || status === "conflict"));
}

/** Resolves when the view is as wanted. */
export function shows(tracking: Tracking, isWanted: (view: View) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isWanted(tracking.getView())) return;
      end();
      resolve();
    };
    const end = tracking.subscribe(look);
    look();
  });
}

function fieldsOf({ projectId, taskId, startedAt, durationSeconds, description, tags, billable }: TimeEntry) {
  return { projectId, taskId, startedAt: Date.parse(startedAt), durationSeconds, description, tags, billable };
}

export async function listed(stint: Stint): Promise<Map<string, ReturnType<typeof fieldsOf>>> {
  const found = new Map<string, ReturnType<typeof fieldsOf>>();
  for await (const entry of stint.timeEntries.list({})) found.set(entry.id, fieldsOf(entry));
  return found;
}

export function shown(tracking: Tracking): Map<string, ReturnType<typeof fieldsOf>> {
  return new Map(tracking.getView().entries.map((entry) => [entry.id, fieldsOf(entry)]));
}

export function newFields(where: { projectId: string; taskId: string }, more: Partial<EntryFields> = {}): EntryFields {
  return {
    ...where,
    startedAt: "2026-03-02T09:00:00.000Z",
    durationSeconds: 3600,
    description: "",
    tags: [],
    billable: null,
    ...more,
  };
}
