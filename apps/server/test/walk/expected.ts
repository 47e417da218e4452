import { type Role, type Scope, scopes } from "#identity/access.ts";
import { type Right, roles, rolesWith } from "#test/cases/rights-table.ts";

export type Ownership = "own" | "another's" | "a stranger's";

/** The credentials of a request: an API key, or a session with a recent or an old authentication. */
export interface Carrier {
  name:
    | "the scope alone"
    | "all scopes"
    | "all other scopes"
    | "all scopes but costs:read"
    | "no scope"
    | "session"
    | "stale session";
  scopes: readonly Scope[];
  isSession: boolean;
  isStale: boolean;
}

export interface Expected {
  status: number;
  code: string;
  /** The scope that the error must name. */
  names?: Scope;
}

const api = { isSession: false, isStale: false };
const session: Carrier = { name: "session", scopes, isSession: true, isStale: false };
const everyScope: Carrier = { name: "all scopes", scopes, ...api };
export const noScope: Carrier = { name: "no scope", scopes: [], ...api };
const withoutCosts = scopes.filter((scope) => scope !== "costs:read");

/** Returns the usual credentials for an operation. */
export const usualCarrier = ({ sessionOnly }: Right): Carrier => (sessionOnly ? session : everyScope);

/** Returns all credentials whose rights could differ. */
export function allCarriers({ needs, reauthenticated }: Right): Carrier[] {
  const others = scopes.filter((scope) => scope !== needs);
  return [
    { name: "the scope alone", scopes: needs === "anyone" ? [] : [needs], ...api },
    everyScope,
    { name: "all other scopes", scopes: others, ...api },
    ...(needs === "costs:read" ? [] : [{ name: "all scopes but costs:read", scopes: withoutCosts, ...api } as const]),
    noScope,
    session,
    ...(reauthenticated ? [{ ...session, name: "stale session", isStale: true } as const] : []),
  ];
}

/** Returns the error that the table of rights requires; undefined if the request must succeed. */
export function expectedFrom(right: Right, role: Role, carrier: Carrier, ownership: Ownership): Expected | undefined {
  const { needs, only = roles, others = roles } = right;
  if (right.sessionOnly && !carrier.isSession) return { status: 403, code: "session_required" };
  if (needs !== "anyone") {
    if (!rolesWith[needs].includes(role)) return { status: 403, code: "forbidden", names: needs };
    const lacks = [needs, ...(right.alsoNeeds ?? [])].find((scope) => !carrier.scopes.includes(scope));
    if (lacks !== undefined) return { status: 403, code: "insufficient_scope", names: lacks };
  }
  if (!only.includes(role)) return { status: 403, code: "forbidden" };
  if (right.reauthenticated && carrier.isStale) return { status: 403, code: "reauthentication_required" };
  if (ownership === "a stranger's") return { status: 404, code: "not_found" };
  if (ownership === "another's" && !others.includes(role)) return { status: 403, code: "forbidden" };
  return undefined;
}
