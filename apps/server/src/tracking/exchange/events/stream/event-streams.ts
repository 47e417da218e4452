import type { ServerResponse } from "node:http";
import type { Actor } from "#identity/access.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import type { Database } from "#platform/database/database.ts";
import type { Metrics } from "#platform/http/server/metrics.ts";
import { runForNobody } from "#platform/requester.ts";
import { kibibyte } from "#platform/process/memory.ts";
import type { Position } from "#tracking/exchange/events/position.ts";
import { findLatest } from "#tracking/exchange/events/queries.ts";
import type { Reader } from "#tracking/exchange/events/reader.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";
import { createOrganizationReader, type OrganizationReader } from "./organization-reader.ts";
import { maxPauseMs } from "./pace-rounds.ts";
import { createReaderPoll } from "./poll-readers.ts";
import { createRecheck } from "./recheck-access.ts";
import { catchUp } from "./send-events.ts";
import { admit, refusedBy, type StreamShares } from "./stream-shares.ts";

export interface EventStreamLimits {
  shares: StreamShares;
  /** The maximum number of bytes that one client may leave unread. */
  unreadBytes: number;
  heartbeatMs: number;
  /** How often this node polls for commits by other nodes. */
  lookMs: number;
}

/** The limits that no setting changes. */
export const eventStreamLimits: Omit<EventStreamLimits, "shares"> = {
  unreadBytes: 256 * kibibyte,
  heartbeatMs: 15_000,
  lookMs: maxPauseMs,
};

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

export type EventStreams = ReturnType<typeof createEventStreams>;

/**
 * The streams of this node. Each organization with streams has one reader, which wakes after commits on this node and
 * when the poll that all readers share finds changes. A new stream catches up on its own, then joins its reader. A
 * stream ends when its key ends or its read access changes: `recheck` runs after changes to keys or members, and with
 * each poll while notifications are unavailable.
 */
export function createEventStreams({ db, apiKeys, metrics, now, onError, limits }: EventStreamDeps) {
  const open = new Set<EventStream>();
  const readers = new Map<string, OrganizationReader>();
  let heartbeat: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let latest: Promise<Position> | undefined;
  const recheck = createRecheck(db, open, onError);
  const poll = createReaderPoll({ db, apiKeys, readers, recheckAll: () => recheck(undefined) });

  function readerOf(orgId: string, position: Position): OrganizationReader {
    const known = readers.get(orgId);
    if (known !== undefined) return known;
    const reader = createOrganizationReader(db, orgId, position, onError);
    readers.set(orgId, reader);
    return reader;
  }

  function leave(stream: EventStream): void {
    open.delete(stream);
    const { orgId } = stream.actor;
    const reader = readers.get(orgId);
    reader?.leave(stream);
    if (reader !== undefined && ![...open].some(({ actor }) => actor.orgId === orgId)) {
      reader.stop();
      readers.delete(orgId);
    }
    if (open.size > 0) return;
    clearInterval(heartbeat);
    clearInterval(polling);
    heartbeat = polling = undefined;
  }

  function beat(): void {
    const nowMs = now().getTime();
    for (const stream of open) if ((stream.expiresAtMs ?? Infinity) <= nowMs) stream.end();
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
    /** Throws `too_many_streams` if the actor may not open another stream. */
    checkRoom(actor: Actor) {
      const admission = admit(open, actor, limits.shares);
      if ("full" in admission) throw refusedBy(admission.full, limits.shares);
    },
    /** The position after everything committed so far; concurrent callers share one query. */
    latest(): Promise<Position> {
      latest ??= runForNobody(() => findLatest(db)).finally(() => (latest = undefined));
      return latest;
    },
    /**
     * Sends the actor the events after a position until either side closes the stream. May end another stream to make
     * room.
     */
    open(response: ServerResponse, { position, isLatest, ...options }: Opening) {
      const admission = admit(open, options.actor, limits.shares);
      if ("ends" in admission && admission.ends !== undefined) {
        admission.ends.end();
        leave(admission.ends);
      }
      const stream = openEventStream(response, { ...options, unreadBytes: limits.unreadBytes, now });
      open.add(stream);
      response.once("close", () => leave(stream));
      heartbeat ??= setInterval(beat, limits.heartbeatMs).unref();
      polling ??= setInterval(() => runForNobody(() => void poll()), limits.lookMs).unref();
      stream.beat(position);
      // Rechecks the new stream, because its key may have ended since the access check.
      recheck(stream);
      const caughtUp = isLatest ? Promise.resolve(position) : catchUp(db, stream, position);
      caughtUp.then(
        (end) => {
          // A new reader starts at the current position instead of the client's cursor, so that other streams don't
          // have to wait for this one.
          if (stream.isOpen()) readerOf(options.actor.orgId, end).join(stream, end);
        },
        () => stream.end(),
      );
    },
    /** Notifies the organization's streams of a commit on this node. */
    committed: (orgId: string) => readers.get(orgId)?.wake(),
    /** Ends all streams; the clients reconnect to another node. */
    stop() {
      for (const stream of open) stream.end();
    },
  };
}
