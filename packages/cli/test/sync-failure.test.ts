// Tests that commands that work without the server say so when nothing is sent any more.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { scopes } from "@stint/server/src/identity/access.ts";
import { waitFor } from "@stint/server/test/databases/hold.ts";
import { selfSigned } from "@stint/server/test/fixtures/self-signed.ts";
import { type Home, loggedIn, serve, zoneAtNoon } from "#test/support/world.ts";

const profile = (home: Home) => join(home.path, ".config/stint/default.json");
const hour = 3_600_000;

async function change(home: Home, changed: object): Promise<void> {
  await writeFile(profile(home), JSON.stringify({ ...JSON.parse(await readFile(profile(home), "utf8")), ...changed }));
}

test("after the key was revoked, every command says so until a login", async () => {
  const served = await serve({ timeZone: zoneAtNoon() });
  const key = await served.world.newKey(served.owner, scopes);
  const { home } = await loggedIn(served, key);
  await home.ok(["start", "@web text", "--at", "-30m"]);
  await home.ok(["sync"]);
  assert.equal((await served.owner.delete(`/v1/api-keys/${key.keyId}`)).status, 204);
  // The background process is what fails, and nobody sees its output.
  const logged = await home.runProcess(["log", "yesterday 9-10 @web"], { env: { STINT_SYNC: "" } });
  assert.deepEqual([logged.code, logged.stderr], [0, ""]);
  await waitFor(() => Promise.resolve(existsSync(join(home.path, ".local/share/stint/default/sync-failure.json"))));
  const line =
    /^Nothing was sent or received since \w{3} 20\d\d-\d\d-\d\d 12:\d\d: http:\S+ does not accept this key: it was revoked, has expired, or is mistyped\. Log in again: stint login --server http:\S+\n$/;
  for (const args of [["log", "yesterday 10-11 @web"], ["list"], ["report"], ["projects"], ["status"], ["conflicts"]]) {
    const ran = await home.run(args);
    assert.equal(ran.code, 0);
    assert.match(ran.stderr, line, args.join(" "));
  }
  const { stdout, stderr } = await home.run(["list", "yesterday", "--json", "id"]);
  assert.equal(JSON.parse(stdout).length, 2);
  assert.match(stderr, line);
  const prompt = await home.runProcess(["status", "--short"]);
  assert.match(prompt.stdout, /^0:3\d Website\/Build !\n$/);
  assert.equal(prompt.stderr, "");
  await home.ok(["stop"]);
  assert.equal(await home.ok(["status", "--short"]), "!\n");
  // With an error of its own, a command reports only that.
  assert.doesNotMatch((await home.run(["list", "--fresh"])).stderr, /sent or received/);
  await home.ok(["login"], { input: served.owner.apiKey });
  assert.equal((await home.run(["list"])).stderr, "");
  assert.equal(await home.ok(["status", "--short"]), "");
});

test("what the user has to mend is reported at once, a missing connection after a day", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const other = await served.world.newOrganization();
  const web = createServer(({ url }, response) => {
    response.writeHead(url?.startsWith("/down/") === true ? 503 : 200, { "content-type": "text/html" }).end("<h1>");
  });
  const secure = createSecureServer(await selfSigned("localhost"));
  const [page, secured] = await Promise.all(
    [web, secure].map(async (server) => {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      t.after(() => server.close());
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  const right = JSON.parse(await readFile(profile(home), "utf8"));
  const failAfter = async (hours: number, changed: object) => {
    await change(home, { ...right, ...changed });
    const { code } = await home.run(["sync"], { aheadMs: hours * hour });
    assert.notEqual(code, 0);
    return (await home.run(["list"])).stderr;
  };
  const recover = async () => {
    await change(home, right);
    await home.ok(["sync"]);
    assert.equal((await home.run(["list"])).stderr, "");
  };
  const own: [change: object, says: RegExp][] = [
    [{ key: other.apiKey }, /not to the account of this profile\./],
    [{ server: `http://${page}` }, /is not from Stint\./],
    [{ server: `https://${secured}` }, /its certificate is self-signed/],
    [{ key: other.apiKey.slice(0, -1) }, /does not accept this key/],
  ];
  for (const [changed, says] of own) {
    await home.ok(["log", "yesterday 9-10 @web"]);
    const said = await failAfter(0, changed);
    assert.match(said, says);
    assert.doesNotMatch(said, /writes? (?:is|are) kept/, "their number would be that of the failure");
    await recover();
  }
  const refused = await failAfter(0, { key: other.apiKey.slice(0, -1) });
  assert.equal(await failAfter(1, { server: "http://127.0.0.1:1" }), refused, "it is still refused while offline");
  await recover();
  for (const server of ["http://127.0.0.1:1", `http://${page}/down`]) {
    for (const hours of [0, 23]) assert.equal(await failAfter(hours, { server }), "");
    assert.equal(await home.ok(["status", "--short"], { aheadMs: 72 * hour }), "", "no attempt was made in between");
    assert.match(await failAfter(25, { server }), /can't be reached|status 503/);
    assert.equal(await home.ok(["status", "--short"]), "!\n");
    await recover();
  }
});
