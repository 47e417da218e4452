import type { Scope } from "#identity/access.ts";

/** What can be subscribed to. */
export const eventTypes = [
  "time_entry.created",
  "time_entry.updated",
  "time_entry.deleted",
  "time_entry.restored",
  "timer.started",
  "timer.stopped",
  "project.created",
  "project.updated",
  "project.archived",
  "project.deleted",
  "task.created",
  "task.updated",
  "task.deleted",
  "client.created",
  "client.updated",
  "client.deleted",
  "member.added",
  "member.updated",
  "member.removed",
  "budget.threshold_reached",
  "budget.exceeded",
  "period.locked",
  "audit.sealed",
  "webhook.test",
] as const;

export type EventType = (typeof eventTypes)[number];

/** What an event is about: the part of its type before the full stop. */
export type EventKind =
  | "time_entry"
  | "timer"
  | "project"
  | "task"
  | "client"
  | "member"
  | "budget"
  | "period"
  | "audit"
  | "webhook";

const known: ReadonlySet<string> = new Set(eventTypes);

/** Whether a change of this name is an event; the others are told to the audit log only. */
export function isEventType(action: string): action is EventType {
  return known.has(action);
}

export function kindOf(type: EventType): EventKind {
  return type.slice(0, type.indexOf(".")) as EventKind;
}

/**
 * What one must be able to read to be sent an event. A budget is part of its project; budgets of money reach only
 * endpoints that show money, whatever they subscribe to. A test shows nothing but the endpoint itself.
 */
export const scopeOfKind: Record<EventKind, Scope | undefined> = {
  time_entry: "time-entries:read",
  timer: "time-entries:read",
  project: "projects:read",
  task: "projects:read",
  client: "projects:read",
  member: "members:read",
  budget: "projects:read",
  period: "organization:read",
  audit: "audit:read",
  webhook: undefined,
};

/** Whose events hold money, for an endpoint that shows it. */
export const kindsWithMoney: ReadonlySet<EventKind> = new Set(["time_entry", "project", "budget"]);

/** The types that a list of `events` stands for. */
export function expandEvents(events: readonly string[]): ReadonlySet<EventType> {
  return new Set(events.includes("*") ? eventTypes : events.filter(isEventType));
}
