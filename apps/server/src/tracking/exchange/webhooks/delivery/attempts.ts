import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatabasePool } from "#platform/database/database.ts";
import type { Egress, PostResult } from "#platform/egress/post.ts";
import { type Tracing, traceparentOf } from "#platform/spans.ts";
import type { EventSource, EventToSend } from "#tracking/exchange/event-catalogue/event-source.ts";
import type { Meters } from "#tracking/exchange/webhooks/log/delivery-metrics.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { openSecretsOnce, signedHeaders, signingSecrets } from "#tracking/exchange/webhooks/webhook-secrets.ts";
import { type Claim, keyOf, releaseClaims } from "./claims.ts";
import type { Endpoint, Endpoints } from "./endpoints.ts";
import { patienceMs } from "./limits.ts";
import { decideOutcome, type Outcome, type ResultWriter, toResult } from "./results.ts";

export interface AttemptDeps {
  db: DatabasePool;
  events: EventSource;
  secretKey: Buffer;
  /** The connections to receivers; the sender's `stop` closes them. */
  egress: Egress;
  userAgent: string;
  /** The delay before each attempt of a delivery. */
  scheduleMs: readonly number[];
  now: () => Date;
  onError: (error: unknown) => void;
  meters?: Meters;
  /** If set, each attempt gets a span in the trace of the request that made the change. */
  tracing?: Tracing | undefined;
}

interface AttemptParts extends AttemptDeps {
  nodeId: string;
  endpoints: Endpoints<Waiting>;
  writer: ResultWriter;
  /** Whether an attempt for a delivery claimed at `claimedAt` may begin. */
  mayBegin: (claimedAt: number) => boolean;
  /** Called when there may be room for claims. */
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

/** Makes the attempts of this node's claims; `sender.ts` lists the states of a claim. */
export class Attempts {
  readonly #parts: AttemptParts;
  readonly #post: Post;

  constructor(parts: AttemptParts) {
    this.#parts = parts;
    this.#post = createPoster(parts);
  }

  /** Reads the events of claims, and begins as many attempts as possible. */
  async add(claims: Claim[], webhooks: WebhookRow[], claimedAt: number): Promise<void> {
    const { endpoints, events } = this.#parts;
    const byKey = new Map(webhooks.map((webhook) => [keyOf(webhook), webhook]));
    // Skips the claim if the endpoint is missing: either it was deleted together with its deliveries, or it is no longer
    // allowed to receive events, in which case its deliveries are cancelled.
    const known = claims.flatMap((claim) => {
      const webhook = byKey.get(keyOf({ org_id: claim.org_id, id: claim.webhook_id }));
      return webhook === undefined ? [] : { claim, webhook };
    });
    const ofKnown = known.map(({ claim }) => claim);
    const eventOf = await events.read(ofKnown).catch(async (error: unknown) => {
      await this.#release(ofKnown);
      throw error;
    });
    const since = performance.now();
    for (const { claim, webhook } of known)
      endpoints.wait(endpoints.of(webhook), { claim, webhook, event: eventOf(claim, webhook), claimedAt, since });
    for (const webhook of new Set(known.map((each) => each.webhook))) {
      this.#serve(endpoints.of(webhook));
      // Beginning hundreds of attempts in one turn would block this node's event loop.
      await nextTurn();
    }
  }

  serveAll(): void {
    for (const endpoint of this.#parts.endpoints.all()) this.#serve(endpoint);
  }

  /** Begins attempts until the endpoint has none free or no claims wait. */
  #serve(endpoint: Endpoint<Waiting>): void {
    const { endpoints, mayBegin } = this.#parts;
    for (;;) {
      const [first] = endpoint.waiting;
      const next = first !== undefined && mayBegin(first.claimedAt) ? endpoints.begin(endpoint) : undefined;
      if (next === undefined) return;
      void this.#attempt(endpoint, next);
    }
  }

  async #attempt(endpoint: Endpoint<Waiting>, { claim, webhook, event }: Waiting): Promise<void> {
    const { endpoints, writer, onRoom, now, scheduleMs, meters } = this.#parts;
    const at = now();
    if (claim.attempts === 1 && event.at !== undefined)
      meters?.observeDelay(Math.max(0, at.getTime() - Date.parse(event.at)) / 1000);
    const result = event.isWanted ? await this.#post(claim, webhook, event, at) : withheld;
    const outcome: Outcome = event.isWanted
      ? decideOutcome(result, claim.schedule_step, scheduleMs, Math.random())
      : { kind: "withheld" };
    meters?.countAttempt(outcome.kind);
    writer.add({ webhook, at, shows: outcome.kind, result: toResult(claim, webhook, at, result, outcome) });
    endpoints.end(endpoint);
    const isLeftOut = endpoints.isLeftOut(endpoint);
    if (!isLeftOut) this.#serve(endpoint);
    if (isLeftOut || endpoints.isHungry(endpoint)) onRoom();
  }

  /** Releases the claims that have waited too long, so that any node can claim them; `all` releases all. */
  releaseWaiting(which: "late" | "all"): Promise<void> {
    const before = which === "all" ? Number.POSITIVE_INFINITY : performance.now() - patienceMs;
    return this.#release(this.#parts.endpoints.takeLate(({ since }) => since < before).map(({ claim }) => claim));
  }

  async #release(claims: Claim[]): Promise<void> {
    const { db, nodeId, endpoints, onError, onRoom } = this.#parts;
    if (claims.length === 0) return;
    await releaseClaims(db, nodeId, claims).catch(onError);
    for (const { org_id, webhook_id: id } of claims) endpoints.noteMore({ org_id, id });
    onRoom();
  }
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
    const parent = span && traceparentOf(span);
    let result: PostResult;
    try {
      if (body === undefined) throw new Error("the event is no longer stored");
      const headers = {
        "content-type": "application/json",
        "user-agent": userAgent,
        // Identifies the attempt in the receiver's logs. Receivers detect duplicates by webhook-id, which stays the same.
        "stint-attempt": String(claim.attempts),
        ...signedHeaders(claim.change_id, at, body, signingSecrets(openSecret, webhook, at)),
        ...(parent === undefined ? {} : { traceparent: parent }),
      };
      result = await egress.post(new URL(webhook.url), headers, body);
    } catch (error) {
      onError(error);
      result = { ...withheld, error: (error as Error).message };
    }
    if (result.status !== null) span?.describe({ "http.response.status_code": result.status });
    if (result.status === null || result.status >= 300) span?.fail(String(result.status ?? "no_reply"));
    span?.end();
    return result;
  };
}
