// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import { type StreamedEvent, type StreamOptions, streamEvents } from "../stream.ts";
import type { WebhookEvent } from "./webhook-events.ts";

/** The query of `events.list`. */
export interface ListEventsQuery {
  /** Only events of these types; a type that the key may not read is 403. Without it all that it may read, except `audit.sealed`. Several: as a list. */
  types?: "time_entry.created" | "time_entry.updated" | "time_entry.deleted" | "time_entry.restored" | "timer.started" | "timer.stopped" | "project.created" | "project.updated" | "project.archived" | "project.deleted" | "task.created" | "task.updated" | "task.deleted" | "client.created" | "client.updated" | "client.deleted" | "member.added" | "member.updated" | "member.removed" | "budget.threshold_reached" | "budget.exceeded" | "period.locked" | "audit.sealed" | readonly ("time_entry.created" | "time_entry.updated" | "time_entry.deleted" | "time_entry.restored" | "timer.started" | "timer.stopped" | "project.created" | "project.updated" | "project.archived" | "project.deleted" | "task.created" | "task.updated" | "task.deleted" | "client.created" | "client.updated" | "client.deleted" | "member.added" | "member.updated" | "member.removed" | "budget.threshold_reached" | "budget.exceeded" | "period.locked" | "audit.sealed")[] | undefined;
  /** How many to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` or `resumeCursor` of a page before, or the `id` of an event of the stream, with the same `types`. `now` begins behind everything that has happened. Without it the list begins 30 days ago. */
  cursor?: string | undefined;
}

/** The operations of `stint.events`. */
export class EventsApi extends Resource {
  /**
   * List what happened.
   *
   * The events of the last 30 days, oldest first, with the bodies of webhooks, as far as the key and its member may read what they show: others' entries, hidden projects and money as everywhere. A page may hold fewer than `limit`, or none: go on while there is a `nextCursor`, and ask later with `resumeCursor`. To begin with what happens from now on, ask once with `cursor=now`. An event may come again after a restart of the database; its `id` is the same.
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
   * Events from now on, or behind `lastEventId`, as it happens.
   *
   * A connection that is lost is made again by itself, without a gap. It ends when you leave the loop or abort the signal, and
   * throws what will not pass, such as `AuthenticationError` for a key that has ended.
   *
   * @example
   * for await (const event of stint.events.stream({ types: ["timer.started", "timer.stopped"] })) console.log(event.type);
   */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamedEvent, void, undefined> {
    return streamEvents(this.client, options);
  }
}
