import type { Json } from "./test-app.ts";

/** A project or client without the figures that neither events nor lists of changes contain. */
export function withoutUnbilled({ unbilledSeconds: _seconds, unbilledAmountMinor: _amount, ...object }: Json): Json {
  return object;
}
