import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, realpath, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { findNotedDataDir, noteDataDir } from "./noted-data-dir.ts";
import { findServerUser, isRoot, runAs, type ServerUser } from "./server-user.ts";

/** Where Stint stores its data if it runs as root and the data cannot be in the checkout. */
export const SHARED_PLACE = "/var/lib/stint";

interface ChosenDir {
  dataDir: string;
  user: ServerUser;
}

/** Returns the requested or default data folder, and the user that its server runs as. */
export async function chooseDataDir(options: {
  dataDir: string | undefined;
  checkoutDir: string;
  ephemeral: boolean;
  say: (line: string) => void;
  /** Overridden in tests. */
  sharedPlace?: string;
}): Promise<ChosenDir> {
  if (options.ephemeral) return chooseEphemeralDir(options.dataDir);
  const checkoutDir = resolve(options.checkoutDir);
  const dataDir = await resolveLinks(resolve(options.dataDir ?? join(checkoutDir, "data")));
  const user = await findServerUser(dataDir);
  if (!isRoot()) return { dataDir, user };

  const closed = await findClosedFolder(dirname(dataDir), user);
  if (options.dataDir !== undefined) {
    if (closed === undefined) return { dataDir, user };
    throw new EmbeddedPostgresError(
      `The user '${user.name}', which runs PostgreSQL, cannot enter ${closed}, so the data cannot be in ${dataDir}. ` +
        `Set DATA_DIR to a folder below one that everyone can enter (such as ${SHARED_PLACE}), or run chmod o+x ${closed}.`,
    );
  }
  const { say, sharedPlace = SHARED_PLACE } = options;
  const hash = createHash("sha256").update(checkoutDir).digest("hex").slice(0, 8);
  const noted = await findNotedDataDir(checkoutDir);
  const fallback = noted !== undefined && (await hasDatabase(noted)) ? noted : join(sharedPlace, hash);
  // Data that is already in the fallback stays there, even if the checkout becomes accessible later.
  const movedBefore = (await hasDatabase(fallback)) && !(await hasDatabase(dataDir));
  const isInCheckout = closed === undefined && !movedBefore;
  await nameOthers(sharedPlace, isInCheckout ? dataDir : fallback, say);
  if (isInCheckout) return { dataDir, user };
  say(
    closed === undefined
      ? `The data of this checkout is in ${fallback}.`
      : `The user '${user.name}', which runs PostgreSQL, cannot enter ${closed}; the data is in ${fallback} instead.`,
  );
  await makeOpenFolder(sharedPlace);
  await noteDataDir({ checkoutDir, dataDir: fallback });
  return { dataDir: fallback, user: await findServerUser(fallback) };
}

/** Mentions other data folders when a new one is created: if the checkout was renamed, its data is in one of them. */
async function nameOthers(sharedPlace: string, chosen: string, say: (line: string) => void): Promise<void> {
  if (await hasDatabase(chosen)) return;
  const others: string[] = [];
  for (const name of await readdir(sharedPlace).catch(() => [])) {
    if (await hasDatabase(join(sharedPlace, name))) others.push(join(sharedPlace, name));
  }
  if (others.length === 0) return;
  say(
    `${chosen} is new and empty, but Stint has data in ${others.toSorted().join(" and ")}. ` +
      "If it belongs to this checkout, set DATA_DIR to that folder.",
  );
}

async function chooseEphemeralDir(given: string | undefined): Promise<ChosenDir> {
  const temp = await realpath(tmpdir());
  const dataDir = given === undefined ? await mkdtemp(join(temp, "stint-")) : await resolveLinks(given);
  if (dirname(dataDir) !== temp || !basename(dataDir).startsWith("stint-")) {
    throw new EmbeddedPostgresError(`${dataDir} is not ${temp}/stint-…, and only such a folder may be ephemeral.`);
  }
  return { dataDir, user: await findServerUser(dataDir) };
}

/** Resolves links even if the folder does not exist yet. */
async function resolveLinks(path: string): Promise<string> {
  return realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || dirname(path) === path)
      throw new EmbeddedPostgresError(
        `The data folder cannot be ${path}: ${error.message}. Set DATA_DIR to another one.`,
      );
    return join(await resolveLinks(dirname(path)), basename(path));
  });
}

/**
 * Finds the first folder on the path that the user cannot enter. A shell tests this, because mode bits do not reflect
 * ACLs.
 */
async function findClosedFolder(folder: string, user: ServerUser): Promise<string | undefined> {
  const way = [folder];
  for (let parent = dirname(folder); parent !== way[0]; parent = dirname(parent)) way.unshift(parent);
  const script = 'for folder do [ -e "$folder" ] || exit 0; [ -x "$folder" ] || { printf %s "$folder"; exit 1; }; done';
  const { ok, output } = await runAs(user, script, way);
  return ok ? undefined : output;
}

export async function hasDatabase(dataDir: string): Promise<boolean> {
  return (await stat(join(dataDir, "postgres", "PG_VERSION")).catch(() => undefined)) !== undefined;
}

/** Creates a folder that the server's user can enter, even under a strict umask. */
export async function makeOpenFolder(folder: string): Promise<void> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  if (isNew) await chmod(folder, 0o755);
}
