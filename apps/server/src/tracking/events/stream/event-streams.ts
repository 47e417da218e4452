import type { ServerResponse } from "node:http";
import type { Actor } from "#identity/access.ts";
import { isSameLeadership } from "#identity/led-members.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import { type ApiKeyOwner, findKeyOwners } from "#identity/api-keys/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { findHistory } from "#platform/database/server-history.ts";
import type { Metrics } from "#platform/http/metrics.ts";
import { runForNobody } from "#platform/requester.ts";
import type { Position } from "#tracking/events/position.ts";
import { findLatest } from "#tracking/events/queries.ts";
import type { Reader } from "#tracking/events/reader.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";
import { createOrganizationReader, type OrganizationReader, sendBatch } from "./organization-reader.ts";
import { listMoved } from "./queries.ts";
import { admit, refusedBy, type StreamShares } from "./stream-shares.ts";

export interface EventStreamLimits {
  shares: StreamShares;
  /** The maximum number of bytes that one client may leave unread. */
  unreadBytes: number;
  heartbeatMs: number;
  /** How often this node polls for commits by other nodes. */
  lookMs: number;
}

export const usualEventStreamLimits: EventStreamLimits = {
  shares: { perKey: 20, perMember: 60, perOrganization: 1_250, perNode: 5_000 },
  unreadBytes: 256 * 1024,
  heartbeatMs: 15_000,
  lookMs: 250,
};

export interface EventStreams {
  /** Throws `too_many_streams` if the actor may not open another stream. */
  checkRoom(actor: Actor): void;
  /** The position after everything committed so far; concurrent callers share one query. */
  latest(): Promise<Position>;
  /**
   * Sends the actor the events after a position until either side closes the stream. May end another stream to make
   * room.
   */
  open(response: ServerResponse, opening: Opening): void;
  /** Notifies the organization's streams of a commit on this node. */
  committed(orgId: string): void;
  /** Ends all streams; the clients reconnect to another node. */
  stop(): void;
}

export interface Opening {
  actor: Actor;
  reader: Reader;
  bound: string;
  position: Position;
  /** Whether the position is the latest, so there is nothing to catch up on. */
  isLatest: boolean;
}

export interface EventStreamDeps {
  db: Database;
  apiKeys: ApiKeyCache;
  metrics: Pick<Metrics, "gauge">;
  now: () => Date;
  onError: (error: unknown) => void;
  limits: EventStreamLimits;
}

/**
 * The streams of this node. Each organization with streams has one reader, which wakes after commits on this node and
 * when the poll that all readers share finds changes. A new stream catches up on its own, then joins its reader. It
 * ends when its key ends or its read access changes: `recheck` runs after changes to keys or members, and with each
 * poll while notifications are unavailable.
 */
