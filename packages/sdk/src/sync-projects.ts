import type { CallOptions, Client } from "./client.ts";
import type { ListProjectChangesReply } from "./generated/projects.ts";
import type { ChangedClient, ChangedProject, ChangedTask } from "./generated/schemas.ts";

/** Where a run of the sync starts. */
export interface ProjectSyncQuery {
  /** `since` from the `synced` change of the last run. Without it, the run starts from the beginning. */
  since?: string | undefined;
}

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
  /** The copy is now up to date: store `since` with it for the next run. Always the last change. */
  | { kind: "synced"; since: string };

/** The maximum page size, which keeps the number of requests of a first run low. */
const maxPerPage = 2000;

/** Yields the changes since the last run, oldest first, and then the cursor for the next run. */
export async function* syncProjects(
  client: Client,
  { since }: ProjectSyncQuery,
  options?: CallOptions,
): AsyncGenerator<ProjectChange, void, undefined> {
  if (since === undefined) yield { kind: "reset" };
  for (let cursor: string | undefined; ;) {
    const page = await client.get<ListProjectChangesReply>(
      "/v1/projects/changes",
      { since, limit: maxPerPage, ...(cursor === undefined ? {} : { cursor }) },
      options,
    );
    for (const change of page.data)
      yield "gone" in change ? { kind: "remove", of: change.kind, id: change.id } : change;
    if (page.nextCursor === null) return yield { kind: "synced", since: page.syncedTo };
    cursor = page.nextCursor;
  }
}
