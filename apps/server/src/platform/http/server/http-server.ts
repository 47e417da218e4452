import type http from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";
import { createServer } from "#platform/http/node-http.ts";
import { headerLimit, type RefusedRequest, type Refusals, timeoutCode } from "./refusals.ts";
import type { Uploads } from "./bodies/uploads.ts";

/** Time limits for clients, in milliseconds, and how often they are checked. */
export interface HttpTimeouts {
  headersMs: number;
  requestMs: number;
  /** The time within which some of an upload's body has to arrive. */
  uploadMs: number;
  /** The time after which a connection is closed if no byte was sent or read. */
  silentMs: number;
  checkMs: number;
}

interface ServerParts {
  timeouts: HttpTimeouts;
  connections: Connections;
  refusals: Refusals;
  uploads: Uploads;
}

/**
 * Creates Node's server. `connections` answers a connection's requests in turn; `refusals` replies to refused bytes.
 */
export function createHttpServer({ timeouts, connections, refusals, uploads }: ServerParts): http.Server {
  const server = createServer(
    {
      // Disabled, because our own check gives the reason for the error.
      requireHostHeader: false,
      requestTimeout: timeouts.requestMs,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      keepAliveTimeout: 65_000,
    },
    connections.takeTurn,
  );
  server.maxHeadersCount = headerLimit + 1;
  server.timeout = timeouts.silentMs;
  connections.attach(server);
  // Handles the request as usual, because a server may ignore an expectation that it does not know (RFC 9110 §10.1.1).
  server.on("checkExpectation", connections.takeTurn);
  server.on("connect", (request, socket) => refusals.refuseConnect(request, socket as Socket));
  server.on("clientError", (error: RefusedRequest, socket) => {
    if (error.code !== timeoutCode || !uploads.isUnderWay(socket as Socket)) refusals.refuse(error, socket as Socket);
  });
  return server;
}
