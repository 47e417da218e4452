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
  await home.ok(["log", "yesterday 9-10 @web"]);
  assert.match(
    await home.ok(["logout", "--dry-run", "--yes"]),
    /^Would delete the key and the local copy of "default" and discard 1 write\.\n$/,
  );
  assert.match(await home.ok(["sync", "--dry-run"]), /^Would send 1 write\.\n {2}log .*Website/);
  assert.deepEqual((await served.owner.get("/v1/time-entries")).json.data, []);
  await home.ok(["sync"]);
});
