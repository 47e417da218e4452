import type { PostResult } from "#platform/egress/post.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { decideOutcome, type Outcome } from "./decide-outcome.ts";
import type { SenderMeters } from "./delivery-metrics.ts";
import type { EndpointHealth } from "./endpoint-health.ts";
import type { Claim } from "./queries.ts";
import type { ResultWriter } from "./results.ts";

export interface SettleDeps {
  scheduleMs: readonly number[];
  meters?: SenderMeters;
}

/** The result of an attempt that was not made. */
export const withheld: PostResult = {
  status: null,
  error: "not sent: the endpoint is no longer registered for this event",
  responseBody: "",
  durationMs: 0,
  isInterrupted: false,
};
const statusAfter = {
  delivered: "delivered",
  failed: "failed",
  gone: "failed",
  withheld: "failed",
  retry: "pending",
  interrupted: "pending",
} as const;

type SettleAttempt = (claim: Claim, webhook: WebhookRow, at: Date, result: PostResult) => void;

/** Decides the outcome of each attempt, and passes it to the writer and to the endpoint's health. */
export function createSettler(
  { scheduleMs, meters }: SettleDeps,
  { writer, health }: { writer: ResultWriter; health: EndpointHealth },
): SettleAttempt {
  function outcomeOf(claim: Claim, result: PostResult): Outcome {
    if (result === withheld) return { kind: "withheld" };
    if (result.isInterrupted) return { kind: "interrupted" };
    return decideOutcome(result, claim.schedule_step, scheduleMs, Math.random());
  }

  return (claim, webhook, at, result) => {
    const outcome = outcomeOf(claim, result);
    const { kind } = outcome;
    meters?.countAttempt(kind);
    writer.add({
      org_id: claim.org_id,
      id: claim.id,
      number: claim.attempts,
      at: at.toISOString(),
      duration_ms: result.durationMs,
      status: result.status,
      error: result.error,
      response_body: result.responseBody,
      showed_money: webhook.shows_money,
      becomes: statusAfter[kind],
      step: kind === "retry" ? outcome.step : claim.schedule_step,
      wait_ms: kind === "retry" ? outcome.waitMs : 0,
    });
    if (kind !== "interrupted" && kind !== "withheld")
      health.note(webhook, at, { ok: kind === "delivered", isGone: kind === "gone" });
  };
}
