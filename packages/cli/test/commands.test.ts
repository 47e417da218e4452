import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { newEntry } from "@stint/server/test/worlds/factories.ts";
import { newDangerousProject } from "#test/support/dangerous-names.ts";
import { loggedIn, newHome, serve, zoneAtNoon } from "#test/support/world.ts";

test("a day of work: start, switch, stop, log, edit, undo, and the server has it all", async () => {
  const served = await serve({ timeZone: zoneAtNoon() });
  const { home, where } = await loggedIn(served);
  assert.match(
    await home.ok(["start", "@web", "#review text", "--at", "-30m"]),
    /^Started Website\/Build text #review at/,
  );
  assert.match(await home.ok(["status", "--short"]), /^0:3\d Website\/Build\n$/);
  assert.match(await home.ok(["switch", "call", "--at", "-10m"]), /^Stopped Website\/Build after 0:2\d. Started/);
  assert.match(await home.ok(["stop"]), /^Stopped Website\/Build after 0:1\d at .* Today /);
  await home.ok(["log", "yesterday 9-10:30 @website billing, 45m mail"]);
  await home.ok(["sync"]);
  const entries = (await served.owner.get("/v1/time-entries?sort=startedAt")).json.data;
  assert.deepEqual(
    entries.map(({ description, durationSeconds, tags, source, projectId, taskId }: Record<string, unknown>) => {
      assert.deepEqual({ projectId, taskId }, where);
      // Round the durations, because seconds may pass between two commands on a slow machine.
      return [description, Math.floor(Number(durationSeconds) / 300) * 300, tags, source];
    }),
    [
      ["billing", 5400, [], "cli"],
      ["mail", 2700, [], "cli"],
      ["text", 1200, ["review"], "timer"],
      ["call", 600, [], "timer"],
    ],
  );
  await home.ok(["edit", "last", "@web longer call", "--for", "15m", "--tag", "phone"]);
  await home.ok(["sync"]);
  const changed = (await served.owner.get(`/v1/time-entries/${entries[3].id}`)).json;
  assert.deepEqual([changed.description, changed.durationSeconds, changed.tags], ["longer call", 900, ["phone"]]);
  await home.ok(["undo"]);
  await home.ok(["undo"]);
  await home.ok(["sync"]);
  assert.equal((await served.owner.get(`/v1/time-entries/${entries[3].id}`)).json.description, "call");
  assert.deepEqual(
    (await home.json(["list", "yesterday", "--json"])).map(({ description }: { description: string }) => description),
    [],
  );
  const left = (await served.owner.get("/v1/time-entries")).json.data;
  assert.deepEqual(left.length, 2);
});

test("a day with other words behind it is refused, and nothing is logged", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  for (const day of ["mon lunch", "soon"]) {
    const { code, stderr } = await home.run(["log", "1h @website", "--day", day]);
    assert.equal(code, 2, stderr);
    assert.match(stderr, new RegExp(`"${day}" is not a day`));
  }
  assert.deepEqual((await served.owner.get("/v1/time-entries")).json.data, []);
});

test("undo takes back a start together with the stop of the former timer", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["start", "@web first", "--at", "-50m"]);
  await home.ok(["sync"]);
  const first = (await served.owner.get("/v1/timer")).json;
  await home.ok(["start", "@web second", "--at", "-20m"]);
  await home.ok(["sync"]);
  await home.ok(["undo"]);
  await home.ok(["sync"]);
  const timer = (await served.owner.get("/v1/timer")).json;
  assert.deepEqual([timer.description, timer.startedAt], ["first", first.startedAt]);
  assert.deepEqual((await served.owner.get("/v1/time-entries")).json.data, []);
});

test("what was never sent is withdrawn by undo, and the server hears nothing of it", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", "9-10 @web"]);
  await home.ok(["undo"]);
  assert.match(await home.ok(["sync"]), /^0 writes sent/);
  assert.deepEqual((await served.owner.get("/v1/time-entries?includeDeleted=true")).json.data, []);
});

