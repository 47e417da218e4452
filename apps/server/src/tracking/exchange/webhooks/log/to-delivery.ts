import { type Actor, may } from "#identity/access.ts";
import { declarationOf, isEventType } from "#tracking/exchange/event-catalogue/event-types.ts";
import type { AttemptRow, DeliveryRow } from "./queries.ts";
import type { Delivery } from "./schemas.ts";

export function toDelivery(row: DeliveryRow, attempts: AttemptRow[], actor: Actor): Delivery {
  return {
    id: row.id,
    eventId: row.change_id,
    type: row.type,
    status: row.status,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at,
    attempts: attempts.map((attempt) => ({
      at: attempt.at,
      durationMs: attempt.duration_ms,
      status: attempt.status,
      error: attempt.error,
      responseBody: mayReadReply(actor, row, attempt) ? attempt.response_body : null,
    })),
  };
}

/**
 * Whether the actor may read the response. A receiver may repeat the data that was sent, so the actor must be allowed
 * to read that data.
 */
function mayReadReply(actor: Actor, { type }: DeliveryRow, attempt: AttemptRow): boolean {
  if (!isEventType(type)) return false;
  const { readScope: scope, holdsMoney = false } = declarationOf(type).resource;
  const heldMoney = holdsMoney && attempt.showed_money !== false;
  return (scope === undefined || may(actor, scope)) && (!heldMoney || may(actor, "costs:read"));
}
