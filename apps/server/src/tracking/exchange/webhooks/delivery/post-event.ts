import type { Egress, PostResult } from "#platform/egress/post.ts";
import { type Tracing, traceparentOf } from "#platform/spans.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { openSecretsOnce } from "#tracking/exchange/webhooks/webhook-secrets.ts";
import { type EventToSend, requestHeaders } from "./make-request.ts";
import type { Claim } from "./queries.ts";

export interface PostDeps {
  secretKey: Buffer;
  /** The connections to receivers; the sender's `stop` closes them. */
  egress: Egress;
  userAgent: string;
  onError: (error: unknown) => void;
  /** If set, each attempt gets a span in the trace of the request that made the change. */
  tracing?: Tracing | undefined;
}

type PostEvent = (claim: Claim, webhook: WebhookRow, event: EventToSend, at: Date) => Promise<PostResult>;

/** Signs events and posts them to their endpoints. The returned function never rejects. */
export function createEventPoster({ secretKey, egress, userAgent, onError, tracing }: PostDeps): PostEvent {
  const openSecret = openSecretsOnce(secretKey);

  async function post(
    claim: Claim,
    webhook: WebhookRow,
    body: Buffer | undefined,
    { at, traceparent }: { at: Date; traceparent: string | undefined },
  ): Promise<PostResult> {
    try {
      if (body === undefined) throw new Error("the event is no longer stored");
      const headers = requestHeaders(webhook, claim, body, { at, openSecret, userAgent });
      if (traceparent !== undefined) headers["traceparent"] = traceparent;
      return await egress.post(new URL(webhook.url), headers, body);
    } catch (error) {
      onError(error);
      return { status: null, error: (error as Error).message, responseBody: "", durationMs: 0, isInterrupted: false };
    }
  }

  return async (claim, webhook, event, at) => {
    const span = tracing?.beginAfter(event.traceparent, "webhook delivery", {
      kind: "client",
      facts: {
        "http.request.method": "POST",
        "stint.organization.id": claim.org_id,
        "stint.webhook.id": claim.webhook_id,
        "stint.delivery.id": claim.id,
        "stint.delivery.attempt": claim.attempts,
      },
    });
    const result = await post(claim, webhook, event.body, { at, traceparent: span && traceparentOf(span) });
    if (result.status !== null) span?.describe({ "http.response.status_code": result.status });
    if (result.status === null || result.status >= 300) span?.fail(String(result.status ?? "no_reply"));
    span?.end();
    return result;
  };
}