test("start without a text continues the last work, but not with a done task or an archived project", async () => {
  const served = await serve();
  const { owner } = served;
  const { home, where } = await loggedIn(served);
  await owner.post(`/v1/projects/${where.projectId}/tasks`, { name: "General" });
  await newEntry(owner, where, { description: "review" });
  await owner.patch(`/v1/tasks/${where.taskId}`, { status: "done" });
  await home.ok(["sync"]);
  assert.match(await home.ok(["start"]), /^Started Website review at/);
  await home.ok(["undo"]);
  await owner.patch(`/v1/projects/${where.projectId}`, { status: "archived" });
  await home.ok(["sync"]);
  const ran = await home.run(["start"]);
  assert.match(ran.stderr, /^stint: Which project\?/);
});

test("manners: exit codes, suggestions, dry runs, no questions without a terminal, a private key file", async () => {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  const { mode } = await stat(join(home.path, ".config/stint/default.json"));
  assert.equal((mode & 0o777).toString(8), "600");
  const ends = async (args: string[], code: number, stderr: RegExp) => {
    const ran = await home.run(args);
    assert.deepEqual([ran.code, ran.stdout], [code, ""], args.join(" "));
    assert.match(ran.stderr, stderr);
  };
  await ends(["sttus"], 2, /did you mean `status`/);
  await ends(["list", "--jon"], 2, /did you mean --json/);
  await ends(["start", "@webstie text"], 2, /^stint: There is no project "webstie".\nDid you mean @Website\?\n$/);
  await ends(["start", "@website/nope text"], 2, /^stint: Website has no open task "nope"\.\n/);
  await ends(["list", ":moth"], 2, /is not a period/);
  await ends(["stop"], 2, /^stint: No timer is running.\nTo log past work: stint log "45m @project text"\n$/);
  await ends(["log", "@web without time"], 2, /has no time/);
  await ends(["list", "--json", "nope"], 2, /The fields are id, day/);
  await newEntry(served.owner, where);
  await home.ok(["sync"]);
  await ends(["delete", "last"], 2, /Add --yes/);
  assert.match(await home.ok(["delete", "last", "--dry-run"]), /^Would do: Deleted Mon 2026-03-02 09:00-10:00 1:00/);
  assert.match(await home.ok(["start", "@web", "--dry-run"]), /^Would do: Started/);
  assert.match(await home.ok(["sync"]), /^0 writes sent/);
  assert.equal(
    await home.ok(["list", "2026-03-02", "--json", "seconds,project"]),
    '[{"seconds":3600,"project":"Website"}]\n',
  );
  assert.match(await home.ok(["list", "2026-03"]), /^\w{6}\t2026-03-02\t09:00\t10:00\t1:00\tWebsite\tBuild\t\t\n$/);
  const help = await home.ok(["help"]);
  assert.ok(help.split("\n").length <= 24 + 1, "help fits on a screen of 24 lines");
  assert.ok(help.split("\n").every((line) => line.length <= 80));
});

test("nobody is logged in, and a profile is not there", async () => {
  const home = await newHome();
  for (const args of [["list"], ["sync"], ["status"], ["start", "@web"]]) {
    const ran = await home.run(args);
    assert.deepEqual([ran.code, ran.stdout], [3, ""]);
    assert.equal(ran.stderr, "stint: You aren't logged in.\nLog in: stint login --server URL\n");
  }
  assert.match((await home.run(["sync", "--profile", "work"])).stderr, /stint login --server URL --profile work/);
  assert.equal((await home.run(["sync", "--profile", "../etc"])).code, 2);
  assert.equal((await home.run(["status", "--short"])).code, 0);
});

test("two profiles keep two accounts apart, and one from the environment needs no file", async () => {
  const served = await serve();
  const other = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["login", "--server", other.url, "--profile", "other"], { input: other.owner.apiKey });
  await newEntry(served.owner, {
    projectId: (await home.json(["projects", "--json"]))[0].id,
    taskId: (await served.owner.get("/v1/tasks")).json.data[0].id,
  });
  await home.ok(["sync"]);
  await home.ok(["sync", "--profile=other"]);
  assert.equal((await home.json(["list", "2026-03", "--json"])).length, 1);
  assert.equal((await home.json(["list", "2026-03", "--json", "--profile", "other"])).length, 0);
  const env = { STINT_URL: served.url, STINT_API_KEY: served.owner.apiKey };
  await home.ok(["sync"], { env });
  assert.equal((await home.json(["list", "2026-03", "--json"], { env })).length, 1);
  await home.ok(["logout", "--profile", "other"]);
  assert.equal((await home.run(["sync", "--profile", "other"])).code, 3);
});

