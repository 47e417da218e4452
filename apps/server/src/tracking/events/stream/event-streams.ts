import type { ServerResponse } from "node:http";
import type { Actor } from "#identity/access.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";
import { type ApiKeyOwner, findKeyOwners } from "#identity/api-keys/queries.ts";
import type { Database } from "#platform/database/database.ts";
import { findHistory } from "#platform/database/server-history.ts";
import { AppError } from "#platform/errors.ts";
import { runForNobody } from "#platform/requester.ts";
import type { Place } from "#tracking/events/place.ts";
import { findLatest } from "#tracking/events/queries.ts";
import type { Reader } from "#tracking/events/reader.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";
import { createOrganizationReader, type OrganizationReader, sendStretch } from "./organization-reader.ts";
import { listMoved } from "./queries.ts";

export interface EventStreamLimits {
  /** Streams that are open at once: of one key, and of all. */
  ofKey: number;
  ofAll: number;
  /** What one client may leave unread. */
  unreadBytes: number;
  heartbeatMs: number;
  /** How often the node looks for what others have committed. */
  lookMs: number;
}

export const usualEventStreamLimits: EventStreamLimits = {
  ofKey: 20,
  ofAll: 5_000,
  unreadBytes: 256 * 1024,
  heartbeatMs: 15_000,
  lookMs: 250,
};

export interface EventStreams {
  /** Throws `unavailable` when there are too many. */
  checkRoom(actor: Actor): void;
  /** The place behind everything that is committed: asked for once by all who begin at the same time. */
  latest(): Promise<Place>;
  /** Sends the actor what happens behind a place for as long as both sides want it. */
  open(response: ServerResponse, opening: Opening): void;
  /** Something was committed for the organization. */
  committed(orgId: string): void;
  count(): number;
  /** Ends all of them; the clients come back to another node. */
  stop(): void;
}

export interface Opening {
  actor: Actor;
  reader: Reader;
  bound: string;
  place: Place;
  /** Whether nothing lies between the place and the present that could be much. */
  isLatest: boolean;
}

export interface EventStreamDeps {
  db: Database;
  apiKeys: ApiKeyCache;
  now: () => Date;
  onError: (error: unknown) => void;
  limits: EventStreamLimits;
}

/**
 * The streams of this node. Each organization that has some has one reader, which reads when this node commits for it,
 * and when a look at the database, one for all, finds that another has. A stream that begins in the past is first told of
 * that by itself, then joins its reader. It ends when its key ends or reads something else than when it began: `recheck`
 * runs when the node hears of a change of keys or members, and with each look while it cannot hear.
 */
export function createEventStreams({ db, apiKeys, now, onError, limits }: EventStreamDeps): EventStreams {
  const open = new Map<EventStream, OrganizationReader>();
  const readers = new Map<string, OrganizationReader>();
  let heartbeat: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;
  let isLooking = false;
  let recheckOf: Set<string> | "all" | undefined;
  let isRechecking = false;
  let latest: Promise<Place> | undefined;

  function readerOf(orgId: string, place: Place): OrganizationReader {
    const known = readers.get(orgId);
    if (known !== undefined) return known;
    const reader = createOrganizationReader(db, orgId, place, onError);
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

  /** Sends what has happened since, as fast as the client takes it. */
  async function catchUp(stream: EventStream, from: Place): Promise<Place> {
    let place = from;
    for (let hasMore = true; hasMore && stream.isOpen();) {
      ({ end: place, hasMore } = await sendStretch(db, stream, place));
      await stream.drained();
    }
    return place;
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      if (!apiKeys.isListening()) recheck(undefined);
      const history = await findHistory(db);
      const places = new Map([...readers].map(([orgId, reader]) => [orgId, reader.place()]));
      const isOther = [...places.values()].some((place) => place.history !== history);
      for (const orgId of isOther ? places.keys() : await listMoved(db, places)) readers.get(orgId)?.wake();
    } catch {
      // The readers say that the database is gone.
    } finally {
      isLooking = false;
    }
  }

  function recheck(orgId: string | undefined): void {
    if (open.size === 0) return;
    if (orgId === undefined) recheckOf = "all";
    else if (recheckOf !== "all") recheckOf = new Set(recheckOf).add(orgId);
    if (!isRechecking) runForNobody(() => void recheckAll());
  }

  async function recheckAll(): Promise<void> {
    isRechecking = true;
    while (recheckOf !== undefined) {
      const which = recheckOf;
      recheckOf = undefined;
      const streams = [...open.keys()].filter(({ actor }) => which === "all" || which.has(actor.orgId));
      try {
        const owners = await findKeyOwners(
          db,
          streams.map(({ actor }) => actor),
        );
        for (const stream of streams) judge(stream, owners.get(stream.actor.keyId));
      } catch (error) {
        // Who cannot be looked up is sent nothing more.
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
      owner.scopes.isSubsetOf(actor.scopes);
    if (!isSame) stream.end();
    else stream.expiresAtMs = owner.expires_at === null ? undefined : Date.parse(owner.expires_at);
  }

  function beat(): void {
    const nowMs = now().getTime();
    for (const stream of open.keys()) if ((stream.expiresAtMs ?? Infinity) <= nowMs) stream.end();
    for (const reader of readers.values()) reader.beat();
  }

  apiKeys.onChange(recheck);
  return {
    checkRoom(actor) {
      const ofKey = [...open.keys()].filter((stream) => stream.actor.keyId === actor.keyId).length;
      const full = ofKey >= limits.ofKey ? `This key has ${limits.ofKey} streams open here already.` : undefined;
      const message =
        full ?? (open.size >= limits.ofAll ? "This server has as many streams open as it may." : undefined);
      if (message === undefined) return;
      throw new AppError("unavailable", `${message} End one, or try again later.`, { headers: { "retry-after": "5" } });
    },
    latest() {
      latest ??= runForNobody(() => findLatest(db)).finally(() => (latest = undefined));
      return latest;
    },
    open(response, { place, isLatest, ...options }) {
      const stream = openEventStream(response, { ...options, unreadBytes: limits.unreadBytes });
      const reader = readerOf(options.actor.orgId, place);
      open.set(stream, reader);
      response.once("close", () => leave(stream));
      heartbeat ??= setInterval(beat, limits.heartbeatMs).unref();
      looking ??= setInterval(() => runForNobody(() => void look()), limits.lookMs).unref();
      stream.beat(place);
      // The key may have ended since it was let in.
      recheck(options.actor.orgId);
      const caughtUp = isLatest ? Promise.resolve(place) : catchUp(stream, place);
      caughtUp.then(
        (end) => {
          if (stream.isOpen()) reader.join(stream, end);
        },
        () => stream.end(),
      );
    },
    committed: (orgId) => readers.get(orgId)?.wake(),
    count: () => open.size,
    stop() {
      for (const stream of open.keys()) stream.end();
    },
  };
}
