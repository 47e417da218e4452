import { type Holder, may, type Scope } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";

/**
 * The reply to a change that changes nothing: the resource, for actors who may read it. A write-only key sees a
 * resource only through a real change, which the audit log records.
 */
export function showUnchanged<Row>(actor: Holder, scope: Scope, row: Row): Row {
  if (may(actor, scope)) return row;
  throw new AppError(
    "insufficient_scope",
    `This request changes nothing, and reading the object needs the scope ${scope}, which this key lacks.`,
  );
}
