import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { all, defineQuery } from "#api/queries.ts";
import { eventTypes } from "#i18n/en/event-types.ts";
import { lazyText } from "#i18n/lazy-text.ts";

const eventTypesQuery = {
  ...defineQuery(["event-types"], () => all(stint.webhooks.listEventTypes())),
  staleTime: Infinity,
};

const useDescriptions = lazyText(eventTypes, import.meta.glob(["/src/i18n/*/event-types.ts", "!**/en/*"]));

/** The event types, described in the person's language. */
export function useEventTypes() {
  const descriptions: Record<string, string> = useDescriptions();
  return useQuery({
    ...eventTypesQuery,
    select: (types) => types.map((each) => ({ ...each, description: descriptions[each.type] ?? each.description })),
  });
}
