import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

const main = resolve(import.meta.dirname, "../../../bin/stint-server.js");
const shared = ["PATH", "HOME", "TMPDIR", "NODE_COMPILE_CACHE"];
const inherited = { ...Object.fromEntries(shared.map((name) => [name, process.env[name]])), DASHBOARD: "off" };

function run(args: string[], env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) =>
    execFile(process.execPath, [main, ...args], { env: { ...inherited, ...env } }, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), out, err }),
    ),
  );
}

/** Returns the URL in the message that the service prints when it is ready. */
async function readAddress(service: ChildProcess): Promise<string> {
  assert.ok(service.stderr !== null);
  for await (const line of createInterface({ input: service.stderr })) {
    const [, url] = / is ready on (\S+)$/.exec(line) ?? [];
    if (url !== undefined) return url;
  }
  return assert.fail("the service ended");
}

test("commands that read or administer create no data folder, and know the service's address", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "stint-commands-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  // Gives PostgreSQL's user access to the folder.
  await chmod(folder, 0o755);
  const typo = join(folder, "dat");
  const org = "org_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f";
  for (const args of [
    ["org", "list"],
    ["org", "restore", "--id", org],
    ["key", "create", "--org", org, "--email", "a@example.com", "--scopes", "full"],
    ["key", "list", "--org", org],
    ["key", "revoke", "--org", org, "--id", "key_x"],
    ["password-link", "--email", "a@example.com"],
    ["second-factor", "remove", "--email", "a@example.com"],
    ["openid", "unlink", "--email", "a@example.com"],
    ["blog", "export"],
    ["doctor"],
    ["backup", join(folder, "a.backup")],
  ]) {
    const { code, err } = await run(args, { DATA_DIR: typo });
    assert.equal(code, 1, args.join(" "));
    assert.ok(err.startsWith(`There is no Stint data in ${typo}. Set DATA_DIR to `), err);
    assert.equal(existsSync(typo), false, args.join(" "));
  }
  await mkdir(typo);
  assert.match((await run(["doctor"], { DATA_DIR: typo })).err, /^There is no Stint data in /);

  const DATA_DIR = join(folder, "data");
  const service = spawn(process.execPath, [main, "serve"], { env: { ...inherited, DATA_DIR, PORT: "0" } });
  t.after(() => service.kill("SIGKILL"));
  service.stdout.resume();
  const url = await readAddress(service);
  const made = await run(["org", "create", "--name", "A", "--owner-email", "a@example.com"], { DATA_DIR });
  assert.equal(made.code, 0, made.err);
  const link = async (env: Record<string, string>) => {
    const { out, err } = await run(["password-link", "--email", "a@example.com", "--json"], { DATA_DIR, ...env });
    return { link: String(JSON.parse(out).link), err };
  };
  const noted = await link({});
  assert.ok(noted.link.startsWith(`${url}/reset-password#token=`), noted.link);
  assert.doesNotMatch(noted.err, /PUBLIC_URL/);
  assert.match((await link({ PORT: "8080" })).link, /^http:\/\/127\.0\.0\.1:8080\/reset/);
  assert.match((await link({ PUBLIC_URL: "https://time.example.com" })).link, /^https:\/\/time\.example\.com\/reset/);
  await rm(join(DATA_DIR, "service-address"));
  assert.match((await link({})).err, /If the service is not at http:\/\/127\.0\.0\.1:3000, set PUBLIC_URL, or HOST/);

  const ended = once(service, "exit");
  service.kill("SIGINT");
  await ended;
});
