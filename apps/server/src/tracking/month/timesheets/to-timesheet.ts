import { hash } from "node:crypto";
import { type Actor, type Money, moneyIn, reachOf } from "#identity/access.ts";
import { shownAs } from "#platform/fields/shown.ts";
import type { ShownRow } from "./queries.ts";
import type { Sheet } from "./read-sheets.ts";
import { Timesheet } from "./schemas.ts";

export function shownSheet(sheet: Sheet, actor: Actor): Timesheet {
  return toTimesheet(sheet, moneyIn(reachOf(actor, "costs:read"), sheet.user_id));
}

const toStored = shownAs(Timesheet, "amountMinor", "partial");

export function toTimesheet(row: ShownRow & { partial?: boolean }, money: Money): Timesheet {
  return {
    ...toStored(row),
    amountMinor: money === "none" ? undefined : row.amount_minor,
    partial: row.partial === true ? true : undefined,
  };
}

/**
 * The strong ETag of a timesheet as the reader sees it. Contains a hash, because figures change without a transition.
 * Starts with the version, so that `If-Match` also works for a timesheet from a list or the grid. The steps are not
 * hashed, because the version covers them.
 */
export function sheetTag(shown: Timesheet): string {
  return `"${shown.version}-${digestOf(shown)}"`;
}

export function digestOf(shown: object): string {
  return hash("sha256", JSON.stringify(shown), "base64url").slice(0, 22);
}
