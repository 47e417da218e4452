import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import type { Job, JobRunner } from "#platform/jobs/job-runner.ts";
import { type PendingLimits, defaultPending } from "#tracking/exchange/webhooks/pending-limits.ts";
import { splitEntitled } from "#tracking/exchange/webhooks/registrar.ts";
import { type AttemptDeps, Attempts, type Waiting } from "./attempts.ts";
import { catchUp } from "./behind.ts";
import { claimDue, keyOf, type Lease, listDueEndpoints, listWebhooksOf } from "./claims.ts";
import { Endpoints } from "./endpoints.ts";
import { fanOut } from "./fan-out.ts";
import { type Health, watchHealth } from "./health.ts";
import { type Heartbeat, startHeartbeat } from "./heartbeat.ts";
import {
  blockSize,
  createPressure,
  defaultSlots,
  defaultTimings,
  measureTurns,
  memoryMs,
  type Pressure,
  roundOfEach,
  type SenderTimings,
  type SlotLimits,
  strangerMs,
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

/** Decides when the next round begins: never, as soon as the mode has changed, after a pause, or at once. */
type Mode = "stopping" | "silent" | "clogged" | "full" | "yielding" | "ready";

/**
 * Sends the deliveries of every organization from this node; several nodes may do so concurrently.
 *
 * The cast: a round claims deliveries. `fanOut` turns queued changes into deliveries and claims some at once, `claimDue`
 * claims deliveries that are due, `catchUp` creates those of endpoints that have fallen behind. `endpoints` knows what
 * this node has claimed for each endpoint, whether there is more, and how much room is left. `attempts` makes the
 * attempts, `writer` writes their results in batches, `health` disables endpoints that only fail. `heartbeat` tracks
 * which nodes are alive, `pressure` whether requests need the machine.
 *
 * The states of a claim: it waits for an attempt of its endpoint → is under way → is unwritten → is settled. If it waits
 * too long it is released, and if its node dies another node takes it over under the next number.
 *
 * The modes of the node, of which the first that applies decides when the next round begins:
 * - stopping: never. Waiting claims are released, and attempts have `graceMs` to end; closing the egress interrupts the
 *   others, which other nodes can claim at once.
 * - silent: once a heartbeat is recorded. Until then other nodes may take over its claims, so no attempts begin.
 * - clogged: once results are written, because their leases could expire.
 * - full: once fewer claims wait. Changes that stay in the queue are claimed when they become deliveries, which costs the
 *   database least.
 * - yielding: after a pause, because requests commit so often.
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
  readonly #health: Health;
  readonly #heartbeat: Heartbeat;
  readonly #attempts: Attempts;
  readonly #rounds: Job;
  readonly #catchingUp: Job;
  readonly #judging: NodeJS.Timeout;
  /** When organizations last had events. */
  readonly #listening = new Map<string, number>();
  #noted = new Set<Work>();
  #polledAt = 0;
  #strangers: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(deps: SenderDeps) {
    const { jobs, db, now, onError } = deps;
    this.#deps = { ...deps, pending: deps.pending ?? defaultPending };
    const { pollMs, beatMs, silentMs, leaseMs, leaseLeftMs } = (this.#timings = { ...defaultTimings, ...deps.timings });
    const { nodeId } = (this.#lease = { nodeId: randomUUID(), leaseMs });
    this.#turns = deps.turns ?? measureTurns();
    this.#pressure = createPressure({ ...deps, longestTurnMs: this.#turns.longestMs, now: () => performance.now() });
    this.#endpoints = new Endpoints(deps.limits ?? defaultSlots, this.#pressure.ease);
    this.#writer = createResultWriter(db, this.#lease, onError);
    this.#health = watchHealth({ db, now, onError, resultsWritten: this.#writer.flush });
    this.#heartbeat = startHeartbeat({ jobs, db, nodeId, beatMs, silentMs, onGone: this.wakeAll });
    this.#attempts = new Attempts(deps, {
      nodeId,
      endpoints: this.#endpoints,
      writer: this.#writer,
      health: this.#health,
      // The attempt must end and be recorded within the lease.
      mayBegin: (claimedAt) =>
        !this.#isStopping && this.#heartbeat.isFresh() && performance.now() - claimedAt <= leaseMs - leaseLeftMs,
      onRoom: () => this.#note("room"),
    });
    const round = (signal: AbortSignal) => this.#round(signal);
    this.#rounds = jobs.start({ name: "deliveries", everyMs: pollMs, timeoutMs: 60_000, run: round });
    // Runs separately from the rounds, so that catching up doesn't delay other organizations' events.
    const feed = (signal: AbortSignal) => this.#feedBehind(signal);
    this.#catchingUp = jobs.start({ name: "catch-up", timeoutMs: 600_000, run: feed });
    this.#judging = setInterval(() => {
      this.#pressure.judge();
      void this.#attempts.releaseWaiting("late");
    }, yielding.judgedEveryMs);
    this.#rounds.wake();
  }

  /** Reports a commit of the organization. Returns at once. */
  readonly wake = (orgId: string): void => {
    this.#pressure.noteCommit();
    // Creates cost next to nothing if nobody listens.
    if (this.#listening.has(orgId)) this.#note("changes");
    else
      this.#strangers ??= setTimeout(() => {
        this.#strangers = undefined;
        this.#note("changes");
      }, strangerMs);
  };

  /** Reports that another node has left work behind. */
  readonly wakeAll = (): void => this.#note("changes", "due");

  readonly underWay = (): number => this.#endpoints.underWay;

  /** Finishes attempts that end soon, and releases the others, so that other nodes can claim them at once. */
  readonly stop = async (): Promise<void> => {
    const { db, egress, onError } = this.#deps;
    this.#isStopping = true;
    clearTimeout(this.#strangers);
    clearInterval(this.#judging);
    await Promise.all([this.#rounds.stop(), this.#catchingUp.stop()]);
    await this.#attempts.releaseWaiting("all");
    for (
      const deadline = performance.now() + this.#timings.graceMs;
      this.underWay() > 0 && performance.now() < deadline;
    )
      await pause(20);
    const isLeft = this.underWay() > 0;
    await egress.close();
    while (this.underWay() > 0) await pause(5);
    await this.#writer.flush();
    await this.#health.settle();
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
    while (["silent", "clogged", "full"].includes(this.#mode) && !signal.aborted)
      await pause(this.#mode === "full" ? 2 : 20);
    if (this.#mode === "yielding") await pause(yielding.pauseMs);
    if (this.#mode === "stopping" || signal.aborted) return;
    // Polls if nothing was noted, and at least once per interval even if other work filled every round.
    if (this.#noted.size === 0 || performance.now() - this.#polledAt >= this.#timings.pollMs) {
      this.#polledAt = performance.now();
      this.#noted.add("changes").add("due");
    }
    const work = this.#noted;
    this.#noted = new Set();
    if (work.has("changes")) await this.#takeChanges();
    if (work.has("due")) await this.#poll();
    await this.#claimMore(work.has("due"));
    // Also serves endpoints that let others go first.
    this.#attempts.serveAll();
  }

  async #takeChanges(): Promise<void> {
    const claimedAt = performance.now();
    const { db, events, scheduleMs, pending } = this.#deps;
    const fanned = await fanOut(db, {
      ...this.#lease,
      events,
      firstWaitMs: scheduleMs[0] ?? 0,
      changesOfEach: this.#mode === "yielding" ? roundOfEach.changesUnderPressure : roundOfEach.changes,
      share: (asking) => this.#endpoints.share(asking),
      pending,
    });
    for (const webhook of fanned.waiting) this.#endpoints.noteMore(webhook);
    for (const webhook of fanned.unentitled) this.#health.revoke(webhook);
    for (const { org_id: orgId } of fanned.webhooks) this.#listening.set(orgId, claimedAt);
    // The queue may contain more.
    if (fanned.taken > 0) this.#note("changes");
    await this.#attempts.add(fanned.claims, fanned.webhooks, claimedAt);
  }

  async #poll(): Promise<void> {
    const due = await listDueEndpoints(this.#deps.db, this.#heartbeat.gone(), blockSize);
    for (const webhook of due) this.#endpoints.noteMore(webhook);
    for (const [orgId, at] of this.#listening) if (performance.now() - at > memoryMs) this.#listening.delete(orgId);
    this.#catchingUp.wake();
  }

  async #claimMore(isPoll: boolean): Promise<void> {
    const { db } = this.#deps;
    const asked = this.#endpoints.takeHungry(blockSize, isPoll);
    if (asked.length === 0) return;
    const claimedAt = performance.now();
    const claims = await claimDue(db, asked, this.#lease, this.#heartbeat.gone());
    const byEndpoint = Map.groupBy(claims, ({ org_id, webhook_id: id }) => keyOf({ org_id, id }));
    const served = asked.filter((webhook) => byEndpoint.has(keyOf(webhook)));
    for (const webhook of served)
      if ((byEndpoint.get(keyOf(webhook))?.length ?? 0) >= webhook.most) this.#endpoints.noteMore(webhook);
    if (served.length === 0) return;
    const { entitled, others } = splitEntitled(await listWebhooksOf(db, served));
    for (const webhook of others) this.#health.revoke(webhook);
    await this.#attempts.add(claims, entitled, claimedAt);
  }

  async #feedBehind(signal: AbortSignal): Promise<void> {
    const { db, events, now, pending } = this.#deps;
    const fed = await catchUp(db, { events, now: now(), pending }, signal);
    for (const webhook of fed) this.#endpoints.noteMore(webhook);
    this.#note("room");
  }
}