export function createEventStreams({ db, apiKeys, metrics, now, onError, limits }: EventStreamDeps): EventStreams {
  const open = new Map<EventStream, OrganizationReader>();
  const readers = new Map<string, OrganizationReader>();
  let heartbeat: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let isLooking = false;
  /** The pending recheck: of organizations, of streams that have just begun, or of everything. */
  let recheckOf: Set<string | EventStream> | "all" | undefined;
  let isRechecking = false;
  let latest: Promise<Position> | undefined;

  function readerOf(orgId: string, position: Position): OrganizationReader {
    const known = readers.get(orgId);
    if (known !== undefined) return known;
    const reader = createOrganizationReader(db, orgId, position, onError);
    readers.set(orgId, reader);
    return reader;
  }

  function leave(stream: EventStream): void {
    const reader = open.get(stream);
    open.delete(stream);
    reader?.leave(stream);
    const { orgId } = stream.actor;
    if (reader !== undefined && ![...open.keys()].some(({ actor }) => actor.orgId === orgId)) {
      reader.stop();
      readers.delete(orgId);
    }
    if (open.size > 0) return;
    clearInterval(heartbeat);
    clearInterval(looking);
    heartbeat = looking = undefined;
  }

  /** Sends the events that the client missed, as fast as it reads them. */
  async function catchUp(stream: EventStream, from: Position): Promise<Position> {
    let position = from;
    for (let hasMore = true; hasMore && stream.isOpen();) {
      ({ end: position, hasMore } = await sendBatch(db, stream, position));
      await stream.drained();
    }
    return position;
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      if (!apiKeys.isListening()) recheck(undefined);
      const history = await findHistory(db);
      const positions = new Map([...readers].map(([orgId, reader]) => [orgId, reader.position()]));
      const isOther = [...positions.values()].some((position) => position.history !== history);
      for (const orgId of isOther ? positions.keys() : await listMoved(db, positions)) readers.get(orgId)?.wake();
    } catch {
      // Ignored, because the readers report a lost database connection.
    } finally {
      isLooking = false;
    }
  }

  function recheck(which: string | EventStream | undefined): void {
    if (open.size === 0) return;
    if (which === undefined) recheckOf = "all";
    else if (recheckOf !== "all") recheckOf = new Set(recheckOf).add(which);
    if (!isRechecking) runForNobody(() => void recheckAll());
  }

  async function recheckAll(): Promise<void> {
    isRechecking = true;
    while (recheckOf !== undefined) {
      const which = recheckOf;
      recheckOf = undefined;
      const streams = [...open.keys()].filter(
        (stream) => which === "all" || which.has(stream.actor.orgId) || which.has(stream),
      );
      try {
        const owners = await findKeyOwners(
          db,
          streams.map(({ actor }) => actor),
        );
        for (const stream of streams) judge(stream, owners.get(stream.actor.keyId));
      } catch (error) {
        // Ends the streams whose access could not be checked, so they receive nothing more.
        onError(error);
        for (const stream of streams) stream.end();
      }
    }
    isRechecking = false;
  }

  function judge(stream: EventStream, owner: ApiKeyOwner | undefined): void {
    const { actor } = stream;
    const isSame =
      owner?.revoked_at === null &&
      owner.role === actor.role &&
      owner.scopes.size === actor.scopes.size &&
      owner.scopes.isSubsetOf(actor.scopes) &&
      isSameLeadership(owner.leadership, actor.leadership);
    if (!isSame) stream.end();
    else stream.expiresAtMs = owner.expires_at === null ? undefined : Date.parse(owner.expires_at);
  }

  function beat(): void {
    const nowMs = now().getTime();
    for (const stream of open.keys()) if ((stream.expiresAtMs ?? Infinity) <= nowMs) stream.end();
    for (const reader of readers.values()) reader.beat();
  }

  apiKeys.onChange(recheck);
  metrics.gauge("stint_event_streams", "Event streams open on this node.", () => open.size);
  metrics.gauge(
    "stint_event_streams_limit",
    "The maximum number of event streams on this node.",
    () => limits.shares.perNode,
  );
  return {
    checkRoom(actor) {
      const admission = admit(open.keys(), actor, limits.shares);
      if ("full" in admission) throw refusedBy(admission.full, limits.shares);
    },
    latest() {
      latest ??= runForNobody(() => findLatest(db)).finally(() => (latest = undefined));
      return latest;
    },
    open(response, { position, isLatest, ...options }) {
      const admission = admit(open.keys(), options.actor, limits.shares);
      if ("ends" in admission && admission.ends !== undefined) {
        admission.ends.end();
        leave(admission.ends);
      }
      const stream = openEventStream(response, { ...options, unreadBytes: limits.unreadBytes, now });
      const reader = readerOf(options.actor.orgId, position);
      open.set(stream, reader);
      response.once("close", () => leave(stream));
      heartbeat ??= setInterval(beat, limits.heartbeatMs).unref();
      looking ??= setInterval(() => runForNobody(() => void look()), limits.lookMs).unref();
      stream.beat(position);
      // Rechecks the new stream, because its key may have ended since the access check.
      recheck(stream);
      const caughtUp = isLatest ? Promise.resolve(position) : catchUp(stream, position);
      caughtUp.then(
        (end) => {
          if (stream.isOpen()) reader.join(stream, end);
        },
        () => stream.end(),
      );
    },
    committed: (orgId) => readers.get(orgId)?.wake(),
    stop() {
      for (const stream of open.keys()) stream.end();
    },
  };
}
