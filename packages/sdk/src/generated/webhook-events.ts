// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import type { AuditSeal, BillingBatch, BudgetState, Client, Member, Organization, Project, Task, TimeEntry, Timer, Timesheet, Webhook } from "./schemas.ts";

/** An event, as sent to webhooks and listed by `events`; `type` says which one. */
export type WebhookEvent =
  /** A time entry was created: by hand, in a batch, or by stopping a timer. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "time_entry.created";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: TimeEntry;
      };
    }
  /** A time entry was changed; repricing and rerounding count as changes. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "time_entry.updated";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: TimeEntry;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the time entry. */
          id?: string | undefined;
          /** The project that the time was spent on. */
          projectId?: string | undefined;
          /** The task that the time was spent on. */
          taskId?: string | undefined;
          /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. ISO 8601, in UTC. */
          startedAt?: string | undefined;
          /** Seconds; more than 7 days only if a timer ran that long. */
          durationSeconds?: number | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
          /** `startedAt` plus the duration. ISO 8601, in UTC. */
          endedAt?: string | undefined;
          /** The member who worked. */
          userId?: string | undefined;
          /** The work that was done. */
          description?: string | undefined;
          /** Up to 20 labels, compared ignoring case. */
          tags?: string[] | undefined;
          /** Whether it is charged. */
          billable?: boolean | undefined;
          /** 0 if not billable, otherwise the duration after the project's rounding. */
          billableSeconds?: number | undefined;
          /** The hourly rate, in minor units, at the time the entry was written. */
          rateMinor?: number | undefined;
          /** The scope of the rate that applied; `none` if no rate did. */
          rateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
          /** `rateMinor` × `billableSeconds` / 3600, rounded half up. Only with `costs:read`. */
          amountMinor?: number | undefined;
          /** The internal cost per hour, in minor units. */
          costRateMinor?: number | undefined;
          /** The scope of the cost rate that applied; `none` if no rate did. */
          costRateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
          /** `costRateMinor` × `durationSeconds` / 3600, rounded half up. */
          costMinor?: number | undefined;
          /** A reference of your choice, such as the entry's id in another system; unique among entries that are not deleted. */
          externalRef?: string | null | undefined;
          /** Where it came from, set when it is created: `timer` is a stopped timer; `manual`, `timesheet` and `calendar` are the dashboard; `api`, `cli` and `mcp` an API key; `import` an import. Null if it was created before this was recorded, or was permanently deleted. */
          source?: "timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | null | undefined;
          /** Whether it was billed by a billing batch. */
          billed?: boolean | undefined;
          /** When it was billed; absent if it was not, and without `billing:read`. ISO 8601, in UTC. */
          billedAt?: string | undefined;
          /** The reference of its billing batch; absent like `billedAt`. */
          billedReference?: string | undefined;
          /** The id of its billing batch; absent like `billedAt`. */
          billingBatchId?: string | undefined;
          /** Whether it is locked and cannot be changed; `lockedBy` says why. */
          locked?: boolean | undefined;
          /** Why it is locked: it starts before the organization's lock date, it is in a timesheet that was submitted or approved, or it is billed. Absent if it is not locked. */
          lockedBy?: ("lockDate" | "timesheet" | "billing")[] | undefined;
          /** The rules in the organization's `entryRules` that the entry broke when it was last written; stopped timers and imports are never refused. Absent if it breaks no rule that is on. */
          breaks?: ("requireDescription" | "requireTag" | "overlaps" | "latestDays" | "longestTimerSeconds")[] | undefined;
          /** When it was deleted; it can be restored for 30 days. ISO 8601, in UTC. */
          deletedAt?: string | null | undefined;
        };
      };
    }
  /** A time entry was deleted. It can be restored for 30 days. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "time_entry.deleted";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: TimeEntry;
      };
    }
  /** A deleted time entry was restored. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "time_entry.restored";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: TimeEntry;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the time entry. */
          id?: string | undefined;
          /** The project that the time was spent on. */
          projectId?: string | undefined;
          /** The task that the time was spent on. */
          taskId?: string | undefined;
          /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. ISO 8601, in UTC. */
          startedAt?: string | undefined;
          /** Seconds; more than 7 days only if a timer ran that long. */
          durationSeconds?: number | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
          /** `startedAt` plus the duration. ISO 8601, in UTC. */
          endedAt?: string | undefined;
          /** The member who worked. */
          userId?: string | undefined;
          /** The work that was done. */
          description?: string | undefined;
          /** Up to 20 labels, compared ignoring case. */
          tags?: string[] | undefined;
          /** Whether it is charged. */
          billable?: boolean | undefined;
          /** 0 if not billable, otherwise the duration after the project's rounding. */
          billableSeconds?: number | undefined;
          /** The hourly rate, in minor units, at the time the entry was written. */
          rateMinor?: number | undefined;
          /** The scope of the rate that applied; `none` if no rate did. */
          rateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
          /** `rateMinor` × `billableSeconds` / 3600, rounded half up. Only with `costs:read`. */
          amountMinor?: number | undefined;
          /** The internal cost per hour, in minor units. */
          costRateMinor?: number | undefined;
          /** The scope of the cost rate that applied; `none` if no rate did. */
          costRateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
          /** `costRateMinor` × `durationSeconds` / 3600, rounded half up. */
          costMinor?: number | undefined;
          /** A reference of your choice, such as the entry's id in another system; unique among entries that are not deleted. */
          externalRef?: string | null | undefined;
          /** Where it came from, set when it is created: `timer` is a stopped timer; `manual`, `timesheet` and `calendar` are the dashboard; `api`, `cli` and `mcp` an API key; `import` an import. Null if it was created before this was recorded, or was permanently deleted. */
          source?: "timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | null | undefined;
          /** Whether it was billed by a billing batch. */
          billed?: boolean | undefined;
          /** When it was billed; absent if it was not, and without `billing:read`. ISO 8601, in UTC. */
          billedAt?: string | undefined;
          /** The reference of its billing batch; absent like `billedAt`. */
          billedReference?: string | undefined;
          /** The id of its billing batch; absent like `billedAt`. */
          billingBatchId?: string | undefined;
          /** Whether it is locked and cannot be changed; `lockedBy` says why. */
          locked?: boolean | undefined;
          /** Why it is locked: it starts before the organization's lock date, it is in a timesheet that was submitted or approved, or it is billed. Absent if it is not locked. */
          lockedBy?: ("lockDate" | "timesheet" | "billing")[] | undefined;
          /** The rules in the organization's `entryRules` that the entry broke when it was last written; stopped timers and imports are never refused. Absent if it breaks no rule that is on. */
          breaks?: ("requireDescription" | "requireTag" | "overlaps" | "latestDays" | "longestTimerSeconds")[] | undefined;
          /** When it was deleted; it can be restored for 30 days. ISO 8601, in UTC. */
          deletedAt?: string | null | undefined;
        };
      };
    }
  /** A member's timer was started. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timer.started";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timer;
      };
    }
  /** A running timer was changed. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timer.updated";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timer;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The project being worked on. */
          projectId?: string | undefined;
          /** The task being worked on. */
          taskId?: string | undefined;
          /** The member whose timer it is. */
          userId?: string | undefined;
          /** When it was started. ISO 8601, in UTC. */
          startedAt?: string | undefined;
          /** The work that is being done. */
          description?: string | undefined;
          /** Up to 20 labels, compared ignoring case. */
          tags?: string[] | undefined;
          /** Whether the entry will be billable; null means inherited from the task, or otherwise from the project. */
          billable?: boolean | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A timer was stopped. The object is the timer as it was while running; its time has its own `time_entry.created`. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timer.stopped";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timer;
      };
    }
  /** A timer was discarded. The object is the timer as it was while running; no time entry is created. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timer.discarded";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timer;
      };
    }
  /** A project was created. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "project.created";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Project;
      };
    }
  /** A project was changed or reactivated. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "project.updated";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Project;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the project. */
          id?: string | undefined;
          /** Name of the project. */
          name?: string | undefined;
          /** Your short code for it, such as `WEB-1`. */
          code?: string | null | undefined;
          /** The client that the project is for. */
          clientId?: string | null | undefined;
          /** `#rrggbb`. A project created without it gets the least used of 24 colours; null means none. */
          color?: string | null | undefined;
          /** Free text; empty if there is none. */
          description?: string | undefined;
          /** An archived project keeps its entries but accepts no new ones. */
          status?: "active" | "archived" | undefined;
          /** Who can see the project: everyone in the organization, or only the members in `memberIds` and all managers, admins and owners. For everyone else, the project does not exist, and neither do its entries, except their own. */
          visibility?: "organization" | "members" | undefined;
          /** The default for its entries, unless their task has another. */
          billable?: boolean | undefined;
          /** The members who can see it while `visibility` is `members`. The list is kept when `visibility` changes. */
          memberIds?: string[] | undefined;
          /** How an entry's `billableSeconds` are computed from its duration, when the entry is written. The duration itself is never changed. */
          rounding?: {
            /** The direction of rounding; `nearest` rounds a half up. */
            mode: "up" | "nearest" | "down";
            /** Durations are rounded to a multiple of this many minutes. */
            minutes: number;
          } | null | undefined;
          /** Absent if it limits money and the key may not see costs. */
          budget?: {
            /** The quantity that the budget limits: time, billable amounts, or internal costs. */
            kind: "time" | "amount" | "cost";
            /** The limit of a time budget, in seconds. */
            seconds?: number | undefined;
            /** The limit of an amount or cost budget, in minor units. */
            amountMinor?: number | undefined;
            /** How often it resets. Default: `"total"`. */
            period: "total" | "monthly" | "weekly";
            /** Its first day; nothing before it counts. Months begin on this day of the month or on the month's last day, weeks on this weekday. Without it, months are calendar months, and weeks are the organization's. `YYYY-MM-DD`. */
            startsOn: string | null;
            /** Whether only billable entries count. A time budget then measures `billableSeconds`, otherwise durations. Default: `true`. */
            billableOnly: boolean;
            /** The percentages at which `budget.threshold_reached` is sent. Default: `[80,100]`. */
            alertPercents: number[];
            /** `block` refuses new entries that would exceed the budget and, once the budget is used up, new timers. A running timer can always be stopped. Default: `"warn"`. */
            onExceed: "warn" | "block";
          } | null | undefined;
          /** The amount of its billable entries that no billing batch has billed, in minor units. Only with `costs:read`, and absent in events and lists of changes, because it changes with entries. At most 9,007,199,254,740,991. */
          unbilledAmountMinor?: number | undefined;
          /** The `billableSeconds` of these entries; absent like `unbilledAmountMinor`. */
          unbilledSeconds?: number | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A project was archived; `previous` also contains other fields changed at the same time. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "project.archived";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Project;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the project. */
          id?: string | undefined;
          /** Name of the project. */
          name?: string | undefined;
          /** Your short code for it, such as `WEB-1`. */
          code?: string | null | undefined;
          /** The client that the project is for. */
          clientId?: string | null | undefined;
          /** `#rrggbb`. A project created without it gets the least used of 24 colours; null means none. */
          color?: string | null | undefined;
          /** Free text; empty if there is none. */
          description?: string | undefined;
          /** An archived project keeps its entries but accepts no new ones. */
          status?: "active" | "archived" | undefined;
          /** Who can see the project: everyone in the organization, or only the members in `memberIds` and all managers, admins and owners. For everyone else, the project does not exist, and neither do its entries, except their own. */
          visibility?: "organization" | "members" | undefined;
          /** The default for its entries, unless their task has another. */
          billable?: boolean | undefined;
          /** The members who can see it while `visibility` is `members`. The list is kept when `visibility` changes. */
          memberIds?: string[] | undefined;
          /** How an entry's `billableSeconds` are computed from its duration, when the entry is written. The duration itself is never changed. */
          rounding?: {
            /** The direction of rounding; `nearest` rounds a half up. */
            mode: "up" | "nearest" | "down";
            /** Durations are rounded to a multiple of this many minutes. */
            minutes: number;
          } | null | undefined;
          /** Absent if it limits money and the key may not see costs. */
          budget?: {
            /** The quantity that the budget limits: time, billable amounts, or internal costs. */
            kind: "time" | "amount" | "cost";
            /** The limit of a time budget, in seconds. */
            seconds?: number | undefined;
            /** The limit of an amount or cost budget, in minor units. */
            amountMinor?: number | undefined;
            /** How often it resets. Default: `"total"`. */
            period: "total" | "monthly" | "weekly";
            /** Its first day; nothing before it counts. Months begin on this day of the month or on the month's last day, weeks on this weekday. Without it, months are calendar months, and weeks are the organization's. `YYYY-MM-DD`. */
            startsOn: string | null;
            /** Whether only billable entries count. A time budget then measures `billableSeconds`, otherwise durations. Default: `true`. */
            billableOnly: boolean;
            /** The percentages at which `budget.threshold_reached` is sent. Default: `[80,100]`. */
            alertPercents: number[];
            /** `block` refuses new entries that would exceed the budget and, once the budget is used up, new timers. A running timer can always be stopped. Default: `"warn"`. */
            onExceed: "warn" | "block";
          } | null | undefined;
          /** The amount of its billable entries that no billing batch has billed, in minor units. Only with `costs:read`, and absent in events and lists of changes, because it changes with entries. At most 9,007,199,254,740,991. */
          unbilledAmountMinor?: number | undefined;
          /** The `billableSeconds` of these entries; absent like `unbilledAmountMinor`. */
          unbilledSeconds?: number | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A project was deleted. Each of its tasks has its own `task.deleted`. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "project.deleted";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Project;
      };
    }
  /** A task was created, possibly as the task `General` of a project, for time without a task. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "task.created";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Task;
      };
    }
  /** A task was changed. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "task.updated";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Task;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the task. */
          id?: string | undefined;
          /** The project that it belongs to. */
          projectId?: string | undefined;
          /** Name of the task. */
          name?: string | undefined;
          /** Free text; empty if there is none. */
          description?: string | undefined;
          /** A task that is done keeps its entries but accepts no new ones. */
          status?: "open" | "done" | undefined;
          /** The default for its entries; null if it is inherited from the project. */
          billable?: boolean | null | undefined;
          /** Planned effort in seconds. */
          estimateSeconds?: number | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A task was deleted, on its own or with its project. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "task.deleted";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Task;
      };
    }
  /** A client was created. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "client.created";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Client;
      };
    }
  /** A client was changed. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "client.updated";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Client;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the client. */
          id?: string | undefined;
          /** Name of the client. */
          name?: string | undefined;
          /** Free text; empty if there is none. */
          note?: string | undefined;
          /** Archived clients keep their projects but are not offered for selection. */
          archived?: boolean | undefined;
          /** The amount of its billable entries that no billing batch has billed, in minor units. Only with `costs:read`, and absent in events and lists of changes, because it changes with entries. At most 9,007,199,254,740,991. */
          unbilledAmountMinor?: number | undefined;
          /** The `billableSeconds` of these entries; absent like `unbilledAmountMinor`. */
          unbilledSeconds?: number | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A client was deleted. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "client.deleted";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Client;
      };
    }
  /** A person became a member, or became active again; `previous` contains the former state of a returning member. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "member.added";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Member;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous?: {
          /** The id of the person, the same in every organization. */
          userId?: string | undefined;
          /** The person's name, the same in every organization. */
          name?: string | undefined;
          /** The address that the person signs in with. */
          email?: string | undefined;
          /** The member's role, see docs/api/api-keys.md. */
          role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
          /** Keys and sessions of deactivated members are refused; their entries and names are kept. */
          status?: "active" | "deactivated" | undefined;
          /** When the member was deactivated. ISO 8601, in UTC. */
          deactivatedAt?: string | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        } | undefined;
      };
    }
  /** A member's role or name was changed. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "member.updated";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Member;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the person, the same in every organization. */
          userId?: string | undefined;
          /** The person's name, the same in every organization. */
          name?: string | undefined;
          /** The address that the person signs in with. */
          email?: string | undefined;
          /** The member's role, see docs/api/api-keys.md. */
          role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
          /** Keys and sessions of deactivated members are refused; their entries and names are kept. */
          status?: "active" | "deactivated" | undefined;
          /** When the member was deactivated. ISO 8601, in UTC. */
          deactivatedAt?: string | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A member was deactivated; their entries and name are kept. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "member.removed";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Member;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the person, the same in every organization. */
          userId?: string | undefined;
          /** The person's name, the same in every organization. */
          name?: string | undefined;
          /** The address that the person signs in with. */
          email?: string | undefined;
          /** The member's role, see docs/api/api-keys.md. */
          role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
          /** Keys and sessions of deactivated members are refused; their entries and names are kept. */
          status?: "active" | "deactivated" | undefined;
          /** When the member was deactivated. ISO 8601, in UTC. */
          deactivatedAt?: string | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A budget reached one of its `alertPercents`: sent once for each percentage in each period. Events of money budgets go only to endpoints that show money. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "budget.threshold_reached";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: BudgetState;
      };
    }
  /** A budget was exceeded: sent once in each period. Events of money budgets go only to endpoints that show money. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "budget.exceeded";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: BudgetState;
      };
    }
  /** The lock date was moved forward: entries before it are now read-only. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "period.locked";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Organization;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** The id of the organization. */
          id?: string | undefined;
          /** Name of the organization. */
          name?: string | undefined;
          /** The currency of all its amounts (ISO 4217). ISO 4217. */
          currency?: string | undefined;
          /** The IANA time zone that determines its days. */
          timeZone?: string | undefined;
          /** The first day of its weeks. */
          weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | undefined;
          /** Its working days, which budget forecasts count. */
          workingDays?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | undefined;
          /** Entries that start before this day, in `timeZone`, are read-only (409 `period_locked`). `YYYY-MM-DD`. */
          lockDate?: string | null | undefined;
          /** Whether members with the role member may create API keys; managers, admins and owners always may. */
          membersMayMakeKeys?: boolean | undefined;
          /** The rules for time entries (422 `entry_rule`); all are off by default. */
          entryRules?: {
            /** Whether every entry needs a description. */
            requireDescription: boolean;
            /** Whether every entry needs at least one tag. */
            requireTag: boolean;
            /** Whether a member's entries may overlap. Entries that only touch, or last 0 s, never overlap. */
            overlaps: "allow" | "refuse";
            /** The number of days after the day on which an entry starts (in `timeZone`) during which it may be created or deleted, or its time changed. 0 means only on that day; null means no limit. */
            latestDays: number | null;
            /** A timer that runs longer than this many seconds is marked when it stops; null if timers are never marked. */
            longestTimerSeconds: number | null;
          } | undefined;
          /** The timesheets that members submit; null if there are none. Turning them off stops submissions, but unlocks nothing. */
          approvals?: {
            /** The period of a timesheet: a week, from `weekStart` on, or a month. */
            period: "week" | "month";
            /** A day in the first period to be submitted. `YYYY-MM-DD`. */
            from: string;
            /** Whether those who approve timesheets may approve their own. */
            ownApproval: boolean;
            /** The number of minutes after an approval during which the approver may reopen the timesheet without a note. */
            graceMinutes: number;
          } | null | undefined;
          /** When the last completely sent full export began. ISO 8601, in UTC. */
          exportedAt?: string | null | undefined;
          /** When it will be permanently removed. Until then it is read-only; null if never. ISO 8601, in UTC. */
          deletesAt?: string | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** The audit log was sealed, which happens hourly if anything has changed. With a copy of the seal stored elsewhere, the doctor can verify that nothing before it was altered. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "audit.sealed";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: AuditSeal;
      };
    }
  /** Time entries were billed together. Each of them has an event too. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "billing_batch.created";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: BillingBatch;
      };
    }
  /** The billing of time entries was undone: they can be changed and billed again. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "billing_batch.deleted";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: BillingBatch;
      };
    }
  /** A timesheet was submitted; its entries are locked. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timesheet.submitted";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timesheet;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** `sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time. */
          id?: string | undefined;
          /** The member to whom the time belongs. */
          userId?: string | undefined;
          /** Its first day. `YYYY-MM-DD`. */
          periodStart?: string | undefined;
          /** Its last day. `YYYY-MM-DD`. */
          periodEnd?: string | undefined;
          /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
          startsAt?: string | undefined;
          /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
          endsAt?: string | undefined;
          /** The time zone of its days. It does not change while the timesheet is closed. */
          timeZone?: string | undefined;
          /** `submitted` and `approved` are closed: their entries are locked. */
          status?: "open" | "submitted" | "approved" | "rejected" | undefined;
          /** The number of approvals. */
          revision?: number | undefined;
          /** The sum of its entries' durations, in seconds. */
          seconds?: number | undefined;
          /** The sum of their billable seconds. */
          billableSeconds?: number | undefined;
          /** The number of its entries. */
          entries?: number | undefined;
          /** The sum of their amounts, in minor units. Only for readers who may see them. */
          amountMinor?: number | undefined;
          /** How many of its entries break a rule of the organization (`breaks`). */
          breaks?: number | undefined;
          /** True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet. */
          partial?: boolean | undefined;
          /** When it was last submitted. ISO 8601, in UTC. */
          submittedAt?: string | null | undefined;
          /** Who submitted it. */
          submittedBy?: string | null | undefined;
          /** When it was last approved, rejected or reopened. ISO 8601, in UTC. */
          decidedAt?: string | null | undefined;
          /** Who decided that. */
          decidedBy?: string | null | undefined;
          /** The note of the last transition. */
          note?: string | null | undefined;
          /** The hash of its last statement; null until it is approved. */
          statementHash?: string | null | undefined;
        };
      };
    }
  /** A submitted timesheet was withdrawn before anyone decided on it. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timesheet.withdrawn";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timesheet;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** `sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time. */
          id?: string | undefined;
          /** The member to whom the time belongs. */
          userId?: string | undefined;
          /** Its first day. `YYYY-MM-DD`. */
          periodStart?: string | undefined;
          /** Its last day. `YYYY-MM-DD`. */
          periodEnd?: string | undefined;
          /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
          startsAt?: string | undefined;
          /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
          endsAt?: string | undefined;
          /** The time zone of its days. It does not change while the timesheet is closed. */
          timeZone?: string | undefined;
          /** `submitted` and `approved` are closed: their entries are locked. */
          status?: "open" | "submitted" | "approved" | "rejected" | undefined;
          /** The number of approvals. */
          revision?: number | undefined;
          /** The sum of its entries' durations, in seconds. */
          seconds?: number | undefined;
          /** The sum of their billable seconds. */
          billableSeconds?: number | undefined;
          /** The number of its entries. */
          entries?: number | undefined;
          /** The sum of their amounts, in minor units. Only for readers who may see them. */
          amountMinor?: number | undefined;
          /** How many of its entries break a rule of the organization (`breaks`). */
          breaks?: number | undefined;
          /** True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet. */
          partial?: boolean | undefined;
          /** When it was last submitted. ISO 8601, in UTC. */
          submittedAt?: string | null | undefined;
          /** Who submitted it. */
          submittedBy?: string | null | undefined;
          /** When it was last approved, rejected or reopened. ISO 8601, in UTC. */
          decidedAt?: string | null | undefined;
          /** Who decided that. */
          decidedBy?: string | null | undefined;
          /** The note of the last transition. */
          note?: string | null | undefined;
          /** The hash of its last statement; null until it is approved. */
          statementHash?: string | null | undefined;
        };
      };
    }
  /** A timesheet was approved; `statementHash` is the hash of the statement that was stored. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timesheet.approved";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timesheet;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** `sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time. */
          id?: string | undefined;
          /** The member to whom the time belongs. */
          userId?: string | undefined;
          /** Its first day. `YYYY-MM-DD`. */
          periodStart?: string | undefined;
          /** Its last day. `YYYY-MM-DD`. */
          periodEnd?: string | undefined;
          /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
          startsAt?: string | undefined;
          /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
          endsAt?: string | undefined;
          /** The time zone of its days. It does not change while the timesheet is closed. */
          timeZone?: string | undefined;
          /** `submitted` and `approved` are closed: their entries are locked. */
          status?: "open" | "submitted" | "approved" | "rejected" | undefined;
          /** The number of approvals. */
          revision?: number | undefined;
          /** The sum of its entries' durations, in seconds. */
          seconds?: number | undefined;
          /** The sum of their billable seconds. */
          billableSeconds?: number | undefined;
          /** The number of its entries. */
          entries?: number | undefined;
          /** The sum of their amounts, in minor units. Only for readers who may see them. */
          amountMinor?: number | undefined;
          /** How many of its entries break a rule of the organization (`breaks`). */
          breaks?: number | undefined;
          /** True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet. */
          partial?: boolean | undefined;
          /** When it was last submitted. ISO 8601, in UTC. */
          submittedAt?: string | null | undefined;
          /** Who submitted it. */
          submittedBy?: string | null | undefined;
          /** When it was last approved, rejected or reopened. ISO 8601, in UTC. */
          decidedAt?: string | null | undefined;
          /** Who decided that. */
          decidedBy?: string | null | undefined;
          /** The note of the last transition. */
          note?: string | null | undefined;
          /** The hash of its last statement; null until it is approved. */
          statementHash?: string | null | undefined;
        };
      };
    }
  /** A submitted timesheet was rejected. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timesheet.rejected";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timesheet;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** `sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time. */
          id?: string | undefined;
          /** The member to whom the time belongs. */
          userId?: string | undefined;
          /** Its first day. `YYYY-MM-DD`. */
          periodStart?: string | undefined;
          /** Its last day. `YYYY-MM-DD`. */
          periodEnd?: string | undefined;
          /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
          startsAt?: string | undefined;
          /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
          endsAt?: string | undefined;
          /** The time zone of its days. It does not change while the timesheet is closed. */
          timeZone?: string | undefined;
          /** `submitted` and `approved` are closed: their entries are locked. */
          status?: "open" | "submitted" | "approved" | "rejected" | undefined;
          /** The number of approvals. */
          revision?: number | undefined;
          /** The sum of its entries' durations, in seconds. */
          seconds?: number | undefined;
          /** The sum of their billable seconds. */
          billableSeconds?: number | undefined;
          /** The number of its entries. */
          entries?: number | undefined;
          /** The sum of their amounts, in minor units. Only for readers who may see them. */
          amountMinor?: number | undefined;
          /** How many of its entries break a rule of the organization (`breaks`). */
          breaks?: number | undefined;
          /** True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet. */
          partial?: boolean | undefined;
          /** When it was last submitted. ISO 8601, in UTC. */
          submittedAt?: string | null | undefined;
          /** Who submitted it. */
          submittedBy?: string | null | undefined;
          /** When it was last approved, rejected or reopened. ISO 8601, in UTC. */
          decidedAt?: string | null | undefined;
          /** Who decided that. */
          decidedBy?: string | null | undefined;
          /** The note of the last transition. */
          note?: string | null | undefined;
          /** The hash of its last statement; null until it is approved. */
          statementHash?: string | null | undefined;
        };
      };
    }
  /** An approved timesheet was opened again. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timesheet.reopened";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Timesheet;
        /** The previous values of the fields that changed, without values that were not shown at that time. */
        previous: {
          /** `sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time. */
          id?: string | undefined;
          /** The member to whom the time belongs. */
          userId?: string | undefined;
          /** Its first day. `YYYY-MM-DD`. */
          periodStart?: string | undefined;
          /** Its last day. `YYYY-MM-DD`. */
          periodEnd?: string | undefined;
          /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
          startsAt?: string | undefined;
          /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
          endsAt?: string | undefined;
          /** The time zone of its days. It does not change while the timesheet is closed. */
          timeZone?: string | undefined;
          /** `submitted` and `approved` are closed: their entries are locked. */
          status?: "open" | "submitted" | "approved" | "rejected" | undefined;
          /** The number of approvals. */
          revision?: number | undefined;
          /** The sum of its entries' durations, in seconds. */
          seconds?: number | undefined;
          /** The sum of their billable seconds. */
          billableSeconds?: number | undefined;
          /** The number of its entries. */
          entries?: number | undefined;
          /** The sum of their amounts, in minor units. Only for readers who may see them. */
          amountMinor?: number | undefined;
          /** How many of its entries break a rule of the organization (`breaks`). */
          breaks?: number | undefined;
          /** True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet. */
          partial?: boolean | undefined;
          /** When it was last submitted. ISO 8601, in UTC. */
          submittedAt?: string | null | undefined;
          /** Who submitted it. */
          submittedBy?: string | null | undefined;
          /** When it was last approved, rejected or reopened. ISO 8601, in UTC. */
          decidedAt?: string | null | undefined;
          /** Who decided that. */
          decidedBy?: string | null | undefined;
          /** The note of the last transition. */
          note?: string | null | undefined;
          /** The hash of its last statement; null until it is approved. */
          statementHash?: string | null | undefined;
        };
      };
    }
  /** Requested with `POST /webhooks/{id}/test`, for that endpoint only. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "webhook.test";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that defines its format. */
      apiVersion: "v1";
      /** The organization in which it happened. */
      organizationId: string;
      /** The state after the event, and the previous values. */
      data: {
        object: Webhook;
      };
    };

/** The types of events. */
export type WebhookEventType = WebhookEvent["type"];
