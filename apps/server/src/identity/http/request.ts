import type { Actor, Scope } from "#identity/access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The scope that this operation needs; every operation of /v1 names one. */
    access?: Scope;
  }
  interface FastifyRequest {
    actor: Actor;
    /** The Content-Type as it was sent: Fastify must not judge it before we know whether there is a body. */
    bodyType: string | undefined;
    /** Present when the request carries an Idempotency-Key. */
    idempotency: { value: string; path: string; bodyHash: Buffer } | undefined;
  }
}
