import type http from "node:http";
import type { Socket } from "node:net";
import { loopTurns } from "#platform/loop-turns.ts";
import { canStopParsing, stopParsing } from "./parser/stop-parsing.ts";

/**
 * Bounds the process memory that clients can occupy.
 *
 * A connection's requests are answered one at a time, so it has at most one reply in memory. Node parses each read as a
 * whole, up to 64 KiB with 1,400 requests; requests behind the current one wait, limited per connection and in total.
 * The request that fills the queue is the last one answered on its connection (RFC 9112 §9.3.2); nothing after it is
 * parsed.
 *
 * `look` runs each second: clients must read replies at a minimum speed, and when unread replies exceed their budget,
 * the connections with the most unread bytes for the longest time are reset. Beyond the limit of connections, the
 * oldest that are not waiting for a reply are closed to admit a new one.
 */
export interface ConnectionLimits {
  connections: number;
  /** The maximum number of requests waiting behind the current one: per connection, and in total. */
  waitingOfOne: number;
  waitingOfAll: number;
  /** Budget for unread bytes of replies that were built for one request only. */
  unreadBytes: number;
  /** A client must read a reply within this time, plus the time that its bytes take at the minimum speed. */
  graceMs: number;
  leastBytesPerSecond: number;
  lookMs: number;
}

export const usualConnectionLimits: ConnectionLimits = {
  connections: 10_000,
  waitingOfOne: 16,
  waitingOfAll: 10_000,
  unreadBytes: 64 * 2 ** 20,
  graceMs: 30_000,
  leastBytesPerSecond: 4096,
  lookMs: 1_000,
};

const sliceMs = 5;

interface Connection {
  socket: Socket;
  current: http.ServerResponse | undefined;
  waiting: http.ServerResponse[];
  /** No more requests are accepted: neither parsed nor answered. */
  isFull: boolean;
  /** Called once every accepted request is answered. */
  onDrained: (() => void) | undefined;
  onClose: () => void;
  /**
   * How long part of the current reply has been unread, and how many bytes had been read when that was first observed.
   */
  unreadMs: number;
  takenBefore: number;
}

export interface Connections {
  attach(server: http.Server): void;
  /** Calls `handle` when it is this request's turn: after the replies to the earlier ones on its connection. */
  takeTurn(request: http.IncomingMessage, response: http.ServerResponse): void;
  /**
   * Accepts no more requests; calls `afterwards` once those that have arrived completely are answered. Returns false on
   * a second call.
   */
  refuseMore(socket: Socket, afterwards: () => void): boolean;
}

const shared = Symbol("body is shared");
type Reply = http.ServerResponse & { [shared]?: true };

/** Marks the reply's body as a Buffer shared by all replies, which costs no extra memory while it is unread. */
export function shareBody(response: http.ServerResponse): void {
  (response as Reply)[shared] = true;
}

