import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newClient, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp, type TestApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

/** Keeps a copy of the entries that a caller sees under filters, following docs/guide.md. */
interface Follower {
  name: string;
  caller: Caller;
  filters: string;
  copy: Map<string, Json>;
  since: string | undefined;
}

async function follow(follower: Follower, limit: number): Promise<void> {
  const { caller, filters, copy, since } = follower;
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams(filters);
    query.set("limit", String(limit));
    if (since !== undefined) query.set("since", since);
    if (cursor !== null) query.set("cursor", cursor);
    const { status, json, text } = await caller.get(`${path}/changes?${query.toString()}`);
    assert.equal(status, 200, text);
    for (const change of json.data) {
      if (change.gone === true || change.deletedAt !== null) copy.delete(change.id);
      else copy.set(change.id, change);
    }
    cursor = json.nextCursor;
    follower.since = json.syncedTo;
  } while (cursor !== null);
}

async function listed({ caller, filters }: Follower): Promise<Map<string, Json>> {
  const { data } = (await caller.get(`${path}?limit=200&${filters}`)).json;
  return new Map(data.map((entry: Json) => [entry.id, entry]));
}

interface World {
  owner: Caller;
  people: Caller[];
  places: { projectId: string; taskId: string }[];
  clients: string[];
  entries: string[];
  followers: Follower[];
}

async function newWorld({ newOrganization, newMember }: TestApp): Promise<World> {
  const owner = await newOrganization();
  const [member, viewer, changing] = [
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
    await newMember(owner, "manager"),
  ];
  const clients = [await newClient(owner), await newClient(owner)];
  const places = [
    await newProject(owner, { clientId: clients[0] }),
    await newProject(owner, { clientId: clients[1] }),
    await newProject(owner, { visibility: "members" }),
  ];
  const as = (name: string, caller: Caller, filters: string): Follower => {
    return { name, caller, filters, copy: new Map(), since: undefined };
  };
  const followers = [
    as("member", member, ""),
    as("viewer", viewer, ""),
    as("owner, filtered", owner, `clientId=${clients[0]}&billable=true`),
    as("viewer, filtered", viewer, "tag=sales&q=a"),
    as("changing role", changing, ""),
    as("changing role, filtered", changing, `projectId=${places[0]?.projectId}&userId=${member.userId}&userId=me`),
  ];
  return { owner, people: [owner, member, viewer, changing], places, clients, entries: [], followers };
}

const pick = <Item>(items: Item[], at: number): Item => items[at % items.length] as Item;

/** One change, chosen by number; the API may refuse any of them. */
async function act(world: World, [kind, a, b]: readonly [number, number, number]): Promise<void> {
  const { owner, people, places, clients, entries } = world;
  const entry = `${path}/${pick(entries, a)}`;
  const project = `/v1/projects/${pick(places, a).projectId}`;
  const changing = pick(people, 3);
  const actions = [
    async () =>
      entries.push((await newEntry(owner, pick(places, a), { userId: pick(people, b).userId, description: "a" })).id),
    async () => owner.patch(entry, pick(places, b)),
    async () => owner.patch(entry, { userId: pick(people, b).userId }),
    async () => owner.patch(entry, { billable: b % 2 === 0 }),
    async () => owner.patch(entry, { tags: b % 2 === 0 ? ["Sales"] : ["ops"], description: b % 3 === 0 ? "A" : "b" }),
    async () => owner.delete(entry),
    async () => owner.post(`${entry}/restore`),
    async () => owner.patch(project, { visibility: b % 2 === 0 ? "members" : "organization" }),
    async () => owner.patch(project, { memberIds: b % 2 === 0 ? [] : [pick(people, b).userId, changing.userId] }),
    async () => owner.patch(project, { clientId: b % 3 === 0 ? null : pick(clients, b) }),
    async () => owner.patch(`/v1/members/${changing.userId}`, { role: pick(["member", "viewer", "manager"], b) }),
  ];
  await pick(actions, kind)();
}

test("the copies of all followers equal their lists, whatever is moved, hidden or given away between runs", async () => {
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
      for (let kind = 0; kind < 6; kind++) await act(world, [0, kind, kind]);
      for (const { acts, who, limit } of steps) {
        for (const one of acts) await act(world, one);
        await follow(pick(world.followers, who), limit);
      }
      for (const follower of world.followers) {
        await follow(follower, 3);
        assert.deepEqual(follower.copy, await listed(follower), follower.name);
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
