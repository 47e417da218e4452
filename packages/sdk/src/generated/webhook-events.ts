// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import type { AuditSeal, BudgetState, Client, Member, Organization, Project, Task, TimeEntry, Timer, Webhook } from "./schemas.ts";

/** An event, as webhooks receive it and `events` lists it; `type` tells which. */
export type WebhookEvent =
  /** A time entry was created: by hand, in a batch, or by a timer that was stopped. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "time_entry.created";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: TimeEntry;
      };
    }
  /** A time entry was changed; also by repricing or rounding anew. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "time_entry.updated";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: TimeEntry;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the time entry. */
          id?: string | undefined;
          /** The project worked on. */
          projectId?: string | undefined;
          /** The task worked on. */
          taskId?: string | undefined;
          /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. ISO 8601, in UTC. */
          startedAt?: string | undefined;
          /** Seconds; over 7 days only when a timer ran that long. */
          durationSeconds?: number | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
          /** `startedAt` plus the duration. ISO 8601, in UTC. */
          endedAt?: string | undefined;
          /** The member who worked. */
          userId?: string | undefined;
          /** The work that was done. */
          description?: string | undefined;
          /** Up to 20 labels; compared without case. */
          tags?: string[] | undefined;
          /** Whether it is charged. */
          billable?: boolean | undefined;
          /** 0 when not billable, else the duration after the project's rounding. */
          billableSeconds?: number | undefined;
          /** The price of an hour, in minor units, when the entry was written. */
          rateMinor?: number | undefined;
          /** The scope of the rate that applied; `none` where no rate did. */
          rateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
          /** `rateMinor` × `billableSeconds` / 3600, rounded half up. Only with `costs:read`. */
          amountMinor?: number | undefined;
          /** The internal cost of an hour, in minor units. */
          costRateMinor?: number | undefined;
          /** The scope of the cost rate that applied; `none` where no rate did. */
          costRateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
          /** `costRateMinor` × `durationSeconds` / 3600, rounded half up. */
          costMinor?: number | undefined;
          /** Your own key for it; unique among entries that are not deleted. */
          externalRef?: string | null | undefined;
          /** True when it starts before the lock date and can not be changed. */
          locked?: boolean | undefined;
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: TimeEntry;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the time entry. */
          id?: string | undefined;
          /** The project worked on. */
          projectId?: string | undefined;
          /** The task worked on. */
          taskId?: string | undefined;
          /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. ISO 8601, in UTC. */
          startedAt?: string | undefined;
          /** Seconds; over 7 days only when a timer ran that long. */
          durationSeconds?: number | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
          /** `startedAt` plus the duration. ISO 8601, in UTC. */
          endedAt?: string | undefined;
          /** The member who worked. */
          userId?: string | undefined;
          /** The work that was done. */
          description?: string | undefined;
          /** Up to 20 labels; compared without case. */
          tags?: string[] | undefined;
          /** Whether it is charged. */
          billable?: boolean | undefined;
          /** 0 when not billable, else the duration after the project's rounding. */
          billableSeconds?: number | undefined;
          /** The price of an hour, in minor units, when the entry was written. */
          rateMinor?: number | undefined;
          /** The scope of the rate that applied; `none` where no rate did. */
          rateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
          /** `rateMinor` × `billableSeconds` / 3600, rounded half up. Only with `costs:read`. */
          amountMinor?: number | undefined;
          /** The internal cost of an hour, in minor units. */
          costRateMinor?: number | undefined;
          /** The scope of the cost rate that applied; `none` where no rate did. */
          costRateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
          /** `costRateMinor` × `durationSeconds` / 3600, rounded half up. */
          costMinor?: number | undefined;
          /** Your own key for it; unique among entries that are not deleted. */
          externalRef?: string | null | undefined;
          /** True when it starts before the lock date and can not be changed. */
          locked?: boolean | undefined;
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Timer;
      };
    }
  /** A timer was stopped, as it was while it ran; its time is a `time_entry.created` of its own. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "timer.stopped";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Project;
      };
    }
  /** A project was changed, or reactivated. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "project.updated";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Project;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the project. */
          id?: string | undefined;
          /** Name of the project. */
          name?: string | undefined;
          /** A short code of your own, such as `WEB-1`. */
          code?: string | null | undefined;
          /** The client it is done for. */
          clientId?: string | null | undefined;
          /** `#rrggbb`. */
          color?: string | null | undefined;
          /** Free text; empty when there is none. */
          description?: string | undefined;
          /** An archived project keeps its entries and takes no new ones. */
          status?: "active" | "archived" | undefined;
          /** Its viewers: everybody in the organization, or `memberIds` with all managers, admins and owners. To others it does not exist, and neither do entries on it but their own. */
          visibility?: "organization" | "members" | undefined;
          /** The default for its entries, where neither they nor their task say otherwise. */
          billable?: boolean | undefined;
          /** The members who see it while `visibility` is `members`. They are kept whatever it is. */
          memberIds?: string[] | undefined;
          /** How `billableSeconds` of an entry is made from its duration, when the entry is written. The duration itself is never altered. */
          rounding?: {
            /** Which multiple; `nearest` rounds a half up. */
            mode: "up" | "nearest" | "down";
            /** To a multiple of this many minutes. */
            minutes: number;
          } | null | undefined;
          /** Absent where it limits money and the key may not see costs. */
          budget?: {
            /** The quantity that it limits: billed time, billed amounts, or internal costs. */
            kind: "time" | "amount" | "cost";
            /** The limit of a time budget, in seconds. */
            seconds?: number | undefined;
            /** The limit of an amount or cost budget, in minor units. */
            amountMinor?: number | undefined;
            /** How often it begins anew. Default: `"total"`. */
            period: "total" | "monthly" | "weekly";
            /** Its first day; nothing before counts. Months begin on this day of the month or the month's last, weeks on this weekday. Without it they are calendar months, and weeks of the organization. `YYYY-MM-DD`. */
            startsOn: string | null;
            /** Whether only billable entries count. A time budget then measures `billableSeconds`, else durations. Default: `true`. */
            billableOnly: boolean;
            /** At which percentages `budget.threshold_reached` is sent. Default: `[80,100]`. */
            alertPercents: number[];
            /** `block` refuses new entries that would exceed it, and timer starts once it is used up; never a stop. Default: `"warn"`. */
            onExceed: "warn" | "block";
          } | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A project was archived; what else was changed with it is in `previous` too. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "project.archived";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Project;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the project. */
          id?: string | undefined;
          /** Name of the project. */
          name?: string | undefined;
          /** A short code of your own, such as `WEB-1`. */
          code?: string | null | undefined;
          /** The client it is done for. */
          clientId?: string | null | undefined;
          /** `#rrggbb`. */
          color?: string | null | undefined;
          /** Free text; empty when there is none. */
          description?: string | undefined;
          /** An archived project keeps its entries and takes no new ones. */
          status?: "active" | "archived" | undefined;
          /** Its viewers: everybody in the organization, or `memberIds` with all managers, admins and owners. To others it does not exist, and neither do entries on it but their own. */
          visibility?: "organization" | "members" | undefined;
          /** The default for its entries, where neither they nor their task say otherwise. */
          billable?: boolean | undefined;
          /** The members who see it while `visibility` is `members`. They are kept whatever it is. */
          memberIds?: string[] | undefined;
          /** How `billableSeconds` of an entry is made from its duration, when the entry is written. The duration itself is never altered. */
          rounding?: {
            /** Which multiple; `nearest` rounds a half up. */
            mode: "up" | "nearest" | "down";
            /** To a multiple of this many minutes. */
            minutes: number;
          } | null | undefined;
          /** Absent where it limits money and the key may not see costs. */
          budget?: {
            /** The quantity that it limits: billed time, billed amounts, or internal costs. */
            kind: "time" | "amount" | "cost";
            /** The limit of a time budget, in seconds. */
            seconds?: number | undefined;
            /** The limit of an amount or cost budget, in minor units. */
            amountMinor?: number | undefined;
            /** How often it begins anew. Default: `"total"`. */
            period: "total" | "monthly" | "weekly";
            /** Its first day; nothing before counts. Months begin on this day of the month or the month's last, weeks on this weekday. Without it they are calendar months, and weeks of the organization. `YYYY-MM-DD`. */
            startsOn: string | null;
            /** Whether only billable entries count. A time budget then measures `billableSeconds`, else durations. Default: `true`. */
            billableOnly: boolean;
            /** At which percentages `budget.threshold_reached` is sent. Default: `[80,100]`. */
            alertPercents: number[];
            /** `block` refuses new entries that would exceed it, and timer starts once it is used up; never a stop. Default: `"warn"`. */
            onExceed: "warn" | "block";
          } | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A project was deleted. Each of its tasks is a `task.deleted` of its own. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "project.deleted";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Project;
      };
    }
  /** A task was created; also the task `General` that a timer without one makes. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "task.created";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Task;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the task. */
          id?: string | undefined;
          /** The project it is a part of. */
          projectId?: string | undefined;
          /** Name of the task. */
          name?: string | undefined;
          /** Free text; empty when there is none. */
          description?: string | undefined;
          /** A task that is done keeps its entries and takes no new ones. */
          status?: "open" | "done" | undefined;
          /** The default for its entries, where they do not say otherwise; null: as the project says. */
          billable?: boolean | null | undefined;
          /** Planned effort in seconds. */
          estimateSeconds?: number | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A task was deleted, or its project was. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "task.deleted";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Client;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the client. */
          id?: string | undefined;
          /** Name of the client. */
          name?: string | undefined;
          /** Free text; empty when there is none. */
          note?: string | undefined;
          /** Archived clients keep their projects and are hidden from choice. */
          archived?: boolean | undefined;
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Client;
      };
    }
  /** A person became a member, or an active one again; `previous` tells what a former member was. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "member.added";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Member;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous?: {
          /** The id of the person, the same in every organization. */
          userId?: string | undefined;
          /** The person's name, the same in every organization. */
          name?: string | undefined;
          /** The address that the person signs in with. */
          email?: string | undefined;
          /** The member's rights, see docs/api-keys.md. */
          role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
          /** Keys and sessions of who is deactivated are refused; entries and name stay. */
          status?: "active" | "deactivated" | undefined;
          /** Since when the member is deactivated. ISO 8601, in UTC. */
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
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Member;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the person, the same in every organization. */
          userId?: string | undefined;
          /** The person's name, the same in every organization. */
          name?: string | undefined;
          /** The address that the person signs in with. */
          email?: string | undefined;
          /** The member's rights, see docs/api-keys.md. */
          role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
          /** Keys and sessions of who is deactivated are refused; entries and name stay. */
          status?: "active" | "deactivated" | undefined;
          /** Since when the member is deactivated. ISO 8601, in UTC. */
          deactivatedAt?: string | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A member was deactivated; entries and name stay. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "member.removed";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Member;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the person, the same in every organization. */
          userId?: string | undefined;
          /** The person's name, the same in every organization. */
          name?: string | undefined;
          /** The address that the person signs in with. */
          email?: string | undefined;
          /** The member's rights, see docs/api-keys.md. */
          role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
          /** Keys and sessions of who is deactivated are refused; entries and name stay. */
          status?: "active" | "deactivated" | undefined;
          /** Since when the member is deactivated. ISO 8601, in UTC. */
          deactivatedAt?: string | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** A budget has reached one of its `alertPercents`: told once for each, in each of its periods. Of budgets of money only to endpoints that show money. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "budget.threshold_reached";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: BudgetState;
      };
    }
  /** A budget is exceeded: told once in each of its periods. Of budgets of money only to endpoints that show money. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "budget.exceeded";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: BudgetState;
      };
    }
  /** The lock date was moved forward: entries before it are read-only now. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "period.locked";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Organization;
        /** The former values of the fields that changed; one that was not shown then is not here. */
        previous: {
          /** The id of the organization. */
          id?: string | undefined;
          /** Name of the organization. */
          name?: string | undefined;
          /** The one currency of its money (ISO 4217). ISO 4217. */
          currency?: string | undefined;
          /** IANA time zone in which its days are cut. */
          timeZone?: string | undefined;
          /** The first day of its weeks. */
          weekStart?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | undefined;
          /** The days on which it works, which forecasts of budgets count. */
          workingDays?: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[] | undefined;
          /** Entries that start before this day, in `timeZone`, are read-only (409 `period_locked`). `YYYY-MM-DD`. */
          lockDate?: string | null | undefined;
          /** Whether the role member may make API keys of its own; managers, admins and owners always may. */
          membersMayMakeKeys?: boolean | undefined;
          /** When the last full export that was sent to its end began. ISO 8601, in UTC. */
          exportedAt?: string | null | undefined;
          /** When it is removed for good. Until then it can be read, and nothing of it changed; null: never. ISO 8601, in UTC. */
          deletesAt?: string | null | undefined;
          /** When it was created. ISO 8601, in UTC. */
          createdAt?: string | undefined;
        };
      };
    }
  /** The audit log was sealed: hourly, where anything was changed. Kept elsewhere, the seal proves that nothing before it was altered. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "audit.sealed";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: AuditSeal;
      };
    }
  /** Asked for with `POST /webhooks/{id}/test`, for that endpoint alone. */
  | {
      /** The same for every attempt, endpoint, redelivery and replay; also `webhook-id`. */
      id: string;
      /** The type of the event. */
      type: "webhook.test";
      /** When it happened. ISO 8601, in UTC. */
      timestamp: string;
      /** The version of the API that it is shown as. */
      apiVersion: "v1";
      /** Where it happened. */
      organizationId: string;
      /** The state after the event, and what it was before. */
      data: {
        object: Webhook;
      };
    };

/** The types of events. */
export type WebhookEventType = WebhookEvent["type"];
