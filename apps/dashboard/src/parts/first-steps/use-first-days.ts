import { useQuery } from "@tanstack/react-query";
import { clock } from "#api/connection/client.ts";
import { organizationQuery, useMe } from "#api/queries.ts";
import { useNote } from "#state/drafts/use-note.ts";
import { addDays, dayOf } from "#time/zoned.ts";

/** How long the first steps of a new organization are shown. */
const firstDays = 30;

/** Whether to show the first steps, and a function that closes them on this device. Unknown until it has loaded. */
export function useFirstDays() {
  const { scopes } = useMe();
  const note = useNote<"closed">("first-steps");
  const isPossible = scopes.includes("imports:write") && note.value !== "closed";
  const { data, isLoading } = useQuery({ ...organizationQuery, enabled: isPossible });
  const close = () => note.write("closed");
  if (!isPossible) return { areShown: false, close };
  if (data === undefined) return { areShown: isLoading ? undefined : false, close };
  const [created, today] = [data.createdAt, clock.now()].map((instant) => dayOf(instant, data.timeZone));
  return { areShown: addDays(created ?? "", firstDays) > (today ?? ""), close };
}
