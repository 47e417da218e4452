import type { Socket } from "node:net";
import { isShared } from "#platform/http/replies/fixed-document.ts";
import type { Connection } from "./connection.ts";

export interface UnreadLimits {
  /** Budget for unread bytes of replies that were built for one request only. */
  unreadBytes: number;
  /** A client must read a reply within this time, plus the time that its bytes take at the minimum speed. */
  graceMs: number;
  minBytesPerSecond: number;
}

/** Returns the unread bytes of the current reply that only this connection keeps in memory. */
export function ownBytes({ socket, current }: Connection): number {
  return current !== undefined && isShared(current) ? 0 : socket.writableLength;
}

/**
 * Resets connections whose clients read too slowly. If unread replies exceed their budget, also resets those with the
 * most unread bytes for the longest time. `sinceMs` is the time since the last check.
 */
export function resetSlowReaders(connections: Iterable<Connection>, limits: UnreadLimits, sinceMs: number): void {
  let heldBytes = 0;
  const holders: { connection: Connection; bytes: number }[] = [];
  for (const connection of connections) {
    const { socket, current } = connection;
    if (current === undefined || socket.writableLength === 0) continue;
    if (connection.unreadMs === 0) connection.takenBefore = takenBytes(socket);
    connection.unreadMs += sinceMs;
    if (connection.unreadMs > allowedMs(connection, limits)) {
      socket.resetAndDestroy();
      continue;
    }
    const bytes = ownBytes(connection);
    heldBytes += bytes;
    holders.push({ connection, bytes });
  }
  if (heldBytes <= limits.unreadBytes) return;
  // Multiplies the bytes by the time, because a reply that was just written may be read soon.
  const weight = ({ connection, bytes }: (typeof holders)[number]) => bytes * (1 + connection.unreadMs);
  holders.sort((one, other) => weight(other) - weight(one));
  for (const { connection, bytes } of holders) {
    if (heldBytes <= limits.unreadBytes / 2) break;
    heldBytes -= bytes;
    connection.socket.resetAndDestroy();
  }
}

/**
 * Returns the bytes that the kernel has accepted since the connection began. A write counts once it is accepted
 * completely.
 */
function takenBytes(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

function allowedMs({ socket, takenBefore }: Connection, { graceMs, minBytesPerSecond }: UnreadLimits): number {
  return graceMs + ((socket.bytesWritten - takenBefore) / minBytesPerSecond) * 1000;
}
