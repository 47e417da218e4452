import type { Access, Actor, Scope } from "#identity/access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The permission that this operation needs; every operation of /v1 declares it. */
    access?: Access;
    /** Further scopes that it needs, because its reply shows data that they protect. */
    alsoNeeds?: readonly Scope[];
    /** Refuses API keys: for acts that a key must never do for its member, such as changing the password. */
    sessionOnly?: boolean;
    /** A session needs a proof of identity that is at most 10 minutes old. */
    reauthenticated?: boolean;
    /** Refuses every actor but owners, whatever their scopes. */
    ownerOnly?: boolean;
    /** A change that is permitted also while the organization waits for its deletion. */
    evenWhileEnding?: boolean;
    /** The handler reads the body itself, as a stream: it is neither JSON nor limited to 1 MiB. */
    streamsBody?: boolean;
    /** Under /v1: the token in the path stands in for a key. */
    withoutKey?: boolean;
    /** For /auth: the session's cookie decides the outcome. */
    usesSession?: "always" | "ifAny";
    /** For /auth: signs in, so that the browser must keep the cookie. */
    givesSession?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
    /** The Content-Type as sent: Fastify must not judge it before we know whether there is a body. */
    bodyType: string | undefined;
    /** Present when the request carries an Idempotency-Key. */
    idempotency: { value: string; path: string; bodyHash: Buffer } | undefined;
  }
}
