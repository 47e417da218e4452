import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newClient, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp, type TestApp } from "#test/worlds/test-app.ts";
import { asInEvents } from "#test/worlds/as-in-events.ts";

const path = "/v1/projects/changes";

/** Keeps a copy of the projects, tasks and clients that a caller sees, as docs/api/conventions.md describes. */
interface Follower {
  name: string;
  caller: Caller;
  copy: Map<string, Json>;
  /** Where the last run ended: either value continues from there. */
  next: { since: string; cursor: string } | undefined;
}

async function follow(follower: Follower, limit: number): Promise<void> {
  const { caller, copy, next } = follower;
  const since = limit % 2 === 0 ? next?.since : undefined;
  let cursor: string | null = since === undefined ? (next?.cursor ?? null) : null;
  do {
    const query = new URLSearchParams({ limit: String(limit) });
    if (since !== undefined) query.set("since", since);
    if (cursor !== null) query.set("cursor", cursor);
    const { status, json, text } = await caller.get(`${path}?${query.toString()}`);
    assert.equal(status, 200, text);
    for (const change of json.data) {
      if (change.gone === true) copy.delete(change.id);
      else copy.set(change.object.id, change.object);
    }
    cursor = json.nextCursor;
    follower.next = { since: json.syncedTo, cursor: json.resumeCursor };
  } while (cursor !== null);
}

async function listed({ caller }: Follower): Promise<Map<string, Json>> {
  const lists = ["/v1/projects", "/v1/tasks", "/v1/clients"];
  const replies = await Promise.all(lists.map((list) => caller.get(`${list}?limit=200`)));
  return new Map(replies.flatMap(({ json }) => json.data.map((object: Json) => [object.id, asInEvents(object)])));
}

interface World {
  owner: Caller;
  people: Caller[];
  places: { projectId: string; taskId: string }[];
  clients: string[];
  followers: Follower[];
}

async function newWorld({ newOrganization, newMember }: TestApp): Promise<World> {
  const owner = await newOrganization();
  const people = [
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
    await newMember(owner, "manager"),
    await newMember(owner, "member"),
  ];
  const names = ["member", "viewer", "changing role", "second member"];
  const followers = people.map((caller, at) => ({ name: names[at] ?? "", caller, copy: new Map(), next: undefined }));
  const clients = [await newClient(owner)];
  const places = [
    await newProject(owner, { clientId: clients[0] }),
    await newProject(owner, { visibility: "members" }),
    await newProject(owner, { budget: { kind: "amount", amountMinor: 5000 } }),
  ];
  return { owner, people, places, clients, followers };
}

const pick = <Item>(items: Item[], at: number): Item => items[at % items.length] as Item;

/** Makes one change, which the numbers select. The API may refuse it. */
async function act(world: World, [kind, a, b]: readonly [number, number, number]): Promise<void> {
  const { owner, people, places, clients } = world;
  const { projectId, taskId } = pick(places, a);
  const project = `/v1/projects/${projectId}`;
  const actions = [
    async () => places.push(await newProject(owner, { visibility: b % 2 === 0 ? "members" : "organization" })),
    async () => owner.post(`${project}/tasks`, { name: `Task ${b}` }),
    async () => owner.patch(`/v1/tasks/${taskId}`, { name: `Renamed ${b}`, status: b % 2 === 0 ? "done" : "open" }),
    async () => owner.delete(`/v1/tasks/${taskId}`),
    async () => owner.delete(project),
    async () => owner.patch(project, { name: `Renamed ${b}`, status: b % 2 === 0 ? "archived" : "active" }),
    async () => owner.patch(project, { visibility: b % 2 === 0 ? "members" : "organization" }),
    async () => owner.patch(project, { memberIds: b % 3 === 0 ? [] : [pick(people, b).userId] }),
    async () => owner.patch(project, { budget: b % 2 === 0 ? null : { kind: "cost", amountMinor: b + 1 } }),
    async () => clients.push(await newClient(owner)),
    async () => owner.patch(`/v1/clients/${pick(clients, a)}`, { name: `Client ${b}`, archived: b % 2 === 0 }),
    async () => owner.delete(`/v1/clients/${pick(clients, a)}`),
    async () => owner.patch(`/v1/members/${people[2]?.userId}`, { role: pick(["member", "viewer", "manager"], b) }),
  ];
  await pick(actions, kind)();
}

test("the copies of followers in every role equal their lists, whatever is hidden, deleted or changed between runs", async () => {
  const app = await testApp();
  const number = fc.nat({ max: 1_000_000 });
  const step = fc.record({
    acts: fc.array(fc.tuple(number, number, number), { maxLength: 4 }),
    who: number,
    limit: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const world = await newWorld(app);
      for (const { acts, who, limit } of steps) {
        for (const each of acts) await act(world, each);
        await follow(pick(world.followers, who), limit);
      }
      for (const follower of world.followers) {
        await follow(follower, 3);
        assert.deepEqual(follower.copy, await listed(follower), follower.name);
      }
    }),
    { numRuns: 12 },
  );
});
