// Typed text in the terminal: names, projects without tasks, and times that are probably a mistake.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import type { Caller, Json } from "@stint/server/test/worlds/test-app.ts";
import { readInstant } from "#src/typed/instants.ts";
import { loggedIn, serve } from "#test/support/world.ts";

async function entriesOf(caller: Caller): Promise<Json[]> {
  return (await caller.get("/v1/time-entries?userId=me&sort=startedAt&limit=200")).json.data;
}

test("a member logs, moves and edits time in projects without tasks, which get the task General once", async () => {
  const served = await serve();
  const member = await served.world.newMember(served.owner, "member");
  const [empty, other] = await Promise.all(
    ["Empty room", "Other"].map(async (name) => (await served.owner.post("/v1/projects", { name })).json.id),
  );
  await newProject(served.owner);
  const { home } = await loggedIn({ ...served, owner: served.owner }, served.owner);
  await home.ok(["login"], { input: member.apiKey });

  await home.ok(["log", "yesterday 9-10 @empty-room one, 1h two, 1h @website/build three"]);
  await home.ok(["sync"]);
  await home.ok(["edit", "last", "@other four"]);
  await home.ok(["sync"]);

  const tasks = (await served.owner.get(`/v1/tasks?projectId=${empty}&projectId=${other}`)).json.data;
  const taskIn = (projectId: string) => tasks.filter((task: Json) => task.projectId === projectId);
  assert.deepEqual(
    [empty, other].map((id) => taskIn(id).map(({ name }: Json) => name)),
    [["General"], ["General"]],
  );
  assert.deepEqual(
    (await entriesOf(member)).map(({ taskId, description }) => [taskId, description]),
    [
      [taskIn(empty)[0].id, "one"],
      [taskIn(empty)[0].id, "two"],
      [taskIn(other)[0].id, "four"],
    ],
  );
});

test("a timer and unsent entries move to projects without tasks, which get the task General", async () => {
  const served = await serve();
  const { owner } = served;
  const newEmpty = async (name: string): Promise<string> => (await owner.post("/v1/projects", { name })).json.id;
  const [first, second] = [await newEmpty("First"), await newEmpty("Second")];
  const [third, fourth] = [await newEmpty("Third"), await newEmpty("Fourth")];
  const { home, where } = await loggedIn(served);
  const timer = async () => (await owner.get("/v1/timer")).json;
  await home.ok(["start", "@website/build work", "--at", "-5m", "--wait"]);
  await home.ok(["edit", "timer", "@first", "--wait"]);
  assert.equal((await timer()).projectId, first);
  await home.ok(["undo", "--wait"]);
  assert.partialDeepStrictEqual(await timer(), where);
  await home.ok(["edit", "timer", "@second"]);
  await home.ok(["stop", "--wait"]);

  for (const [day, from, to] of [
    ["2026-03-02", "@website/build", "@third"],
    ["2026-03-03", "@third", "@fourth"],
  ] as const) {
    const [{ id }] = await home.json(["log", `${day} 9-10 ${from} text`, "--json"]);
    await home.ok(["edit", id, to]);
  }
  await home.ok(["sync"]);
  const entries = await entriesOf(owner);
  assert.deepEqual(
    entries.map(({ projectId }) => projectId),
    [third, fourth, second],
  );
  for (const { taskId } of entries) assert.equal((await owner.get(`/v1/tasks/${taskId}`)).json.name, "General");
});

test("a name of several words is found without quotes, in every command", async () => {
  const served = await serve();
  const { projectId } = await newProject(served.owner, { name: "Patient booking" }, { name: "Design" });
  const { home } = await loggedIn(served);
  await home.ok(["log", "yesterday 9-10 @Patient booking/Design flow, and text"]);
  await home.ok(["start", "@patient", "booking", "call"]);
  await home.ok(["stop"]);
  await home.ok(["edit", "last", "@Patient booking/Design longer call"]);
  await home.ok(["sync"]);
  assert.deepEqual(
    (await entriesOf(served.owner)).map((entry) => [entry.projectId, entry.description]),
    [
      [projectId, "flow, and text"],
      [projectId, "longer call"],
    ],
  );
});

