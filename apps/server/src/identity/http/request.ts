import type { Access, Actor, Scope } from "#identity/access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The permission that this operation needs; every operation of /v1 declares it. */
    access?: Access;
    /** Further scopes that it needs, because its reply shows data that they protect. */
    alsoNeeds?: readonly Scope[];
    /** Refuses API keys, for actions that a key must never take for its member, such as changing the password. */
    sessionOnly?: boolean;
    /** A session must have authenticated in the last 10 minutes. */
    reauthenticated?: boolean;
    /** Refuses every actor but owners, whatever their scopes. */
    ownerOnly?: boolean;
    /** Refuses every actor but owners and admins, whatever their scopes. */
    adminOnly?: boolean;
    /** A change that is permitted even while the organization awaits its deletion. */
    evenWhileEnding?: boolean;
    /** Sessions have a separate limit for it, because browsers reopen it by themselves. */
    opensStream?: boolean;
    /** The handler reads the body itself, as a stream: it is neither parsed as JSON nor limited to 1 MiB. */
    streamsBody?: boolean;
    /** Under /v1: the token in the path replaces the key. */
    withoutKey?: boolean;
    /** For /auth: the session cookie decides the outcome. */
    usesSession?: "always" | "ifAny";
    /** For /auth: signs in, so the browser must be able to keep the cookie. */
    givesSession?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
    /**
     * The Content-Type as sent, hidden from Fastify, which must not judge it before we know whether there is a body.
     */
    bodyType: string | undefined;
    /** Present if the request carries an Idempotency-Key. */
    idempotency: { value: string; path: string; bodyHash: Buffer } | undefined;
  }
}
