import type { CallOptions, Client } from "./client.ts";
import type { ListProjectChangesReply } from "./generated/projects.ts";
import type { ChangedClient, ChangedProject, ChangedTask } from "./generated/schemas.ts";

/** The start of a run. */
export interface ProjectSyncQuery {
  /** `since` of the `synced` that ended the last run. Without it, the run starts from the beginning. */
  since?: string | undefined;
}

/** A change to apply to the copy. */
export type ProjectChange =
  /** Empty the copy: everything follows. Always the first change. */
  | { kind: "reset" }
  /** Store the object, replacing the one with the same id. */
  | ChangedProject
  | ChangedTask
  | ChangedClient
  /** Remove the object with this id, if present: it was deleted, or the caller no longer sees it. */
  | { kind: "remove"; of: "project" | "task" | "client"; id: string }
  /** The copy is complete up to here: store `since` with it, for the next run. Always the last change. */
  | { kind: "synced"; since: string };

/** The maximum page size, so a first run takes few requests. */
const mostPerPage = 2000;

/** Yields the changes since the last run, oldest first, then the cursor of the next run. */
export async function* syncProjects(
  client: Client,
  { since }: ProjectSyncQuery,
  options?: CallOptions,
): AsyncGenerator<ProjectChange, void, undefined> {
  if (since === undefined) yield { kind: "reset" };
  for (let cursor: string | undefined; ;) {
    const page = await client.get<ListProjectChangesReply>(
      "/v1/projects/changes",
      { since, limit: mostPerPage, ...(cursor === undefined ? {} : { cursor }) },
      options,
    );
    for (const change of page.data)
      yield "gone" in change ? { kind: "remove", of: change.kind, id: change.id } : change;
    if (page.nextCursor === null) return yield { kind: "synced", since: page.syncedTo };
    cursor = page.nextCursor;
  }
}
