// Tests that an offline report equals the server's report to the second.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Caller, Json } from "@stint/server/test/worlds/test-app.ts";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import fc from "fast-check";
import type { Context } from "#src/context/context.ts";
import type { Grouping } from "#src/report/groupings.ts";
import { groupings } from "#src/report/groupings.ts";
import { summarize } from "#src/report/summarize.ts";
import { openQueue } from "#src/store/queue.ts";
import { openStore, type Store } from "#src/store/store.ts";
import { entriesOf } from "#src/store/view.ts";
import { newLocalId } from "@stint/offline/write.ts";
import { addDays } from "@stint/grammar/days.ts";
import { dayOf, rangeOfDays } from "@stint/grammar/zone.ts";
import { instants, zones } from "#test/support/histories.ts";
import { type Home, loggedIn, serve } from "#test/support/world.ts";

const histories = 6;
const reportsOfEach = 40;

interface Place {
  projectId: string;
  taskId: string;
}

const contextOf = ({ env }: Home) =>
  ({ process: { env }, givenProfile: undefined, now: Date.now }) as unknown as Context;

const data = (home: Home) => join(home.path, ".local/share/stint/default");

/** Creates projects with different rounding, billing and clients. */
async function newPlaces(owner: Caller): Promise<Place[]> {
  const client = (await owner.post("/v1/clients", { name: "Acme" })).json.id;
  return [
    await newProject(owner, { name: "Plain", clientId: client }),
    await newProject(owner, { name: "Up", rounding: { mode: "up", minutes: 15 } }),
    await newProject(
      owner,
      { name: "Nearest", rounding: { mode: "nearest", minutes: 6 }, clientId: client },
      { billable: false },
    ),
    await newProject(
      owner,
      { name: "Down", rounding: { mode: "down", minutes: 30 }, billable: false },
      { billable: true },
    ),
    await newProject(owner, { name: "Free", billable: false }),
  ];
}

const entryOf = (places: readonly Place[]) =>
  fc.record({
    place: fc.constantFrom(...places),
    startedMs: instants,
    durationSeconds: fc.integer({ min: 0, max: 100_000 }),
    description: fc.constantFrom("", "text"),
    tags: fc.uniqueArray(fc.constantFrom("a", "B", "Ärger", "two words"), { maxLength: 3 }),
    billable: fc.constantFrom(null, null, true, false),
  });

const queries = fc.record({
  by: fc.constantFrom(...groupings),
  zone: fc.constantFrom(...zones),
  at: instants,
  days: fc.constantFrom(1, 7, 31, 400),
});

/** Returns the query parameters of the equivalent report on the server. */
const toServer = (by: Grouping): Record<string, string> =>
  by === "day" || by === "week" || by === "month"
    ? { groupBy: "date", interval: by }
    : { groupBy: by === "person" ? "user" : by };

async function compare(
  owner: Caller,
  store: Store,
  { by, zone, from, to }: { by: Grouping; zone: string; from: string; to: string },
) {
  const { fromMs, toMs } = rangeOfDays(from, to, zone);
  const entries = entriesOf(store, fromMs, toMs);
  const ours = summarize(entries, by, { ...store, zone });
  const query = new URLSearchParams({ userId: "me", tz: zone, from, to, ...toServer(by) });
  const { status, json, text } = await owner.get(`/v1/reports/summary?${query.toString()}`);
  assert.equal(status, 200, text);
  const sums = ({ seconds, billableSeconds, entries: count }: Json) => [seconds, billableSeconds, count];
  const key = (group: Json) => String(by === "tag" ? (group.key ?? null)?.toLowerCase() : group.key);
  const byKey = (groups: Json[]) =>
    groups.map((group) => [key(group), ...sums(group)]).toSorted(([left], [right]) => (left < right ? -1 : 1));
  assert.deepEqual(sums(ours.totals), sums(json.totals));
  assert.deepEqual(byKey(ours.groups), byKey(json.groups));
}

test("sums of random histories, in random zones and groupings, before and after they are sent", async () => {
  const served = await serve();
  for (let round = 0; round < histories; round++) {
    const owner = await served.world.newOrganization({ timeZone: zones[round] ?? "UTC" });
    const { home } = await loggedIn(served, owner);
    const places = await newPlaces(owner);
    await home.ok(["sync"]);
    const history = fc.sample(entryOf(places), 60);
    const toFields = ({ place, startedMs, ...rest }: (typeof history)[number]) => ({
      ...place,
      ...rest,
      startedAt: new Date(startedMs).toISOString(),
    });
    const sent = history.slice(0, 40).map(toFields);
    assert.equal((await owner.post("/v1/time-entries/batch", { entries: sent })).status, 201);
    await home.ok(["sync"]);
    const asked = fc.sample(queries, reportsOfEach).map(({ at, days, by, zone }) => {
      const from = dayOf(at, zone);
      return { by, zone, from, to: addDays(from, days - 1) };
    });
    using before = openStore(contextOf(home));
    for (const each of asked) await compare(owner, before, each);
    // The command reads these entries from its queue, and the server gets them through the API. Both must then report
    // the same.
    const queued = history.slice(40).map((entry) => ({ ...toFields(entry), externalRef: null }));
    using queue = openQueue(data(home));
    const entries = queued.map((entry) => ({ ...entry, localId: newLocalId() }));
    queue.add({ label: "", writes: [{ kind: "create", entries }], inverse: [] }, Date.now());
    assert.equal((await owner.post("/v1/time-entries/batch", { entries: queued })).status, 201);
    using after = openStore(contextOf(home));
    for (const each of asked.filter(({ by }) => by !== "source")) await compare(owner, after, each);
  }
});

