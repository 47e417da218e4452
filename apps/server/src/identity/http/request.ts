import type { Access, Actor, Scope } from "#identity/access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Who may use this operation; every operation of /v1 says it. */
    access?: Access;
    /** Scopes that it needs besides, because it shows what they allow to read. */
    alsoNeeds?: readonly Scope[];
    /** Only a session may: what an API key must never do for its member, such as changing the password. */
    sessionOnly?: boolean;
    /** A session may only within 10 minutes after its member proved who they are. */
    reauthenticated?: boolean;
    /** Of those who have the scope, only an owner may. */
    ownerOnly?: boolean;
    /** Changes something, and may do so also while the organization waits for its deletion. */
    evenWhileEnding?: boolean;
    /** Of /auth: the session's cookie decides what happens. */
    usesSession?: "always" | "ifAny";
    /** Of /auth: signs in, so that the browser must keep the cookie. */
    givesSession?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
    /** The Content-Type as it was sent: Fastify must not judge it before we know whether there is a body. */
    bodyType: string | undefined;
    /** Present when the request carries an Idempotency-Key. */
    idempotency: { value: string; path: string; bodyHash: Buffer } | undefined;
  }
}
