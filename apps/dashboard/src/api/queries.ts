import type { GetSignInMethodsReply, Me, Project, Task } from "@stint/sdk";
import { QueryClient, type QueryFunctionContext, queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { openKept } from "#device/kept.ts";
import { startOfLock } from "#time/start-of-lock.ts";
import { byId } from "./by-id.ts";
import { isSessionOver, stint } from "./connection/client.ts";
import { meOnDevice, readMe } from "./kept/kept-me.ts";
import { readOrKept } from "./kept/kept-queries.ts";
import type { Objects } from "./kept/object-lists.ts";
import type { QueryKey, QueryName } from "./query-names.ts";

const ifSignedIn = () => !isSessionOver();

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The SDK already retries requests that are safe to repeat.
      retry: false,
      staleTime: 30_000,
      gcTime: Infinity,
      networkMode: "offlineFirst",
      // After the session has ended, a refetch would reopen the sign-in prompt that the person closed.
      refetchOnWindowFocus: ifSignedIn,
      refetchOnReconnect: ifSignedIn,
    },
  },
});

/**
 * A query for `useQuery` and for the methods of `queryClient`. Components can spread it to add options such as `enabled`.
 */
export function defineQuery<Value>(queryKey: QueryKey, read: (context: QueryFunctionContext) => Promise<Value>) {
  return queryOptions({ queryKey, queryFn: read });
}

/** Refetches the queries with these names that are on the screen, and the others when they are next shown. */
export async function refresh(...names: readonly QueryName[]): Promise<void> {
  await Promise.all(names.map((name) => invalidate({ queryKey: [name] })));
}

export async function refreshAll(): Promise<void> {
  await invalidate({});
}

async function invalidate(filters: { queryKey?: QueryKey }): Promise<void> {
  const underway = { ...filters, status: "pending", fetchStatus: "fetching", type: "active" } as const;
  const firstReads = queryClient.getQueryCache().findAll(underway);
  await queryClient.invalidateQueries(filters);
  // TanStack Query restarts reads, but not the first one of a query, whose reply may be older than the change.
  await Promise.all(firstReads.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })));
}

/**
 * Polls at this interval while `isNeeded` returns true. Stops when the session has ended, because another request would
 * reopen the sign-in prompt that the person closed.
 */
export function pollWhile<Value>(ms: number, isNeeded: (value: Value | undefined) => boolean) {
  return ({ state }: { state: { data: Value | undefined } }) => (isNeeded(state.data) && !isSessionOver() ? ms : false);
}

/** Reads a list page by page and returns all items. */
export async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

// Stored on the device, like all queries that the dashboard needs to start offline.
export const meQuery = {
  ...defineQuery(["me"], () => {
    const taker = takerOf<Me>(["me"]);
    // Retrying is pointless offline.
    const read = () => stint.me.get(navigator.onLine ? {} : { maxRetries: 0 });
    return readMe(() => readOrKept(meOnDevice, read, taker), taker !== undefined);
  }),
  // If the server refused the request before the first screen, mounting a component must not repeat it.
  retryOnMount: false,
  // Several parts of the frame use this query and mount at different times. After the session has ended, mounting a
  // part must not refetch the person.
  refetchOnMount: ifSignedIn,
};
export const projectsQuery = queryOfCopy<"project">("projects");
export const clientsQuery = queryOfCopy<"client">("clients");
export const tasksQuery = queryOfCopy<"task">("tasks");
export const organizationQuery = defineKeptQuery(["organization"], () => stint.organization.get());
export const sessionsQuery = defineQuery(["sessions"], () => all(stint.me.listSessions()));
export const tagsQuery = defineKeptQuery(["tags"], () => all(stint.tags.list()));

/**
 * A query of the local copy of projects, tasks and clients. How the copy reads them is up to the signed-in shell, which
 * opens the copy (`openProjectLists`).
 */
function queryOfCopy<K extends keyof Objects>(name: QueryName) {
  return queryOptions<readonly Objects[K][]>({ queryKey: [name] });
}

function owner() {
  const me = queryClient.getQueryData(meQuery.queryKey);
  return { userId: me?.user.id ?? "", organizationId: me?.organization.id ?? "" };
}

/**
 * A query that stores its result on the device, per person and organization, and falls back to the stored result. Its
 * key is also the stored result's name.
 */
export function defineKeptQuery<Value>(queryKey: readonly [QueryName, ...string[]], read: () => Promise<Value>) {
  return defineQuery(queryKey, () => {
    const kept = openKept(owner());
    const name = queryKey.join(" ");
    const slot = {
      read: () => kept.read<Value>(name),
      write: (value: Value) => void kept.write([{ kind: name, value }]),
    };
    return readOrKept(slot, read, takerOf<Value>(queryKey));
  });
}

/**
 * Returns a function that shows a late reply. Returns undefined if a value is already shown, because the stored reply
 * may be older and must not replace that value.
 */
function takerOf<Value>(queryKey: QueryKey): ((value: Value) => void) | undefined {
  if (queryClient.getQueryData(queryKey) !== undefined) return undefined;
  return (value) => void queryClient.setQueryData(queryKey, value);
}

const signInMethodsQuery = defineQuery(["sign-in-methods"], () => stint.auth.signInMethods());

/** The available sign-in methods. Undefined until the server has replied. */
export function useSignInMethods(): GetSignInMethodsReply | undefined {
  return useQuery(signInMethodsQuery).data;
}

/** A context, because every row reads the person, and a query observer per row would cost more. */
export const MeContext = createContext<Me | undefined>(undefined);

/** Returns the signed-in person. Throws outside the signed-in part of the dashboard. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error("useMe needs a MeContext above it.");
  return me;
}

const none: never[] = [];

export function useProjects(): readonly Project[] {
  return useQuery(projectsQuery).data ?? none;
}

/** The projects by their ids. */
export function useProjectsById(): ReadonlyMap<string | null, Project> {
  return byId(useProjects());
}

export type Customer = Objects["client"];

export function useClients(): readonly Customer[] {
  return useQuery(clientsQuery).data ?? none;
}

/** Entries before this instant are read-only. Returns -Infinity until the organization has loaded. */
export function useLockedBefore(): number {
  const organization = useQuery(organizationQuery).data;
  return organization === undefined ? -Infinity : startOfLock(organization);
}

/** The tags in use, most used first. Loaded on demand. */
export function useTags(isNeeded = true): readonly { name: string }[] {
  return useQuery({ ...tagsQuery, enabled: isNeeded }).data ?? none;
}

/** The tasks loaded so far, of all projects. Loaded on demand. */
export function useAllTasks(isNeeded = true): readonly Task[] {
  return useQuery({ ...tasksQuery, enabled: isNeeded }).data ?? none;
}

export function useTasks(projectId: string | undefined): readonly Task[] {
  const tasks = useAllTasks(projectId !== undefined && projectId !== "");
  return useMemo(() => tasks.filter((task) => task.projectId === projectId), [tasks, projectId]);
}
