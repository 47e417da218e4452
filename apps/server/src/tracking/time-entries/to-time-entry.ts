import { type Actor, may, type Money, moneyIn, reachOf } from "#identity/access.ts";
import type { EntryRule } from "#identity/organizations/entry-rules.ts";
import { formatInstant } from "#platform/time.ts";
import type { TimeEntryRow } from "./queries.ts";
import type { TimeEntry } from "./schemas.ts";

const tagOfMoney: Record<Money, string> = { all: "", amounts: "-amounts", none: "-plain" };

function tagOfLocks({ locked_by: reasons }: TimeEntryRow): string {
  return (reasons ?? []).map((reason) => (reason === "lockDate" ? "-locked" : `-${reason}`)).join("");
}

/** The strong ETag of the entry as shown to the actor: it depends on the visible amounts, lock, billing and marks. */
export function entryTag(row: TimeEntryRow, actor: Actor): string {
  const money = moneyIn(reachOf(actor, "costs:read"), row.user_id);
  const marks = (row.shown_breaks ?? []).map((rule) => `-${rule}`).join("");
  const billing = row.billing_batch_id !== null && may(actor, "billing:read") ? "-reference" : "";
  return `"${row.version}${tagOfMoney[money]}${tagOfLocks(row)}${billing}${marks}"`;
}

function hasMarks(row: TimeEntryRow): row is TimeEntryRow & { shown_breaks: EntryRule[] } {
  return row.shown_breaks !== null && row.shown_breaks.length > 0;
}

export function shownEntry(row: TimeEntryRow, actor: Actor): TimeEntry {
  return toTimeEntry(row, moneyIn(reachOf(actor, "costs:read"), row.user_id), may(actor, "billing:read"));
}

/** `showsBilling`: whether the reader may see which batch billed the entry. */
export function toTimeEntry(row: TimeEntryRow, money: Money, showsBilling: boolean): TimeEntry {
  const showsAmounts = money !== "none";
  const showsCosts = money === "all";
  const isBilled = row.billing_batch_id !== null;
  const showsBatch = isBilled && showsBilling;
  return {
    id: row.id,
    projectId: row.project_id,
    taskId: row.task_id,
    startedAt: row.started_at,
    durationSeconds: row.duration_seconds,
    createdAt: row.created_at,
    endedAt: plusSeconds(row.started_at, row.duration_seconds),
    userId: row.user_id,
    description: row.description,
    tags: row.tags,
    billable: row.billable,
    billableSeconds: row.billable_seconds,
    // JSON omits undefined; spreading optional fields took a tenth of a list's time.
    rateMinor: showsAmounts ? row.rate_minor : undefined,
    rateSource: showsAmounts ? row.rate_source : undefined,
    amountMinor: showsAmounts ? row.amount_minor : undefined,
    costRateMinor: showsCosts ? row.cost_rate_minor : undefined,
    costRateSource: showsCosts ? row.cost_rate_source : undefined,
    costMinor: showsCosts ? row.cost_minor : undefined,
    externalRef: row.external_ref,
    source: row.source,
    billed: isBilled,
    billedAt: showsBatch ? (row.billed_at ?? undefined) : undefined,
    billedReference: showsBatch ? (row.billed_reference ?? undefined) : undefined,
    billingBatchId: showsBatch ? (row.billing_batch_id ?? undefined) : undefined,
    locked: row.locked_by !== null,
    lockedBy: row.locked_by ?? undefined,
    breaks: hasMarks(row) ? row.shown_breaks : undefined,
    version: row.version,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  };
}

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));

/** Most entries end on the day on which they began; creating a Date for each took a tenth of a list's time. */
export function plusSeconds(instant: string, seconds: number): string {
  const ofDay = digitsAt(instant, 11) * 3600 + digitsAt(instant, 14) * 60 + digitsAt(instant, 17) + seconds;
  if (ofDay >= 86_400) return formatInstant(Date.parse(instant) + seconds * 1000);
  const minutes = Math.floor(ofDay / 60);
  const clock = `${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[ofDay % 60]}`;
  return instant.slice(0, 11) + clock + instant.slice(19);
}

function digitsAt(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528;
}
