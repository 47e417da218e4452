import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hourMs } from "#platform/days.ts";
import { hashSources } from "./hash-sources.ts";

const script = join(import.meta.dirname, "../../../dashboard/scripts/build.ts");
const unfinished = "unfinished-";
/** Keeps the previous build, because pages that were open during an update still load its files. */
const keptBuilds = 2;

/** Returns the folder for a build of the current sources, and whether that build exists. */
export async function findBuild(folder: string): Promise<{ path: string; isBuilt: boolean }> {
  const path = join(folder, "dist", await hashSources(folder));
  return { path, isBuilt: await isThere(path) };
}

/**
 * Builds the sources and returns the folder. The folder gets its final name only when it is complete, so concurrent or
 * killed builds cannot leave a partial one.
 */
export async function buildDashboard(folder: string, signal?: AbortSignal): Promise<string> {
  for (;;) {
    const { path, isBuilt } = await findBuild(folder);
    if (isBuilt) return path;
    const dist = dirname(path);
    const made = join(dist, `${unfinished}${randomUUID()}`);
    await mkdir(made, { recursive: true });
    try {
      await runBuild(folder, made, signal);
      // If sources were edited during the build, its contents do not match its name: leave it unnamed, so that the loop
      // builds again.
      if ((await findBuild(folder)).path === path) await rename(made, path).catch(ignoreIfThere);
    } finally {
      await rm(made, { recursive: true, force: true });
    }
    await removeOldBuilds(dist, path);
  }
}

/** Runs the build in a separate process, because it takes seconds of CPU time and hundreds of megabytes. */
async function runBuild(folder: string, into: string, signal: AbortSignal | undefined): Promise<void> {
  const child = spawn(process.execPath, [script, folder, into], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production" },
    ...(signal === undefined ? {} : { signal }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  let fault: Error | undefined;
  child.on("error", (error) => (fault = error));
  // Wait for the exit even after a kill: until then the process still writes files.
  await new Promise<void>((resolve, reject) => {
    child.on("close", (code, endedBy) => {
      if (code === 0) resolve();
      else reject(fault ?? new Error(`the build ended with ${code ?? endedBy}:\n${output.trim()}`));
    });
  });
}

async function removeOldBuilds(dist: string, current: string): Promise<void> {
  const others = (await readdir(dist)).map((name) => join(dist, name)).filter((path) => path !== current);
  const dated = await Promise.all(others.map(async (path) => ({ path, ms: await changedMs(path) })));
  const builds = dated.filter(({ path }) => !path.includes(unfinished)).toSorted((left, right) => right.ms - left.ms);
  // Includes the folders of killed builds, but not recent ones, which may belong to running builds.
  const abandoned = dated.filter(({ path, ms }) => path.includes(unfinished) && ms < Date.now() - hourMs);
  for (const { path } of [...builds.slice(keptBuilds - 1), ...abandoned])
    await rm(path, { recursive: true, force: true });
}

async function changedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/** Ignores the error that the folder already exists: a concurrent build of the same sources finished first. */
function ignoreIfThere(error: unknown): void {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (!["EEXIST", "ENOTEMPTY", "EPERM"].includes(code)) throw error;
}
