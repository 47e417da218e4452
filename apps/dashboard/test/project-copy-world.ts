import { Stint, type StreamedEvent } from "@stint/sdk";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { type Caller, newTestApp } from "@stint/server/test/worlds/test-app.ts";
import type { StreamPosition } from "#api/connection/event-stream.ts";
import type { Objects } from "#api/kept/object-lists.ts";
import { createProjectCopy } from "#api/kept/project-copy.ts";
import type { KeptObjects } from "#api/kept/stored-copy.ts";

export const world = await newTestApp({ rateLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
export const port = await listenOn(world.app);

/** Storage on the device, shared by all tabs and visits. */
export function newDevice(): KeptObjects & { alone: (work: () => Promise<void>) => Promise<void> } {
  const values = new Map<string, string>();
  const keyOf = (kind: string, id?: string) => JSON.stringify([kind, id]);
  let turn = Promise.resolve();
  return {
    read: async <Value>(name: string) => JSON.parse(values.get(keyOf(name)) ?? "null") ?? (undefined as Value),
    readAll: async <Item>(kind: string) =>
      [...values].flatMap(([key, text]) => {
        const [found, id] = JSON.parse(key) as [string, string | null];
        return found === kind && id !== null ? [JSON.parse(text) as Item] : [];
      }),
    async write(changes) {
      for (const { kind, id, value } of changes)
        if (value === undefined) values.delete(keyOf(kind, id));
        else values.set(keyOf(kind, id), JSON.stringify(value));
    },
    alone: (work) => (turn = turn.then(work, work)),
  };
}

export type Device = ReturnType<typeof newDevice>;

export async function openTab(caller: Caller, device: Device) {
  const asked: string[] = [];
  const stint = new Stint({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: caller.apiKey,
    onRequest: ({ url }) => void asked.push(new URL(url).pathname),
  });
  const shown: { [K in keyof Objects]?: readonly Objects[K][] } = {};
  const copy = createProjectCopy({
    stint,
    kept: device,
    alone: device.alone,
    show: (kind, objects) => Object.assign(shown, { [kind]: objects }),
  });
  for (const kind of ["project", "task", "client"] as const) Object.assign(shown, { [kind]: await copy.open(kind) });
  /** Resolves when everything has been stored. */
  const settle = async () => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    await device.alone(async () => undefined);
  };
  return { stint, copy, shown, asked, settle };
}

/**
 * The contents of the lists, without the figures that depend on time entries, because the copy doesn't contain those
 * figures.
 */
export async function shownBy(caller: Caller) {
  const read = async (list: string) => {
    const { data } = (await caller.get(`/v1/${list}?limit=200`)).json;
    return data
      .map(
        ({
          unbilledSeconds: _seconds,
          unbilledAmountMinor: _amount,
          ...row
        }: { id: string } & Record<string, unknown>) => row,
      )
      .toSorted((left: { id: string }, right: { id: string }) => (left.id < right.id ? 1 : -1));
  };
  return { project: await read("projects"), task: await read("tasks"), client: await read("clients") };
}

/** The events that the stream would send after a cursor. */
export async function eventsOf(caller: Caller, cursor: string): Promise<{ events: StreamedEvent[]; next: string }> {
  const { data, resumeCursor } = (await caller.get(`/v1/events?limit=200&cursor=${cursor}`)).json;
  return { events: data.map((body: StreamedEvent) => ({ ...body, cursor: "" })), next: resumeCursor };
}

export async function positionNow(caller: Caller): Promise<StreamPosition> {
  return { cursor: (await caller.get("/v1/events?cursor=now")).json.resumeCursor, atMs: Date.now() };
}

/** Opens another tab later, which resumes the stream at the stored position. */
export async function resumeTab(caller: Caller, device: Device) {
  const tab = await openTab(caller, device);
  const position = await tab.copy.readPosition();
  if (position !== undefined) tab.copy.applyEvents((await eventsOf(caller, position.cursor)).events);
  return tab;
}

export const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;
