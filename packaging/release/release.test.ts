import assert from "node:assert/strict";
import { existsSync, globSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { run } from "./run.ts";
import { openContainer } from "./test-container.ts";
import { installPackage } from "./test-package.ts";
import { trackHour, trackedHours } from "./test-service.ts";

const mebi = 2 ** 20;
const checkout = join(import.meta.dirname, "../..");
let temp = "";
let made = "";

before(async () => {
  temp = await mkdtemp(join(tmpdir(), "stint-release-"));
  made = join(temp, "one");
  await makeRelease(made);
});
after(() => rm(temp, { recursive: true, force: true }));

async function makeRelease(into: string): Promise<void> {
  await run("npm", ["run", "release", "--", "--allow-changes", "--into", into], { cwd: checkout });
}

const fileOf = async (pattern: RegExp): Promise<string> => {
  const found = (await readdir(made)).find((name) => pattern.test(name));
  assert.ok(found, `a file like ${pattern}`);
  return join(made, found);
};

/** Returns the relative links in the documents of a production tree that lead nowhere. */
async function brokenLinks(tree: string): Promise<string[]> {
  const documents = globSync("{*.md,{docs,packages,packaging}/**/*.md}", { cwd: tree });
  assert.ok(documents.includes("packages/sdk/README.md") && documents.includes("docs/run/install.md"));
  const links = await Promise.all(
    documents.map(async (document) => {
      const text = (await readFile(join(tree, document), "utf8")).replaceAll(/^```[^]*?^```|`[^`\n]*`/gm, "");
      return [...text.matchAll(/\]\(([^)\s#]+)/g)].map(([, link = ""]) => ({ document, link }));
    }),
  );
  return links
    .flat()
    .filter(({ link }) => !/^[a-z]+:/.test(link))
    .filter(({ document, link }) => !existsSync(join(tree, dirname(document), link)))
    .map(({ document, link }) => `${document}: ${link}`);
}

test("a second build of the same commit has the same digests", async () => {
  const again = join(temp, "two");
  await makeRelease(again);
  const sums = await readFile(join(made, "SHA256SUMS"), "utf8");
  assert.equal(await readFile(join(again, "SHA256SUMS"), "utf8"), sums);
  await rm(again, { recursive: true });
  await run("sha256sum", ["--check", "SHA256SUMS"], { cwd: made });
  assert.equal(sums.trim().split("\n").length, 5, sums);
});

test("the production tree is small and brings nothing that only builds or tests", async () => {
  const folder = join(temp, "tree");
  await run("mkdir", [folder]);
  const archive = await fileOf(/linux-.*\.tar\.gz$/);
  await run("tar", ["-xf", archive, "-C", folder]);
  const size = async (path: string) => Number((await run("du", ["-sb", path])).split("\t")[0]);
  assert.ok((await size(folder)) <= 320 * mebi);
  assert.ok((await size(archive)) <= 120 * mebi);
  const names = (await readdir(folder, { recursive: true })).join("\n");
  for (const unwanted of [/node_modules\/(vite|typescript|npm|react)\//, /\.test\.ts$/m, /node\/include\//, /\/npm$/m])
    assert.doesNotMatch(names, unwanted);
  const [tree = ""] = await readdir(folder);
  assert.deepEqual(await brokenLinks(join(folder, tree)), []);
  await rm(folder, { recursive: true });
});

test("the bill of materials names every package of the tree, and the notes are those of the version", async () => {
  const bill = JSON.parse(await readFile(await fileOf(/sbom/), "utf8")) as { components: { name: string }[] };
  const names = bill.components.map(({ name }) => name);
  for (const name of ["node", "fastify", "pg", "undici"]) assert.ok(names.includes(name), name);
  for (const name of ["vite", "oxlint"]) assert.ok(!names.includes(name), name);
  assert.match(await readFile(await fileOf(/notes\.md$/), "utf8"), /The first version/);
});

test("the image is read by docker's and OCI's tools, and its base is at most 30 MiB", async (t) => {
  const archive = await fileOf(/image\.tar$/);
  for (const kind of ["docker-archive", "oci-archive"]) {
    const seen = JSON.parse(await run("skopeo", ["inspect", `${kind}:${archive}`])) as { Layers: unknown[] };
    assert.equal(seen.Layers.length, 3, kind);
  }
  const container = await openContainer(t, temp, archive);
  const { Healthcheck, User, StopSignal } = container.settings;
  assert.deepEqual(Healthcheck?.Test, ["CMD", "/usr/bin/stint-server", "health"]);
  assert.equal(User, "10001:10001");
  assert.equal(StopSignal, "SIGTERM");
  const [kilobytes = ""] = (await run("du", ["-sk", "--exclude=usr/lib/stint", container.root])).split("\t");
  assert.ok(Number(kilobytes) <= 30 * 1024, `${kilobytes} KiB`);
  assert.deepEqual(await brokenLinks(join(container.root, "usr/lib/stint")), []);
});

test("a container without rights tracks an hour, survives a kill, and stops within its grace", async (t) => {
  const container = await openContainer(t, temp, await fileOf(/image\.tar$/));
  const before = await container.start();
  const key = await container.createOrganization();
  await trackHour(before.url, key);
  await before.kill("KILL");
  const after = await container.start();
  assert.equal(await trackedHours(after.url, key), 1);
  assert.match(await container.execute(["/usr/bin/stint-server", "health"]), /ready/);
  assert.match(await container.execute(["/usr/bin/stint", "help"]), /^Stint in the terminal/);
  // The init process must reap PostgreSQL's orphaned processes.
  assert.doesNotMatch(await run("runc", ["ps", container.id]), /defunct/);
  const startedAt = Date.now();
  assert.equal(await after.kill("TERM"), 0);
  assert.ok(Date.now() - startedAt < 30_000);
  assert.deepEqual((await readdir(container.data)).toSorted(), ["cache", "stint", "tmp"]);
  // A newer image must be able to use the same volume.
  const next = await openContainer(t, temp, await fileOf(/image\.tar$/), container.data);
  const updated = await next.start();
  assert.equal(await trackedHours(updated.url, key), 1);
  await updated.kill("TERM");
});

test("a container under an id without a name creates its database and verifies a backup", async (t) => {
  const container = await openContainer(t, temp, await fileOf(/image\.tar$/), undefined, 1042);
  const { kill } = await container.start();
  const backup = await container.execute(["/usr/bin/stint-server", "backup", "/data/stint.backup", "--verify"]);
  assert.match(backup, /restored to a scratch database and recounted/);
  assert.equal(await kill("TERM"), 0);
});

test("two containers on one volume: the second says that the first runs, and changes nothing", async (t) => {
  const container = await openContainer(t, temp, await fileOf(/image\.tar$/));
  const first = await container.start();
  const other = await openContainer(t, temp, await fileOf(/image\.tar$/), container.data);
  const { status, output } = await other.startInVain();
  assert.notEqual(status, 0);
  assert.match(output, /another/i);
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200);
  await first.kill("TERM");
});

test("the package is installed, upgraded, removed and purged", async (t) => {
  const system = await installPackage(t, temp, await fileOf(/\.deb$/));
  assert.match(system.printed, /To set it up, open the link [^]*journalctl -u stint/);
  const first = await system.serve();
  const key = await system.createOrganization();
  await trackHour(first.url, key);
  await system.trackWithTerminal(first.url, key);
  await first.stop();
  for (const path of [
    "/usr/share/man/man1/stint.1.gz",
    "/usr/share/bash-completion/completions/stint",
    "/usr/share/zsh/vendor-completions/_stint",
    "/usr/share/fish/vendor_completions.d/stint.fish",
  ])
    assert.ok(await system.has(path), path);
  await system.upgrade();
  const second = await system.serve();
  assert.equal(await trackedHours(second.url, key), 1);
  await second.stop();
  await system.dpkg(["--remove", "stint"]);
  assert.ok(await system.has("/var/lib/stint/data"));
  assert.ok(await system.has("/etc/stint/stint.env"));
  await system.dpkg(["--purge", "stint"]);
  assert.ok(await system.has("/var/lib/stint/data"), "without an answer the data stays");
  assert.ok(!(await system.has("/etc/stint/stint.env")));
  await system.reinstall();
  await system.answer("stint/delete-data", "true");
  await system.dpkg(["--purge", "stint"]);
  assert.ok(!(await system.has("/var/lib/stint")));
});

test("the package passes lintian but for named exceptions", async () => {
  const archive = await fileOf(/\.deb$/);
  assert.doesNotMatch(await run("lintian", ["--allow-root", "--fail-on", "none", archive]), /^[EW]: stint/m);
});

test("the unit is valid and closed", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "stint-unit-"));
  t.after(() => rm(folder, { recursive: true }));
  const unit = join(folder, "stint.service");
  await cp(join(checkout, "packaging/debian/stint.service"), unit);
  const report = await run("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit]);
  const [, exposure] = /exposure level for stint\.service: ([\d.]+)/.exec(report) ?? [];
  assert.ok(Number(exposure) <= 2, report);
});
