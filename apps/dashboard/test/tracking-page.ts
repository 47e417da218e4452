import { Stint, type TimeEntry } from "@stint/sdk";
import type { Places } from "@stint/offline/billable.ts";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import type { Storage } from "#state/tracking/storage.ts";
import { createTracking } from "#state/tracking/tracking.ts";
import type { View } from "#state/tracking/view-store.ts";
import type { EntryFields } from "@stint/offline/write.ts";

const world = await newTestApp({ rateLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
const port = await listenOn(world.app);

type Device = Storage & {
  queues: Map<string, string>;
  forget: () => void;
  endPages: () => void;
  /** Makes writes fail, as full storage does, or succeed again. */
  setFull: (isFull: boolean) => void;
};

/** The device's storage survives a reload; `endPages` releases the locks of its pages. */
function newDevice(): Device {
  const queues = new Map<string, string>();
  const copy = new Map<string, string>();
  const held = new Set<string>();
  let isFull = false;
  const parsed = <Value>(text: string | undefined) => (text === undefined ? undefined : (JSON.parse(text) as Value));
  return {
    queues,
    forget: () => copy.clear(),
    endPages: () => held.clear(),
    setFull: (is) => void (isFull = is),
    async lock(name) {
      if (held.has(name)) return undefined;
      held.add(name);
      return () => void held.delete(name);
    },
    kept: {
      read: async <Value>(kind: string) => parsed<Value>(copy.get(kind)),
      readAll: async <Item>(kind: string) =>
        [...copy].filter(([name]) => name.startsWith(`${kind} `)).map(([, text]) => JSON.parse(text) as Item),
      async write(changes) {
        if (isFull) return false;
        for (const { kind, id, value } of changes) {
          const name = id === undefined ? kind : `${kind} ${id}`;
          if (value === undefined) copy.delete(name);
          else copy.set(name, JSON.stringify(value));
        }
        return true;
      },
    },
    unsent: {
      names: async () => [...queues.keys()],
      read: async <Value>(name: string) => parsed<Value>(queues.get(name)),
      async write(name, value, former) {
        if (isFull && value !== undefined) throw new Error("The storage is full.");
        if (value === undefined) queues.delete(name);
        else queues.set(name, JSON.stringify(value));
        if (former !== undefined) queues.delete(former);
      },
    },
  };
}

export interface Network {
  isDown: boolean;
  /**
   * Decides the fate of each request: "there" loses the request, "back" loses the reply, "unavailable" answers like a
   * proxy whose server is down, "unknown" like a proxy that knows no such page, and "portal" like a page to log in to a
   * network.
   */
  fault: (method: string, path: string) => "there" | "back" | "unavailable" | "unknown" | "portal" | undefined;
  /** Runs between the server's reply and its arrival on the page. */
  beforeReply?: ((method: string, path: string) => Promise<void>) | undefined;
  /** The key of a new session, if one has replaced the first. */
  apiKey?: string | undefined;
  /** The projects and tasks that the page knows, which decide whether time is billable and how it is rounded. */
  places?: Places | undefined;
  /** How often a write has waited before a retry. */
  pauses?: number;
}

export async function newPage(network: Network = { isDown: false, fault: () => undefined }) {
  const caller = await world.newOrganization();
  const where = await newProject(caller);
  const underWay = new Set<Promise<unknown>>();
  const exchange: typeof fetch = async (url, init) => {
    const exchanged = fetch(url, init);
    underWay.add(exchanged);
    return exchanged.finally(() => underWay.delete(exchanged));
  };
  let pages = 0;
  /** The client of a page, which sends nothing after another page has replaced that page. */
  const newStint = (page: number) =>
    new Stint({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: caller.apiKey,
      maxRetries: 0,
      async fetch(url, init) {
        if (page !== pages) throw new TypeError("the page has been closed");
        const fault = network.isDown ? "there" : network.fault(init.method ?? "GET", new URL(url).pathname);
        if (fault === "there") throw new TypeError("lost on its way there");
        if (fault === "unavailable") return new Response("", { status: 503 });
        if (fault === "unknown") return new Response("<h1>Not found</h1>", { status: 404 });
        if (fault === "portal") return new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } });
        const headers = new Headers(init.headers);
        if (network.apiKey !== undefined) headers.set("authorization", `Bearer ${network.apiKey}`);
        const response = await exchange(url, { ...init, headers });
        await network.beforeReply?.(init.method ?? "GET", new URL(url).pathname);
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
    const page = ++pages;
    const stint = newStint(page);
    // Waits for the previous page's requests, which a browser would end before it opens another page.
    await Promise.allSettled(underWay);
    const tracking = createTracking({
      stint,
      storage: device,
      person: { userId: user.id, places: network.places ?? { project: () => undefined, task: () => undefined } },
      now: () => Date.now(),
      past: () => Date.now(),
      session: () => session,
      newId: () => `local_${user.id}_${++made}`,
      pause: () => {
        network.pauses = (network.pauses ?? 0) + 1;
        if (page !== pages) return new Promise(() => undefined);
        return new Promise((resolve) => setTimeout(resolve, 1));
      },
    });
    await tracking.open();
    await tracking.refresh();
    await tracking.load({ from: 0, to: Date.now() + 86_400_000 });
    return tracking;
  };
  const signInAgain = async () => {
    const next = await direct.apiKeys.create({ name: "Again", scopes });
    network.apiKey = next.apiKey;
    session = next.id;
  };
  /** Adds another member to the organization. Resolves with the member's id. */
  const newColleague = async () => (await world.newMember(caller, "member")).userId;
  return { where, direct, device, open, signInAgain, newColleague, tracking: await open() };
}

export type Tracking = ReturnType<typeof createTracking>;

/** Resolves when the server has applied or refused all writes. */
export function sent(tracking: Tracking): Promise<void> {
  return shows(tracking, ({ queue }) => queue.every(({ status }) => status === "failed" || status === "conflict"));
}

/** Resolves when the view satisfies `isWanted`. */
export function shows(tracking: Tracking, isWanted: (view: View) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isWanted(tracking.getView())) return;
      end();
      resolve();
    };
    const end = tracking.subscribe(check);
    check();
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
