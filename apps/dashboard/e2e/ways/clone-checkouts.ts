import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf, ownCheckout } from "../service/service.ts";
import { peoplesEnvironment } from "./installation.ts";

/** A commit of main from before the first release. An update starts from it. */
const oldCommit = "e9c346c7";

/**
 * Clones the current commit and an old one, and installs both like README says. Returns a function that removes them.
 * The old clone can pull the current commit.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default async function cloneCheckouts(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "stint-ways-"));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  const git = (...args: string[]) => outputOf("git", args, { cwd: folder, env: process.env });
  try {
    const [current, old] = [join(folder, "current"), join(folder, "old")];
    await git("clone", "--quiet", ownCheckout, current);
    await git("clone", "--quiet", ownCheckout, old);
    await git("-C", old, "reset", "--quiet", "--hard", oldCommit);
    for (const cwd of [current, old]) await outputOf("npm", ["ci"], { cwd, env: peoplesEnvironment() });
    Object.assign(process.env, { WAYS_CURRENT: current, WAYS_OLD: old });
    return remove;
  } catch (error) {
    await remove();
    throw error;
  }
}