test("api sends any request, and fails as the server does", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const made = JSON.parse(await home.ok(["api", "POST", "projects", "-f", "name=Intranet", "-f", "billable=false"]));
  assert.deepEqual([made.name, made.billable], ["Intranet", false]);
  const found = await home.json(["api", "GET", "/v1/projects", "-f", "limit=1"]);
  assert.equal(found.data.length, 1);
  for (const path of ["v1/projects", "C:/Program Files/Git/v1/projects", "D:/api/v1/Git/v1/projects"])
    assert.equal((await home.json(["api", "GET", path, "-f", "limit=1"])).data.length, 1, path);
  assert.match(await home.ok(["api", "DELETE", `projects/${made.id}`, "--dry-run"]), /^Would send: DELETE/);
  const refused = await home.run(["api", "POST", "projects", "--input", "-"], { input: "{}" });
  assert.equal(refused.code, 2);
  assert.equal(JSON.parse(refused.stdout).status, 400);
  assert.equal((await home.run(["api", "FETCH", "projects"])).code, 2);
});

test("api reads all pages of a list, and sends fields as text or as JSON", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  for (const name of ["One", "Two"]) await served.owner.post("/v1/projects", { name });
  const all = await home.json(["api", "GET", "projects", "--paginate", "-F", "limit=1"]);
  assert.deepEqual(all.map(({ name }: { name: string }) => name).toSorted(), ["One", "Two", "Website"]);
  assert.equal((await home.run(["api", "GET", "me", "--paginate"])).code, 2);
  const csv = ["api", "GET", "audit-events", "--paginate", "-f", "format=csv"];
  assert.match((await home.run(csv)).stderr, /has no pages/);
  assert.equal((await home.run(["api", "POST", "projects", "--paginate", "-f", "name=x"])).code, 2);
  const refused = await home.run(["api", "GET", "projects", "--paginate", "-f", "limit=0"]);
  assert.deepEqual([refused.code, JSON.parse(refused.stdout).code], [2, "validation_failed"]);
  const args = ["api", "POST", "projects", "--raw-field", "name=123", "-F", "billable=false", "--dry-run"];
  assert.match(await home.ok(args), /\{"billable":false,"name":"123"\}/);
});

test("a mistyped command or option is explained with the next step, and help names the values of options", async () => {
  const home = await newHome();
  const unknown = await home.run(["stat"]);
  assert.deepEqual([unknown.code, unknown.stderr.split("\n").slice(1)], [2, ["All commands: stint help", ""]]);
  assert.match(unknown.stderr, /^stint: No command registered for `stat`, did you mean .*`start`/);
  const wrong = await home.run(["list", "--fresk"]);
  assert.equal(
    wrong.stderr,
    "stint: No flag registered for --fresk, did you mean --fresh?\nAdd --help for the options.\n",
  );
  assert.match(await home.ok(["stop", "--help"]), /\[--at\] +<time> When it ended/);
  assert.equal(await home.ok(["version"]), await home.ok(["--version"]));
  const env = { STINT_URL: "http://127.0.0.1:1", STINT_API_KEY: "stint_x" };
  const listen = await home.run(["listen", "--forward-to", "foo"], { env });
  assert.deepEqual([listen.code, listen.stderr.split("\n")[0]], [2, 'stint: "foo" is not an address.']);
});

test("errors contain no control codes of names", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const { projectId } = await newDangerousProject(served, "Evil\u001B[2J\u0007");
  await served.owner.patch(`/v1/projects/${projectId}`, { status: "archived" });
  await home.ok(["sync"]);
  const { stderr } = await home.run(["start", "@evil"]);
  assert.match(stderr, /^stint: The project "Evil ?" is archived\.\nReactivate it/);
});

test("--wait returns when the server has it", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", "yesterday 9-10 @web", "--wait"]);
  assert.equal((await served.owner.get("/v1/time-entries")).json.data.length, 1);
});
