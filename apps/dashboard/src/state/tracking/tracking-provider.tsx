import type { Places } from "@stint/offline/billable.ts";
import { newLocalId } from "@stint/offline/write.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { byId } from "#api/by-id.ts";
import { openProjectLists } from "#state/project-lists.ts";
import { clock, stint } from "#api/connection/client.ts";
import { meQuery, organizationQuery, projectsQuery, queryClient, tasksQuery, useMe } from "#api/queries.ts";
import { followActivity } from "#state/session/last-activity.ts";
import { followLive } from "#state/live/live.ts";
import { openStorage } from "./storage.ts";
import { createTracking } from "./tracking.ts";
import { TrackingContext } from "#state/use-tracking.ts";

/** Maintains a copy of the signed-in person's entries and timer. */
export function TrackingProvider({ children }: { children: ReactNode }) {
  const { user, organization, signIn } = useMe();
  const [userId, organizationId] = [user.id, organization.id];
  const [copy] = useState(() => openProjectLists({ userId, organizationId }));
  const [tracking] = useState(() =>
    createTracking({
      stint,
      storage: openStorage({ userId, organizationId }, signIn?.deviceKey),
      person: { userId, places },
      now: () => clock.now(),
      past: () => clock.past(),
      session: () => queryClient.getQueryData(meQuery.queryKey)?.key.id ?? "",
      newId: newLocalId,
      pause: pauseUntilOnline,
    }),
  );
  useEffect(() => {
    void tracking.open();
    const live = followLive({ userId, organizationId }, [tracking, copy], tracking.close);
    const ends = [live, followActivity(userId)];
    return () => ends.forEach((end) => end());
  }, [tracking, copy, userId, organizationId]);
  // Only reads the cache, which some other component fills. Events report later changes.
  const { data: known } = useQuery({ ...organizationQuery, enabled: false });
  useEffect(() => {
    if (known !== undefined) tracking.setOrganization(known);
  }, [tracking, known]);
  return <TrackingContext value={tracking}>{children}</TrackingContext>;
}

/** The projects and tasks that other components have loaded. */
const places: Places = {
  project: (id) => byId(queryClient.getQueryData(projectsQuery.queryKey) ?? []).get(id),
  task: (id) => byId(queryClient.getQueryData(tasksQuery.queryKey) ?? []).get(id),
};

/** Resolves after `ms` milliseconds, or as soon as the device comes online. */
function pauseUntilOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
  });
}
