import type http from "node:http";
import type { Socket } from "node:net";
import { isShared } from "#platform/http/replies/fixed-document.ts";
import { loopTurns } from "#platform/process/loop-turns.ts";
import { mebibyte } from "#platform/process/memory.ts";
import { stopParsing } from "./parser/stop-parsing.ts";

/**
 * Bounds the process memory and time that clients can occupy.
 *
 * A connection's requests are answered one at a time, so it has at most one reply in memory. Requests behind the current
 * one wait, limited per connection and in total. The request that fills the queue is the last one answered on its
 * connection (RFC 9112 §9.3.2); nothing after it is parsed.
 *
 * If unread replies exceed their budget, the connections with the most unread bytes for the longest time are reset. At
 * the limit of connections, the oldest whose clients send or read nothing are closed to admit new ones. Node closes a
 * connection on which no byte has moved for two minutes.
 */
export interface ConnectionLimits {
  connections: number;
  /** The maximum number of requests waiting behind the current one: per connection, and in total. */
  waitingOfOne: number;
  waitingOfAll: number;
  /** Budget for unread bytes of replies that were built for one request only. */
  unreadBytes: number;
  /** How often unread replies are checked. */
  lookMs: number;
}

const connections = 10_000;

export const defaultConnectionLimits: ConnectionLimits = {
  connections,
  waitingOfOne: 16,
  waitingOfAll: connections,
  unreadBytes: 64 * mebibyte,
  lookMs: 1_000,
};

/**
 * The time in handlers after which further requests wait for the next turn of the event loop: then, other connections
 * are accepted and read, and closed ones free their memory.
 */
const turnMs = 5;

// Closing a connection at once would reset it while the client is still sending, and discard our reply.
const lingerMs = 1_000;

interface Connection {
  socket: Socket;
  current: http.ServerResponse | undefined;
  waiting: http.ServerResponse[];
  /** If true, further requests are neither parsed nor answered. */
  isFull: boolean;
  /** Called once every accepted request is answered. */
  onDrained: (() => void) | undefined;
  /** How long part of the current reply has been unread. */
  unreadMs: number;
}

export type Connections = ReturnType<typeof createConnections>;

export function createConnections(handle: http.RequestListener, limits: ConnectionLimits) {
  const open = new Map<Socket, Connection>();
  let waitingOfAll = 0;
  const turns = createTurns((connection) => answer(connection, handle, finish), open, limits);

  function add(socket: Socket): void {
    if (!makeRoom(open, limits.connections)) return void socket.destroy();
    const connection = newConnection(socket);
    open.set(socket, connection);
    socket.once("close", () => {
      open.delete(socket);
      waitingOfAll -= connection.waiting.splice(0).length;
    });
  }

  function wait(connection: Connection, response: http.ServerResponse): void {
    if (connection.isFull) return;
    waitingOfAll++;
    if (connection.waiting.push(response) >= limits.waitingOfOne || waitingOfAll >= limits.waitingOfAll)
      closeAfter(connection, response);
  }

  /** Begins the next request, because the current reply has ended. */
  function finish(connection: Connection): void {
    connection.current = undefined;
    // After "Connection: close", no request is answered.
    if (!connection.socket.writable) return;
    connection.current = connection.waiting.shift();
    if (connection.current === undefined) return connection.onDrained?.();
    waitingOfAll--;
    turns.later(connection);
  }

  return {
    attach(server: http.Server) {
      server.on("connection", add);
      whileListening(server, limits.lookMs, () => resetSlowReaders(open.values(), limits.unreadBytes, limits.lookMs));
    },
    /** Calls `handle` when it is this request's turn: after the replies to the earlier ones on its connection. */
    takeTurn(request: http.IncomingMessage, response: http.ServerResponse) {
      loopTurns.noteEvent();
      const connection = open.get(request.socket);
      // Under `app.inject` there is no connection.
      if (connection === undefined) return handle(request, response);
      if (connection.current !== undefined) return wait(connection, response);
      connection.current = response;
      turns.run(connection);
    },
    /**
     * Accepts no more requests; calls `afterwards` once those that have arrived completely are answered. Returns false
     * if the connection already accepts none.
     */
    refuseMore(socket: Socket, afterwards: () => void): boolean {
      const connection = open.get(socket);
      if (connection === undefined || connection.isFull) return false;
      waitingOfAll -= drain(connection, afterwards);
      return true;
    },
  };
}

// For an app that never listens, a timer would only keep the app in memory.
function whileListening(server: http.Server, everyMs: number, look: () => void): void {
  server.once("listening", () => {
    const timer = setInterval(look, everyMs).unref();
    server.once("close", () => clearInterval(timer));
  });
}

