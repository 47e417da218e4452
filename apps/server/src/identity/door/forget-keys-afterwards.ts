import type { FastifyInstance } from "fastify";
import type { Actor } from "#identity/access.ts";
import type { ApiKeyCache } from "#identity/api-keys/api-key-cache.ts";

/**
 * Makes changes to people or keys take effect on this node before the reply arrives; the database's notification comes
 * a moment later. An API key can only affect its own organization, so other organizations stay cached. A session can
 * change its person, who may belong to several organizations, so everything is forgotten.
 */
export function forgetKeysAfterwards(app: FastifyInstance, { apiKeys }: { apiKeys: ApiKeyCache }): void {
  app.addHook("onSend", async (request, reply) => {
    if (request.method === "GET" || request.method === "HEAD" || reply.statusCode >= 400) return;
    const actor = request.actor as Actor | null | undefined;
    if (actor?.kind === "api" || actor?.kind === "grant") apiKeys.forget(actor.orgId);
    else apiKeys.forgetAll();
  });
}
