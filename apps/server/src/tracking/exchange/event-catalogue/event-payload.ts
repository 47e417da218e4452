import { moneyOf, type Reach } from "#identity/access.ts";
import { changedColumns } from "#identity/history/record-change.ts";
import type { ChangeSummary, EventChange, Row } from "./change-queries.ts";
import { declarationOf, type EventType, includesEvent, isEventType } from "./event-types.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";

/** An event as sent to an endpoint: its type and its exact body, which is the same in every attempt. */
export interface WebhookEvent {
  type: EventType;
  body: string;
}

/**
 * Whether the endpoint subscribes to the change and may see it. Not called for test events, which are queued for a
 * single endpoint.
 */
export function wants(
  webhook: Pick<WebhookRow, "events" | "project_id" | "shows_money">,
  change: Omit<ChangeSummary, "id">,
): boolean {
  const { action } = change;
  if (!isEventType(action) || action === "webhook.test") return false;
  if (!includesEvent(webhook.events, action)) return false;
  const { kind } = declarationOf(action).resource;
  if (kind === "budget" && change.object["kind"] !== "time" && !webhook.shows_money) return false;
  return webhook.project_id === null || projectsOf(kind, change).includes(webhook.project_id);
}

/** The projects that the change concerns, before and after the change. */
function projectsOf(kind: string, { object, previous }: Omit<ChangeSummary, "id">): unknown[] {
  if (kind === "project") return [object["id"]];
  return [object["project_id"], previous?.["project_id"]];
}

/** A change's event for an endpoint; undefined if the change is not an event. */
export function toEvent(change: EventChange, webhook: Pick<WebhookRow, "shows_money">): WebhookEvent | undefined {
  const body = toEventBody(change, webhook.shows_money ? "everyone" : new Set());
  return body && { type: body.type, body: JSON.stringify(body) };
}

/** The body of an event, both in deliveries and in the API. */
export interface EventBody {
  id: string;
  type: EventType;
  timestamp: string;
  apiVersion: "v1";
  organizationId: string;
  data: { object: object; previous?: object };
}

export function toEventBody(change: EventChange, money: Reach): EventBody | undefined {
  const { action } = change;
  if (!isEventType(action)) return undefined;
  const { resource } = declarationOf(action);
  const toObject = (row: Row): object => resource.toShown(row, moneyOf(money, resource, row));
  const object = toObject(change.object);
  const previous = change.former === null ? undefined : changed(toObject(change.former), object);
  return {
    id: change.id,
    type: action,
    timestamp: change.at,
    apiVersion: "v1",
    organizationId: change.org_id,
    data: { object, ...(previous === undefined ? {} : { previous }) },
  };
}

/** The former values of the fields that differ, except fields that were hidden before the change. */
function changed(former: object, object: object): Row {
  const { version: _, updatedAt: _at, ...fields } = former as Row;
  return changedColumns(fields, object);
}