function newConnection(socket: Socket): Connection {
  const none = { current: undefined, isFull: false, onDrained: undefined, unreadMs: 0 };
  return { socket, waiting: [], ...none };
}

/** Closes the connection after this reply. */
function closeAfter(connection: Connection, response: http.ServerResponse): void {
  const { socket } = connection;
  connection.isFull = true;
  response.shouldKeepAlive = false;
  socket.destroySoon = () => endGently(socket);
  stopParsing(socket);
}

/** Answers only the requests that have arrived completely, then calls `afterwards`. Returns the number of the others. */
function drain(connection: Connection, afterwards: () => void): number {
  const { current, waiting } = connection;
  connection.isFull = true;
  connection.waiting = waiting.filter(({ req }) => req.complete);
  if (current?.req.complete === true) connection.onDrained = afterwards;
  else afterwards();
  return waiting.length - connection.waiting.length;
}

/** Answers the connection's current request. Returns the bytes of the reply that did not fit into the kernel's buffers. */
function answer(
  connection: Connection,
  handle: http.RequestListener,
  finish: (connection: Connection) => void,
): number {
  const { current, socket } = connection;
  if (current === undefined || !socket.writable) return 0;
  connection.unreadMs = 0;
  current.once("close", () => finish(connection));
  handle(current.req, current);
  return current.writableEnded ? ownBytes(connection) : 0;
}

/** Limits the work in one turn of the event loop. `respond` returns the bytes that it leaves in memory. */
function createTurns(
  respond: (connection: Connection) => number,
  open: ReadonlyMap<Socket, Connection>,
  limits: ConnectionLimits,
) {
  let [spentMs, madeBytes] = [0, 0];
  let isOver = false;
  let ready: Connection[] = [];
  const hasRoom = () => spentMs < turnMs && madeBytes < limits.unreadBytes / 4;

  function end(): void {
    if (!isOver) setImmediate(begin);
    isOver = true;
  }

  function run(connection: Connection): void {
    const startedAt = performance.now();
    madeBytes += respond(connection);
    spentMs += performance.now() - startedAt;
    if (!hasRoom()) end();
  }

  function begin(): void {
    if (madeBytes > 0) resetSlowReaders(open.values(), limits.unreadBytes, 0);
    spentMs = madeBytes = 0;
    // Connections that pipeline come last.
    ready = ready.toSorted((one, other) => Math.min(one.waiting.length, 1) - Math.min(other.waiting.length, 1));
    let count = 0;
    for (; count < ready.length && hasRoom(); count++) run(ready[count] as Connection);
    ready.splice(0, count);
    isOver = false;
    if (ready.length > 0) end();
  }

  function later(connection: Connection): void {
    ready.push(connection);
    end();
  }

  return {
    /** Answers the connection's current request, now or in a later turn. */
    run: (connection: Connection) => (isOver ? later : run)(connection),
    /** Answers it in the next turn at the earliest. */
    later,
  };
}

/** Ends the connection once everything, including these bytes, is sent. */
export function endGently(socket: Socket, bytes?: Buffer | string): void {
  socket.end(bytes ?? "");
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

// Closes several connections at once, so that a flood does not cause a search through all of them for each newcomer.
function makeRoom(open: Map<Socket, Connection>, limit: number): boolean {
  if (open.size < limit) return true;
  // These wait for their clients, not for us.
  const waiting = open.values().filter(({ current, socket }) => current === undefined || socket.writableLength > 0);
  for (const { socket } of waiting.take(Math.ceil(limit / 100))) {
    open.delete(socket);
    socket.destroy();
  }
  return open.size < limit;
}

/** Returns the unread bytes of the current reply that only this connection keeps in memory. */
function ownBytes({ socket, current }: Connection): number {
  return current !== undefined && isShared(current) ? 0 : socket.writableLength;
}

/** `sinceMs` is the time since the last check. */
function resetSlowReaders(connections: Iterable<Connection>, unreadBytes: number, sinceMs: number): void {
  let heldBytes = 0;
  const holders: { socket: Socket; bytes: number; weight: number }[] = [];
  for (const connection of connections) {
    const { socket, current } = connection;
    if (current === undefined || socket.writableLength === 0) continue;
    connection.unreadMs += sinceMs;
    const bytes = ownBytes(connection);
    heldBytes += bytes;
    // Multiplies the bytes by the time, because a reply that was just written may be read soon.
    holders.push({ socket, bytes, weight: bytes * (1 + connection.unreadMs) });
  }
  if (heldBytes <= unreadBytes) return;
  for (const { socket, bytes } of holders.toSorted((one, other) => other.weight - one.weight)) {
    if (heldBytes <= unreadBytes / 2) break;
    heldBytes -= bytes;
    socket.resetAndDestroy();
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
