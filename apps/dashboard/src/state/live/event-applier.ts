import type { StreamedEvent, Timesheet } from "@stint/sdk";
import { clock } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";
import type { QueryName } from "#api/query-names.ts";
import type { LiveCopy } from "./copy-sync.ts";
import { createThrottle } from "./throttle.ts";

/** Events that arrive within one frame are rendered together. */
const frameMs = 16;

/** The queries that an event of each kind invalidates. */
const queriesOf: Record<string, readonly QueryName[]> = {
  time_entry: ["reports"],
  timer: ["timers"],
  project: ["reports"],
  task: ["reports"],
  member: ["members", "me", "invitations"],
  period: ["organization", "me"],
  budget: ["reports"],
  timesheet: ["timesheets"],
};

/** Returns a function that takes events, applies them to the copies, and invalidates the queries that they affect. */
export function createEventApplier(copies: readonly LiveCopy[], userId: string): (event: StreamedEvent) => void {
  const startedMs = clock.now();
  const invalidate = createThrottle<QueryName>(
    (names) => refresh(...names),
    (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  );
  let arrived: StreamedEvent[] = [];

  function applyArrived(): void {
    const events = arrived;
    arrived = [];
    for (const copy of copies) copy.applyEvents(events);
    for (const event of events) {
      const { type } = event;
      for (const name of queriesOf[type.slice(0, type.indexOf("."))] ?? []) invalidate(name);
      // Any event may be sent to the endpoint on the screen.
      invalidate("webhook");
      // The count in `GET /me` already includes the notifications of replayed events.
      if (Date.parse(event.timestamp) > startedMs && mayNotify(event, userId)) invalidate("notices");
    }
  }

  return (event) => {
    if (arrived.push(event) === 1) setTimeout(applyArrived, frameMs);
  };
}

/**
 * Whether an event can create a notification for the person. Nobody is notified of a change that they made to a
 * timesheet themselves.
 */
function mayNotify({ type, data }: StreamedEvent, userId: string): boolean {
  if (!type.startsWith("timesheet.")) return type.startsWith("budget.");
  const { submittedBy, decidedBy } = data.object as Timesheet;
  return (type === "timesheet.submitted" || type === "timesheet.withdrawn" ? submittedBy : decidedBy) !== userId;
}
