import type http from "node:http";
import type { Socket } from "node:net";
import { loopTurns } from "#platform/process/loop-turns.ts";
import type { Connection } from "./connection/connection.ts";
import { createPipelines, type PipelineLimits } from "./connection/pipelines.ts";
import { createSlices } from "./connection/slices.ts";
import { resetSlowReaders, type UnreadLimits } from "./connection/unread-replies.ts";
import { canStopParsing } from "./parser/stop-parsing.ts";

/**
 * Bounds the process memory that clients can occupy.
 *
 * A connection's requests are answered one at a time, so it has at most one reply in memory. Node parses each read as a
 * whole, up to 64 KiB with 1,400 requests; requests behind the current one wait, limited per connection and in total.
 * The request that fills the queue is the last one answered on its connection (RFC 9112 §9.3.2); nothing after it is
 * parsed.
 *
 * Every second, connections whose clients read replies below a minimum speed are reset. If unread replies exceed their
 * budget, the connections with the most unread bytes for the longest time are reset too. At the limit of connections,
 * the oldest that are not waiting for a reply are closed to admit new ones.
 */
export interface ConnectionLimits extends PipelineLimits, UnreadLimits {
  connections: number;
  /** How often unread replies are checked. */
  lookMs: number;
}

export const defaultConnectionLimits: ConnectionLimits = {
  connections: 10_000,
  waitingOfOne: 16,
  waitingOfAll: 10_000,
  unreadBytes: 64 * 2 ** 20,
  graceMs: 30_000,
  minBytesPerSecond: 4096,
  lookMs: 1_000,
};

export type Connections = ReturnType<typeof createConnections>;

export function createConnections(
  handle: (request: http.IncomingMessage, response: http.ServerResponse) => void,
  limits: ConnectionLimits,
  warn: (message: string) => void = () => undefined,
) {
  const open = new Map<Socket, Connection>();
  const pipelines = createPipelines(limits, createSlices(handle, open, limits));

  function add(socket: Socket): void {
    const connection: Connection = {
      socket,
      current: undefined,
      waiting: [],
      isFull: false,
      onDrained: undefined,
      onClose: () => pipelines.finish(connection),
      unreadMs: 0,
      takenBefore: 0,
    };
    if (open.size >= limits.connections) makeRoom(open, limits.connections);
    if (open.size >= limits.connections) return void socket.destroy();
    open.set(socket, connection);
    socket.once("close", () => {
      open.delete(socket);
      pipelines.drop(connection);
    });
  }

  return {
    attach(server: http.Server) {
      server.once("connection", (socket: Socket) => {
        if (!canStopParsing(socket)) warn("this Node parses all requests of a read, also those that are ignored");
      });
      // Starts the timer only now: for an app that never listens, the timer would only keep the app in memory.
      server.on("connection", add).once("listening", () => {
        const timer = setInterval(() => resetSlowReaders(open.values(), limits, limits.lookMs), limits.lookMs).unref();
        server.once("close", () => clearInterval(timer));
      });
    },
    /** Calls `handle` when it is this request's turn: after the replies to the earlier ones on its connection. */
    takeTurn(request: http.IncomingMessage, response: http.ServerResponse) {
      loopTurns.noteEvent();
      const connection = open.get(request.socket);
      // Under `app.inject` there is no connection.
      if (connection === undefined) handle(request, response);
      else pipelines.add(connection, response);
    },
    /**
     * Accepts no more requests; calls `afterwards` once those that have arrived completely are answered. Returns false
     * if the connection already accepts none.
     */
    refuseMore(socket: Socket, afterwards: () => void): boolean {
      const connection = open.get(socket);
      if (connection === undefined || connection.isFull) return false;
      pipelines.refuseMore(connection, afterwards);
      return true;
    },
  };
}

// Closes several connections at once, so that a flood does not cause a search through all of them for each newcomer.
function makeRoom(open: Map<Socket, Connection>, limit: number): void {
  let left = Math.ceil(limit / 100);
  for (const { socket, current } of open.values()) {
    if (current !== undefined) continue;
    open.delete(socket);
    socket.destroy();
    if (--left === 0) return;
  }
}

/** Returns `most`, or fewer if the process's file limit is low; reserves 300 files for other work. */
export function maxConnections(most: number): number {
  // Without `excludeNetwork`, the report resolves the host names of all peers. Node's types lack the setting.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const files = Number(userLimits?.open_files?.soft);
  return Number.isNaN(files) ? most : Math.min(most, Math.max(100, files - 300));
}
