import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Egress, PostResult } from "#platform/egress/post.ts";
import { type Tracing, traceparentOf } from "#platform/spans.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { openSecretsOnce } from "#tracking/exchange/webhooks/webhook-secrets.ts";
import { type Claim, keyOf, type Lease, releaseClaims } from "./claims.ts";
import { decideOutcome, type Outcome } from "./decide-outcome.ts";
import type { Endpoint, Endpoints } from "./endpoints.ts";
import { createEventReader, type EventToSend, requestHeaders } from "./events.ts";
import type { Health } from "./health.ts";
import { attemptsInRow, patienceMs } from "./limits.ts";
import type { ResultWriter } from "./results.ts";

export interface SenderMeters {
  countAttempt: (result: Outcome["kind"]) => void;
  /** Called with the number of seconds from the event to its first attempt. */
  observeDelay: (seconds: number) => void;
}

export interface AttemptDeps {
  db: DatabasePool;
  secretKey: Buffer;
  /** The connections to receivers; the sender's `stop` closes them. */
  egress: Egress;
  userAgent: string;
  /** The delay before each attempt of a delivery. */
  scheduleMs: readonly number[];
  now: () => Date;
  onError: (error: unknown) => void;
  meters?: SenderMeters;
  /** If set, each attempt gets a span in the trace of the request that made the change. */
  tracing?: Tracing | undefined;
}

interface AttemptParts {
  lease: Lease;
  endpoints: Endpoints<Waiting>;
  writer: ResultWriter;
  health: Health;
  /** Whether an attempt for a delivery claimed at `claimedAt` may begin. */
  mayBegin: (claimedAt: number) => boolean;
  /** Called when endpoints may be hungry. */
  onRoom: () => void;
}

/** A claim that waits for its attempt. */
export interface Waiting {
  claim: Claim;
  webhook: WebhookRow;
  event: EventToSend;
  claimedAt: number;
  since: number;
}

/** The result of an attempt that was not made. */
const withheld: PostResult = {
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

export type Attempts = ReturnType<typeof createAttempts>;

/**
 * Makes the attempts of this node's claims. A claim waits until its endpoint has a free attempt, is under way until the
 * endpoint has replied, and ends as a result; or it waits too long and is released.
 */
export function createAttempts(deps: AttemptDeps, parts: AttemptParts) {
  const { db, scheduleMs, now, onError, meters } = deps;
  const { lease, endpoints, writer, health, mayBegin, onRoom } = parts;
  const reader = createEventReader(db, deps.tracing !== undefined);
  const post = createPoster(deps);

  /** Reads the events of claims and begins their attempts; those for which there is none free wait. */
  async function add(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): Promise<void> {
    const byKey = new Map(webhooks.map((webhook) => [keyOf(webhook), webhook]));
    const known = claims.flatMap((claim) => {
      const webhook = byKey.get(keyOf({ org_id: claim.org_id, id: claim.webhook_id }));
      // Skips the claim if the endpoint is missing: either it was deleted together with its deliveries, or it is no
      // longer allowed to receive events, in which case its deliveries are cancelled.
      return webhook === undefined ? [] : [{ claim, webhook }];
    });
    if (known.length === 0) return;
    const events = await reader.read(known).catch(async (error: unknown) => {
      await release(claims);
      throw error;
    });
    const served = new Set<WebhookRow>();
    for (const [at, { claim, webhook }] of known.entries()) {
      const event = events[at] as EventToSend;
      endpoints.wait(endpoints.of(webhook), { claim, webhook, event, claimedAt, since: performance.now() });
      served.add(webhook);
    }
    let begun = 0;
    for (const webhook of served) {
      begun += serve(endpoints.of(webhook));
      // Yields after some attempts, because starting hundreds at once would block this node's event loop.
      if (begun >= attemptsInRow) begun = await nextTurn(0);
    }
  }

  /** Begins attempts until the endpoint has none free or no claims wait; returns their number. */
  function serve(endpoint: Endpoint<Waiting>): number {
    let begun = 0;
    while (mayBegin(endpoint.waiting[0]?.claimedAt ?? 0)) {
      const waiting = endpoints.begin(endpoint);
      if (waiting === undefined) break;
      void attempt(endpoint, waiting);
      begun++;
    }
    return begun;
  }

  async function attempt(endpoint: Endpoint<Waiting>, { claim, webhook, event }: Waiting): Promise<void> {
    const at = now();
    if (claim.attempts === 1 && event.at !== undefined)
      meters?.observeDelay(Math.max(0, at.getTime() - Date.parse(event.at)) / 1000);
    const result = event.isWanted ? await post(claim, webhook, event, at) : withheld;
    settle(claim, webhook, at, result);
    endpoints.end(endpoint);
    const isLeftOut = endpoints.isLeftOut(endpoint.org_id);
    if (!isLeftOut) serve(endpoint);
    if (isLeftOut || endpoints.isHungry(endpoint)) onRoom();
  }

  /** Decides the outcome of an attempt, and passes it to the writer and to the endpoint's health. */
  function settle(claim: Claim, webhook: WebhookRow, at: Date, result: PostResult): void {
    const outcome: Outcome =
      result === withheld
        ? { kind: "withheld" }
        : decideOutcome(result, claim.schedule_step, scheduleMs, Math.random());
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
  }

  async function release(claims: Claim[]): Promise<void> {
    if (claims.length === 0) return;
    await releaseClaims(db, lease.nodeId, claims).catch(onError);
    for (const { org_id, webhook_id: id } of claims) endpoints.noteMore({ org_id, id });
    onRoom();
  }

  return {
    add,
    /** Serves every endpoint, also those whose turn others got. */
    serveAll(): void {
      for (const endpoint of endpoints.all()) serve(endpoint);
    },
    /** Releases the claims that have waited too long, so that any node can claim them; `all` releases all. */
    async releaseLate(which: "late" | "all" = "late"): Promise<void> {
      const before = which === "all" ? Number.POSITIVE_INFINITY : performance.now() - patienceMs;
      await release(endpoints.takeLate(({ since }) => since < before).map(({ claim }) => claim));
    },
  };
}

type Post = (claim: Claim, webhook: WebhookRow, event: EventToSend, at: Date) => Promise<PostResult>;

/** Signs events and posts them to their endpoints. The returned function never rejects. */
function createPoster({ secretKey, egress, userAgent, onError, tracing }: AttemptDeps): Post {
  const openSecret = openSecretsOnce(secretKey);

  return async (claim, webhook, { body, traceparent }, at) => {
    const span = tracing?.beginAfter(traceparent, "webhook delivery", {
      kind: "client",
      facts: {
        "http.request.method": "POST",
        "stint.organization.id": claim.org_id,
        "stint.webhook.id": claim.webhook_id,
        "stint.delivery.id": claim.id,
        "stint.delivery.attempt": claim.attempts,
      },
    });
    let result: PostResult;
    try {
      if (body === undefined) throw new Error("the event is no longer stored");
      const headers = requestHeaders(webhook, claim, body, { at, openSecret, userAgent });
      const parent = span && traceparentOf(span);
      if (parent !== undefined) headers["traceparent"] = parent;
      result = await egress.post(new URL(webhook.url), headers, body);
    } catch (error) {
      onError(error);
      result = { status: null, error: (error as Error).message, responseBody: "", durationMs: 0, isInterrupted: false };
    }
    if (result.status !== null) span?.describe({ "http.response.status_code": result.status });
    if (result.status === null || result.status >= 300) span?.fail(String(result.status ?? "no_reply"));
    span?.end();
    return result;
  };
}
