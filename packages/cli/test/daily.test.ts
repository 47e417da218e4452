// The commands of a working day: going on, splitting, gaps, filters, sums and files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { loggedIn, serve, zoneAtNoon } from "#test/support/world.ts";

const day = "2026-03-02";

test("a timer goes on with an entry by its id, or with the last one, with all that it had", async () => {
  const served = await serve({ timeZone: zoneAtNoon() });
  const { home, where } = await loggedIn(served);
  const { projectId } = await newProject(served.owner, { name: "Other" }, { name: "Design" });
  await newEntry(served.owner, where, { description: "review", tags: ["a"], billable: false });
  await home.ok(["sync"]);
  const [entry] = await home.json(["list", day, "--json"]);
  await home.ok(["log", "yesterday 9-10 @other latest"]);
  assert.match(await home.ok(["start", entry.id.slice(-6), "--at", "-20m"]), /^Started Website\/Build review #a at/);
  await home.ok(["sync"]);
  const timer = async () => (await served.owner.get("/v1/timer")).json;
  assert.partialDeepStrictEqual(await timer(), { ...where, description: "review", tags: ["a"], billable: false });
  await home.ok(["switch", "last", "--tag", "b", "--at", "-10m", "--wait"]);
  assert.partialDeepStrictEqual(await timer(), { projectId, description: "latest", tags: ["b"] });
  await home.ok(["stop", "--discard"]);
  assert.match(await home.ok(["start"]), /^Started Website\/Build review #a at/);
  // A word that is no entry's id is a text.
  assert.match(await home.ok(["start", "facade", "--dry-run"]), /Started Website\/Build facade at/);
});

test("split makes two entries of one, offline too, and undo makes one of them again", async () => {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  await newEntry(served.owner, where, {
    description: "work",
    tags: ["a"],
    externalRef: "X-1",
    startedAt: `${day}T09:00:00.500Z`,
  });
  await home.ok(["sync"]);
  const parts = async () =>
    (await home.json(["list", day, "--json"])).map((entry: Json) => [
      entry.startedAt.slice(11, 19),
      entry.seconds,
      entry.description,
      entry.tags,
      entry.externalRef,
    ]);
  const two = [
    ["09:00:00", 1200, "work", ["a"], "X-1"],
    ["09:20:00", 2400, "work", ["a"], null],
  ];
  const [{ id }] = await home.json(["list", day, "--json"]);
  await home.ok(["split", id, "9:20"]);
  assert.deepEqual(await parts(), two);
  await home.ok(["undo"]);
  assert.deepEqual(await parts(), [["09:00:00", 3600, "work", ["a"], "X-1"]]);
  assert.match(
    await home.ok(["split", id, "20m"]),
    /^Split into:\n {2}.* 09:00-09:20 0:20 .*\n {2}.* 09:20-10:00 0:40 /,
  );
  await home.ok(["sync"]);
  assert.deepEqual(await parts(), two);
  assert.equal((await served.owner.get("/v1/time-entries")).json.data.length, 2);
  await home.ok(["undo", "--wait"]);
  assert.deepEqual(await parts(), [["09:00:00", 3600, "work", ["a"], "X-1"]]);
  for (const at of ["8:30", "11:00", "2h", "9:00"]) {
    const ran = await home.run(["split", id, at]);
    assert.deepEqual([ran.code, /is not within .* 09:00-10:00/.test(ran.stderr)], [2, true], at + ran.stderr);
  }
  assert.match((await home.run(["split", id, "soon"])).stderr, /"soon" is not a time of day/);
});

test("gaps between entries of a day are listed with the command that fills them", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", `${day} 9-10 @website a, 9:30-10:30 b, 10:35-11 c, 12-13 d`]);
  await home.ok(["log", "2026-03-03 14-15 @website e"]);
  const fill = `stint log '${day} 11:00-12:00 @Website/Build'`;
  assert.equal(await home.ok(["gaps", "2026-03"]), `${day}\t11:00\t12:00\t1:00\t${fill}\n`);
  const [gap] = await home.json(["gaps", day, "--json"]);
  assert.deepEqual(gap, {
    day,
    startedAt: `${day}T11:00:00.000Z`,
    endedAt: `${day}T12:00:00.000Z`,
    seconds: 3600,
    fill,
  });
  await home.ok(["log", `${day} 11:00-12:00 @Website/Build`]);
  assert.equal(await home.ok(["gaps", day]), "");
});

/** Entries in three projects, one of them archived. */
async function withThree() {
  const served = await serve();
  const { owner } = served;
  const client = (await owner.post("/v1/clients", { name: "Acme" })).json.id;
  const rounding = { mode: "up", minutes: 15 };
  await newProject(owner, { name: "Patient booking", clientId: client, rounding }, { name: "Design" });
  const old = await newProject(owner, { name: "Old", billable: false });
  const { home } = await loggedIn(served);
  await home.ok(["log", `${day} 9-10:05 @patient #a one, 1h @website #B two; three, 30m @old four`]);
  await home.ok(["log", '2026-03-03 30m @website #b =1+2, "x";+3']);
  await home.ok(["sync"]);
  await owner.patch(`/v1/projects/${old.projectId}`, { status: "archived" });
  await home.ok(["sync"]);
  return { served, home };
}

test("lists and reports filter by projects, clients and tags", async () => {
  const { home } = await withThree();
  const texts = async (...options: string[]) =>
    (await home.json(["list", "2026-03", ...options, "--json"])).map(({ description }: Json) =>
      description.slice(0, 5),
    );
  assert.deepEqual(await texts("-p", "@website"), ["two; ", "=1+2,"]);
  assert.deepEqual(await texts("-p", "patient/des", "-p", "old"), ["one", "four"]);
  assert.deepEqual(await texts("-c", "acme"), ["one"]);
  assert.deepEqual(await texts("-t", "b"), ["two; ", "=1+2,"]);
  assert.deepEqual(await texts("-t", "#A", "--tag", "b", "-c", "acme"), ["one"]);
  assert.equal(
    await home.ok(["report", "2026-03", "-c", "acme", "--by", "task"]),
    "Patient booking/Design\t1:05\t1:15\n",
  );
  for (const [option, text] of [
    ["-p", /There is no project "nope"/],
    ["-c", /There is no client "nope"/],
  ] as const)
    assert.match((await home.run(["list", option, "nope"])).stderr, text);
});

test("a report has two groupings, in tables, JSON and CSV", async () => {
  const { home } = await withThree();
  const by = ["--by", "project,day"];
  assert.equal(
    await home.ok(["report", "2026-03", ...by, "-p", "web"]),
    `Website\t${day}\t1:00\t1:00\nWebsite\t2026-03-03\t0:30\t0:30\n`,
  );
  const { groupBy, groups } = await home.json(["report", "2026-03", ...by, "-p", "web", "--json"]);
  assert.deepEqual(groupBy, ["project", "day"]);
  assert.deepEqual(
    groups.map((group: Json) => [
      group.name,
      group.seconds,
      group.groups.map(({ key, seconds }: Json) => [key, seconds]),
    ]),
    [
      [
        "Website",
        5400,
        [
          [day, 3600],
          ["2026-03-03", 1800],
        ],
      ],
    ],
  );
  assert.equal((await home.json(["report", "2026-03", "--by", "day", "--json"])).groupBy, "day");
  assert.equal(
    await home.ok(["report", "2026-03", "--by", "client", "--by", "project", "--csv"]),
    "client,project,time,billable\r\nno client,Website,1:30:00,1:30:00\r\nno client,Old,0:30:00,0:00:00\r\nAcme,Patient booking,1:05:00,1:15:00\r\n",
  );
  assert.match((await home.run(["report", "--by", "day,project,tag"])).stderr, /at most two groupings/);
  const billable = ["report", "2026-03", "--by", "billable", "--csv"];
  assert.equal(
    await home.ok(billable),
    "billable,time,billable time\r\nbillable,2:35:00,2:45:00\r\nnot billable,0:30:00,0:00:00\r\n",
  );
  assert.equal(await home.ok(billable, { isTerminal: true }), await home.ok(billable));
});

test("a terminal shows totals, and says that billable time was rounded", async () => {
  const { home } = await withThree();
  const shown = await home.ok(["report", "2026-03"], { isTerminal: true });
  assert.match(shown, /\ntotal +3:05 +2:45\nBillable time is rounded as its projects say; unrounded, it is 2:35\.\n$/);
  assert.doesNotMatch(await home.ok(["report", "2026-03", "-p", "web"], { isTerminal: true }), /rounded/);
  assert.match(await home.ok(["list", "2026-03"], { isTerminal: true }), /\ntotal +3:05\n$/);
});

test("CSV is quoted, and begins no formula", async () => {
  const { home } = await withThree();
  const [heading, , two = "", , last = ""] = (await home.ok(["list", "2026-03", "--csv"])).split("\r\n");
  assert.equal(heading, "id,day,from,to,time,project,task,description,tags");
  assert.match(two, /^(?:time|local)_\w+,2026-03-02,10:05,11:05,1:00:00,Website,Build,two; three,B$/);
  assert.ok(last.endsWith(`,"'=1+2, ""x"";'+3",b`), last);
});

test("the running timer is the last line of a list on a terminal, and counts", async () => {
  const served = await serve({ timeZone: zoneAtNoon() });
  const { home } = await loggedIn(served);
  await home.ok(["start", "@website first", "--at", "-30m"]);
  await home.ok(["switch", "second #x", "--at", "-10m"]);
  const lines = (await home.ok(["list"], { isTerminal: true })).trimEnd().split("\n");
  assert.match(lines.at(-2) ?? "", /^timer .* now +0:1\d +Website +Build +second +x$/);
  assert.match(lines.at(-1) ?? "", /^total +0:30$/);
  assert.equal((await home.ok(["list"], { isTerminal: true })).includes("first"), true);
  assert.equal((await home.ok(["list", "-t", "nope"], { isTerminal: true })).includes("timer"), false);
  assert.equal((await home.json(["list", "--json"])).length, 1);
  assert.equal((await home.ok(["list"])).trimEnd().split("\n").length, 1);
});

test("a typed end is shown as typed, although the start has milliseconds", async () => {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  await newEntry(served.owner, where, { startedAt: `${day}T14:39:40.700Z`, durationSeconds: 9153 });
  await home.ok(["sync"]);
  assert.match(await home.ok(["day", day, "--print"]), /\| 14:39-17:12 @Website\/Build/);
  const editor = { env: { EDITOR: "sed -i 's/17:12/17:20/'" } };
  await home.ok(["day", day, "--yes"], editor);
  assert.match(await home.ok(["list", day]), /\t14:39\t17:20\t/);
  const [{ id }] = await home.json(["list", day, "--json"]);
  assert.match(await home.ok(["edit", id, "--to", "15:30"]), /14:39-15:30/);
});

test("an entry that has not been sent yet is split too", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", `${day} 22-2 @website/build night`]);
  await home.ok(["split", "last", "1:00"]);
  await home.ok(["sync"]);
  const entries = (await served.owner.get("/v1/time-entries?sort=startedAt")).json.data;
  assert.deepEqual(
    entries.map(({ durationSeconds, description }: Json) => [durationSeconds, description]),
    [
      [10_800, "night"],
      [3600, "night"],
    ],
  );
});

test("with --wait, nothing is said to be logged that the server refuses", async () => {
  const { served, home } = await withThree();
  const [{ projectId }] = await home.json(["list", day, "-p", "website", "--json"]);
  await served.owner.patch(`/v1/projects/${projectId}`, { status: "archived" });
  const { code, stdout } = await home.run(["log", `${day} 20-21 @website late`, "--wait"]);
  assert.deepEqual([code, stdout], [4, ""]);
});

test("status shows all times in the zone of the person", async () => {
  const served = await serve({ timeZone: "Asia/Kathmandu" });
  const { home } = await loggedIn(served);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kathmandu", timeStyle: "short" });
  const times = [Date.now() - 60_000, Date.now(), Date.now() + 60_000].map((ms) => clock.format(ms));
  const [, time = ""] = /\nAs of \w{3} \d{4}-\d\d-\d\d (\d\d:\d\d)\n$/.exec(await home.ok(["status"])) ?? [];
  assert.ok(times.includes(time), time);
});
