// Tests logging in on the server's page, from a terminal provided by `script` (util-linux).
import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { openProxy } from "#test/support/killing-proxy.ts";
import { cannot, onTerminal } from "#test/support/on-terminal.ts";
import { newHome, serve } from "#test/support/world.ts";

const code = /\n +([B-Z]{4}-[B-Z]{4})\r?\n/;

test(
  "on a terminal, a person connects stint by a page, and revokes its key in the dashboard",
  { skip: cannot },
  async (t) => {
    const served = await serve();
    const session = await served.world.newSession(served.owner);
    const home = await newHome();
    const running = await onTerminal(t, home, ["login", "--server", served.url, "--no-browser"]);
    const userCode = await running.until(code);
    assert.match(running.said(), /Open https:\/\/time\.example\.com\/device and enter the code/);
    assert.equal((await session.post("/v1/device-logins/approve", { userCode })).status, 200);
    await running.until(/Logged in as .* in Test/);
    assert.equal(await running.ended, 0, running.said());
    const profile = join(home.path, ".config/stint/default.json");
    assert.equal((await stat(profile)).mode & 0o777, 0o600);
    const { key } = JSON.parse(await readFile(profile, "utf8"));
    assert.ok(!running.said().includes(key));
    const [made] = (await served.owner.get("/v1/api-keys?limit=1")).json.data;
    assert.match(made.name, /^stint on \S/);
    await home.ok(["sync"]);
    assert.equal((await served.owner.delete(`/v1/api-keys/${made.id}`)).status, 204);
    assert.equal((await home.run(["sync"])).code, 3);
  },
);

test("without a terminal and without a key, it prints a code and waits", async () => {
  const served = await serve();
  const session = await served.world.newSession(served.owner);
  for (const more of [[], ["--no-browser"]]) {
    let approved: Promise<{ status: number }> | undefined;
    const onStderr = (said: string) => {
      const [, userCode] = code.exec(said) ?? [];
      if (userCode !== undefined) approved ??= session.post("/v1/device-logins/approve", { userCode });
    };
    const ran = await (await newHome()).run(["login", "--server", served.url, ...more], { onStderr });
    assert.equal((await approved)?.status, 200, ran.stderr);
    assert.deepEqual([ran.code, /^Logged in as .* in Test/.test(ran.stdout)], [0, true], ran.stderr);
  }
});

test("a refused command names the login that asks for its scopes, which the page then suggests", async () => {
  const served = await serve();
  const session = await served.world.newSession(served.owner);
  const home = await newHome();
  const { apiKey } = (await served.owner.post("/v1/api-keys", { name: "timer", scopes: ["timer", "costs:read"] })).json;
  await home.ok(["login", "--server", served.url], { input: apiKey });
  for (const args of [["approve"], ["api", "GET", "timesheets"]]) {
    const refused = await home.run(args);
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /\nAsk for it: stint login --scopes timesheets\n$/);
  }
  let asked: Promise<string[]> | undefined;
  const onStderr = (said: string) => {
    const [, userCode] = code.exec(said) ?? [];
    if (userCode === undefined) return;
    asked ??= session.post("/v1/device-logins/find", { userCode }).then(async ({ json }) => {
      await session.post("/v1/device-logins/approve", { userCode, scopes: json.scopes });
      return json.scopes;
    });
  };
  const ran = await home.run(["login", "--scopes", "timesheets"], { onStderr });
  assert.equal(ran.code, 0, ran.stderr);
  const former = ["time-entries:read", "time-entries:write", "projects:read", "costs:read"];
  const expected = [...former, "timesheets:read", "timesheets:write", "timesheets:approve"];
  assert.deepEqual(await asked, expected);
  assert.deepEqual((await home.json(["whoami", "--json", "scopes"])).scopes, expected);
});

test("a denial, and a code that nobody enters in time", { skip: cannot }, async (t) => {
  const clock = { ms: Date.now() };
  const served = await serve({ now: () => new Date(clock.ms) });
  const session = await served.world.newSession(served.owner);
  const homes = [await newHome(), await newHome()];
  const args = ["login", "--server", served.url, "--no-browser"];
  const [denied, late] = await Promise.all(homes.map((home) => onTerminal(t, home, args)));
  assert.ok(denied !== undefined && late !== undefined);
  await late.until(code);
  const userCode = await denied.until(code);
  assert.equal((await session.post("/v1/device-logins/deny", { userCode })).status, 204);
  assert.equal(await denied.ended, 3);
  assert.match(denied.said(), /The login was denied/);
  clock.ms += 601_000;
  assert.equal(await late.ended, 4);
  assert.match(late.said(), /The code has expired\.\r?\nRun stint login again/);
  for (const home of homes) assert.deepEqual(await readdir(join(home.path, ".config/stint")).catch(() => []), []);
});