test("the command prints these sums", async () => {
  const served = await serve({ timeZone: "America/New_York" });
  const { home, where } = await loggedIn(served);
  const at = (startedAt: string, durationSeconds: number) => ({ ...where, startedAt, durationSeconds });
  // Clocks go forward on 8 March 2026, so that day begins at 05:00Z and ends at 04:00Z.
  const entries = [
    at("2026-03-08T04:59:59Z", 1),
    at("2026-03-08T05:00:00Z", 60),
    at("2026-03-09T03:59:59Z", 3600),
    at("2026-03-09T04:00:00Z", 5),
  ];
  await served.owner.post("/v1/time-entries/batch", { entries });
  await home.ok(["sync"]);
  assert.equal(await home.ok(["report", "2026-03-08", "--by", "day"]), "2026-03-08\t1:01\t1:01\n");
  const report = await home.json(["report", "2026-03", "--by", "day", "--json"]);
  assert.deepEqual(
    report.groups.map(({ key, seconds }: Json) => [key, seconds]),
    [
      ["2026-03-07", 1],
      ["2026-03-08", 3660],
      ["2026-03-09", 5],
    ],
  );
  assert.equal(
    (await home.json(["report", "2026-03-08", "--tz", "tzone://Microsoft/Utc", "--json", "totals"])).totals.seconds,
    61,
  );
  assert.equal((await home.run(["report", "--tz", "Mars/Base"])).code, 2);
});

test("a lead sees the time of others and budgets, as the server computes them", async () => {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  const { owner } = served;
  const other = await served.world.newMember(owner, "member");
  const entry = { ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600 };
  for (const [caller, tags] of [
    [owner, ["a"]],
    [other, ["b"]],
  ] as const)
    assert.equal((await caller.post("/v1/time-entries", { ...entry, tags })).status, 201);
  const budget = { kind: "time", seconds: 5400, period: "total" };
  assert.equal((await owner.patch(`/v1/projects/${where.projectId}`, { budget })).status, 200);
  await home.ok(["sync"]);
  const report = async (...args: string[]) => await home.ok(["report", "2026-03-02", ...args]);
  assert.equal(await report(), "Website\t1:00\t1:00\n");
  assert.equal(await report("--everyone"), "Website\t2:00\t2:00\n");
  assert.equal(await report("--user", "memb"), "Website\t1:00\t1:00\n");
  assert.equal(await report("--everyone", "-t", "#B", "--by", "person,day"), "member\t2026-03-02\t1:00\t1:00\n");
  assert.equal(await report("--everyone", "-p", "web/build", "--by", "billable"), "Billable\t2:00\t2:00\n");
  assert.deepEqual((await home.json(["report", "2026-03-02", "--everyone", "--json", "totals"])).totals.entries, 2);
  const budgets = async (...args: string[]) => await home.ok(["report", "--budgets", ...args]);
  assert.equal(await budgets(), "Website\ttotal\t1:30\t2:00\t-0:30\texceeded\n");
  assert.match(await budgets("--csv"), /\nWebsite,total,1:30:00,2:00:00,'-0:30:00,exceeded\r\n$/);
  for (const args of [
    ["--budgets", ":month"],
    ["--budgets", "--everyone"],
    ["--everyone", "--user", "memb"],
  ])
    assert.equal((await home.run(["report", ...args])).code, 2);
  assert.equal((await home.json(["report", "--budgets", "--json"])).budgets[0].remaining, -1800);
  const manager = await served.world.newMember(owner, "manager");
  assert.equal((await manager.post("/v1/time-entries", { ...entry, tags: [] })).status, 201);
  const both = await home.run(["report", "2026-03-02", "--user", "m"]);
  assert.deepEqual([both.stdout, both.stderr], ["Website\t2:00\t2:00\n", '"m" stands for manager, member.\n']);
  assert.match(
    (await home.run(["report", "--user", "nobody"])).stderr,
    /^stint: You see no time of "nobody"\.\nYou see/,
  );
  const { apiKey } = (await owner.post("/v1/api-keys", { name: "usual", scopes: ["timer"] })).json;
  await home.ok(["login"], { input: apiKey });
  const refused = await home.run(["report", "--everyone"]);
  assert.deepEqual([refused.code, /stint login --scopes reports$/m.test(refused.stderr)], [3, true], refused.stderr);
});
