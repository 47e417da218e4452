import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { all } from "#api/queries.ts";

const eventTypesQuery = {
  queryKey: ["event-types"],
  queryFn: () => all(stint.webhooks.listEventTypes()),
  staleTime: Infinity,
};

export function useEventTypes() {
  return useQuery(eventTypesQuery);
}
