// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Delivery, Webhook, WebhookWithSecret } from "./schemas.ts";

/** The query of `webhooks.list`. */
export interface ListWebhooksQuery {
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `webhooks.create`. */
export interface CreateWebhookBody {
  /** Where events are sent: http or https, without credentials. */
  url: string;
  /** Event types; see `GET /event-types`. `*` means all types, including those added later, except `audit.sealed` and those of billing batches and timesheets, which must be listed by name. Default: `["*"]`. */
  events?: readonly string[] | undefined;
  /** The purpose of the endpoint. */
  description?: string | null | undefined;
  /** Only events in this project: its entries, timers, tasks, budget, and the project itself. */
  projectId?: string | null | undefined;
}

/** The body of `webhooks.update`. */
export interface UpdateWebhookBody {
  /** Where events are sent: http or https, without credentials. */
  url?: string | undefined;
  /** Event types; see `GET /event-types`. `*` means all types, including those added later, except `audit.sealed` and those of billing batches and timesheets, which must be listed by name. */
  events?: readonly string[] | undefined;
  /** The purpose of the endpoint. */
  description?: string | null | undefined;
  /** Only events in this project: its entries, timers, tasks, budget, and the project itself. */
  projectId?: string | null | undefined;
  /** Nothing is sent to a disabled endpoint; disabling cancels pending deliveries. */
  status?: "active" | "disabled" | undefined;
}

/** One of `webhooks.listEventTypes`. */
export interface ListEventTypesItem {
  /** The name of the type. */
  type: string;
  /** When it is sent. */
  description: string;
  /** JSON Schema (2020-12) of the body that is sent. */
  schema: Record<string, unknown>;
  /** An example of such a body. */
  example: Record<string, unknown>;
}

/** The query of `webhooks.listDeliveries`. */
export interface ListDeliveriesQuery {
  /** Only deliveries with this status. For several values, pass a list. */
  status?: "pending" | "delivered" | "failed" | "cancelled" | readonly ("pending" | "delivered" | "failed" | "cancelled")[] | undefined;
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The body of `webhooks.replayDeliveries`. */
export interface ReplayDeliveriesBody {
  /** Starts from this instant. Deliveries and missed events are kept for 30 days: an earlier instant means all of them. A Date, or ISO 8601 with an offset. */
  since: string | Date;
}

/** The reply of `webhooks.replayDeliveries`. */
export interface ReplayDeliveriesReply {
  /** Failed or cancelled deliveries that are being resent. */
  redelivered: number;
  /** Events that were not sent because the endpoint was disabled, and are being sent now. */
  missed: number;
  /** Whether the replay stopped at 10,000 deliveries, or earlier because 25,000 of the organization were pending. Repeat the request for the rest. */
  hasMore: boolean;
}

/** The operations of `stint.webhooks`. */
export class WebhooksApi extends Resource {
  /**
   * List webhook endpoints.
   *
   * Needs the scope `webhooks:read`.
   *
   * @example
   * for await (const each of stint.webhooks.list()) console.log(each);
   */
  list(query?: ListWebhooksQuery, options?: CallOptions): PageList<Webhook> {
    return this.client.list("/v1/webhooks", query, options);
  }

  /**
   * Register a webhook endpoint.
   *
   * The reply contains the secret that signs deliveries, which is shown only this once. The key needs the read scopes for the events' contents.
   *
   * Needs the scope `webhooks:write`. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const webhook = await stint.webhooks.create({ url: "https://example.com/hook", events: ["time_entry.created", "time_entry.updated"] });
   */
  create(body: CreateWebhookBody, options?: PostOptions): Promise<WebhookWithSecret> {
    return this.client.post("/v1/webhooks", body, options);
  }

  /**
   * Get a webhook endpoint.
   *
   * Needs the scope `webhooks:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const webhook = await stint.webhooks.get("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<Webhook>): Promise<Webhook> {
    return this.client.get(path`/v1/webhooks/${id}`, undefined, options);
  }

  /**
   * Change, enable or disable a webhook endpoint.
   *
   * Changing the URL or project, or adding events, registers the endpoint again: this needs the same scopes and recent authentication as registering it, and `showsMoney` is determined again. The same applies to enabling an endpoint if the member who registered it was deactivated or may no longer manage webhooks.
   *
   * Needs the scope `webhooks:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const webhook = await stint.webhooks.update("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { status: "active" }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateWebhookBody, options?: ConditionalOptions): Promise<Webhook> {
    return this.client.send("PATCH", path`/v1/webhooks/${id}`, body, options);
  }

  /**
   * Delete a webhook endpoint and its log.
   *
   * Needs the scope `webhooks:write`.
   *
   * Throws `NotFoundError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.webhooks.delete("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/webhooks/${id}`, options);
  }

  /**
   * Replace the secret of a webhook endpoint.
   *
   * The reply contains the new secret, which is shown only this once. Deliveries are also signed with the previous one for 24 hours.
   *
   * Needs the scope `webhooks:write`. A session needs `POST /auth/reauthenticate` first, unless its sign-in is less than 10 minutes ago.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const webhook = await stint.webhooks.rotateSecret("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  rotateSecret(id: string, options?: PostOptions & ConditionalOptions): Promise<WebhookWithSecret> {
    return this.client.post(path`/v1/webhooks/${id}/rotate-secret`, undefined, options);
  }

  /**
   * List the event types.
   *
   * The events that can be subscribed to, each with the JSON Schema of its body and an example.
   *
   * Needs the scope `webhooks:read`.
   *
   * @example
   * for await (const each of stint.webhooks.listEventTypes()) console.log(each);
   */
  listEventTypes(options?: CallOptions): PageList<ListEventTypesItem> {
    return this.client.list("/v1/event-types", undefined, options, false);
  }

  /**
   * List the deliveries of a webhook endpoint.
   *
   * Newest first, with every attempt; kept for 30 days.
   *
   * Needs the scope `webhooks:read`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * for await (const each of stint.webhooks.listDeliveries("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
   */
  listDeliveries(id: string, query?: ListDeliveriesQuery, options?: CallOptions): PageList<Delivery> {
    return this.client.list(path`/v1/webhooks/${id}/deliveries`, query, options);
  }

  /**
   * Send a test event to a webhook endpoint.
   *
   * Queues a `webhook.test` event for this endpoint only, whatever events it is subscribed to.
   *
   * Needs the scope `webhooks:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const delivery = await stint.webhooks.test("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  test(id: string, options?: PostOptions): Promise<Delivery> {
    return this.client.post(path`/v1/webhooks/${id}/test`, undefined, options);
  }

  /**
   * Resend a delivery.
   *
   * Works whatever its status: it becomes due now, and its schedule starts over. The event's id and body are the same.
   *
   * Needs the scope `webhooks:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const delivery = await stint.webhooks.redeliver("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", "dlv_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  redeliver(id: string, deliveryId: string, options?: PostOptions): Promise<Delivery> {
    return this.client.post(path`/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`, undefined, options);
  }

  /**
   * Resend failed and missed deliveries.
   *
   * Resends all deliveries since an instant that failed or were cancelled, and the events that the endpoint missed while it was disabled.
   *
   * Needs the scope `webhooks:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const reply = await stint.webhooks.replayDeliveries("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { since: "2026-03-01T09:00:00Z" });
   */
  replayDeliveries(id: string, body: ReplayDeliveriesBody, options?: PostOptions): Promise<ReplayDeliveriesReply> {
    return this.client.post(path`/v1/webhooks/${id}/replay`, body, options);
  }
}