test("a reply that is lost with the key costs no second key", { skip: cannot }, async (t) => {
  const served = await serve();
  const session = await served.world.newSession(served.owner);
  const proxy = await openProxy(served.url);
  t.after(() => proxy.close());
  // Lose the reply to the second request, which is the first poll.
  let lost = 0;
  proxy.at("after", 2, () => {
    lost++;
    throw new Error("the connection breaks");
  });
  const home = await newHome();
  const running = await onTerminal(t, home, ["login", "--server", proxy.url, "--no-browser"]);
  const userCode = await running.until(code);
  assert.equal((await session.post("/v1/device-logins/approve", { userCode })).status, 200);
  assert.equal(await running.ended, 0, running.said());
  assert.equal(lost, 1);
  const { data } = (await served.owner.get("/v1/api-keys?status=active")).json;
  assert.equal(data.filter(({ name }: { name: string }) => name.startsWith("stint on ")).length, 1);
});

test("a browser is opened on a desktop only, with the code in the address", { skip: cannot }, async (t) => {
  const served = await serve();
  const home = await newHome();
  const opened = join(home.path, "opened");
  const program = join(home.path, "browser");
  const { mkdir, writeFile } = await import("node:fs/promises");
  await mkdir(home.path, { recursive: true });
  await writeFile(program, `#!/bin/sh\necho "$1" > '${opened}'\n`, { mode: 0o755 });
  const args = ["login", "--server", served.url];
  const running = await onTerminal(t, home, args, { BROWSER: program });
  const userCode = await running.until(code);
  for (let tries = 0; tries < 200 && (await readFile(opened, "utf8").catch(() => "")) === ""; tries++) await sleep(50);
  assert.equal(await readFile(opened, "utf8"), `https://time.example.com/device?code=${userCode}\n`);
  const remote = await onTerminal(t, await newHome(), args, { DISPLAY: ":0", SSH_CONNECTION: "x" });
  await remote.until(/or open https:\/\/time\.example\.com\/device\?code=/);
});

test("a server without the page, or too old for it, asks for a key", { skip: cannot }, async (t) => {
  const world = await newTestApp({ hasDevicePage: false });
  const owner = await world.newOrganization();
  const url = `http://127.0.0.1:${await listenOn(world.app)}`;
  const old = createServer((request, response) => {
    if (request.url?.startsWith("/auth/device-logins") === true) {
      const problem = { type: "about:blank", title: "Not Found", status: 404, code: "not_found", detail: "Nothing." };
      response.writeHead(404, { "content-type": "application/problem+json" }).end(JSON.stringify(problem));
    } else
      void fetch(`${url}${request.url ?? ""}`, {
        headers: { authorization: String(request.headers.authorization) },
      }).then(async (reply) => {
        response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" });
        response.end(await reply.text());
      });
  });
  await new Promise<void>((resolve) => old.listen(0, "127.0.0.1", resolve));
  t.after(() => old.close());
  const oldUrl = `http://127.0.0.1:${(old.address() as AddressInfo).port}`;
  for (const server of [url, oldUrl]) {
    const running = await onTerminal(t, await newHome(), ["login", "--server", server]);
    await running.until(/has no page for connecting programs/);
    await running.until(/Key: /);
    running.type(`${owner.apiKey}\n`);
    await running.until(/Logged in as/);
    assert.equal(await running.ended, 0, running.said());
    assert.ok(!running.said().includes(owner.apiKey));
  }
});

test("--with-key asks for a key, and a piped key needs no page", { skip: cannot }, async (t) => {
  const served = await serve();
  const asked = await onTerminal(t, await newHome(), ["login", "--server", served.url, "--with-key"]);
  await asked.until(/Key: /);
  asked.type(`${served.owner.apiKey}\n`);
  assert.equal(await asked.ended, 0, asked.said());
  const home = await newHome();
  assert.match(await home.ok(["login", "--server", served.url], { input: served.owner.apiKey }), /^Logged in/);
});
