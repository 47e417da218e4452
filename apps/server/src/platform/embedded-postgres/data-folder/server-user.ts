import { execFile, type ExecFileException } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The user that runs the server and its helper scripts. PostgreSQL refuses to run as root. */
export interface ServerUser {
  name: string;
  uid: number;
  /** Spawn options for child processes; empty for the current user. */
  credentials: { uid?: number; gid?: number };
}

export const isRoot = (): boolean => process.geteuid?.() === 0;

/**
 * Returns the current user. If that is root, returns the owner of existing data or, without data, an unprivileged
 * system user.
 */
export async function findServerUser(dataDir: string): Promise<ServerUser> {
  const users = await readUsers();
  const nameOf = (uid: number) => users.find((user) => user.uid === uid)?.name ?? `uid ${uid}`;
  if (!isRoot()) {
    const uid = process.geteuid?.() ?? -1;
    return { name: nameOf(uid), uid, credentials: {} };
  }
  const owner = await stat(join(dataDir, "postgres")).catch(() => undefined);
  if (owner && owner.uid !== 0) {
    return { name: nameOf(owner.uid), uid: owner.uid, credentials: { uid: owner.uid, gid: owner.gid } };
  }
  const found = users.find((user) => user.name === "stint") ?? users.find((user) => user.name === "nobody");
  if (!found) {
    throw new EmbeddedPostgresError(
      "PostgreSQL does not run as root, and this system has neither a user 'stint' nor 'nobody' to run it as. " +
        "Create one (useradd --system stint), start Stint as another user, or set DATABASE_URL.",
    );
  }
  return { name: found.name, uid: found.uid, credentials: { uid: found.uid, gid: found.gid } };
}

async function readUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const passwd = await readFile("/etc/passwd", "utf8").catch(() => "");
  return passwd.split("\n").map((line) => {
    const [name = "", , uid, gid] = line.split(":");
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

// The server must not inherit our environment, which contains secrets, PG… variables and the locale.
export const cleanEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C" };

/**
 * `initdb` refuses to run if the current user id has no name, as with `docker run --user 1042`. Returns an environment
 * in which nss_wrapper reads a name for it from a file of ours; empty if the id has a name.
 */
export async function nameUser(runDir: string): Promise<Record<string, string>> {
  try {
    userInfo();
    return {};
  } catch {
    const passwd = join(runDir, "passwd");
    await writeFile(passwd, `stint:x:${process.geteuid?.()}:${process.getegid?.()}::/:/bin/sh\n`);
    return { LD_PRELOAD: "libnss_wrapper.so", NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: "/dev/null" };
  }
}

/**
 * Runs a shell script as the server's user. Root uses this function for all work in that user's folders, because
 * symlinks there could mislead root, and because root without CAP_SYS_PTRACE (in containers) cannot see that user's
 * processes.
 */
export async function runAs(
  user: ServerUser,
  script: string,
  args: string[],
): Promise<{ ok: boolean; output: string }> {
  const options = { ...user.credentials, cwd: "/", env: cleanEnvironment };
  try {
    const { stdout, stderr } = await promisify(execFile)("/bin/sh", ["-c", script, "sh", ...args], options);
    return { ok: true, output: `${stdout}${stderr}`.trim() };
  } catch (error) {
    const { code, message, stdout = "", stderr = "" } = error as ExecFileException;
    // A string is a spawn error; a numeric code is the script's exit status.
    if (typeof code === "string") throw cannotBecome(user, message);
    return { ok: false, output: `${stdout.toString()}${stderr.toString()}`.trim() };
  }
}

function cannotBecome(user: ServerUser, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and we cannot start a process as the user '${user.name}': ${reason}. ` +
      "Start Stint as an unprivileged user, or set DATABASE_URL.",
  );
}
