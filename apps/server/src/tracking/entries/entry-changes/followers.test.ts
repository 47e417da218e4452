import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { newClient, newEntry, newProject, newTeam } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp, type TestApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

/** A client that keeps a copy of the entries that match its filters, as docs/api/conventions.md describes. */
interface Follower {
  name: string;
  caller: Caller;
  filters: string;
  copy: Map<string, Json>;
  /** Where the last run ended: either value continues from there. */
  next: { since: string; cursor: string } | undefined;
}

async function follow(follower: Follower, limit: number): Promise<void> {
  const { caller, filters, copy, next } = follower;
  const since = limit % 2 === 0 ? next?.since : undefined;
  let cursor: string | null = since === undefined ? (next?.cursor ?? null) : null;
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
    follower.next = { since: json.syncedTo, cursor: json.resumeCursor };
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
  /** Some changes delete the second team and create it again. */
  teams: string[];
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
    return { name, caller, filters, copy: new Map(), next: undefined };
  };
  const lead = await newMember(owner, "member");
  const teams = [
    (await newTeam(owner, { memberIds: [member.userId, changing.userId], leadIds: [lead.userId], showsMoney: true }))
      .id,
    (await newTeam(owner, { memberIds: [viewer.userId], leadIds: [changing.userId] })).id,
  ];
  const followers = [
    as("lead", lead, ""),
    as("lead, filtered", lead, `tag=sales&userId=${member.userId}&userId=me`),
    as("owner, by team", owner, `teamId=${teams[0]}`),
    as("member", member, ""),
    as("viewer", viewer, ""),
    as("owner, filtered", owner, `clientId=${clients[0]}&billable=true`),
    as("viewer, filtered", viewer, "tag=sales&q=a"),
    as("changing role", changing, ""),
    as("changing role, filtered", changing, `projectId=${places[0]?.projectId}&userId=${member.userId}&userId=me`),
  ];
  const people = [owner, member, viewer, changing, lead];
  return { owner, people, places, clients, teams, entries: [], followers };
}

const pick = <Item>(items: Item[], at: number): Item => items[at % items.length] as Item;

/** Makes one change, chosen by number. The API may refuse it. */
async function act(world: World, [kind, a, b]: readonly [number, number, number]): Promise<void> {
  const { owner, people, places, clients, teams, entries } = world;
  const entry = `${path}/${pick(entries, a)}`;
  const project = `/v1/projects/${pick(places, a).projectId}`;
  const [changing, lead] = [pick(people, 3), pick(people, 4)];
  const team = `/v1/teams/${pick(teams, a)}`;
  const somebody = {
    memberIds: [...new Set([pick(people, b).userId, pick(people, a).userId])].slice(b % 2),
    leadIds: [lead.userId],
  };
  const actions: (() => Promise<unknown>)[] = [
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
    async () => owner.patch(team, { memberIds: somebody.memberIds }),
    async () => owner.patch(team, { leadIds: [[], [lead.userId], [changing.userId, lead.userId]][b % 3] }),
    async () => owner.patch(team, { showsMoney: b % 2 === 0 }),
    async () => owner.delete(`/v1/teams/${teams[1]}`),
    async () => (teams[1] = (await newTeam(owner, somebody)).id),
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
