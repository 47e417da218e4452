import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { clock } from "#api/connection/client.ts";
import { organizationQuery, useMe } from "#api/queries.ts";
import { useNote } from "#state/drafts/use-note.ts";
import { addDays, dayOf } from "#time/zoned.ts";

/** How long the first steps of a new organization are shown. */
const firstDays = 30;

/**
 * Whether to show the first steps; unknown until it has loaded. `room` is the height in pixels of what was shown last,
 * if that was only the next step.
 */
export function useFirstDays() {
  const { scopes } = useMe();
  const note = useNote<"closed" | number>("first-steps");
  const isPossible = scopes.includes("imports:write") && note.value !== "closed";
  const { data, isLoading } = useQuery({ ...organizationQuery, enabled: isPossible });
  const dayIn = (instant: string | number) => dayOf(instant, data?.timeZone ?? "UTC");
  const areOver = data !== undefined && addDays(dayIn(data.createdAt), firstDays) <= dayIn(clock.now());
  useEffect(() => {
    if (areOver) note.write("closed");
  }, [areOver, note]);
  return {
    areShown: !isPossible || areOver ? false : data !== undefined || (isLoading ? undefined : false),
    room: note.value === "closed" ? undefined : note.value,
    keepRoom: note.write,
    close: () => note.write("closed"),
  };
}
