import type { StreamedEvent } from "@stint/sdk";

/** The API's descriptions of its event types. */
export const eventTypes: Record<StreamedEvent["type"], string> = {
  "time_entry.created": "A time entry was created: by hand, in a batch, or by stopping a timer.",
  "time_entry.updated": "A time entry was changed; repricing and rerounding count as changes.",
  "time_entry.deleted": "A time entry was deleted. It can be restored for 30 days.",
  "time_entry.restored": "A deleted time entry was restored.",
  "timer.started": "A member's timer was started.",
  "timer.updated": "A running timer was changed.",
  "timer.stopped":
    "A timer was stopped. The object is the timer as it was while running; its time has its own `time_entry.created`.",
  "timer.discarded":
    "A timer was discarded. The object is the timer as it was while running; no time entry is created.",
  "project.created": "A project was created.",
  "project.updated": "A project was changed or reactivated.",
  "project.archived": "A project was archived; `previous` also contains other fields changed at the same time.",
  "project.deleted": "A project was deleted. Each of its tasks has its own `task.deleted`.",
  "task.created": "A task was created, possibly as the task `General` of a project, for time without a task.",
  "task.updated": "A task was changed.",
  "task.deleted": "A task was deleted, on its own or with its project.",
  "client.created": "A client was created.",
  "client.updated": "A client was changed.",
  "client.deleted": "A client was deleted.",
  "member.added":
    "A person became a member, or became active again; `previous` contains the former state of a returning member.",
  "member.updated": "A member's role or name was changed.",
  "member.removed": "A member was deactivated; their entries and name are kept.",
  "budget.threshold_reached":
    "A budget reached one of its `alertPercents`: sent once for each percentage in each period. Events of money budgets go only to endpoints that show money.",
  "budget.exceeded":
    "A budget was exceeded: sent once in each period. Events of money budgets go only to endpoints that show money.",
  "period.locked": "The lock date was moved forward: entries before it are now read-only.",
  "audit.sealed":
    "The audit log was sealed, which happens hourly if anything has changed. With a copy of the seal stored elsewhere, the doctor can verify that nothing before it was altered.",
  "billing_batch.created": "Time entries were billed together. Each of them has an event too.",
  "billing_batch.deleted": "The billing of time entries was undone: they can be changed and billed again.",
  "timesheet.submitted": "A timesheet was submitted; its entries are locked.",
  "timesheet.withdrawn": "A submitted timesheet was withdrawn before anyone decided on it.",
  "timesheet.approved": "A timesheet was approved; `statementHash` is the hash of the statement that was stored.",
  "timesheet.rejected": "A submitted timesheet was rejected.",
  "timesheet.reopened": "An approved timesheet was opened again.",
  "webhook.test": "Requested with `POST /webhooks/{id}/test`, for that endpoint only.",
};
