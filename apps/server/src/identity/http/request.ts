import type { Access, Actor, Scope } from "#identity/access.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The permission that this operation needs; every operation of /v1 declares it. */
    access?: Access;
    /** Further scopes that the operation needs, because its reply shows data that they protect. */
    alsoNeeds?: readonly Scope[];
    /** Refuses API keys, for actions that a key must never perform for its member, such as changing the password. */
    sessionOnly?: boolean;
    /** Requires that the session authenticated in the last 10 minutes. */
    reauthenticated?: boolean;
    /** Refuses every actor but owners, whatever their scopes. */
    ownerOnly?: boolean;
    /** Refuses every actor but owners and admins, whatever their scopes. */
    adminOnly?: boolean;
    /** Whether the change is permitted even while the organization is scheduled for deletion. */
    evenWhileEnding?: boolean;
    /**
     * Whether the operation opens a stream: sessions have a separate limit for these, because browsers reopen them
     * automatically.
     */
    opensStream?: boolean;
    /** Whether the handler reads the body as a stream: it is neither parsed as JSON nor limited to 1 MiB. */
    streamsBody?: boolean;
    /** Under /v1: whether the token in the path replaces the key. */
    withoutKey?: boolean;
    /** For /auth: whether the session cookie decides the outcome. */
    usesSession?: "always" | "ifAny";
    /** For /auth: whether the operation signs in, so the browser must be able to store the cookie. */
    givesSession?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
    /**
     * The Content-Type as sent. It is hidden from Fastify, which would refuse an unknown one before we know whether
     * there is a body.
     */
    bodyType: string | undefined;
    /** Set if the request has an Idempotency-Key. */
    idempotency: { value: string; path: string; bodyHash: Buffer } | undefined;
  }
}
