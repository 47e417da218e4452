import assert from "node:assert/strict";
import { test } from "node:test";
import { Stint, type StreamedEvent } from "@stint/sdk";
import { newClient, newProject } from "@stint/server/test/worlds/factories.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { type Caller, newTestApp } from "@stint/server/test/worlds/test-app.ts";
import fc from "fast-check";
import type { StreamPosition } from "#api/event-stream.ts";
import type { Objects } from "#api/kept/object-lists.ts";
import { createProjectCopy } from "#api/kept/project-copy.ts";
import type { KeptObjects } from "#api/kept/stored-copy.ts";

const world = await newTestApp({ rateLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
const port = await listenOn(world.app);

/** Storage on the device, shared by all tabs and visits. */
function newDevice(): KeptObjects & { alone: (work: () => Promise<void>) => Promise<void> } {
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

type Device = ReturnType<typeof newDevice>;

async function openTab(caller: Caller, device: Device) {
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
async function shownBy(caller: Caller) {
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
async function eventsOf(caller: Caller, cursor: string): Promise<{ events: StreamedEvent[]; next: string }> {
  const { data, resumeCursor } = (await caller.get(`/v1/events?limit=200&cursor=${cursor}`)).json;
  return { events: data.map((body: StreamedEvent) => ({ ...body, cursor: "" })), next: resumeCursor };
}

async function positionNow(caller: Caller): Promise<StreamPosition> {
  return { cursor: (await caller.get("/v1/events?cursor=now")).json.resumeCursor, atMs: Date.now() };
}

/** Opens another tab later, which resumes the stream at the stored position. */
async function resumeTab(caller: Caller, device: Device) {
  const tab = await openTab(caller, device);
  const position = await tab.copy.readPosition();
  if (position !== undefined) tab.copy.applyEvents((await eventsOf(caller, position.cursor)).events);
  return tab;
}

const pick = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

test("whatever colleagues write, hide and delete, and in whatever order tabs read, receive events and reload, the copy ends exact", async () => {
  const number = fc.nat({ max: 1_000_000 });
  const step = fc.tuple(fc.nat({ max: 15 }), number, number);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const owner = await world.newOrganization();
      const member = await world.newMember(owner, "member");
      const places = [await newProject(owner), await newProject(owner, { visibility: "members" })];
      const clients = [await newClient(owner)];
      const device = newDevice();
      const tabs = [await openTab(member, device), await openTab(member, device)];
      let cursor = (await member.get("/v1/events?cursor=now")).json.resumeCursor as string;
      for (const [kind, a, b] of steps) {
        const { projectId, taskId } = pick(places, a);
        const project = `/v1/projects/${projectId}`;
        const acts = [
          async () => places.push(await newProject(owner)),
          async () => clients.push(await newClient(owner)),
          async () => owner.post(`${project}/tasks`, { name: `Task ${b}` }),
          async () => owner.patch(`/v1/tasks/${taskId}`, { name: `Renamed ${b}` }),
          async () => owner.delete(`/v1/tasks/${taskId}`),
          async () => owner.delete(project),
          async () => owner.patch(project, { name: `Renamed ${b}`, status: b % 2 === 0 ? "archived" : "active" }),
          async () => owner.patch(project, { visibility: b % 2 === 0 ? "members" : "organization" }),
          async () => owner.patch(project, { memberIds: b % 2 === 0 ? [] : [member.userId] }),
          async () => owner.patch(`/v1/clients/${pick(clients, a)}`, { name: `Client ${b}` }),
          async () => owner.delete(`/v1/clients/${pick(clients, a)}`),
          async () => owner.patch(`/v1/members/${member.userId}`, { role: pick(["member", "manager"], b) }),
          async () => void (await pick(tabs, a).copy.refresh(await positionNow(member))),
          async () => void (await Promise.all(tabs.map(({ copy }) => copy.refresh()))),
          async () => void tabs.splice(a % 2, 1, await resumeTab(member, device)),
          async () => {
            const { events, next } = await eventsOf(member, cursor);
            cursor = next;
            for (const { copy } of tabs) copy.applyEvents(b % 2 === 0 ? events : events.toReversed());
          },
        ];
        await pick(acts, kind)();
      }
      await Promise.all(tabs.map(({ copy }) => copy.refresh()));
      for (const { settle } of tabs) await settle();
      const later = await openTab(member, device);
      await later.copy.refresh();
      for (const { shown } of [...tabs, later]) assert.deepEqual({ ...shown }, await shownBy(member));
    }),
    { numRuns: 25 },
  );
});

test("a stored copy is shown without a request and updated with one", async () => {
  const owner = await world.newOrganization();
  const { projectId } = await newProject(owner);
  const device = newDevice();
  const first = await openTab(owner, device);
  assert.equal(first.asked.length, 1);
  await first.settle();
  const second = await openTab(owner, device);
  assert.deepEqual([second.asked, second.shown.project?.[0]?.id], [[], projectId]);

  await owner.patch(`/v1/projects/${projectId}`, { name: "Renamed" });
  // Invalidating three queries at once must cause only one request.
  await Promise.all([second.copy.readChanges(), second.copy.readChanges(), second.copy.readChanges()]);
  assert.deepEqual([second.asked.length, second.shown.project?.[0]?.name], [1, "Renamed"]);
});

test("a page that resumes the stream shows what happened since without a request", async () => {
  const owner = await world.newOrganization();
  const [kept, deleted] = [await newProject(owner), await newProject(owner)];
  const device = newDevice();
  const before = await openTab(owner, device);
  await before.copy.refresh(await positionNow(owner));
  await before.settle();
  await owner.patch(`/v1/projects/${kept.projectId}`, { name: "Renamed" });
  await owner.delete(`/v1/projects/${deleted.projectId}`);
  await newProject(owner);
  const after = await resumeTab(owner, device);
  assert.deepEqual({ ...after.shown }, await shownBy(owner));
  assert.deepEqual(after.asked, []);

  const early = createProjectCopy({ ...device, kept: device, stint: after.stint, show: () => undefined });
  early.applyEvents((await eventsOf(owner, (await early.readPosition())?.cursor ?? "")).events);
  assert.deepEqual(await early.open("project"), (await shownBy(owner)).project);
});

test("an event updates the copy without a request; a project that was hidden until now is read with its tasks", async () => {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const { projectId } = await newProject(owner);
  const hidden = await newProject(owner, { visibility: "members" });
  const tab = await openTab(member, newDevice());
  const { resumeCursor } = (await member.get("/v1/events?cursor=now")).json;
  tab.asked.length = 0;
  await owner.patch(`/v1/projects/${projectId}`, { name: "Renamed" });
  const made = await newProject(owner);
  const first = await eventsOf(member, resumeCursor);
  tab.copy.applyEvents(first.events);
  assert.deepEqual(tab.asked, []);
  assert.deepEqual(
    [projectId, made.projectId].map((id) => tab.shown.project?.find((each) => each.id === id)?.name),
    ["Renamed", (await owner.get(`/v1/projects/${made.projectId}`)).json.name],
  );

  await owner.patch(`/v1/projects/${hidden.projectId}`, { visibility: "organization" });
  tab.copy.applyEvents((await eventsOf(member, first.next)).events);
  await tab.copy.refresh();
  assert.ok(tab.shown.task?.some(({ id }) => id === hidden.taskId));
});

test("a copy in an older format is not shown", async () => {
  const owner = await world.newOrganization();
  const { projectId } = await newProject(owner);
  const device = newDevice();
  await device.write([
    { kind: "project-copy", value: { form: 0, since: "2026-01-01T00:00:00Z" } },
    { kind: "project", id: "proj_old", value: { id: "proj_old", version: 1, name: "Old" } },
  ]);
  const tab = await openTab(owner, device);
  assert.deepEqual(
    tab.shown.project?.map(({ id }) => id),
    [projectId],
  );
  await tab.settle();
  assert.deepEqual(
    (await device.readAll<{ id: string }>("project")).map(({ id }) => id),
    [projectId],
  );
});

test("without the server the copy says so, and later continues from its cursor", async () => {
  const owner = await world.newOrganization();
  await newProject(owner);
  const device = newDevice();
  await (await openTab(owner, device)).settle();
  let isDown = true;
  const stint = new Stint({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: owner.apiKey,
    maxRetries: 0,
    fetch: (url, init) => (isDown ? Promise.reject(new TypeError("no network")) : fetch(url, init)),
  });
  const copy = createProjectCopy({ stint, kept: device, alone: device.alone, show: () => undefined });
  assert.equal((await copy.open("project")).length, 1);
  assert.equal(await copy.refresh(), false);
  isDown = false;
  await newProject(owner);
  assert.equal(await copy.refresh(), true);
  assert.equal((await copy.open("project")).length, 2);
});

test("events from before the last read never restore deleted objects, not even temporarily", async () => {
  const owner = await world.newOrganization();
  const device = newDevice();
  const first = await openTab(owner, device);
  const position = await positionNow(owner);
  const { projectId } = await newProject(owner);
  await owner.delete(`/v1/projects/${projectId}`);
  const deletedMs = Date.now();
  for (let since = 0; since <= deletedMs;) {
    await first.copy.refresh(position);
    await first.settle();
    since = Date.parse((await device.read<{ since: string }>("project-copy"))?.since ?? "");
  }
  const next = await openTab(owner, device);
  const { events } = await eventsOf(owner, (await next.copy.readPosition())?.cursor ?? "");
  const isCreated = ({ type }: StreamedEvent) => type === "project.created";
  assert.equal(events.filter(isCreated).length, 1);
  next.copy.applyEvents(events.filter(isCreated));
  assert.deepEqual(next.shown.project, []);
});
