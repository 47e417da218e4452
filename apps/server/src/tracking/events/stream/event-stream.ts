import type { ServerResponse } from "node:http";
import type { Actor } from "#identity/access.ts";
import { encodePlace, type Place } from "#tracking/events/place.ts";
import type { Reader } from "#tracking/events/reader.ts";

/** One connected client. */
export interface EventStream {
  actor: Actor;
  /** When it was opened, or last sent an event. */
  activeAtMs: number;
  reader: Reader;
  /** Streams with the same key receive the same bytes. */
  audience: string;
  bound: string;
  /** When its API key expires, once looked up. */
  expiresAtMs: number | undefined;
  isOpen(): boolean;
  /** Sends the events up to `place`; a client over its unread limit receives nothing more. */
  send(bytes: Buffer | string, place: Place): void;
  /** Resolves when the client has room for more, or the stream has ended. */
  drained(): Promise<void>;
  /** Sends a comment, with the client's place if that has advanced without an event. */
  beat(place: Place): void;
  end(): void;
}

export interface StreamOptions {
  actor: Actor;
  reader: Reader;
  bound: string;
  /** The backpressure limit: how much a client may leave unread. */
  unreadBytes: number;
  now: () => Date;
}

/** Random, so that disconnected clients do not all reconnect at once. */
const retryMs = () => 1_000 + Math.floor(Math.random() * 1_000);

export function openEventStream(response: ServerResponse, options: StreamOptions): EventStream {
  const { actor, reader, bound, unreadBytes, now } = options;
  const { types, showsMoney, ownerId, viewerId } = reader;
  let sent: Place | undefined;
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
    audience: JSON.stringify([bound, types, showsMoney, ownerId, viewerId]),
    expiresAtMs: undefined,
    isOpen,
    send(bytes, place) {
      sent = place;
      stream.activeAtMs = now().getTime();
      write(bytes);
    },
    async drained() {
      if (!isOpen() || !response.writableNeedDrain) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      response.once("drain", resolve).once("close", resolve);
      await promise;
    },
    beat(place) {
      if (sent === undefined) write(`retry: ${retryMs()}\n`);
      write(place === sent ? ":\n\n" : `:\nid: ${encodePlace(place, bound)}\n\n`);
      sent = place;
    },
    end() {
      if (isOpen()) response.end();
    },
  };
  return stream;
}
