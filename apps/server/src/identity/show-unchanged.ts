import { type Holder, may, type Scope } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";

/**
 * The reply to an update that changes nothing: the resource, if the actor may read it. A write-only key must not read
 * a resource this way, because the audit log would not record it.
 */
export function showUnchanged<Row>(actor: Holder, scope: Scope, row: Row): Row {
  if (may(actor, scope)) return row;
  throw new AppError(
    "insufficient_scope",
    `This request changes nothing, and reading the object needs the scope ${scope}, which this key lacks.`,
  );
}
