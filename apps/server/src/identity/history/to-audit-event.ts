import type { AuditRow } from "./queries.ts";
import { shownFields } from "./shown-fields.ts";

export interface FieldChange {
  field: string;
  old: unknown;
  new: unknown;
}

/** What the reader may see beside who did what and when. */
export interface AuditReach {
  money: boolean;
  addresses: boolean;
  /** Whether the reader may see the state before an update; else it shows as if made by it. Without it, always. */
  former?: (row: AuditRow) => boolean;
}

/** Actions that change no field: what there is to say of them stands in `details`. */
const happenings = new Set([
  "api_key.refused",
  "audit.sealed",
  "sign_in.failed",
  "password.changed",
  "password.removed",
  "second_factor.enabled",
  "second_factor.disabled",
  "recovery_codes.replaced",
  "identity.linked",
  "identity.unlinked",
  "email.verified",
  "rates.repriced",
  "time_entries.rerounded",
  "budget.threshold_reached",
  "budget.exceeded",
  "webhook.test",
  "webhook.redelivered",
  "webhook.replayed",
]);

/** What an action concerns, where its name does not say it. */
const targets: Record<string, string> = {
  rates: "organization",
  time_entries: "organization",
  budget: "project",
  period: "organization",
  sign_in: "user",
  password: "user",
  second_factor: "user",
  recovery_codes: "user",
  identity: "user",
  email: "user",
  audit: "organization",
};
const targetsOfAction: Record<string, string> = { "webhook.redelivered": "delivery" };

/** What kind of thing an action concerns. */
export function targetType(action: string): string {
  const kind = action.slice(0, action.indexOf("."));
  return targetsOfAction[action] ?? targets[kind] ?? kind;
}

export function toAuditEvent(row: AuditRow, reach: AuditReach) {
  const purged = row.action.startsWith("time_entry.") && Object.keys(row.object).length === 0;
  const isHappening = happenings.has(row.action);
  return {
    id: row.id,
    at: row.at,
    actor: toActor(row),
    action: row.action,
    targetType: targetType(row.action),
    targetId: row.target_id,
    targetName: targetName(row),
    changes: isHappening || purged ? [] : fieldChanges(row, reach).toSorted(byField),
    details: isHappening ? shownFields(row.object, reach.money) : null,
    purged,
    address: reach.addresses ? row.address : null,
    requestId: row.request_id,
  };
}

export type AuditEvent = ReturnType<typeof toAuditEvent>;

function toActor(row: AuditRow) {
  const isKey = row.key_id !== null && row.key_kind !== "session";
  const type: "user" | "key" | "system" = isKey ? "key" : row.user_id === null ? "system" : "user";
  return { type, userId: row.user_id, userName: row.user_name, keyId: row.key_id, keyName: row.key_name };
}

function targetName({ action, object, member_name: member }: AuditRow): string | null {
  const named = action.startsWith("time_entry.")
    ? object["description"]
    : (object["name"] ?? object["email"] ?? object["url"] ?? object["project_name"]);
  const name = named ?? member;
  return typeof name === "string" && name !== "" ? name : null;
}

function fieldChanges(row: AuditRow, reach: AuditReach): FieldChange[] {
  const { action, object, previous } = row;
  const now = shownFields(object, reach.money);
  if (previous !== null && (reach.former?.(row) ?? true)) {
    const former = shownFields({ ...object, ...previous }, reach.money);
    return Object.keys({ ...former, ...now })
      .map((field) => ({ field, old: former[field] ?? null, new: now[field] ?? null }))
      .filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new));
  }
  const isGone = /\.(deleted|discarded|stopped|removed)$/.test(action);
  return Object.entries(now)
    .filter(([field, value]) => !isNothing(value) && !(isGone && field === "deletedAt"))
    .map(([field, value]) => ({ field, old: isGone ? value : null, new: isGone ? null : value }));
}

function byField(one: FieldChange, other: FieldChange): number {
  return one.field < other.field ? -1 : 1;
}

function isNothing(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
