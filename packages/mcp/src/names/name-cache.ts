import { taskToMake } from "@stint/grammar/choose-project.ts";
import { type ChangedClient, type ChangedProject, type ChangedTask, PermissionError, type Stint } from "@stint/sdk";
import type { Directory, NameCache, Named } from "#src/protocol/tool.ts";

const lifeMs = 60_000;

export function createNameCache(stintOf: () => Stint): NameCache {
  const reads = new Map<string, { atMs: number; reading: Promise<unknown> }>();
  /** Returns what was read in the last minute; reads it if there is nothing, or if `again` is true. */
  const cached = <Value>(key: string, read: (stint: Stint) => Promise<Value>, again = false): Promise<Value> => {
    let last = reads.get(key);
    if (again || last === undefined || performance.now() - last.atMs > lifeMs) {
      last = { atMs: performance.now(), reading: read(stintOf()) };
      last.reading.catch(() => reads.delete(key));
      reads.set(key, last);
    }
    return last.reading as Promise<Value>;
  };
  let directory = emptyDirectory();
  let cursor: string | undefined;
  /** Applies what has changed since the last run. The first run reads all names. */
  const update = async (stint: Stint): Promise<Directory> => {
    // Read first and applied at once, with their cursor, because a later update may have been applied meanwhile.
    for (const change of await Array.fromAsync(stint.projects.sync({ cursor }))) {
      if (change.kind === "reset") directory = emptyDirectory();
      else if (change.kind === "synced") ({ cursor } = change);
      else if (change.kind === "remove") directory[`${change.of}s`].delete(change.id);
      else keep(change, directory);
    }
    return directory;
  };
  /** Ids that the directory lacks after an update, because the key may not see them. */
  const hidden = new Set<string>([taskToMake]);
  return {
    me: () => cached("me", ({ me }) => me.get()),
    people: () => cached("people", readPeople),
    directory: () => cached("directory", update, true),
    async naming(ids) {
      if (ids.length === 0) return emptyDirectory();
      const missing = ({ projects, tasks }: Directory) =>
        ids.filter((id) => !projects.has(id) && !tasks.has(id) && !hidden.has(id));
      const found = await cached("directory", update);
      if (missing(found).length === 0) return found;
      const newer = await cached("directory", update, true);
      for (const id of missing(newer)) hidden.add(id);
      return newer;
    },
    size: () => directory.projects.size + directory.tasks.size + directory.clients.size,
  };
}

/** Keeps only what the tools need, because a directory can be large. */
function keep({ kind, object }: ChangedProject | ChangedTask | ChangedClient, to: Directory): void {
  const { id, name } = object;
  if (kind === "client") to.clients.set(id, { id, name });
  else if (kind === "task") to.tasks.set(id, { id, name, status: object.status, projectId: object.projectId });
  else to.projects.set(id, { id, name, status: object.status, clientId: object.clientId });
}

function emptyDirectory(): Directory {
  return { projects: new Map(), tasks: new Map(), clients: new Map() };
}

async function readPeople(stint: Stint): Promise<Map<string, Named>> {
  const people = new Map<string, Named>();
  try {
    for await (const { userId, name } of stint.members.list()) people.set(userId, { id: userId, name });
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error;
    // Team leads are not allowed to list members, but reports contain the names of the people whose entries they may
    // read.
    const { groups } = await stint.reports.summary({ groupBy: "user" });
    for (const { key, name } of groups) if (key !== null && name !== null) people.set(key, { id: key, name });
  }
  return people;
}