export function createConnections(
  handle: (request: http.IncomingMessage, response: http.ServerResponse) => void,
  limits: ConnectionLimits,
  warn: (message: string) => void = () => undefined,
): Connections {
  const open = new Map<Socket, Connection>();
  let waitingOfAll = 0;
  // Both are totals of the current time slice: time in handlers, and bytes of replies that did not fit into the
  // kernel's buffer.
  let spentMs = 0;
  let madeBytes = 0;
  // After a slice, requests wait for the next turn of the event loop, in which closed connections free their memory.
  let isCongested = false;
  const arrived: Connection[] = [];
  const single: Connection[] = [];
  const pipelined: Connection[] = [];

  function add(socket: Socket): void {
    const connection: Connection = {
      socket,
      current: undefined,
      waiting: [],
      isFull: false,
      onDrained: undefined,
      onClose: () => finish(connection),
      unreadMs: 0,
      takenBefore: 0,
    };
    if (open.size >= limits.connections) makeRoom(open, limits.connections);
    if (open.size >= limits.connections) {
      socket.destroy();
      return;
    }
    open.set(socket, connection);
    socket.once("close", () => {
      open.delete(socket);
      waitingOfAll -= connection.waiting.splice(0).length;
    });
  }

  function begin(connection: Connection, response: http.ServerResponse): void {
    connection.current = response;
    if (isCongested) arrived.push(connection);
    else answer(connection);
  }

  function answerNextTurn(): void {
    if (isCongested) return;
    isCongested = true;
    setImmediate(answerArrived);
  }

  function answer(connection: Connection): void {
    const { socket, current } = connection;
    if (current === undefined || !socket.writable) return;
    connection.unreadMs = 0;
    current.once("close", connection.onClose);
    const startedAt = performance.now();
    handle(current.req, current);
    spentMs += performance.now() - startedAt;
    if (current.writableEnded) madeBytes += ownBytes(connection);
    if (spentMs >= sliceMs || madeBytes >= limits.unreadBytes / 4) answerNextTurn();
  }

  /** Answers waiting requests for one time slice. Connections that pipeline come after the others. */
  function answerArrived(): void {
    if (madeBytes > 0) look(0);
    spentMs = 0;
    madeBytes = 0;
    for (const connection of arrived.splice(0)) (connection.waiting.length === 0 ? single : pipelined).push(connection);
    const hasTime = () => spentMs < sliceMs && madeBytes < limits.unreadBytes / 4;
    for (const queue of [single, pipelined]) {
      let count = 0;
      for (; count < queue.length && hasTime(); count++) answer(queue[count] as Connection);
      queue.splice(0, count);
    }
    isCongested = single.length + pipelined.length + arrived.length > 0;
    if (isCongested) setImmediate(answerArrived);
  }

  function finish(connection: Connection): void {
    connection.current = undefined;
    // After "Connection: close", no request is answered.
    if (!connection.socket.writable) return;
    const next = connection.waiting.shift();
    if (next !== undefined) {
      waitingOfAll--;
      // The loop accepts one new connection in each turn, so a pipeline gets one reply in each.
      connection.current = next;
      arrived.push(connection);
      answerNextTurn();
    } else connection.onDrained?.();
  }

  function wait(connection: Connection, response: http.ServerResponse): void {
    if (connection.isFull) return;
    connection.waiting.push(response);
    waitingOfAll++;
    if (connection.waiting.length < limits.waitingOfOne && waitingOfAll < limits.waitingOfAll) return;
    connection.isFull = true;
    response.shouldKeepAlive = false;
    connection.socket.destroySoon = () => endGently(connection.socket);
    stopParsing(connection.socket);
  }

  function look(sinceMs: number): void {
    let heldBytes = 0;
    const holders: { connection: Connection; bytes: number }[] = [];
    for (const connection of open.values()) {
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
    // A reply that was just written may be read at once.
    const weight = ({ connection, bytes }: (typeof holders)[number]) => bytes * (1 + connection.unreadMs);
    holders.sort((one, other) => weight(other) - weight(one));
    for (const { connection, bytes } of holders) {
      if (heldBytes <= limits.unreadBytes / 2) break;
      heldBytes -= bytes;
      connection.socket.resetAndDestroy();
    }
  }

  return {
    attach(server) {
      // While there are no connections, the timer would only keep the app in memory.
      server.once("connection", (socket: Socket) => {
        if (!canStopParsing(socket)) warn("this Node parses all requests of a read, also those that are ignored");
      });
      server.on("connection", add).once("listening", () => {
        const timer = setInterval(look, limits.lookMs, limits.lookMs).unref();
        server.once("close", () => clearInterval(timer));
      });
    },
    takeTurn(request, response) {
      loopTurns.noteEvent();
      const connection = open.get(request.socket);
      // Under `app.inject` there is no connection.
      if (connection === undefined) handle(request, response);
      else if (connection.current === undefined) begin(connection, response);
      else wait(connection, response);
    },
    refuseMore(socket, afterwards) {
      const connection = open.get(socket);
      if (connection === undefined || connection.isFull) return false;
      connection.isFull = true;
      const isWhole = (response: http.ServerResponse) => response.req.complete;
      waitingOfAll -= connection.waiting.length;
      connection.waiting = connection.waiting.filter(isWhole);
      waitingOfAll += connection.waiting.length;
      if (connection.current !== undefined && isWhole(connection.current)) connection.onDrained = afterwards;
      else afterwards();
      return true;
    },
  };
}

/** The bytes accepted by the kernel since the connection began; a write counts once all of it has been accepted. */
function takenBytes(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

function ownBytes({ socket, current }: Connection): number {
  return (current as Reply | undefined)?.[shared] === true ? 0 : socket.writableLength;
}

function allowedMs({ socket, takenBefore }: Connection, { graceMs, leastBytesPerSecond }: ConnectionLimits): number {
  return graceMs + ((socket.bytesWritten - takenBefore) / leastBytesPerSecond) * 1000;
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

// How long to wait before closing: doing it at once would reset the connection while the client is still sending, and
// discard our reply.
const lingerMs = 1_000;

/** Ends the connection once everything, including these bytes, is sent. */
export function endGently(socket: Socket, bytes?: Buffer | string): void {
  socket.end(bytes ?? "");
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
