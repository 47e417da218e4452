// Tests the commands that need the server: timesheets, events, and opening the dashboard.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { verifyWebhook, type WebhookEvent } from "@stint/sdk";
import { pages } from "#src/commands/account/open.ts";
import { jsonFields } from "#src/shown/json-fields.ts";
import { builtCommand, type Home, loggedIn, newHome, serve } from "#test/support/world.ts";

test("a member submits a month, and a manager approves it", async () => {
  const served = await serve();
  const { owner, world } = served;
  assert.equal(
    (await owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-03-01" } })).status,
    200,
  );
  const where = await newProject(owner);
  const member = await world.newMember(owner, "member");
  await newEntry(member, where);
  const home = await newHome();
  await home.ok(["login", "--server", served.url], { input: member.apiKey });
  assert.match(
    await home.ok(["submit", "2026-03-02", "--dry-run"]),
    /^Would do: Submit 2026-03-01 to 2026-03-31, 1:00 in 1 entry/,
  );
  assert.match(
    await home.ok(["submit", "today", "--dry-run"]),
    /^Would do: Submit \S+ to \S+, 0:00 in 0 entries before it ends\? Then you can't add time or start a timer until /,
  );
  assert.equal((await home.run(["submit", "2026-03-02"])).code, 2);
  const wrong = await home.run(["submit", "2026-03-02", "--yes", "--json", "steps"]);
  assert.deepEqual([wrong.code, wrong.stderr.includes('There is no field "steps".')], [2, true]);
  assert.match(await home.ok(["submit", "2026-03-02", "--yes"]), /^submitted: 2026-03-01 to 2026-03-31, 1:00/);
  assert.equal((await home.run(["submit", "2026-03-02", "--yes"])).code, 2);
  const boss = await newHome();
  await boss.ok(["login", "--server", served.url], { input: owner.apiKey });
  const approved = await boss.json(["approve", "mem", "--yes", "--json"]);
  assert.deepEqual([approved.status, approved.periodStart], ["approved", "2026-03-01"]);
  assert.deepEqual(new Set(Object.keys(approved)).difference(new Set(jsonFields.timesheet)), new Set());
  assert.equal((await boss.run(["approve", "--yes"])).code, 2);
  assert.equal((await home.run(["approve", "--yes"])).code, 2);
});

test("without timesheets there is nothing to submit", async () => {
  const { home } = await loggedIn(await serve());
  const ran = await home.run(["submit", "--yes"]);
  assert.deepEqual([ran.code, ran.stderr], [2, "stint: Your organization doesn't use timesheets.\n"]);
});

test("open knows the pages of the dashboard", () => {
  const screens = readFileSync(new URL("../../../apps/dashboard/src/screens.ts", import.meta.url), "utf8");
  const [own = ""] = screens.split("signedOutScreens");
  const all = new Set([...own.matchAll(/path: "\/([a-z]+)/g)].map(([, page]) => page));
  // These belong to the login of programs.
  for (const page of ["device", "authorize"]) all.delete(page);
  assert.deepEqual(all, new Set(pages));
});

test("open prints the address where there is no browser", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  assert.equal(await home.ok(["open", "reports"]), `${served.url}/reports\n`);
  for (const address of ["//evil", "nowhere", "time?x", "settings/"]) {
    const { code, stderr } = await home.run(["open", address]);
    assert.deepEqual([code, stderr.includes("Its pages: time, calendar, ")], [2, true], address);
  }
  assert.equal(await home.ok(["open", "settings/api-keys"]), `${served.url}/settings/api-keys\n`);
});

/** Starts a local receiver that verifies the deliveries it gets. */
async function newReceiver(t: TestContext) {
  const got: { body: string; headers: Record<string, string | string[] | undefined> }[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      got.push({ body, headers: request.headers });
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const events = (secret: string): Promise<WebhookEvent[]> =>
    Promise.all(got.map(({ body, headers }) => verifyWebhook(body, headers, secret)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, events };
}

/** Starts a relay in front of the server. The relay's connections can be cut. */
async function openRelay(t: TestContext, port: number) {
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    const upstream = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on("error", () => undefined).pipe(to);
      from.on("close", () => to.destroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  t.after(() => {
    cut();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut };
}

async function startListening(t: TestContext, { env }: Home, args: string[]) {
  const child = spawn(process.execPath, [await builtCommand(), "listen", ...args], { env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  t.after(() => child.kill("SIGKILL"));
  const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(said);
      if (found !== null) return found;
      if (child.exitCode !== null) throw new Error(said);
      await sleep(20);
    }
  };
  return { until, child };
}

test("listen forwards events, signed as webhooks, and goes on without a gap after a break and after an end", async (t) => {
  const served = await serve();
  const { owner } = served;
  const relay = await openRelay(t, Number(new URL(served.url).port));
  const { home, where } = await loggedIn({ ...served, url: relay.url });
  const receiver = await newReceiver(t);
  const args = ["--forward-to", receiver.url, "--events", "time_entry.created"];
  const first = await startListening(t, home, args);
  const [, secret = ""] = await first.until(/Signing secret: (whsec_\S+)/);
  await first.until(/Listening to/);
  const made = [await newEntry(owner, where)];
  await first.until(/time_entry\.created .* 204/);
  relay.cut();
  made.push(await newEntry(owner, where));
  await first.until(/Reconnected; no events were missed[\s\S]*time_entry\.created .* 204/);
  first.child.kill("SIGINT");
  const [code] = (await once(first.child, "close")) as [number];
  assert.equal(code, 0);
  made.push(await newEntry(owner, where));
  const second = await startListening(t, home, [...args, "--resume"]);
  await second.until(/time_entry\.created .* 204/);
  const events = await receiver.events(secret);
  assert.deepEqual(
    events.map(({ data }) => (data.object as { id: string }).id),
    made.map(({ id }) => id),
  );
  const resumed = await home.run(["listen", "--resume"]);
  assert.equal(resumed.code, 2);
});

test("trigger sends an example of each type to the address that listens", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const receiver = await newReceiver(t);
  const secret = `whsec_${Buffer.from("a secret of thirty-two characters").toString("base64")}`;
  const types = ["time_entry.created", "budget.exceeded", "timesheet.rejected", "webhook.test"];
  for (const type of types)
    assert.match(await home.ok(["trigger", type, "--forward-to", receiver.url, "--secret", secret]), /204/);
  assert.deepEqual(
    (await receiver.events(secret)).map(({ type }) => type),
    types,
  );
  const dry = await home.ok(["trigger", "webhook.test", "--forward-to", receiver.url, "--dry-run"]);
  assert.match(dry, /^Would send: POST http:\/\/127\.0\.0\.1:\d+\/hook\n\{/);
  assert.equal((await receiver.events(secret)).length, types.length);
  const unknown = await home.run(["trigger", "time_entry.eaten", "--forward-to", receiver.url]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /Events: time_entry\.created, /);
  assert.equal((await home.run(["trigger", "webhook.test", "--forward-to", "http://127.0.0.1:1"])).code, 4);
});

test("listen --json prints each event with its body, without a receiver too", async (t) => {
  const served = await serve();
  const { home, where } = await loggedIn(served);
  const listening = await startListening(t, home, ["--json", "--events", "time_entry.created"]);
  await listening.until(/Listening to/);
  const made = await newEntry(served.owner, where, { description: "a body" });
  const [line = ""] = await listening.until(/^\{.*\}$/m);
  const event = JSON.parse(line);
  assert.deepEqual(
    [event.type, event.data.object.id, event.data.object.description, event.cursor],
    ["time_entry.created", made.id, "a body", undefined],
  );
});

test("an event is sent again to the endpoints that it was sent to", async () => {
  const served = await serve();
  const { owner } = served;
  const { home } = await loggedIn(served);
  const endpoint = async (type: string) =>
    (await owner.post("/v1/webhooks", { url: "http://127.0.0.1:1/hook", events: [type] })).json.id;
  const [hook, other] = [await endpoint("project.created"), await endpoint("project.deleted")];
  const { id, eventId } = (await owner.post(`/v1/webhooks/${hook}/test`)).json;
  await owner.post(`/v1/webhooks/${hook}/test`);
  assert.equal(
    await home.ok(["events", "resend", id, "--dry-run"]),
    `Would send again: webhook.test ${eventId} to ${hook}\n`,
  );
  assert.equal(await home.ok(["events", "resend", eventId]), `Sent again: webhook.test ${eventId} to ${hook}\n`);
  const elsewhere = await home.run(["events", "resend", eventId, "--endpoint", other]);
  assert.deepEqual([elsewhere.code, elsewhere.stderr.startsWith("stint: No endpoint was sent")], [2, true]);
  assert.equal((await home.run(["events", "show", eventId])).code, 2);
});
