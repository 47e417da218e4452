import type http from "node:http";
import { stopParsing } from "#platform/http/server/parser/stop-parsing.ts";
import { type Connection, endGently } from "./connection.ts";
import type { Slices } from "./slices.ts";

export interface PipelineLimits {
  /** The maximum number of requests waiting behind the current one: per connection, and in total. */
  waitingOfOne: number;
  waitingOfAll: number;
}

/** Answers the requests of each connection one at a time, and limits those that wait. */
export function createPipelines(limits: PipelineLimits, slices: Slices) {
  let waitingOfAll = 0;

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

  return {
    /** Answers a request after the earlier ones on its connection. */
    add(connection: Connection, response: http.ServerResponse) {
      if (connection.current === undefined) {
        connection.current = response;
        slices.begin(connection);
      } else wait(connection, response);
    },
    /** Begins the next request, because the current reply has ended. */
    finish(connection: Connection) {
      connection.current = undefined;
      // After "Connection: close", no request is answered.
      if (!connection.socket.writable) return;
      const next = connection.waiting.shift();
      if (next !== undefined) {
        waitingOfAll--;
        // Answers one request of a pipeline per turn of the event loop, because a listening socket accepts only one new
        // connection per turn.
        connection.current = next;
        slices.beginNextTurn(connection);
      } else connection.onDrained?.();
    },
    /** Accepts no more requests; calls `afterwards` once those that have arrived completely are answered. */
    refuseMore(connection: Connection, afterwards: () => void) {
      connection.isFull = true;
      const isWhole = (response: http.ServerResponse) => response.req.complete;
      waitingOfAll -= connection.waiting.length;
      connection.waiting = connection.waiting.filter(isWhole);
      waitingOfAll += connection.waiting.length;
      if (connection.current !== undefined && isWhole(connection.current)) connection.onDrained = afterwards;
      else afterwards();
    },
    /** Drops the waiting requests of a closed connection. */
    drop(connection: Connection) {
      waitingOfAll -= connection.waiting.splice(0).length;
    },
  };
}
