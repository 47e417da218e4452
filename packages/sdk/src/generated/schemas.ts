// Generated from apps/server/openapi.json by `npm run generate`; never edited.
export interface ApiKey {
  /** The id of the key; no secret. */
  id: string;
  /** The member whose key it is. */
  userId: string;
  /** What it is for. */
  name: string;
  /** What it was given. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read")[];
  /** What its member's role leaves of that, right now. */
  effectiveScopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read")[];
  /** The last characters of the key, to know it by. */
  lastFour: string;
  /** A key of a deactivated member is `revoked`. */
  status: "active" | "expired" | "revoked";
  /** From when on it is refused; null: never. ISO 8601, in UTC. */
  expiresAt: string | null;
  /** When it was revoked. ISO 8601, in UTC. */
  revokedAt: string | null;
  /** When it was last used; written once a minute. ISO 8601, in UTC. */
  lastUsedAt: string | null;
  /** From which address. */
  lastUsedAddress: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface ApiKeyWithSecret {
  /** The id of the key; no secret. */
  id: string;
  /** The member whose key it is. */
  userId: string;
  /** What it is for. */
  name: string;
  /** What it was given. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read")[];
  /** What its member's role leaves of that, right now. */
  effectiveScopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read")[];
  /** The last characters of the key, to know it by. */
  lastFour: string;
  /** A key of a deactivated member is `revoked`. */
  status: "active" | "expired" | "revoked";
  /** From when on it is refused; null: never. ISO 8601, in UTC. */
  expiresAt: string | null;
  /** When it was revoked. ISO 8601, in UTC. */
  revokedAt: string | null;
  /** When it was last used; written once a minute. ISO 8601, in UTC. */
  lastUsedAt: string | null;
  /** From which address. */
  lastUsedAddress: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
  /** The key itself; shown only now. Keep it. */
  apiKey: string;
}

export interface AuditEvent {
  /** The id of the change or refusal. */
  id: string;
  /** When it happened. ISO 8601, in UTC. */
  at: string;
  /** Who did it. */
  actor: {
    /** A member who was signed in, an API key of a member's, or the service and its command line. */
    type: "user" | "key" | "system";
    /** The member; null for `system`. */
    userId: string | null;
    /** What the member is called now. */
    userName: string | null;
    /** The key, or the session. */
    keyId: string | null;
    /** What it is called now. */
    keyName: string | null;
  };
  /** What was done: the kind of thing, a dot, and the verb. */
  action: string;
  /** What kind of thing `targetId` names. */
  targetType: string;
  /** The id of what was changed. */
  targetId: string;
  /** What it was called then, where it has a name. */
  targetName: string | null;
  /** The fields that changed, as the API names them. Without `costs:read` none of money. */
  changes: ({
    /** The name of the field. */
    field: string;
    /** Before; null where nothing was there. */
    old: unknown;
    /** Afterwards; null where nothing is there any more. */
    new: unknown;
  })[];
  /** Of what changed no field, such as a refusal. */
  details: Record<string, unknown> | null;
  /** The time entry was deleted for good, and what it held with it. */
  purged: boolean;
  /** From where. Shown in the audit log, null in the history of an entry. */
  address: string | null;
  /** The `X-Request-Id` of the request that did it. */
  requestId: string | null;
}

/** Kept elsewhere, it proves later that no change before it was altered, removed or added (`stint-server doctor --seal`). */
export interface AuditSeal {
  /** Of the last block that it covers. */
  position: number;
  /** SHA-256 of that block, which depends on every block before it; hexadecimal. */
  hash: string;
  /** How many changes it covers. */
  changes: number;
  /** It covers every change before this instant. ISO 8601, in UTC. */
  until: string;
  /** When it was made. ISO 8601, in UTC. */
  sealedAt: string;
}

/** What a budget has come to in one of its periods. */
export interface BudgetState {
  /** The project whose budget it is. */
  projectId: string;
  /** What the project is called. */
  projectName: string;
  /** Whether seconds, amounts or costs are limited. */
  kind: "time" | "amount" | "cost";
  /** How often the budget begins anew. */
  period: "total" | "monthly" | "weekly";
  /** Its first day; null: since ever. `YYYY-MM-DD`. */
  periodStart: string | null;
  /** Its last day; null: for ever. `YYYY-MM-DD`. */
  periodEnd: string | null;
  /** Seconds of a time budget, else minor units. */
  limit: number;
  /** The sum over the period, in the unit of `limit`. */
  used: number;
  /** Negative when exceeded. */
  remaining: number;
  /** `used` as percentage of `limit`, with two decimals. */
  usedPercent: number;
  /** `warning` from the lowest of `alertPercents` on, `exceeded` above `limit`. */
  status: "ok" | "warning" | "exceeded";
  /** Which of `alertPercents` was reached; null in `budget.exceeded`. */
  thresholdPercent: number | null;
}

export interface Client {
  /** The id of the client. */
  id: string;
  /** What the client is called. */
  name: string;
  /** Free text; empty when there is none. */
  note: string;
  /** Archived clients keep their projects and are hidden from choice. */
  archived: boolean;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface Costs {
  /** As asked for; null: unbounded. */
  from: string | null;
  /** As asked for; null: unbounded. */
  to: string | null;
  /** The time zone that days are cut in. */
  tz: string;
  /** Of all amounts (ISO 4217). */
  currency: string;
  /** The day that budgets are looked at, `YYYY-MM-DD`. */
  asOf: string;
  /** The sums of all projects below. */
  totals: {
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the entries' `billableSeconds`. */
    billableSeconds: number;
    /** How many entries. */
    entries: number;
    /** Billable time to which no rate applied. */
    unratedSeconds: number;
    /** Sum of the entries' amounts, each of which was rounded. Money is shown with `costs:read` only. */
    amountMinor: number;
    /** Rate × billable time of the entries, rounded once, half up: what hours × rate come to on an invoice. */
    exactAmountMinor: number;
    /** Sum of the entries' costs. */
    costMinor: number;
    /** Amount less cost; null while `uncostedSeconds` is above 0. */
    marginMinor: number | null;
    /** Time to which no cost rate applied, so that its costs are not known. */
    uncostedSeconds: number;
  };
  /** One for each project. */
  projects: ({
    /** The id of the project. */
    projectId: string;
    /** What the project is called. */
    name: string;
    /** The client it is done for; null: none. */
    clientId: string | null;
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the entries' `billableSeconds`. */
    billableSeconds: number;
    /** How many entries. */
    entries: number;
    /** Billable time to which no rate applied. */
    unratedSeconds: number;
    /** Sum of the entries' amounts, each of which was rounded. Money is shown with `costs:read` only. */
    amountMinor: number;
    /** Rate × billable time of the entries, rounded once, half up: what hours × rate come to on an invoice. */
    exactAmountMinor: number;
    /** Sum of the entries' costs. */
    costMinor: number;
    /** Amount less cost; null while `uncostedSeconds` is above 0. */
    marginMinor: number | null;
    /** Time to which no cost rate applied, so that its costs are not known. */
    uncostedSeconds: number;
    /** The budget in the period that contains `asOf`; null: the project has none. */
    budget: {
      /** Whether seconds, amounts or costs are limited. */
      kind: "time" | "amount" | "cost";
      /** How often the budget begins anew. */
      period: "total" | "monthly" | "weekly";
      /** First day of the period that contains `asOf`. */
      periodStart: string | null;
      /** Its last day; null: it has none. */
      periodEnd: string | null;
      /** Seconds, or minor units. */
      limit: number;
      /** Sum over the whole period, also of entries after `asOf`. */
      used: number;
      /** Sum over the period up to and with `asOf`. */
      usedSoFar: number;
      /** Negative when exceeded. */
      remaining: number;
      /** Two decimals, rounded half up. */
      usedPercent: number;
      /** `warning` from the lowest of `alertPercents` on, `exceeded` above `limit`. */
      status: "ok" | "warning" | "exceeded";
      /** How the period ends if the work goes on at its pace. */
      forecast: {
        /** The working day on which it is used up, if each working day brings what one of the basis brought; `asOf` when it is already; null: not in this period. */
        exhaustsOn: string | null;
        /** What is used at the period's end at that pace; null: it has no end. */
        projectedUsed: number | null;
        /** The days whose pace goes on: the 28 up to `asOf`, or those since `startsOn` or the first entry where there are fewer. */
        basis: {
          /** Its first day. */
          from: string;
          /** Its last day: `asOf`. */
          to: string;
          /** How many of its days are working days of the organization. */
          workingDays: number;
        };
      };
    } | null;
  })[];
}

export interface Delivery {
  /** The id of the delivery. */
  id: string;
  /** The event's id, which the receiver sees as `webhook-id`. */
  eventId: string;
  /** The event's type. */
  type: string;
  /** `failed` after the last attempt; `cancelled` when the endpoint was disabled or deleted before. */
  status: "pending" | "delivered" | "failed" | "cancelled";
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it is tried next; null when it is not. ISO 8601, in UTC. */
  nextAttemptAt: string | null;
  /** Oldest first. */
  attempts: ({
    /** When it was made. ISO 8601, in UTC. */
    at: string;
    /** How long it took, in milliseconds. */
    durationMs: number;
    /** The status of the reply; null when there was none. */
    status: number | null;
    /** Why there was no reply, or why it did not count. */
    error: string | null;
    /** The first 4 kB of the reply, which may repeat what was sent: null also for who may not read that, `costs:read` included where it held money. */
    responseBody: string | null;
  })[];
}

/** An entry that left the filters, or that the caller sees no longer: it was changed, moved or given to another member, or its project was hidden. */
export interface GoneTimeEntry {
  /** The id of the time entry. */
  id: string;
  /** Always true: tells it from an entry and from a tombstone. */
  gone: true;
  /** When it left. ISO 8601, in UTC. */
  updatedAt: string;
}

export interface Invitation {
  /** The invitation's id. */
  id: string;
  /** In lower case, its domain in ASCII. */
  email: string;
  /** What the person becomes by accepting. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** `expired`: its 7 days are over, and it can be sent again. */
  status: "pending" | "expired" | "accepted" | "revoked";
  /** The member who made it, or sent it last. */
  invitedBy: string;
  /** Until when its link can be used: 7 days. ISO 8601, in UTC. */
  expiresAt: string;
  /** When it was accepted. ISO 8601, in UTC. */
  acceptedAt: string | null;
  /** When it was revoked. ISO 8601, in UTC. */
  revokedAt: string | null;
  /** When the mail server last took a mail with its link; null where none did. ISO 8601, in UTC. */
  lastSentAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface Me {
  /** Who is calling. */
  user: {
    /** The id of the person. */
    id: string;
    /** What the person is called. */
    name: string;
    /** The address that the person signs in with. */
    email: string;
  };
  /** Where the key works. */
  organization: {
    /** The id of the organization. */
    id: string;
    /** What the organization is called. */
    name: string;
    /** The one currency of its money (ISO 4217). ISO 4217. */
    currency: string;
    /** IANA time zone in which its days are cut. */
    timeZone: string;
    /** The first day of its weeks. */
    weekStart: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  };
  /** What the member may do, see docs/api-keys.md. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** How the person likes the dashboard: the same in every organization. */
  preferences: {
    /** Of the dashboard; null: the device's. */
    language: "en" | "de" | null;
    /** Null: the device's. */
    theme: "light" | "dark" | null;
    /** The first day of the week; null: the organization's. */
    weekStart: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
    /** Hours of the clock; null: as the device's locale has it. */
    clock: "12" | "24" | null;
    /** `1:30` or `1.5`. At first `clock`. */
    durations: "clock" | "decimal";
    /** IANA time zone in which days are shown; null: the organization's. */
    timeZone: string | null;
    /** Whether single keys act as shortcuts. At first `true`. */
    shortcuts: boolean;
  };
  /** What this key may really do: what its scopes and the role both allow. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read")[];
  /** The key that this request came with. */
  key: {
    /** The id of the key or session; no secret. */
    id: string;
    /** An API key, or the session of a person who signed in. */
    kind: "api" | "session";
    /** Of a key its name, of a session its browser and system. */
    name: string;
    /** When it ends by itself; null: never. ISO 8601, in UTC. */
    expiresAt: string | null;
  };
  /** All organizations of which this person is an active member. Shown to sessions only. */
  organizations?: ({
    /** The id of the organization. */
    id: string;
    /** What the organization is called. */
    name: string;
    /** What the member may do, see docs/api-keys.md. */
    role: "owner" | "admin" | "manager" | "member" | "viewer";
  })[] | undefined;
  /** By what this person signs in. Shown to sessions only. */
  signIn?: {
    /** Whether there is a password; without one by OpenID Connect only. */
    hasPassword: boolean;
    /** Whether codes of an authenticator app are asked for. */
    hasSecondFactor: boolean;
    /** Recovery codes that were not used yet. */
    recoveryCodesLeft: number;
  } | undefined;
}

export interface Member {
  /** The id of the person, the same in every organization. */
  userId: string;
  /** The person's name, the same in every organization. */
  name: string;
  /** The address that the person signs in with. */
  email: string;
  /** What the member may do, see docs/api-keys.md. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** Keys and sessions of who is deactivated are refused; entries and name stay. */
  status: "active" | "deactivated";
  /** Since when the member is deactivated. ISO 8601, in UTC. */
  deactivatedAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface Organization {
  /** The id of the organization. */
  id: string;
  /** What the organization is called. */
  name: string;
  /** The one currency of its money (ISO 4217). ISO 4217. */
  currency: string;
  /** IANA time zone in which its days are cut. */
  timeZone: string;
  /** The first day of its weeks. */
  weekStart: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** The days on which it works, which forecasts of budgets count. */
  workingDays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
  /** Entries that start before this day, in `timeZone`, are read-only (409 `period_locked`). `YYYY-MM-DD`. */
  lockDate: string | null;
  /** Whether the role member may make API keys of its own; managers, admins and owners always may. */
  membersMayMakeKeys: boolean;
  /** When the last full export that was sent to its end began. ISO 8601, in UTC. */
  exportedAt: string | null;
  /** When it is removed for good. Until then it can be read, and nothing of it changed; null: never. ISO 8601, in UTC. */
  deletesAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

/** RFC 9457 problem details. */
export interface Problem {
  /** Always `about:blank`: `code` tells problems apart. */
  type: "about:blank";
  /** The name of the status. */
  title: string;
  /** The status of the reply. */
  status: number;
  /** What is wrong and how to mend it, for a person. */
  detail: string;
  /** The reason, for a program: one of a closed list; `x-status` says with which status each comes. */
  code: "malformed_request" | "missing_field" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "revoked_api_key" | "not_signed_in" | "invalid_credentials" | "second_factor_required" | "invalid_code" | "insufficient_scope" | "forbidden" | "session_required" | "address_not_proved" | "cross_site_request" | "reauthentication_required" | "not_found" | "method_not_allowed" | "request_timeout" | "external_ref_taken" | "has_time_entries" | "in_use" | "not_deleted" | "key_ended" | "period_locked" | "currency_in_use" | "rate_exists" | "timer_not_running" | "export_first" | "organization_ending" | "too_many_webhooks" | "webhook_disabled" | "last_owner" | "already_member" | "already_invited" | "too_many_invitations" | "invitation_closed" | "second_factor_state" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "unknown_parameter" | "idempotency_mismatch" | "project_archived" | "task_done" | "task_not_in_project" | "budget_exceeded" | "too_many_groups" | "invalid_link" | "number_out_of_range" | "insecure_origin" | "rate_limited" | "too_many_attempts" | "too_many_deliveries" | "headers_too_large" | "internal" | "timeout" | "not_configured" | "unavailable";
  /** Names the request in the log; also `X-Request-Id`. */
  requestId: string;
  /** Each fault and its place; absent where no field is at fault. */
  errors?: ({
    /** JSON Pointer (RFC 6901) into the body; a query parameter as `/name`. */
    pointer: string;
    /** The kind of fault, for a program. */
    code: string;
    /** What is wrong with it, for a person. */
    message: string;
  })[] | undefined;
}

export interface Project {
  /** The id of the project. */
  id: string;
  /** What the project is called. */
  name: string;
  /** A short code of your own, such as `WEB-1`. */
  code: string | null;
  /** The client it is done for. */
  clientId: string | null;
  /** `#rrggbb`. */
  color: string | null;
  /** Free text; empty when there is none. */
  description: string;
  /** An archived project keeps its entries and takes no new ones. */
  status: "active" | "archived";
  /** Who sees it: everybody in the organization, or `memberIds` and whoever is a manager, an admin or an owner. To others it does not exist, and neither do entries on it but their own. */
  visibility: "organization" | "members";
  /** What its entries are unless their task or they themselves say otherwise. */
  billable: boolean;
  /** The members who see it while `visibility` is `members`. They are kept whatever it is. */
  memberIds: string[];
  /** How `billableSeconds` of an entry is made from its duration, when the entry is written. The duration itself is never altered. */
  rounding: {
    /** Which multiple; `nearest` rounds a half up. */
    mode: "up" | "nearest" | "down";
    /** To a multiple of this many minutes. */
    minutes: number;
  } | null;
  /** Absent where it limits money and the key may not see costs. */
  budget?: {
    /** What it limits: billed time, billed amounts, or internal costs. */
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
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface Rate {
  /** The id of the rate. */
  id: string;
  /** What an hour is charged (`billable`), or what it costs inside (`cost`). */
  kind: "billable" | "cost";
  /** What it applies to. Where several apply, the first of this order counts: projectMember, task, project, member, organization. */
  scope: "projectMember" | "task" | "project" | "member" | "organization";
  /** The member, with the scopes member and projectMember; else null. */
  userId: string | null;
  /** The project, with the scopes project and projectMember; else null. */
  projectId: string | null;
  /** The task, with the scope task; else null. */
  taskId: string | null;
  /** For an hour, in minor units of the organization's currency (9000 is 90.00 EUR); 0 is free of charge. */
  rateMinor: number;
  /** The first day, in the organization's time zone, on which entries that start get it. `YYYY-MM-DD`. */
  effectiveFrom: string;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface Repriced {
  /** Whether the entries were changed; false is a preview. */
  applied: boolean;
  /** How many entries were changed, or would be. */
  entries: number;
  /** How many are already as they should be. */
  unchanged: number;
  /** How many would be changed, but lie before the lock date and stay as they are. */
  locked: number;
  /** The amounts of the entries that `entries` counts. */
  amountMinor?: {
    /** Sum of their amounts as stored, in minor units. */
    before: number;
    /** Sum of their amounts by the rules of now, in minor units. */
    after: number;
    /** `after` less `before`, in minor units. */
    difference: number;
  } | undefined;
  /** The costs of the entries that `entries` counts. */
  costMinor?: {
    /** Sum of their costs as stored, in minor units. */
    before: number;
    /** Sum of their costs by the rules of now, in minor units. */
    after: number;
    /** `after` less `before`, in minor units. */
    difference: number;
  } | undefined;
  /** Of all amounts (ISO 4217). */
  currency: string;
}

export interface Rerounded {
  /** Whether the entries were changed; false is a preview. */
  applied: boolean;
  /** How many entries were changed, or would be. */
  entries: number;
  /** How many are already as they should be. */
  unchanged: number;
  /** How many would be changed, but lie before the lock date and stay as they are. */
  locked: number;
  /** The billable time of the entries that `entries` counts. */
  billableSeconds: {
    /** Sum of their billable time as stored, in seconds. */
    before: number;
    /** Sum of their billable time by the rules of now, in seconds. */
    after: number;
    /** `after` less `before`, in seconds. */
    difference: number;
  };
  /** The amounts of the entries that `entries` counts. */
  amountMinor?: {
    /** Sum of their amounts as stored, in minor units. */
    before: number;
    /** Sum of their amounts by the rules of now, in minor units. */
    after: number;
    /** `after` less `before`, in minor units. */
    difference: number;
  } | undefined;
  /** The costs of the entries that `entries` counts. */
  costMinor?: {
    /** Sum of their costs as stored, in minor units. */
    before: number;
    /** Sum of their costs by the rules of now, in minor units. */
    after: number;
    /** `after` less `before`, in minor units. */
    difference: number;
  } | undefined;
  /** Of all amounts (ISO 4217). */
  currency: string;
}

export interface SentInvitation {
  /** The invitation's id. */
  id: string;
  /** In lower case, its domain in ASCII. */
  email: string;
  /** What the person becomes by accepting. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** `expired`: its 7 days are over, and it can be sent again. */
  status: "pending" | "expired" | "accepted" | "revoked";
  /** The member who made it, or sent it last. */
  invitedBy: string;
  /** Until when its link can be used: 7 days. ISO 8601, in UTC. */
  expiresAt: string;
  /** When it was accepted. ISO 8601, in UTC. */
  acceptedAt: string | null;
  /** When it was revoked. ISO 8601, in UTC. */
  revokedAt: string | null;
  /** When the mail server last took a mail with its link; null where none did. ISO 8601, in UTC. */
  lastSentAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
  /** A link by which the person accepts. Shown in this reply only. It proves no address: an account whose address was never proved needs the link of the mail. */
  link: string;
  /** Whether a mail with a link of its own is on its way to the address; else give `link` to the person yourself. */
  emailSent: boolean;
}

export interface Session {
  /** The id of the session. */
  id: string;
  /** The organization it works in. */
  organizationId: string;
  /** What that organization is called. */
  organizationName: string;
  /** Browser and system that it was begun with. */
  name: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
  /** When the person last proved who they are. ISO 8601, in UTC. */
  authenticatedAt: string;
  /** When it was last used, to the minute; null for one that never was. ISO 8601, in UTC. */
  lastUsedAt: string | null;
  /** Where from. */
  lastUsedAddress: string | null;
  /** When it began. ISO 8601, in UTC. */
  createdAt: string;
  /** When it ends however much it is used; unused it ends after 14 days. ISO 8601, in UTC. */
  expiresAt: string;
}

/** The session is in the cookie that comes with it. */
export interface SignedIn {
  /** Who is signed in. */
  user: {
    /** The id of the person. */
    id: string;
    /** The address that the person signs in with. */
    email: string;
    /** What the person is called. */
    name: string;
  };
  /** Where the session works. */
  organization: {
    /** The id of the organization. */
    id: string;
    /** What the organization is called. */
    name: string;
  };
  /** What the person may do there, see docs/api-keys.md. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** When the session ends however much it is used. ISO 8601, in UTC. */
  expiresAt: string;
  /** All that the person belongs to; change with `POST /auth/switch`. */
  organizations: ({
    /** The id of the organization. */
    id: string;
    /** What the organization is called. */
    name: string;
    /** What the person may do there, see docs/api-keys.md. */
    role: "owner" | "admin" | "manager" | "member" | "viewer";
  })[];
}

export interface Summary {
  /** As asked for; null: unbounded. */
  from: string | null;
  /** As asked for; null: unbounded. */
  to: string | null;
  /** The time zone that days are cut in. */
  tz: string;
  /** The first day of its weeks. */
  weekStart: string;
  /** As asked for. */
  groupBy: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable")[];
  /** Of all amounts (ISO 4217). */
  currency: string;
  /** With the grouping `tag`: an entry with two tags is in two groups, and once in the totals. */
  overlapping?: true | undefined;
  /** The sums of all entries; every one counts once. */
  totals: {
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the entries' `billableSeconds`. */
    billableSeconds: number;
    /** How many entries. */
    entries: number;
    /** Sum of the entries' amounts, each of which was rounded. Money is shown with `costs:read` only. */
    amountMinor?: number | undefined;
    /** Rate × billable time of the entries, rounded once, half up: what hours × rate come to on an invoice. */
    exactAmountMinor?: number | undefined;
    /** Sum of the entries' costs. */
    costMinor?: number | undefined;
    /** Amount less cost; null while `uncostedSeconds` is above 0. */
    marginMinor?: number | null | undefined;
    /** Time to which no cost rate applied, so that its costs are not known. */
    uncostedSeconds?: number | undefined;
  };
  /** One for each value of the first of `groupBy`. */
  groups: ({
    /** Id of what is grouped by; a day, the first day of a week, `2026-03`, `2026-Q1`, `2026`; a tag in lower case; `true` or `false`; null: none. */
    key: string | null;
    /** What it is called; a tag as it was last written. */
    name: string | null;
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the entries' `billableSeconds`. */
    billableSeconds: number;
    /** How many entries. */
    entries: number;
    /** Sum of the entries' amounts, each of which was rounded. Money is shown with `costs:read` only. */
    amountMinor?: number | undefined;
    /** Rate × billable time of the entries, rounded once, half up: what hours × rate come to on an invoice. */
    exactAmountMinor?: number | undefined;
    /** Sum of the entries' costs. */
    costMinor?: number | undefined;
    /** Amount less cost; null while `uncostedSeconds` is above 0. */
    marginMinor?: number | null | undefined;
    /** Time to which no cost rate applied, so that its costs are not known. */
    uncostedSeconds?: number | undefined;
    /** Its parts by the second of `groupBy`; absent with one. */
    groups?: ({
      /** Id of what is grouped by; a day, the first day of a week, `2026-03`, `2026-Q1`, `2026`; a tag in lower case; `true` or `false`; null: none. */
      key: string | null;
      /** What it is called; a tag as it was last written. */
      name: string | null;
      /** Sum of the durations. */
      seconds: number;
      /** Sum of the entries' `billableSeconds`. */
      billableSeconds: number;
      /** How many entries. */
      entries: number;
      /** Sum of the entries' amounts, each of which was rounded. Money is shown with `costs:read` only. */
      amountMinor?: number | undefined;
      /** Rate × billable time of the entries, rounded once, half up: what hours × rate come to on an invoice. */
      exactAmountMinor?: number | undefined;
      /** Sum of the entries' costs. */
      costMinor?: number | undefined;
      /** Amount less cost; null while `uncostedSeconds` is above 0. */
      marginMinor?: number | null | undefined;
      /** Time to which no cost rate applied, so that its costs are not known. */
      uncostedSeconds?: number | undefined;
    })[] | undefined;
  })[];
}

export interface Task {
  /** The id of the task. */
  id: string;
  /** The project it is a part of. */
  projectId: string;
  /** What the task is called. */
  name: string;
  /** Free text; empty when there is none. */
  description: string;
  /** A task that is done keeps its entries and takes no new ones. */
  status: "open" | "done";
  /** What its entries are unless they say otherwise; null: as the project says. */
  billable: boolean | null;
  /** Planned effort in seconds. */
  estimateSeconds: number | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface TimeEntry {
  /** The id of the time entry. */
  id: string;
  /** The project worked on. */
  projectId: string;
  /** The task worked on. */
  taskId: string;
  /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. ISO 8601, in UTC. */
  startedAt: string;
  /** Seconds; over 7 days only when a timer ran that long. */
  durationSeconds: number;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** `startedAt` plus the duration. ISO 8601, in UTC. */
  endedAt: string;
  /** The member who worked. */
  userId: string;
  /** What was done. */
  description: string;
  /** Up to 20 labels; compared without case. */
  tags: string[];
  /** Whether it is charged. */
  billable: boolean;
  /** 0 when not billable, else the duration after the project's rounding. */
  billableSeconds: number;
  /** What an hour is charged, in minor units, as it was when the entry was written. */
  rateMinor?: number | undefined;
  /** The scope of the rate that applied; `none` where no rate did. */
  rateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
  /** `rateMinor` × `billableSeconds` / 3600, rounded half up. Only with `costs:read`. */
  amountMinor?: number | undefined;
  /** What an hour costs, in minor units. */
  costRateMinor?: number | undefined;
  /** The scope of the cost rate that applied; `none` where no rate did. */
  costRateSource?: "projectMember" | "task" | "project" | "member" | "organization" | "none" | undefined;
  /** `costRateMinor` × `durationSeconds` / 3600, rounded half up. */
  costMinor?: number | undefined;
  /** Your own key for it; unique among entries that are not deleted. */
  externalRef: string | null;
  /** True when it starts before the lock date and can not be changed. */
  locked: boolean;
  /** Counts the changes; also in the ETag. */
  version: number;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** When it was deleted; it can be restored for 30 days. ISO 8601, in UTC. */
  deletedAt: string | null;
}

/** What a member is working on right now. It becomes a time entry when it is stopped. */
export interface Timer {
  /** The project being worked on. */
  projectId: string;
  /** The task being worked on. */
  taskId: string;
  /** Whose timer it is. */
  userId: string;
  /** When it was started. ISO 8601, in UTC. */
  startedAt: string;
  /** What is being done. */
  description: string;
  /** Up to 20 labels; compared without case. */
  tags: string[];
  /** What the entry will be; null: as the task, else the project says. */
  billable: boolean | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

/** An entry that was deleted. */
export interface Tombstone {
  /** The id of the time entry. */
  id: string;
  /** When it was deleted. ISO 8601, in UTC. */
  deletedAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
}

export interface Webhook {
  /** The id of the endpoint. */
  id: string;
  /** Where events are sent: http or https, without credentials. */
  url: string;
  /** Types of events, see `GET /event-types`; `*` is all of them but `audit.sealed`, also those that are added later. */
  events: string[];
  /** What it is for. */
  description: string;
  /** Only what happens in this project: its entries, timers, tasks, budget, and itself. */
  projectId: string | null;
  /** Nothing is sent to a disabled one; disabling cancels what is still to be sent. */
  status: "active" | "disabled";
  /** When it was disabled. ISO 8601, in UTC. */
  disabledAt: string | null;
  /** Why it was disabled. */
  disabledReason: string | null;
  /** Since when every attempt has failed; null after a success. ISO 8601, in UTC. */
  failingSince: string | null;
  /** The member who registered it, or last changed its URL, project or reach. When that member is deactivated or may no longer manage webhooks, it is disabled; whoever enables it then takes it over. */
  userId: string;
  /** Whether payloads carry rates, amounts, costs and budgets of money: that key had `costs:read`. */
  showsMoney: boolean;
  /** Until when the secret before the last rotation signs too. ISO 8601, in UTC. */
  previousSecretExpiresAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface WebhookWithSecret {
  /** The id of the endpoint. */
  id: string;
  /** Where events are sent: http or https, without credentials. */
  url: string;
  /** Types of events, see `GET /event-types`; `*` is all of them but `audit.sealed`, also those that are added later. */
  events: string[];
  /** What it is for. */
  description: string;
  /** Only what happens in this project: its entries, timers, tasks, budget, and itself. */
  projectId: string | null;
  /** Nothing is sent to a disabled one; disabling cancels what is still to be sent. */
  status: "active" | "disabled";
  /** When it was disabled. ISO 8601, in UTC. */
  disabledAt: string | null;
  /** Why it was disabled. */
  disabledReason: string | null;
  /** Since when every attempt has failed; null after a success. ISO 8601, in UTC. */
  failingSince: string | null;
  /** The member who registered it, or last changed its URL, project or reach. When that member is deactivated or may no longer manage webhooks, it is disabled; whoever enables it then takes it over. */
  userId: string;
  /** Whether payloads carry rates, amounts, costs and budgets of money: that key had `costs:read`. */
  showsMoney: boolean;
  /** Until when the secret before the last rotation signs too. ISO 8601, in UTC. */
  previousSecretExpiresAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
  /** What deliveries are signed with; shown only now. Keep it. */
  secret: string;
}
