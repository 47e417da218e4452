import { type Actor, may, type Scope } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";

/**
 * The resource, as the answer to a change of it that changes nothing: for whoever may read it. A key that may only write
 * is shown a resource by a change that leaves its trace in the audit log, and by nothing else.
 */
export function showUnchanged<Row>(actor: Pick<Actor, "role" | "scopes" | "userId">, scope: Scope, row: Row): Row {
  if (may(actor, scope)) return row;
  throw new AppError(
    "insufficient_scope",
    `This would change nothing, and only show what takes the scope ${scope}, which this key lacks.`,
  );
}