test("more than 12 hours and an end before the start need a confirmation", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  for (const typed of ["yesterday 9-8 @website a", "yesterday 13h @website a"]) {
    const { code, stderr } = await home.run(["log", typed]);
    assert.equal(code, 2, typed);
    assert.match(stderr, /That is .*\nIs this right\?\nThere is no terminal to ask\.\nAdd --yes/);
  }
  await home.ok(["log", "yesterday 9-8 @website long", "--yes"]);
  await home.ok(["log", "2026-03-02 22-6 @website night"]);
  await home.ok(["log", "2026-03-03 16-17 @website b"]);
  const [night, afternoon] = await home.json(["list", "2026-03-02..2026-03-03", "--json"]);
  assert.equal(night.description, "night");
  const { code } = await home.run(["edit", afternoon.id, "--to", "12:30"]);
  assert.equal(code, 2);
  const late = await home.run(["edit", afternoon.id, "--from", "17:05"]);
  assert.deepEqual([late.code, late.stderr], [2, "stint: 17:05 is after the entry's end.\nGive --to or --for too.\n"]);
  await home.ok(["edit", afternoon.id, "--to", "3:30", "--yes"]);
  await home.ok(["sync"]);
  const durations = (await entriesOf(served.owner)).map(({ durationSeconds }) => durationSeconds / 3600);
  assert.deepEqual(durations, [8, 11.5, 23]);
});

test("a start may be an instant with its offset", () => {
  const clock = { nowMs: Date.parse("2026-10-26T09:00:00Z"), today: "2026-10-26", zone: "Europe/Berlin" };
  for (const typed of ["2026-10-25T02:20+01", "2026-10-25 02:20+0100", "2026-10-25T01:20:00Z"])
    assert.equal(new Date(readInstant(typed, clock)).toISOString(), "2026-10-25T01:20:00.000Z");
});

test("a time that clocks repeat stays in its hour, and one that they skip is refused", async () => {
  const served = await serve({ timeZone: "Europe/Berlin" });
  const { home } = await loggedIn(served);
  await home.ok(["log", "2026-10-25 1:30-2:10 @website a, 2:30-3:30 b"]);
  const [{ id: first }, { id: second }] = await home.json(["list", "2026-10-25", "--json"]);
  const edits: [args: string[], line: RegExp][] = [
    [["edit", second, "--from", "2:40"], /02:40 UTC\+1-03:30 0:50/],
    [["edit", second, "--to", "2:50"], /02:40 UTC\+1-02:50 UTC\+1 0:10/],
    [["edit", first, "--to", "2:20"], /01:30-02:20 UTC\+2 0:50/],
    [["edit", first, "--to", "2:20 UTC+1"], /01:30-02:20 UTC\+1 1:50/],
    [["log", "2026-10-25 2:10 UTC+2-2:20 @website d"], /02:10 UTC\+2-02:20 UTC\+2 0:10/],
    [["log", "2026-10-25 2:10-3:10 @website c"], /02:10 UTC\+1-03:10 1:00/],
  ];
  for (const [args, line] of edits) assert.match(await home.ok(args), line, args.join(" "));
  for (const args of [
    ["log", "2026-03-29 2:30-4 @website d"],
    ["edit", first, "--day", "2026-03-29", "--from", "2:30"],
    ["edit", first, "--day", "2026-03-29", "--from", "1", "--to", "2:30"],
  ]) {
    const { code, stderr } = await home.run(args);
    assert.equal(code, 2, args.join(" "));
    assert.match(stderr, /Clocks skip a time in ".*2:30.*" that day\.\nWrite another time\./);
  }
});
