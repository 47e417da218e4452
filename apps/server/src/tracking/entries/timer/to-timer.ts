import { shownAs } from "#platform/fields/shown.ts";
import type { TimerRow } from "./queries.ts";
import { Timer } from "./schemas.ts";

const toStored = shownAs(Timer, "billable");

export function toTimer(row: TimerRow): Timer {
  return { ...toStored(row), billable: row.billable_choice };
}
