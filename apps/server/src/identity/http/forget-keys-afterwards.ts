import type { FastifyInstance } from "fastify";
import type { Actor } from "#identity/access.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";

/**
 * Makes changes of people or keys take effect on this node by the time the reply arrives. Otherwise the cache would be
 * stale until the database's notification arrives a moment later. An API key only affects its own organization, so a
 * script does not empty other organizations' caches; a session may change its person everywhere.
 */
export function forgetKeysAfterwards(app: FastifyInstance, { apiKeys }: { apiKeys: ApiKeyCache }): void {
  app.addHook("onSend", async (request, reply) => {
    if (request.method === "GET" || request.method === "HEAD" || reply.statusCode >= 400) return;
    const actor = request.actor as Actor | null | undefined;
    if (actor?.kind === "api" || actor?.kind === "grant") apiKeys.forget(actor.orgId);
    else apiKeys.forgetAll();
  });
}
