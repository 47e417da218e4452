import type { Stint } from "@stint/sdk";
import { PermissionError } from "@stint/sdk";
import type { NameCache } from "#src/protocol/tool.ts";
import { orNothing } from "./or-nothing.ts";

const lifeMs = 60_000;

export function createNameCache(stintOf: () => Stint, nowMs: () => number = () => performance.now()): NameCache {
  let since = nowMs();
  /** What has been read: by its id, or as `me` and `people`. */
  const known = new Map<string, Promise<unknown>>();
  const cached = <Value>(key: string, read: (stint: Stint) => Promise<Value>): Promise<Value> => {
    if (nowMs() - since > lifeMs || known.size > 5_000) {
      since = nowMs();
      known.clear();
    }
    const found = known.get(key) ?? read(stintOf());
    known.set(key, found);
    found.catch(() => known.delete(key));
    return found as Promise<Value>;
  };
  const cache: NameCache = {
    me: () => cached("me", ({ me }) => me.get()),
    people: () => cached("people", readPeople),
    project: (id) => cached(id, ({ projects }) => orNothing(projects.get(id))),
    task: (id) => cached(id, ({ tasks }) => orNothing(tasks.get(id))),
    async load({ projectIds, taskIds }) {
      const missing = [...new Set(projectIds)].filter((id) => !known.has(id));
      if (missing.length > 8) await loadPages(stintOf(), new Set(missing), known);
      await Promise.all([
        ...missing.map((id) => cache.project(id)),
        ...[...new Set(taskIds)].map((id) => cache.task(id)),
      ]);
    },
  };
  return cache;
}

/** Reads up to three pages of projects, instead of many projects one by one. */
async function loadPages(stint: Stint, wanted: Set<string>, known: Map<string, Promise<unknown>>) {
  let page = await stint.projects.list({ limit: 200 });
  for (let pages = 1; ; pages++) {
    for (const project of page.data) {
      known.set(project.id, Promise.resolve(project));
      wanted.delete(project.id);
    }
    if (wanted.size <= 8 || pages === 3) return;
    const next = await page.next();
    if (next === undefined) return;
    page = next;
  }
}

async function readPeople(stint: Stint): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  try {
    for await (const { userId, name } of stint.members.list()) names.set(userId, name);
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error;
    // Team leads are not allowed to list members, but reports contain the names of the people whose entries they may
    // read.
    const { groups } = await stint.reports.summary({ groupBy: "user" });
    for (const { key, name } of groups) if (key !== null && name !== null) names.set(key, name);
  }
  return names;
}
