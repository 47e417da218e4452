import type { ServerResponse } from "node:http";
import type { Actor } from "#identity/access.ts";
import { encodePosition, type Position } from "#tracking/exchange/events/position.ts";
import type { Reader } from "#tracking/exchange/events/reader.ts";

/** One connected client. */
export interface EventStream {
  actor: Actor;
  /** When the stream was opened, or when it last sent an event. */
  activeAtMs: number;
  reader: Reader;
  /** Streams with the same key receive the same bytes. */
  audience: string;
  bound: string;
  /** When the stream's API key expires; undefined until this has been looked up. */
  expiresAtMs: number | undefined;
  isOpen(): boolean;
  /** Sends the events up to `position`. Disconnects a client that has too many unread bytes. */
  send(bytes: Buffer | string, position: Position): void;
  /** Resolves when the client can receive more or the stream has ended. */
  drained(): Promise<void>;
  /** Sends a comment; includes the client's position if it has advanced without an event. */
  beat(position: Position): void;
  end(): void;
}

export interface StreamOptions {
  actor: Actor;
  reader: Reader;
  bound: string;
  /** The maximum number of bytes that a client may leave unread. */
  unreadBytes: number;
  now: () => Date;
}

/** A random delay, so disconnected clients do not all reconnect at once. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 1_000);

export function openEventStream(response: ServerResponse, options: StreamOptions): EventStream {
  const { actor, reader, bound, unreadBytes, now } = options;
  const { types, money, ownerIds, sheetOwnerIds, viewerId } = reader;
  let sent: Position | undefined;
  const isOpen = () => !response.writableEnded && !response.destroyed;
  const write = (bytes: Buffer | string) => {
    if (!isOpen()) return;
    if (response.writableLength > unreadBytes) response.destroy();
    else response.write(bytes);
  };
  const stream: EventStream = {
    actor,
    activeAtMs: now().getTime(),
    reader,
    bound,
    audience: JSON.stringify([
      bound,
      types,
      money === "everyone" ? money : [...money],
      ownerIds,
      sheetOwnerIds,
      viewerId,
    ]),
    expiresAtMs: undefined,
    isOpen,
    send(bytes, position) {
      sent = position;
      stream.activeAtMs = now().getTime();
      write(bytes);
    },
    async drained() {
      if (!isOpen() || !response.writableNeedDrain) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      response.once("drain", resolve).once("close", resolve);
      await promise;
      // Removes both listeners, because they would accumulate: a slow reader is awaited often, and its connection may
      // last for days.
      response.off("drain", resolve).off("close", resolve);
    },
    beat(position) {
      if (sent === undefined) write(`retry: ${retryMs()}\n`);
      write(position === sent ? ":\n\n" : `:\nid: ${encodePosition(position, bound)}\n\n`);
      sent = position;
    },
    end() {
      if (isOpen()) response.end();
    },
  };
  return stream;
}
