import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import pg from "pg";
import { startEmbeddedPostgres } from "./start-embedded-postgres.ts";
import { waitFor } from "#test/databases/hold.ts";
import {
  cannotRunAsRoot,
  checkoutDir,
  startPostgresProcess,
  temporaryFolder,
} from "#test/processes/start-postgres-process.ts";

const silent = { checkoutDir, say: () => undefined };

/** Spawns a process of the server's user with a zombie child. */
async function spawnForeign(t: TestContext, uid: number): Promise<{ living: number; zombie: number }> {
  // The child ends after `exec`, because a shell would reap it.
  const short = "until read -r name </proc/$PPID/comm && [ $name = cat ]; do :; done";
  const child = spawn("/bin/sh", ["-c", `sh -c '${short}' & echo $!; exec cat`], { uid, cwd: "/" });
  t.after(() => child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const zombie = Number(line.toString());
  await waitFor(async () => /^State:\tZ/m.test(await readFile(`/proc/${zombie}/status`, "utf8")));
  return { living: child.pid ?? -1, zombie };
}

// The tests share one folder, because creating a database takes a second.
test("on one data folder with leftovers", async (t) => {
  const dataDir = await temporaryFolder(t);

  await t.test("a stale pid file does not prevent a start, whichever process has its pid now", async (t) => {
    const pidFile = join(dataDir, "postgres", "postmaster.pid");
    const socketLock = join(dataDir, "run", ".s.PGSQL.5432.lock");
    const first = await startEmbeddedPostgres({ ...silent, dataDir });
    const files = await Promise.all(
      [pidFile, socketLock].map(async (path) => ({ path, text: await readFile(path, "utf8") })),
    );
    await first.stop();

    const { uid, gid } = await stat(join(dataDir, "postgres"));
    const { living, zombie } = await spawnForeign(t, uid);
    for (const pid of [living, zombie, 4_000_000]) {
      for (const { path, text } of files) {
        await writeFile(path, text.replace(/^\d+/, String(pid)), { mode: 0o600 });
        await chown(path, uid, gid);
      }
      const server = await startEmbeddedPostgres({ ...silent, dataDir });
      assert.equal(server.attached, false);
      await server.stop();
    }
  });

  await t.test(
    "a server that lost its watchdog is replaced; the watchdog replaces one of which only a busy backend is left",
    async (t) => {
      const postmaster = async (): Promise<number> =>
        Number.parseInt(await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
      const readWatchdog = async () => Number(await readFile(join(dataDir, "run", "watchdog.pid"), "utf8"));
      const first = startPostgresProcess(t, { dataDir });
      await first.started();
      const lost = await postmaster();
      const watchdog = await readWatchdog();
      const children = (await readFile(`/proc/${watchdog}/task/${watchdog}/children`, "utf8"))
        .trim()
        .split(" ")
        .map(Number);
      for (const pid of [watchdog, ...children.filter((child) => child !== lost)]) process.kill(pid, "SIGKILL");

      // Without this capability, as in many containers, root cannot inspect other users' processes.
      const through = cannotRunAsRoot() ? [] : ["setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"];
      const second = startPostgresProcess(t, { dataDir }, { through });
      const { attached, connection } = await second.started();
      assert.equal(attached, false);
      assert.equal(existsSync(`/proc/${lost}/cwd`), false);
      assert.deepEqual(await first.query("select 1 as n"), [{ n: 1 }], "the first process goes on with the new server");

      const client = new pg.Client(connection);
      client.on("error", () => undefined);
      await client.connect();
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      const busy = client
        .query("do $$ begin while clock_timestamp() < now() + interval '1 min' loop end loop; end $$")
        .catch(() => "ended");
      const running = "select from pg_stat_activity where state = 'active' and query like 'do %'";
      await waitFor(async () => (await first.query(running)).length === 1);
      const [killed, waiting] = [await postmaster(), await readWatchdog()];
      // Keeps the watchdog from ending the backend at once.
      process.kill(waiting, "SIGSTOP");
      process.kill(killed, "SIGKILL");
      await waitFor(() => !existsSync(`/proc/${killed}/cwd`));
      assert.equal(existsSync(`/proc/${rows[0]?.pid}/cwd`), true, "the backend works on without a postmaster");
      process.kill(waiting, "SIGCONT");

      const third = await startEmbeddedPostgres({ ...silent, dataDir });
      t.after(third.stop);
      assert.equal(third.attached, true);
      assert.equal(await busy, "ended");
      await third.stop();
      await second.stop();
      await first.stop();
      assert.equal(existsSync(join(dataDir, "postgres", "postmaster.pid")), false);
    },
  );
});
