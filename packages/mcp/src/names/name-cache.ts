import type { Me, Project, Stint, Task } from "@stint/sdk";
import { PermissionError } from "@stint/sdk";
import type { NameCache } from "#src/protocol/tool.ts";
import { orNothing } from "./or-nothing.ts";

const lifeMs = 60_000;

export function createNameCache(stintOf: () => Stint, nowMs: () => number = () => performance.now()): NameCache {
  let since = nowMs();
  let me: Promise<Me> | undefined;
  let people: Promise<Map<string, string>> | undefined;
  const projects = new Map<string, Promise<Project | undefined>>();
  const tasks = new Map<string, Promise<Task | undefined>>();
  const forget = () => {
    since = nowMs();
    me = undefined;
    people = undefined;
    projects.clear();
    tasks.clear();
  };
  const fresh = () => {
    if (nowMs() - since > lifeMs || projects.size + tasks.size > 5_000) forget();
  };
  const cached = <T>(known: Map<string, Promise<T>>, id: string, read: () => Promise<T>) => {
    fresh();
    const found = known.get(id) ?? read();
    known.set(id, found);
    found.catch(() => known.delete(id));
    return found;
  };
  const cache: NameCache = {
    forget,
    me() {
      fresh();
      const found = (me ??= stintOf().me.get());
      found.catch(() => (me = undefined));
      return found;
    },
    project: (id) => cached(projects, id, () => orNothing(stintOf().projects.get(id))),
    task: (id) => cached(tasks, id, () => orNothing(stintOf().tasks.get(id))),
    async load({ projectIds, taskIds }) {
      const missing = [...new Set(projectIds)].filter((id) => !projects.has(id));
      if (missing.length > 8) await loadPages(stintOf(), new Set(missing), projects);
      await Promise.all([
        ...missing.map((id) => cache.project(id)),
        ...[...new Set(taskIds)].map((id) => cache.task(id)),
      ]);
    },
    people() {
      fresh();
      const found = (people ??= readPeople(stintOf()));
      found.catch(() => (people = undefined));
      return found;
    },
  };
  return cache;
}

/** Reads up to three pages of projects, instead of many projects one by one. */
async function loadPages(stint: Stint, wanted: Set<string>, known: Map<string, Promise<Project | undefined>>) {
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
