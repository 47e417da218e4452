import type { CallOptions, Client } from "./client.ts";
import type { ListProjectChangesReply } from "./generated/projects.ts";
import { readRun, type Synced, type SyncStart } from "./sync-run.ts";
import type { ChangedClient, ChangedProject, ChangedTask } from "./generated/schemas.ts";

/** A change to apply to the copy. */
export type ProjectChange =
  /** Empty the copy, because all objects follow. If this change occurs, it is the first. */
  | { kind: "reset" }
  /** Store the object, replacing the one with the same id. */
  | ChangedProject
  | ChangedTask
  | ChangedClient
  /**
   * Remove the object with this id, if the copy has it: it was deleted, or the caller is no longer allowed to see it.
   */
  | { kind: "remove"; of: "project" | "task" | "client"; id: string }
  /** The copy is now up to date: store `cursor` with it for the next run. This is always the last change. */
  | Synced;

/** The maximum page size, which keeps the number of requests of a first run low. */
const maxPerPage = 2000;

/** Yields the changes since the last run, oldest first, and then the cursor for the next run. */
export async function* syncProjects(
  client: Client,
  start: SyncStart,
  options?: CallOptions,
): AsyncGenerator<ProjectChange, void, undefined> {
  const read = (from: SyncStart) =>
    client.get<ListProjectChangesReply>("/v1/projects/changes", { limit: maxPerPage, ...from }, options);
  const run = readRun(read, start);
  for (;;) {
    const { done, value } = await run.next();
    if (done === true) return yield value;
    if (value === "reset") yield { kind: "reset" };
    else
      for (const change of value.data)
        yield "gone" in change ? { kind: "remove", of: change.kind, id: change.id } : change;
  }
}
