import { type ClientsApi, type GetSignInMethodsReply, type Me, type Project, type Task } from "@stint/sdk";
import { QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, useContext, useMemo } from "react";
import { startOfDay } from "#time/zoned.ts";
import { isSessionOver, stint } from "./client.ts";
import { readOrKept } from "./kept-queries.ts";

const ifSignedIn = () => !isSessionOver();

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The SDK repeats what can be repeated.
      retry: false,
      staleTime: 30_000,
      gcTime: Infinity,
      networkMode: "offlineFirst",
      // A prompt of an ended session that the person has closed must not come back by itself.
      refetchOnWindowFocus: ifSignedIn,
      refetchOnReconnect: ifSignedIn,
    },
  },
});

/** All items of a list, read page by page. */
export async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The most that a page of them holds. */
const mostTasks = 200;

// Those that a start without the server needs are kept on the device.
export const meQuery = {
  queryKey: ["me"],
  // Without a network there is nothing to try again.
  queryFn: () => readOrKept("me", () => stint.me.get(navigator.onLine ? {} : { maxRetries: 0 }), takerOf(["me"])),
  // Refused before the first screen is drawn, it is not asked for a second time.
  retryOnMount: false,
  // Parts of the frame that use it come and go by themselves.
  refetchOnMount: ifSignedIn,
};
export const projectsQuery = {
  queryKey: ["projects"],
  queryFn: () => own("projects", () => all(stint.projects.list({}))),
};
export const clientsQuery = { queryKey: ["clients"], queryFn: () => own("clients", () => all(stint.clients.list({}))) };
export const organizationQuery = {
  queryKey: ["organization"],
  queryFn: () => own("organization", () => stint.organization.get()),
};
export const sessionsQuery = { queryKey: ["sessions"], queryFn: () => all(stint.me.listSessions()) };
export const tagsQuery = {
  queryKey: ["tags"],
  queryFn: () => own("tags", () => all(stint.tags.list())),
};

/** Those of all projects at once: apart for each project, a list of many would ask as many times. */
export const tasksQuery = {
  queryKey: ["tasks"],
  queryFn: () => own("tasks", () => all(stint.tasks.listAll({ limit: mostTasks }))),
};

/** The reads of the person of the session, kept apart for each person and organization. */
function own<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  const me = queryClient.getQueryData<Me>(meQuery.queryKey);
  return readOrKept(`${me?.user.id} ${me?.organization.id} ${name}`, read, takerOf([name]));
}

/** Takes what arrives late; undefined where something is shown already, which may be newer than what was kept. */
function takerOf<Value>(queryKey: readonly string[]): ((value: Value) => void) | undefined {
  if (queryClient.getQueryData(queryKey) !== undefined) return undefined;
  return (value) => void queryClient.setQueryData(queryKey, value);
}

/** How people can sign in here; undefined until the server has said it. */
export function useSignInMethods(): GetSignInMethodsReply | undefined {
  return useQuery({ queryKey: ["sign-in-methods"], queryFn: () => stint.auth.signInMethods() }).data;
}

/** The person who is signed in. A context, because every row reads it: an observer of the query for each would cost more. */
export const MeContext = createContext<Me | undefined>(undefined);

/** The person who is signed in. Only within the signed-in part of the dashboard. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) throw new Error("useMe needs a MeContext above it.");
  return me;
}

const none: never[] = [];

export function useProjects(): readonly Project[] {
  return useQuery(projectsQuery).data ?? none;
}

export type Customer = Awaited<ReturnType<ClientsApi["get"]>>;

export function useClients(): readonly Customer[] {
  return useQuery(clientsQuery).data ?? none;
}

/** The instant before which entries are read-only; none as long as the organization has not been read. */
export function useLockedBefore(): number {
  const organization = useQuery(organizationQuery).data;
  const { lockDate, timeZone } = organization ?? {};
  return typeof lockDate === "string" && timeZone !== undefined ? startOfDay(lockDate, timeZone) : -Infinity;
}

/** The tags in use, most used first. */
export function useTags(): readonly { name: string }[] {
  return useQuery(tagsQuery).data ?? none;
}

/** The tasks of all projects, as far as they have been read; they are read where they are needed. */
export function useAllTasks(isNeeded = true): readonly Task[] {
  return useQuery({ ...tasksQuery, enabled: isNeeded }).data ?? none;
}

/** The tasks of a project, as far as they have been read. */
export function useTasks(projectId: string | undefined): readonly Task[] {
  const tasks = useAllTasks(projectId !== undefined && projectId !== "");
  return useMemo(() => tasks.filter((task) => task.projectId === projectId), [tasks, projectId]);
}
