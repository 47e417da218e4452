import { type Holder, may, type Scope } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";

/**
 * Returns the resource in reply to an update that changes nothing; throws 403 unless the actor may read the resource.
 * Otherwise, a write-only key could read resources this way, and the audit log would not record it.
 */
export function showUnchanged<Row>(actor: Holder, scope: Scope, row: Row): Row {
  if (may(actor, scope)) return row;
  throw new AppError(
    "insufficient_scope",
    `This request changes nothing, and reading the object needs the scope ${scope}, which this key lacks. Use a key that has it.`,
  );
}
