import { moneyOf, type Reach } from "#identity/access.ts";
import { shownAs } from "#platform/fields/shown.ts";
import type { AuditRow } from "./queries.ts";
import type { KnownAction, KnownActions } from "#identity/history/resource.ts";
import { AuditEvent, computedFields } from "./schemas.ts";
import { shownFields } from "./shown-fields.ts";

export interface FieldChange {
  field: string;
  old: unknown;
  new: unknown;
}

/** The known actions, and what the reader of the log may see. */
export interface AuditView {
  known: KnownActions;
  money: Reach;
  addresses: boolean;
  /**
   * Whether the reader may see the state before an update; otherwise the update is shown like a creation. If undefined,
   * the reader may always see it.
   */
  former?: (row: AuditRow) => boolean;
}

export function targetType(action: string, known: KnownActions): string {
  const declared = known.get(action);
  return declared?.target ?? declared?.resource.target ?? action.slice(0, action.indexOf("."));
}

const toStored = shownAs(AuditEvent, ...computedFields);
const toNames = shownAs(AuditEvent.properties.actor, "type");

/**
 * Converts a change row to an event. If only another version of the service declares the action, the event shows the
 * row's columns.
 */
export function toAuditEvent(row: AuditRow, view: AuditView): AuditEvent {
  const declared = view.known.get(row.action);
  // Only permanently deleted time entries have change rows with empty content.
  const purged = Object.keys(row.object).length === 0;
  const isHappening = declared?.isHappening === true;
  return {
    ...toStored(row),
    actor: toActor(row),
    targetType: targetType(row.action, view.known),
    targetName: targetName(row, declared),
    changes: isHappening || purged ? [] : fieldChanges(row, view, declared).toSorted(byField),
    details: isHappening
      ? shownFields(row.object, moneyOf(view.money, declared.resource, row.object), declared.resource.toLogged)
      : null,
    purged,
    address: view.addresses ? row.address : null,
  };
}

function toActor(row: AuditRow) {
  const isKey = row.key_id !== null && row.key_kind !== "session";
  const type: "user" | "key" | "system" = isKey ? "key" : row.user_id === null ? "system" : "user";
  return { ...toNames(row), type };
}

function targetName({ object, member_name: member }: AuditRow, declared: KnownAction | undefined): string | null {
  const name = object[declared?.resource.nameColumn ?? "name"] ?? member;
  return typeof name === "string" && name !== "" ? name : null;
}

function fieldChanges(row: AuditRow, view: AuditView, declared: KnownAction | undefined): FieldChange[] {
  const { action, object, previous } = row;
  const { toLogged, toShown } = declared?.resource ?? {};
  const shown = (fields: AuditRow["object"]) =>
    shownFields(fields, moneyOf(view.money, declared?.resource, fields), toLogged ?? toShown);
  const now = shown(object);
  if (previous !== null && (view.former?.(row) ?? true)) {
    const former = shown({ ...object, ...previous });
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
