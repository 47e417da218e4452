import { sql } from "@stint/server/src/platform/database/database.ts";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import type { Served } from "./world.ts";

/** Creates a project with a name that is stored as it is, as it would have been before names had one line. */
export async function newDangerousProject({ world, owner }: Served, name: string): Promise<{ projectId: string }> {
  const project = await newProject(owner);
  await world.db.query(
    sql`update projects set name = ${name} where org_id = ${owner.orgId} and id = ${project.projectId}`,
  );
  return project;
}

/**
 * Names of projects that would create a file called `canary` in a shell that doesn't quote them, by what identifies
 * them and what is completed.
 */
export const dangerousNames: Record<string, { name: string; completed: string }> = Object.fromEntries(
  (
    [
      ["sub", "sub$(touch${IFS}canary)"],
      ["bob", "bob's&touch${IFS}canary&'"],
      ["pipe", "pipe|touch${IFS}canary"],
      ["redirect", "redirect>canary"],
      ["pattern", "pattern*?[a-z]{b..c}~^=%s"],
      ["-dash", "-dash$(touch${IFS}canary)"],
      ["tick", "tick`touch${IFS}canary`", "tick"],
      ["back", "back\\$(touch${IFS}canary)", "back"],
      ["bang", "bang!!", "bang"],
      ["line", "line\ntouch canary\n", "line"],
      ["code", "code\u001B]0;x\u0007\u0003", "code"],
      ["list", "list;touch${IFS}canary", "list"],
      ["both", 'both"$(touch${IFS}canary)', "both"],
    ] as [typed: string, name: string, completed?: string][]
  ).map(([typed, name, completed = name]) => [typed, { name, completed }]),
);
