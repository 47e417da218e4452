// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import { type StreamedEvent, type StreamOptions, streamEvents } from "../stream.ts";
import type { WebhookEvent } from "./webhook-events.ts";

/** The query of `events.list`. */
export interface ListEventsQuery {
  /** Only events of these types; a type that the key may not read is 403. By default all types that the key may read, except `audit.sealed` and those of billing batches and timesheets, which only sessions get by default. For several values, pass a list. */
  types?: "time_entry.created" | "time_entry.updated" | "time_entry.deleted" | "time_entry.restored" | "timer.started" | "timer.updated" | "timer.stopped" | "timer.discarded" | "project.created" | "project.updated" | "project.archived" | "project.deleted" | "task.created" | "task.updated" | "task.deleted" | "client.created" | "client.updated" | "client.deleted" | "member.added" | "member.updated" | "member.removed" | "budget.threshold_reached" | "budget.exceeded" | "period.locked" | "audit.sealed" | "billing_batch.created" | "billing_batch.deleted" | "timesheet.submitted" | "timesheet.withdrawn" | "timesheet.approved" | "timesheet.rejected" | "timesheet.reopened" | readonly ("time_entry.created" | "time_entry.updated" | "time_entry.deleted" | "time_entry.restored" | "timer.started" | "timer.updated" | "timer.stopped" | "timer.discarded" | "project.created" | "project.updated" | "project.archived" | "project.deleted" | "task.created" | "task.updated" | "task.deleted" | "client.created" | "client.updated" | "client.deleted" | "member.added" | "member.updated" | "member.removed" | "budget.threshold_reached" | "budget.exceeded" | "period.locked" | "audit.sealed" | "billing_batch.created" | "billing_batch.deleted" | "timesheet.submitted" | "timesheet.withdrawn" | "timesheet.approved" | "timesheet.rejected" | "timesheet.reopened")[] | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` or `resumeCursor` of an earlier page, or the `id` of an event of the stream, with the same `types`. `now` begins after everything that has happened. Without it, the list begins 30 days ago. */
  cursor?: string | undefined;
}

/** The operations of `stint.events`. */
export class EventsApi extends Resource {
  /**
   * List events.
   *
   * The events of the last 30 days, oldest first, in the format of webhook bodies, limited to what the key and its member may read, including others' entries, hidden projects and money. A page may contain fewer than `limit` events, or none: continue while there is a `nextCursor`, and poll later with `resumeCursor`. To begin with new events, call once with `cursor=now`. An event may be repeated after a restart of the database; its `id` is the same.
   *
   * Any key may do this.
   *
   * @example
   * for await (const each of stint.events.list()) console.log(each);
   */
  list(query?: ListEventsQuery, options?: CallOptions): PageList<WebhookEvent> {
    return this.client.list("/v1/events", query, options);
  }

  /**
   * Events from now on, or after `lastEventId`, as they happen.
   *
   * A lost connection is reopened automatically, without a gap. The stream ends when you leave the loop or abort the signal, and
   * throws permanent errors, such as `AuthenticationError` for a revoked key.
   *
   * @example
   * for await (const event of stint.events.stream({ types: ["timer.started", "timer.stopped"] })) console.log(event.type);
   */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamedEvent, void, undefined> {
    return streamEvents(this.client, options);
  }
}
