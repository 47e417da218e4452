import type http from "node:http";
import type { Connection } from "./connection.ts";
import { ownBytes, resetSlowReaders, type UnreadLimits } from "./unread-replies.ts";

const sliceMs = 5;

export type Slices = ReturnType<typeof createSlices>;

/**
 * Answers requests in time slices. After a slice, requests wait for the next turn of the event loop, in which closed
 * connections free their memory.
 */
export function createSlices(
  handle: (request: http.IncomingMessage, response: http.ServerResponse) => void,
  open: ReadonlyMap<unknown, Connection>,
  limits: UnreadLimits,
) {
  // Totals of the current time slice: the time spent in handlers, and the bytes of replies that did not fit into the
  // kernel's buffers.
  let spentMs = 0;
  let madeBytes = 0;
  let isCongested = false;
  const arrived: Connection[] = [];
  const single: Connection[] = [];
  const pipelined: Connection[] = [];

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
    if (madeBytes > 0) resetSlowReaders(open.values(), limits, 0);
    spentMs = madeBytes = 0;
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

  return {
    /** Answers the connection's current request, at once or in a later time slice. */
    begin(connection: Connection) {
      if (isCongested) arrived.push(connection);
      else answer(connection);
    },
    /** Answers the connection's current request in the next turn of the event loop at the earliest. */
    beginNextTurn(connection: Connection) {
      arrived.push(connection);
      answerNextTurn();
    },
  };
}
