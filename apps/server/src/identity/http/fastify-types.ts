import type { Access, Actor, Scope } from "#identity/access.ts";

/** A request's Idempotency-Key, and a digest of what a repetition must have in common with the request. */
export interface Idempotency {
  value: string;
  path: string;
  bodyHash: Buffer;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The permission that the operation needs; required for every operation under /v1. */
    access?: Access;
    /** Additional scopes that the operation needs, because they protect data in its reply. */
    alsoNeeds?: readonly Scope[];
    /** Refuses API keys, for actions that only the person may take, such as changing the password. */
    sessionOnly?: boolean;
    /** Requires a session to have authenticated in the last 10 minutes. */
    reauthenticated?: boolean;
    /** Refuses everyone except owners, whatever their scopes. */
    ownerOnly?: boolean;
    /** Refuses everyone except owners and admins, whatever their scopes. */
    adminOnly?: boolean;
    /** Whether the operation is permitted while the organization is scheduled for deletion. */
    evenWhileEnding?: boolean;
    /**
     * Whether the operation opens a stream. Sessions have a separate limit for streams, because browsers reconnect
     * automatically.
     */
    opensStream?: boolean;
    /** Whether the handler reads the body as a stream, which is neither parsed as JSON nor limited to 1 MiB. */
    streamsBody?: boolean;
    /** Under /v1: whether a token in the path authorizes the request instead of a key. */
    withoutKey?: boolean;
    /** Under /auth: whether the operation depends on the session cookie. */
    usesSession?: "always" | "ifAny";
    /** Under /auth: whether the operation signs in, so the browser must be able to store the cookie. */
    givesSession?: boolean;
  }
  interface FastifyRequest {
    actor: Actor;
    /**
     * The Content-Type as sent. Hidden from Fastify, which would reject an unknown type even for a request without a
     * body.
     */
    bodyType: string | undefined;
    /** Set if the request has an Idempotency-Key. */
    idempotency: Idempotency | undefined;
  }
}
