import type { AttemptRow, DeliveryRow } from "./queries.ts";

export function toDelivery(row: DeliveryRow, attempts: AttemptRow[]) {
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
      responseBody: attempt.response_body,
    })),
  };
}
