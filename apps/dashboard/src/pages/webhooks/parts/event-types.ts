import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { all, defineQuery } from "#api/queries.ts";

const eventTypesQuery = {
  ...defineQuery(["event-types"], () => all(stint.webhooks.listEventTypes())),
  staleTime: Infinity,
};

export function useEventTypes() {
  return useQuery(eventTypesQuery);
}
