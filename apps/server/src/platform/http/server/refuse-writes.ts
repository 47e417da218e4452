import type { FastifyInstance } from "fastify";
import { AppError } from "#platform/errors.ts";

/** Refuses requests that may change something while the database's disk is full. Reads continue. */
export function refuseWritesWhenFull(app: FastifyInstance, isDiskFull: () => boolean): void {
  app.addHook("preHandler", ({ method, is404 }, _reply, done) => {
    const isRead = method === "GET" || method === "HEAD" || method === "OPTIONS";
    if (isRead || is404 || !isDiskFull()) return done();
    const message =
      "The database's disk is nearly full. Nothing was changed; reads still work. The server's operator must free some space.";
    done(new AppError("unavailable", message, { headers: { "retry-after": "60" } }));
  });
}
