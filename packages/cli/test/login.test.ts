import assert from "node:assert/strict";
import { test } from "node:test";
import { loggedIn, serve } from "#test/support/world.ts";

test("--dry-run of login and logout only says what they would do", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  assert.equal(
    await home.ok(["login", "--server", "https://other.example.com", "--dry-run"], { input: "x" }),
    'Would log in to https://other.example.com with a key, as the profile "default".\n',
  );
  for (const [address, isWarned] of [
    ["http://time.example.com", true],
    ["http://127.0.0.1.example.com:4300", true],
    ["time.example.com", false],
    ["http://localhost:4300", false],
    ["http://127.0.0.1:4300", false],
    ["http://[::1]:4300", false],
  ] as const) {
    const { stderr } = await home.run(["login", "--server", address, "--dry-run"], { input: "x" });
    assert.equal(/is not encrypted\. Others in the network can read your key/.test(stderr), isWarned, address);
  }
  await home.ok(["log", "yesterday 9-10 @web"]);
  assert.match(
    await home.ok(["logout", "--dry-run", "--yes"]),
    /^Would delete the key and the local copy of "default" and discard 1 write\.\n$/,
  );
  assert.match(await home.ok(["sync", "--dry-run"]), /^Would send 1 write\.\n {2}log .*Website/);
  assert.deepEqual((await served.owner.get("/v1/time-entries")).json.data, []);
  await home.ok(["sync"]);
});
