import { changedColumns } from "#identity/history/record-change.ts";
import type { MemberRow } from "#identity/members/queries.ts";
import { toMember } from "#identity/members/to-member.ts";
import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { toOrganization } from "#identity/organizations/to-organization.ts";
import type { SealRow } from "#identity/seals/queries.ts";
import { toSeal } from "#identity/seals/to-seal.ts";
import type { ClientRow } from "#tracking/clients/queries.ts";
import { toClient } from "#tracking/clients/to-client.ts";
import type { ProjectRow } from "#tracking/projects/queries.ts";
import { toProject } from "#tracking/projects/to-project.ts";
import type { TaskRow } from "#tracking/tasks/queries.ts";
import { toTask } from "#tracking/tasks/to-task.ts";
import type { TimeEntryRow } from "#tracking/time-entries/queries.ts";
import { toTimeEntry } from "#tracking/time-entries/to-time-entry.ts";
import type { TimerRow } from "#tracking/timer/queries.ts";
import { toTimer } from "#tracking/timer/to-timer.ts";
import type { ChangeSummary, EventChange, Row } from "./change-queries.ts";
import { type EventKind, type EventType, isEventType, kindOf } from "./event-types.ts";
import type { ShownWebhookRow, WebhookRow } from "./queries.ts";
import { toWebhook } from "./to-webhook.ts";

/** What an endpoint is sent: the type, and the body byte for byte, which every attempt repeats. */
export interface WebhookEvent {
  type: EventType;
  body: string;
}

/** Whether the endpoint is to be told of the change. A test is queued by itself, for the one endpoint. */
export function wants(
  webhook: Pick<WebhookRow, "events" | "project_id" | "shows_money">,
  change: Omit<ChangeSummary, "id">,
): boolean {
  const { action } = change;
  if (!isEventType(action) || action === "webhook.test") return false;
  if (!webhook.events.includes("*") && !webhook.events.includes(action)) return false;
  const kind = kindOf(action);
  if (kind === "budget" && change.object["kind"] !== "time" && !webhook.shows_money) return false;
  return webhook.project_id === null || projectsOf(kind, change).includes(webhook.project_id);
}

/** The project that the change is about, and the one that it left. */
function projectsOf(kind: EventKind, { object, previous }: Omit<ChangeSummary, "id">): unknown[] {
  if (kind === "project") return [object["id"]];
  return [object["project_id"], previous?.["project_id"]];
}

/** The event that a change is for an endpoint; undefined where the change is none. */
export function toEvent(change: EventChange, webhook: Pick<WebhookRow, "shows_money">): WebhookEvent | undefined {
  const { action } = change;
  if (!isEventType(action)) return undefined;
  const toObject = mappers[kindOf(action)];
  const object = toObject(change.object, webhook.shows_money);
  const previous = change.former === null ? undefined : changed(toObject(change.former, webhook.shows_money), object);
  const body = JSON.stringify({
    id: change.id,
    type: action,
    timestamp: change.at,
    apiVersion: "v1",
    organizationId: change.org_id,
    data: { object, ...(previous === undefined ? {} : { previous }) },
  });
  return { type: action, body };
}

const mappers: Record<EventKind, (row: Row, showsMoney: boolean) => object> = {
  // Nothing that lies in a locked period changes, so `locked` was false.
  time_entry: (row, showsMoney) => toTimeEntry({ ...row, locked: false } as unknown as TimeEntryRow, showsMoney),
  timer: (row) => toTimer(row as unknown as TimerRow),
  project: (row, showsMoney) => toProject(asProject(row), showsMoney),
  task: (row) => toTask(row as unknown as TaskRow),
  client: (row) => toClient(row as unknown as ClientRow),
  member: (row) => toMember(row as unknown as MemberRow),
  budget: toBudgetState,
  period: (row) => toOrganization(row as unknown as OrganizationRow),
  audit: (row) => toSeal(row as unknown as SealRow),
  webhook: (row) => toWebhook(row as unknown as ShownWebhookRow),
};

/** A change that was stored before projects had a visibility lacks it. */
function asProject(row: Row): ProjectRow {
  const stored = row as unknown as Partial<ProjectRow>;
  const { visibility, member_ids: memberIds } = stored;
  return { ...stored, visibility: visibility ?? "organization", member_ids: memberIds ?? [] } as ProjectRow;
}

/** The former values of the fields that differ; a field that was not shown before is not there. */
function changed(former: object, object: object): Row {
  const { version: _, updatedAt: _at, ...fields } = former as Row;
  return changedColumns(fields, object);
}

function toBudgetState(row: Row): object {
  return {
    projectId: row["project_id"],
    projectName: row["project_name"],
    kind: row["kind"],
    period: row["period"],
    periodStart: row["period_start"],
    periodEnd: row["period_end"],
    limit: row["limit"],
    used: row["used"],
    remaining: row["remaining"],
    usedPercent: row["used_percent"],
    status: row["status"],
    thresholdPercent: row["threshold_percent"],
  };
}
