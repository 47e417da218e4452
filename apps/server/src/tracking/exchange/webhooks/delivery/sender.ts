import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import { minuteMs } from "#platform/days.ts";
import type { Job, JobRunner } from "#platform/jobs/job-runner.ts";
import { type PendingLimits, defaultPending } from "#tracking/exchange/webhooks/pending-limits.ts";
import { splitEntitled } from "#tracking/exchange/webhooks/registrar.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { type AttemptDeps, Attempts, type Waiting } from "./attempts.ts";
import { catchUp } from "./behind.ts";
import { claimDue, keyOf, type Lease, listDueEndpoints, listWebhooksOf } from "./claims.ts";
import { Endpoints } from "./endpoints.ts";
import { fanOut } from "./fan-out.ts";
import { type Heartbeat, startHeartbeat } from "./heartbeat.ts";
import {
  blockSize,
  createPressure,
  defaultSlots,
  defaultTimings,
  gatherMs,
  measureTurns,
  type Pressure,
  type SenderTimings,
  type SlotLimits,
  type Turns,
  yielding,
} from "./limits.ts";
import { createResultWriter, type ResultWriter } from "./results.ts";

export interface SenderDeps extends AttemptDeps {
  jobs: JobRunner;
  limits?: SlotLimits;
  pending?: PendingLimits;
  timings?: Partial<SenderTimings>;
  /** Returns the number of requests that this process has answered. */
  servedRequests: () => number;
  /** Measures the turns of this process's event loop. */
  turns?: Turns;
}

/**
 * The settings of the sender's database sessions. Every query of the sender has an index. The settings force its use,
 * because the tables grow from empty to millions of rows within minutes, and plans made for empty tables would keep
 * scanning them sequentially.
 */
export const senderSettings = {
  enable_seqscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  enable_material: "off",
};

/** The notification channel on which nodes announce work that they left behind. */
export const eventsChannel = "events";

type Work = "changes" | "due" | "room";

/** Decides when the next round begins: never, as soon as the mode has changed, at the next poll, or at once. */
type Mode = "stopping" | "silent" | "clogged" | "full" | "yielding" | "ready";

/**
 * Sends the deliveries of every organization from this node; several nodes may do so concurrently.
 *
 * The cast: a round claims deliveries. `fanOut` turns queued changes into deliveries and claims some at once, `claimDue`
 * claims deliveries that are due, `catchUp` creates those of endpoints that have fallen behind. `endpoints` knows what
 * this node has claimed for each endpoint, whether there is more, and how much room is left. `attempts` makes the
 * attempts, `writer` writes their results and the health of their endpoints in batches. `heartbeat` tracks which nodes
 * are alive, `pressure` whether requests need the machine.
 *
 * The states of an event for an endpoint, each with its rows and with what follows if the process dies in it. Every
 * arrow is one transaction, which has happened or not.
 * - queued: a row of `event_queue`, written with the change. Any node's next fan-out takes it.
 * - behind: the change is after the endpoint's position in `webhooks_behind`. Any node's `catchUp` continues there.
 * - queued, behind → due: a pending delivery without `locked_by`. Any node's next poll finds it.
 * - queued, due → claimed: `locked_by` is this node, and `attempts` is the number of the attempt. The claim waits, the
 *   attempt is under way, or its result is unwritten: the database does not know which. Once the node has been silent
 *   for `silentMs`, or the lease has expired, another node logs the attempt as interrupted, and repeats it under the next
 *   number and the same event id. A late result of the former node changes nothing, because its number is outdated.
 * - claimed → due: the claim has waited too long and is released, with its number.
 * - claimed → settled, or due at a later time: `settle` writes the attempt and the delivery. What they show of the
 *   endpoint is written after that: a crash between the two loses it, and the next attempt shows it again.
 *
 * The modes of the node, of which the first that applies decides when the next round begins:
 * - stopping: never. Waiting claims are released, and attempts have `graceMs` to end; closing the egress interrupts the
 *   others, which other nodes can claim at once.
 * - silent: once a heartbeat is recorded. Until then other nodes may take over its claims, so no attempts begin.
 * - clogged: once results are written, because their leases could expire.
 * - full: once fewer claims wait. Changes that stay in the queue are claimed when they become deliveries, which costs the
 *   database least.
 * - yielding: at the next poll, because requests commit so often.
 * - ready: at once after a commit, and when an endpoint is hungry: half of its room is free and there is more for it.
 */
