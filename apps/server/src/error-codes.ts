import { callers } from "./error-codes/callers.ts";
import { conflicts } from "./error-codes/conflicts.ts";
import type { DeclaredCode } from "./error-codes/declared-code.ts";
import { failures } from "./error-codes/failures.ts";
import { requests } from "./error-codes/requests.ts";
import { values } from "./error-codes/values.ts";

const declared = { ...requests, ...callers, ...conflicts, ...values, ...failures };
type Declared = typeof declared;
type StatusOf = { readonly [Code in keyof Declared]: Declared[Code]["status"] };

/** Every error code, by status. `npm run generate` derives docs/api/errors.md from them. */
export const errorCodes = Object.entries<DeclaredCode>(declared).toSorted(
  ([, one], [, other]) => one.status - other.status,
);

export const statusOf = Object.fromEntries(errorCodes.map(([code, { status }]) => [code, status])) as StatusOf;

declare module "#platform/errors.ts" {
  interface ErrorCodes extends StatusOf {}
}
