import type http from "node:http";
import type { Socket } from "node:net";

export interface Connection {
  socket: Socket;
  current: http.ServerResponse | undefined;
  waiting: http.ServerResponse[];
  /** If true, further requests are neither parsed nor answered. */
  isFull: boolean;
  /** Called once every accepted request is answered. */
  onDrained: (() => void) | undefined;
  onClose: () => void;
  /** How long part of the current reply has been unread. */
  unreadMs: number;
  /** The number of bytes that the kernel had accepted when unread bytes were first observed. */
  takenBefore: number;
}

// How long to wait before closing a connection: closing it at once would reset it while the client is still sending,
// and discard our reply.
const lingerMs = 1_000;

/** Ends the connection once everything, including these bytes, is sent. */
export function endGently(socket: Socket, bytes?: Buffer | string): void {
  socket.end(bytes ?? "");
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
