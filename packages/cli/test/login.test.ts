import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { loggedIn, newHome, serve } from "#test/support/world.ts";

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

test("whoami asks the server whose key it is, and profiles tells which one is used and why", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const { apiKey } = (await served.owner.post("/v1/api-keys", { name: "half", scopes: ["timer"] })).json;
  // The address of the API stands for that of the server.
  await home.ok(["login", "--server", `${served.url}/v1/`, "--profile", "half"], { input: apiKey });
  const me = await home.json(["whoami", "--json", "--profile", "half"]);
  assert.partialDeepStrictEqual(me, { profile: "half", server: served.url, organization: "Test", role: "owner" });
  assert.deepEqual(
    [me.key, me.scopes, me.expiresAt],
    ["half", ["time-entries:read", "time-entries:write", "projects:read"], null],
  );
  assert.match(await home.ok(["whoami"]), /\nrole\towner\n.*\nexpiresAt\tnever\n$/s);
  const used = async (more: string[], env = {}) =>
    (await home.json(["profiles", "--json", ...more], { env })).map((row: Json) => [row.name, row.used]);
  assert.deepEqual(await used([]), [
    ["default", "the default"],
    ["half", null],
  ]);
  assert.deepEqual(await used(["--profile", "half"]), [
    ["default", null],
    ["half", "--profile"],
  ]);
  assert.deepEqual((await used([], { STINT_PROFILE: "half" })).at(-1), ["half", "STINT_PROFILE"]);
  const keyId = (await served.owner.get("/v1/api-keys?limit=1")).json.data[0].id;
  await served.owner.delete(`/v1/api-keys/${keyId}`);
  const refused = await home.run(["whoami", "--profile", "half"]);
  assert.equal(refused.code, 3);
  assert.match(refused.stderr, /does not accept this key/);
  const nobody = await home.run(["whoami", "--profile", "nobody"]);
  assert.deepEqual(
    [nobody.code, nobody.stderr],
    [
      3,
      'stint: There is no profile "nobody".\nUse --profile with one of default, half. Log in: stint login --server URL --profile nobody\n',
    ],
  );
});

test("a command says that the variables of the SDK replace the stored profile", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const env = { STINT_URL: served.url, STINT_API_KEY: served.owner.apiKey };
  const said = /^STINT_URL and STINT_API_KEY replace your profile\. To use it, unset them or add --profile default\.$/m;
  assert.match((await home.run(["list"], { env })).stderr, said);
  assert.doesNotMatch((await home.run(["list", "--profile", "default"], { env })).stderr, said);
  assert.doesNotMatch((await home.run(["list"])).stderr, said);
  assert.deepEqual((await home.json(["profiles", "--json"], { env })).at(-1).used, "STINT_URL and STINT_API_KEY");
  const other = await newHome();
  assert.doesNotMatch((await other.run(["sync"], { env })).stderr, said);
  const refused = await other.run(["whoami"], { env: { ...env, STINT_API_KEY: "stint_x" } });
  assert.match(refused.stderr, /does not accept this key: .*\nSet another STINT_API_KEY\.\n$/);
});

test("the server's address is that of the API without its path; on this machine, it needs no https", async () => {
  const served = await serve();
  for (const address of [`${served.url}/v1`, `${served.url}/v1/me`, `${served.url}//`, served.url.slice(7)]) {
    const home = await newHome();
    await home.ok(["login", "--server", address], { input: served.owner.apiKey });
    assert.equal(await home.ok(["open", "reports"]), `${served.url}/reports\n`, address);
  }
  const secure = served.url.replace("http:", "https:");
  const { stderr } = await (await newHome()).run(["login", "--server", secure], { input: "stint_x" });
  assert.equal(stderr.split("\n")[0], `stint: ${secure} can't be reached: it does not speak https.`);
});

test("a damaged profile is named, does not hide the others, and a login mends it", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["login", "--server", served.url, "--profile", "work"], { input: served.owner.apiKey });
  const file = join(home.path, ".config/stint/default.json");
  await writeFile(file, "{");
  const { code, stdout, stderr } = await home.run(["profiles", "--json", "name,server"]);
  assert.deepEqual([code, JSON.parse(stdout)], [4, [{ name: "work", server: served.url }]]);
  assert.equal(stderr, `stint: ${file} is not a profile. Log in again: stint login --server URL\n`);
  await home.ok(["log", "yesterday 9-10 @web", "--profile", "work"]);
  for (const damage of [() => writeFile(file, "{"), () => rm(file)]) {
    await home.ok(["login", "--server", served.url], { input: served.owner.apiKey });
    await home.ok(["log", "yesterday 9-10 @web"]);
    await damage();
    const other = await served.world.newOrganization();
    const refused = await home.run(["login", "--server", served.url], { input: other.apiKey });
    assert.match(
      refused.stderr,
      /The previous account has \d unsent write/,
      "they must not be sent to another account",
    );
  }
  await home.ok(["login", "--server", served.url], { input: served.owner.apiKey });
  await home.ok(["sync"]);
  assert.equal((await served.owner.get("/v1/time-entries")).json.data.length, 2);
});

test("a login mends a damaged profile and its damaged data, but sends nobody's writes to another account", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const login = (input = served.owner.apiKey) => home.run(["login", "--server", served.url], { input });
  const damage = async (...files: string[]) => {
    for (const file of files) await writeFile(join(home.path, file), "x".repeat(5000));
    await rm(join(home.path, `${folder}/mirror.db-wal`), { force: true });
  };
  const folder = ".local/share/stint/default";
  const profile = ".config/stint/default.json";
  await home.ok(["login", "--server", served.url, "--profile", "work"], { input: served.owner.apiKey });
  await damage(profile, `${folder}/mirror.db`, `${folder}/lock.db`);
  const listed = await home.run(["profiles", "--json", "name"]);
  assert.deepEqual(JSON.parse(listed.stdout), [{ name: "work" }]);
  assert.deepEqual(await login().then(({ code, stderr }) => [code, stderr]), [0, "0 entries copied.\n"]);
  await damage(`${folder}/mirror.db`);
  assert.equal((await home.json(["profiles", "--json", "name"])).length, 2);
  await home.ok(["sync"]);
  await home.ok(["log", "yesterday 9-10 @web"]);
  await damage(profile, `${folder}/mirror.db`);
  const refused = await login((await served.world.newOrganization()).apiKey);
  assert.match(refused.stderr, /has 1 unsent write\.\nDiscard them \(stint logout\) first, or log in with another/);
  assert.match((await home.run(["logout"])).stderr, /1 unsent write would be lost/);
  await home.ok(["logout", "--yes"]);
  assert.equal((await login()).code, 0);
  assert.deepEqual((await served.owner.get("/v1/time-entries")).json.data, []);
});