export class Sender {
  readonly #deps: SenderDeps & { pending: PendingLimits };
  readonly #timings: SenderTimings;
  readonly #lease: Lease;
  readonly #turns: Turns;
  readonly #pressure: Pressure;
  readonly #endpoints: Endpoints<Waiting>;
  readonly #writer: ResultWriter;
  readonly #heartbeat: Heartbeat;
  readonly #attempts: Attempts;
  readonly #rounds: Job;
  readonly #catchingUp: Job;
  readonly #judging: NodeJS.Timeout;
  #noted = new Set<Work>();
  #polledAt = 0;
  /** The number of rounds since the last one that claimed something. */
  #emptyRounds = 0;
  #isStopping = false;

  constructor(deps: SenderDeps) {
    const { jobs, db, onError } = deps;
    this.#deps = { ...deps, pending: deps.pending ?? defaultPending };
    const { pollMs, silentMs, leaseMs } = (this.#timings = { ...defaultTimings, ...deps.timings });
    const { nodeId } = (this.#lease = { nodeId: randomUUID(), leaseMs });
    this.#turns = deps.turns ?? measureTurns();
    this.#pressure = createPressure({ ...deps, longestTurnMs: this.#turns.longestMs, now: () => performance.now() });
    const endpoints = (this.#endpoints = new Endpoints(deps.limits ?? defaultSlots, this.#pressure.ease));
    const writer = (this.#writer = createResultWriter(db, this.#lease, onError));
    this.#heartbeat = startHeartbeat({ jobs, db, nodeId, silentMs, onGone: this.wakeAll });
    // The attempt must end and be recorded within the lease.
    const mayBegin = (claimedAt: number) =>
      !this.#isStopping && this.#heartbeat.isFresh() && performance.now() - claimedAt <= leaseMs / 2;
    this.#attempts = new Attempts({ ...deps, nodeId, endpoints, writer, mayBegin, onRoom: () => this.#note("room") });
    this.#rounds = jobs.start({
      name: "deliveries",
      everyMs: pollMs,
      timeoutMs: minuteMs,
      // Between rounds that find nothing, commits gather: creates cost next to nothing if nobody listens.
      restMs: () => (this.#mode === "yielding" ? pollMs : this.#emptyRounds > 1 ? gatherMs : 0),
      run: (signal) => this.#round(signal),
    });
    // Runs separately from the rounds, so that catching up doesn't delay other organizations' events.
    this.#catchingUp = jobs.start({ name: "catch-up", run: (signal) => this.#feedBehind(signal) });
    this.#judging = setInterval(() => {
      this.#pressure.judge();
      void this.#attempts.releaseWaiting("late");
    }, yielding.judgedEveryMs);
    this.#rounds.wake();
  }

  /** Reports a commit. Returns at once. */
  readonly wake = (): void => {
    this.#pressure.noteCommit();
    this.#note("changes");
  };

  /** Reports that another node has left work behind. */
  readonly wakeAll = (): void => this.#note("changes", "due");

  readonly underWay = (): number => this.#endpoints.underWay;

  /** Finishes attempts that end soon, and releases the others, so that other nodes can claim them at once. */
  readonly stop = async (): Promise<void> => {
    const { db, egress, onError } = this.#deps;
    this.#isStopping = true;
    clearInterval(this.#judging);
    await Promise.all([this.#rounds.stop(), this.#catchingUp.stop()]);
    await this.#attempts.releaseWaiting("all");
    const deadline = performance.now() + this.#timings.graceMs;
    while (this.underWay() > 0 && performance.now() < deadline) await pause(gatherMs);
    const isLeft = this.underWay() > 0;
    await egress.close();
    while (this.underWay() > 0) await pause(gatherMs);
    await this.#writer.flush();
    this.#turns.stop();
    await this.#heartbeat.stop();
    if (isLeft) await db.query(sql`select pg_notify(${eventsChannel}, '')`).catch(onError);
  };

  get #mode(): Mode {
    if (this.#isStopping) return "stopping";
    if (!this.#heartbeat.isFresh()) return "silent";
    if (this.#writer.size() > 2 * blockSize) return "clogged";
    if (this.#endpoints.waiting > blockSize) return "full";
    return this.#pressure.isHigh() ? "yielding" : "ready";
  }

  #note(...work: Work[]): void {
    for (const each of work) this.#noted.add(each);
    this.#rounds.wake();
  }

  async #round(signal: AbortSignal): Promise<void> {
    while (["silent", "clogged", "full"].includes(this.#mode) && !signal.aborted) await pause(gatherMs);
    if (this.#isStopping || signal.aborted) return;
    // Polls if nothing was noted, and at least once per interval even if other work filled every round.
    if (this.#noted.size === 0 || performance.now() - this.#polledAt >= this.#timings.pollMs) {
      this.#polledAt = performance.now();
      this.#noted.add("changes").add("due");
    }
    const work = this.#noted;
    this.#noted = new Set();
    this.#emptyRounds++;
    if (work.has("changes")) await this.#takeChanges();
    if (work.has("due")) await this.#poll();
    await this.#claimMore(work.has("due"));
    // Also serves endpoints that let others go first.
    this.#attempts.serveAll();
  }

  async #takeChanges(): Promise<void> {
    const claimedAt = performance.now();
    const { db, events, scheduleMs, pending } = this.#deps;
    const share: Endpoints<Waiting>["share"] = (asking) => this.#endpoints.share(asking);
    const fanned = await fanOut(db, { ...this.#lease, events, firstWaitMs: scheduleMs[0] ?? 0, share, pending });
    for (const webhook of fanned.waiting) this.#endpoints.noteMore(webhook);
    this.#revoke(fanned.unentitled);
    if (fanned.taken === 0) return;
    // The queue may contain more.
    this.#note("changes");
    this.#emptyRounds = 0;
    await this.#attempts.add(fanned.claims, fanned.webhooks, claimedAt);
  }

  async #poll(): Promise<void> {
    const due = await listDueEndpoints(this.#deps.db, this.#heartbeat.gone(), blockSize);
    for (const webhook of due) this.#endpoints.noteMore(webhook);
    this.#catchingUp.wake();
  }

  async #claimMore(isPoll: boolean): Promise<void> {
    const { db } = this.#deps;
    const asked = this.#endpoints.takeHungry(blockSize, isPoll);
    if (asked.length === 0) return;
    const claimedAt = performance.now();
    const claims = await claimDue(db, asked, this.#lease, this.#heartbeat.gone());
    if (claims.length === 0) return;
    this.#emptyRounds = 0;
    const byEndpoint = Map.groupBy(claims, ({ org_id, webhook_id: id }) => keyOf({ org_id, id }));
    const served = asked.filter((webhook) => byEndpoint.has(keyOf(webhook)));
    for (const webhook of served)
      if ((byEndpoint.get(keyOf(webhook))?.length ?? 0) >= webhook.most) this.#endpoints.noteMore(webhook);
    const { entitled, others } = splitEntitled(await listWebhooksOf(db, served));
    this.#revoke(others);
    await this.#attempts.add(claims, entitled, claimedAt);
  }

  /** Disables endpoints whose registrars have lost the right to them. */
  #revoke(webhooks: readonly WebhookRow[]): void {
    for (const webhook of webhooks) this.#writer.add({ webhook, at: this.#deps.now(), shows: "revoked" });
  }

  async #feedBehind(signal: AbortSignal): Promise<void> {
    const { db, events, now, pending } = this.#deps;
    const fed = await catchUp(db, { events, now: now(), pending }, signal);
    for (const webhook of fed) this.#endpoints.noteMore(webhook);
    this.#note("room");
  }
}
