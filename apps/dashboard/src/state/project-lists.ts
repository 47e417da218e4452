import { openKept, type Owner } from "#device/kept.ts";
import { stint } from "#api/connection/client.ts";
import { queryClient } from "#api/queries.ts";
import { objectKinds } from "#api/kept/object-lists.ts";
import { createProjectCopy, type ProjectCopy } from "#api/kept/project-copy.ts";

const names = { project: "projects", task: "tasks", client: "clients" } as const;
const copies = new Map<string, ProjectCopy>();

/**
 * Opens a person's copy of projects, tasks and clients, from which their queries then read. The copy updates the cached
 * lists itself; invalidating a query refreshes the copy.
 */
export function openProjectLists(owner: Owner): ProjectCopy {
  const key = `${owner.userId} ${owner.organizationId}`;
  const copy =
    copies.get(key) ??
    createProjectCopy({
      stint,
      kept: openKept(owner),
      alone: (work) => navigator.locks.request("stint-project-copy", work),
      show: (kind, objects) => void queryClient.setQueryData([names[kind]], objects),
    });
  copies.set(key, copy);
  for (const kind of objectKinds)
    queryClient.setQueryDefaults([names[kind]], {
      async queryFn() {
        if (queryClient.getQueryData([names[kind]]) !== undefined) await copy.refresh();
        return copy.open(kind);
      },
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Comparing thousands of objects takes longer than rendering the visible ones.
      structuralSharing: false,
    });
  return copy;
}
