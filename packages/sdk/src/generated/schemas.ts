// Generated from apps/server/openapi.json by `npm run generate`; never edited.
export interface ApiKey {
  /** The id of the key; not a secret. */
  id: string;
  /** The member that the key belongs to. */
  userId: string;
  /** The purpose of the key. */
  name: string;
  /** The scopes that it was given. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** The scopes that its member's role, and the teams that the member leads, currently allow. */
  effectiveScopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** The last four characters of the key, for recognizing it. */
  lastFour: string;
  /** The status. Keys of deactivated members are `revoked`. */
  status: "active" | "expired" | "revoked";
  /** When it stops being accepted; null if never. ISO 8601, in UTC. */
  expiresAt: string | null;
  /** When it was revoked. ISO 8601, in UTC. */
  revokedAt: string | null;
  /** When it was last used; written once a minute. ISO 8601, in UTC. */
  lastUsedAt: string | null;
  /** The address that last used it. */
  lastUsedAddress: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface ApiKeyWithSecret {
  /** The id of the key; not a secret. */
  id: string;
  /** The member that the key belongs to. */
  userId: string;
  /** The purpose of the key. */
  name: string;
  /** The scopes that it was given. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** The scopes that its member's role, and the teams that the member leads, currently allow. */
  effectiveScopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** The last four characters of the key, for recognizing it. */
  lastFour: string;
  /** The status. Keys of deactivated members are `revoked`. */
  status: "active" | "expired" | "revoked";
  /** When it stops being accepted; null if never. ISO 8601, in UTC. */
  expiresAt: string | null;
  /** When it was revoked. ISO 8601, in UTC. */
  revokedAt: string | null;
  /** When it was last used; written once a minute. ISO 8601, in UTC. */
  lastUsedAt: string | null;
  /** The address that last used it. */
  lastUsedAddress: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
  /** The key itself. It is shown only this once, so store it. */
  apiKey: string;
}

export interface AuditEvent {
  /** The id of the change or refusal. */
  id: string;
  /** When it happened. ISO 8601, in UTC. */
  at: string;
  /** The actor. */
  actor: {
    /** A signed-in member, a member's API key, or the service and its command line. */
    type: "user" | "key" | "system";
    /** The member; null for `system`. */
    userId: string | null;
    /** The member's current name. */
    userName: string | null;
    /** The key, or the session. */
    keyId: string | null;
    /** The key's current name. */
    keyName: string | null;
  };
  /** The action: the kind of object, a dot, and the verb. */
  action: string;
  /** The kind of object that `targetId` identifies. */
  targetType: string;
  /** The id of the changed object. */
  targetId: string;
  /** Its name at the time, if it has one. */
  targetName: string | null;
  /** The fields that changed, named as in the API. Without `costs:read`, money fields are left out. */
  changes: ({
    /** The name of the field. */
    field: string;
    /** The previous value; null if there was none. */
    old: unknown;
    /** The new value; null if there is none. */
    new: unknown;
  })[];
  /** Set for an event that changed no field, such as a refusal. */
  details: Record<string, unknown> | null;
  /** The time entry and its content were permanently deleted. */
  purged: boolean;
  /** The caller's network address. Shown in the audit log; null in the history of an entry. */
  address: string | null;
  /** The `X-Request-Id` of the request that caused it. */
  requestId: string | null;
  /** The program according to its `Stint-Client` header, which is not verified. */
  client: string | null;
}

/** If you store a copy elsewhere, `stint-server doctor --seal` can later verify that no earlier change was altered, removed or inserted. */
export interface AuditSeal {
  /** The position of the last block that it covers. */
  position: number;
  /** SHA-256 of that block, which depends on every block before it; hexadecimal. */
  hash: string;
  /** The number of changes that it covers. */
  changes: number;
  /** It covers every change before this instant. ISO 8601, in UTC. */
  until: string;
  /** When it was created. ISO 8601, in UTC. */
  sealedAt: string;
}

export interface BillingBatch {
  /** The id of the billing batch. */
  id: string;
  /** Your name for it, such as the invoice number. Several batches may have the same one. */
  reference: string;
  /** The date of the invoice; by default today in the organization's time zone. `YYYY-MM-DD`. */
  billedOn: string;
  /** Selects entries; those that are billable, not billed yet and not deleted are billed. Conditions are combined with AND; an empty object matches everything, and an id that does not exist matches nothing. */
  filter: {
    /** Only entries of these projects. */
    projectId?: string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: string[] | undefined;
    /** Only entries of these clients' projects. */
    clientId?: string[] | undefined;
    /** Only entries of these members; `me` is the key's own. */
    userId?: string[] | undefined;
    /** Only entries of these teams' current members. Needs the scope `teams:read`. */
    teamId?: string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: string[] | undefined;
    /** Only entries that start at or after this: an instant, or a date in `tz`. */
    from?: string | undefined;
    /** Only entries that start before this instant, or until the end of this date in `tz`. */
    to?: string | undefined;
    /** IANA time zone for `from` and `to` as dates; by default the organization's. */
    tz?: string | undefined;
    /** Part of the description, ignoring case. */
    q?: string | undefined;
    /** Only the entries with these references. */
    externalRef?: string[] | undefined;
    /** Only entries whose timesheets have one of these statuses; entries without a stored timesheet are `open`. By default, if approvals are on, time since the organization's `approvals.from` must be approved. */
    approval?: ("open" | "submitted" | "approved" | "rejected")[] | undefined;
  };
  /** The time zone of the days in its lines. */
  timeZone: string;
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  /** The sums of all its entries. */
  totals: {
    /** The number of entries. */
    entries: number;
    /** Sum of their durations. */
    seconds: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
  };
  /** The member who billed it. */
  createdBy: string;
  /** The sums of each client, with its name at that time. Absent in lists and events. */
  clients?: ({
    /** The client of the projects; null if there is none. */
    clientId: string | null;
    /** The client's name. */
    name: string | null;
    /** The number of entries. */
    entries: number;
    /** Sum of their durations. */
    seconds: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
  })[] | undefined;
  /** The sums of each project, with its name at that time. Absent in lists and events. */
  projects?: ({
    /** The project. */
    projectId: string;
    /** The project's name. */
    name: string;
    /** Its client; null: none. */
    clientId: string | null;
    /** The number of entries. */
    entries: number;
    /** Sum of their durations. */
    seconds: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
  })[] | undefined;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface BillingLines {
  /** Your name for it, such as the invoice number. Several batches may have the same one. */
  reference: string;
  /** The date of the invoice; by default today in the organization's time zone. `YYYY-MM-DD`. */
  billedOn: string;
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  /** The lines. */
  data: ({
    /** The client; null if there is none. This field and the following ones depend on the groupings. */
    clientId?: string | null | undefined;
    /** The client's name when it was billed. */
    clientName?: string | null | undefined;
    /** The project. */
    projectId?: string | undefined;
    /** The project's name when it was billed. */
    projectName?: string | undefined;
    /** The task. */
    taskId?: string | undefined;
    /** The task's name when it was billed. */
    taskName?: string | undefined;
    /** The member who worked. */
    userId?: string | undefined;
    /** The member's name when it was billed. */
    userName?: string | undefined;
    /** The day on which the entries started, in the batch's `timeZone`. */
    date?: string | undefined;
    /** The time entry. */
    entryId?: string | undefined;
    /** When it started. */
    startedAt?: string | undefined;
    /** The work that was done. */
    description?: string | undefined;
    /** The number of entries. */
    entries: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The billable time in hours with two decimals. The lines add up to the batch: hundredths lost by rounding go to the lines with the largest remainders, and of equal ones to the first. */
    quantity: string;
    /** The hourly rate, in minor units; null if the entries' rates differ. Only with `costs:read`. */
    unitPriceMinor?: number | null | undefined;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
    /** Whether quantity × unit price rounds to the amount. If not, invoice the amount, which is the exact value of the entries. Only with `costs:read`. */
    exact?: boolean | undefined;
  })[];
  /** The sums of the lines, which equal those of the batch. */
  totals: {
    /** The number of entries. */
    entries: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The billable time in hours with two decimals. The lines add up to the batch: hundredths lost by rounding go to the lines with the largest remainders, and of equal ones to the first. */
    quantity: string;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
  };
}

export interface BillingPreview {
  /** Always true: nothing was billed. */
  dryRun: true;
  /** The time zone of the days in its lines. */
  timeZone: string;
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  /** The sums of all its entries. */
  totals: {
    /** The number of entries. */
    entries: number;
    /** Sum of their durations. */
    seconds: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
  };
  /** The sums of each client, in the order of their names. */
  clients: ({
    /** The client of the projects; null if there is none. */
    clientId: string | null;
    /** The client's name. */
    name: string | null;
    /** The number of entries. */
    entries: number;
    /** Sum of their durations. */
    seconds: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
  })[];
  /** The sums of each project, in the order of clients and names. */
  projects: ({
    /** The project. */
    projectId: string;
    /** The project's name. */
    name: string;
    /** Its client; null: none. */
    clientId: string | null;
    /** The number of entries. */
    entries: number;
    /** Sum of their durations. */
    seconds: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
  })[];
  /** The sums of each task, which will be a line of the batch, in the order of the projects' names and their own. */
  tasks: ({
    /** The task. */
    taskId: string;
    /** Its project. */
    projectId: string;
    /** The task's name. */
    name: string;
    /** The number of entries. */
    entries: number;
    /** Sum of their durations. */
    seconds: number;
    /** Sum of their `billableSeconds`. */
    billableSeconds: number;
    /** The sum of the entries' amounts, in minor units. Only with `costs:read`. */
    amountMinor?: number | undefined;
    /** Time without a rate. Only with `costs:read`. */
    unratedSeconds?: number | undefined;
    /** The hourly rate, in minor units; null if the entries' rates differ. Only with `costs:read`. */
    unitPriceMinor?: number | null | undefined;
  })[];
}

/** The usage of a budget in one of its periods. */
export interface BudgetState {
  /** The project that the budget belongs to. */
  projectId: string;
  /** Name of the project. */
  projectName: string;
  /** Whether seconds, amounts or costs are limited. */
  kind: "time" | "amount" | "cost";
  /** How often the budget resets. */
  period: "total" | "monthly" | "weekly";
  /** Its first day; null if it has no beginning. `YYYY-MM-DD`. */
  periodStart: string | null;
  /** Its last day; null if it has no end. `YYYY-MM-DD`. */
  periodEnd: string | null;
  /** Seconds for a time budget, otherwise minor units. */
  limit: number;
  /** The sum over the period, in the unit of `limit`. */
  used: number;
  /** Negative when exceeded. */
  remaining: number;
  /** `used` as a percentage of `limit`, with two decimals. */
  usedPercent: number;
  /** `warning` once the lowest of `alertPercents` is reached, `exceeded` above `limit`. */
  status: "ok" | "warning" | "exceeded";
  /** The element of `alertPercents` that was reached; null in `budget.exceeded`. */
  thresholdPercent: number | null;
}

export interface CalendarEvents {
  /** Events with times, earliest first. */
  events: ({
    /** Identifies this occurrence of the event as long as it is in the calendar. */
    id: string;
    /** Its calendar. */
    calendarId: string;
    /** Its title in one line; empty if it has none. */
    title: string;
    /** When it begins. ISO 8601, in UTC. */
    startedAt: string;
    /** When it ends, less than a day later. ISO 8601, in UTC. */
    endedAt: string;
  })[];
  /** All-day events, and those of a day or longer, earliest first. */
  days: ({
    /** Identifies this occurrence of the event as long as it is in the calendar. */
    id: string;
    /** Its calendar. */
    calendarId: string;
    /** Its title in one line; empty if it has none. */
    title: string;
    /** Its first day. `YYYY-MM-DD`. */
    startDate: string;
    /** Its last day. `YYYY-MM-DD`. */
    endDate: string;
  })[];
}

export interface CalendarFeed {
  /** Whether it contains your own entries, or those of a team. */
  scope: "own" | "team";
  /** The team whose members' entries it contains; null for your own. */
  teamId: string | null;
  /** The feed contains the entries that started at most this many days before it is read, and all later ones. */
  days: number;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last read, to the minute; null if never. ISO 8601, in UTC. */
  lastReadAt: string | null;
}

/** A client as it is now. */
export interface ChangedClient {
  /** Always `client`. */
  kind: "client";
  object: Client;
}

/** A project as it is now. */
export interface ChangedProject {
  /** Always `project`. */
  kind: "project";
  object: Project;
}

/** A task as it is now. */
export interface ChangedTask {
  /** Always `task`. */
  kind: "task";
  object: Task;
}

export interface Client {
  /** The id of the client. */
  id: string;
  /** Name of the client. */
  name: string;
  /** Free text; empty if there is none. */
  note: string;
  /** Archived clients keep their projects but are not offered for selection. */
  archived: boolean;
  /** The amount of its billable entries that no billing batch has billed, in minor units. Only with `costs:read`, and absent in events and lists of changes, because it changes with entries. At most 9,007,199,254,740,991. */
  unbilledAmountMinor?: number | undefined;
  /** The `billableSeconds` of these entries; absent like `unbilledAmountMinor`. */
  unbilledSeconds?: number | undefined;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface Costs {
  /** The requested start; null if unbounded. */
  from: string | null;
  /** The requested end; null if unbounded. */
  to: string | null;
  /** The time zone that determines the days. */
  tz: string;
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  /** The day on which budgets are evaluated, `YYYY-MM-DD`. */
  asOf: string;
  /** The sums of all projects below. */
  totals: {
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the entries' `billableSeconds`. */
    billableSeconds: number;
    /** The number of entries. */
    entries: number;
    /** The sum of the entries' rounded amounts. Money is shown only with `costs:read`. Leads get amounts if the request covers only members of teams with `showsMoney`. */
    amountMinor: number;
    /** Rate × billable time of the entries, rounded once, half up: the amount of hours × rate on an invoice. */
    exactAmountMinor: number;
    /** Billable time to which no rate applied. */
    unratedSeconds: number;
    /** Sum of the entries' costs. */
    costMinor: number;
    /** Amount minus cost; null while `uncostedSeconds` is above 0. */
    marginMinor: number | null;
    /** Time to which no cost rate applied, so its costs are unknown. */
    uncostedSeconds: number;
  };
  /** One row for each project. */
  projects: ({
    /** The id of the project. */
    projectId: string;
    /** Name of the project. */
    name: string;
    /** The client that the project is for; null if there is none. */
    clientId: string | null;
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the entries' `billableSeconds`. */
    billableSeconds: number;
    /** The number of entries. */
    entries: number;
    /** The sum of the entries' rounded amounts. Money is shown only with `costs:read`. Leads get amounts if the request covers only members of teams with `showsMoney`. */
    amountMinor: number;
    /** Rate × billable time of the entries, rounded once, half up: the amount of hours × rate on an invoice. */
    exactAmountMinor: number;
    /** Billable time to which no rate applied. */
    unratedSeconds: number;
    /** Sum of the entries' costs. */
    costMinor: number;
    /** Amount minus cost; null while `uncostedSeconds` is above 0. */
    marginMinor: number | null;
    /** Time to which no cost rate applied, so its costs are unknown. */
    uncostedSeconds: number;
    /** The budget in the period that contains `asOf`; null if the project has none. */
    budget: {
      /** Whether seconds, amounts or costs are limited. */
      kind: "time" | "amount" | "cost";
      /** How often the budget resets. */
      period: "total" | "monthly" | "weekly";
      /** First day of the period that contains `asOf`. */
      periodStart: string | null;
      /** Its last day; null if it has no end. */
      periodEnd: string | null;
      /** Seconds, or minor units. */
      limit: number;
      /** The sum over the whole period, including entries after `asOf`. */
      used: number;
      /** The sum over the period up to and including `asOf`. */
      usedSoFar: number;
      /** Negative when exceeded. */
      remaining: number;
      /** Two decimals, rounded half up. */
      usedPercent: number;
      /** `warning` once the lowest of `alertPercents` is reached, `exceeded` above `limit`. */
      status: "ok" | "warning" | "exceeded";
      /** The forecast for the end of the period if work continues at this pace. */
      forecast: {
        /** The working day on which it will be used up, if each working day adds the average of the basis; `asOf` if it already is; null if not in this period. */
        exhaustsOn: string | null;
        /** The projected usage at the end of the period; null if it has no end. */
        projectedUsed: number | null;
        /** The days that determine the pace: the 28 up to `asOf`, or those since `startsOn` or the first entry if there are fewer. */
        basis: {
          /** Its first day. */
          from: string;
          /** Its last day: `asOf`. */
          to: string;
          /** How many of its days are the organization's working days. */
          workingDays: number;
        };
      };
    } | null;
  })[];
}

export interface CreatedGrant {
  /** Redirect the browser to this address. It contains a code for the program, which can be used once, within 2 minutes. */
  redirectUrl: string;
}

export interface CurrentCalendarFeed {
  /** Your feed; null if you have none. */
  feed: CalendarFeed | null;
}

export interface Delivery {
  /** The id of the delivery. */
  id: string;
  /** The event's id, which the receiver sees as `webhook-id`. */
  eventId: string;
  /** The event's type. */
  type: string;
  /** `failed` after the last attempt; `cancelled` if the endpoint was disabled or deleted before that. */
  status: "pending" | "delivered" | "failed" | "cancelled";
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When the next attempt is due; null if there is none. ISO 8601, in UTC. */
  nextAttemptAt: string | null;
  /** Oldest first. */
  attempts: ({
    /** When it was created. ISO 8601, in UTC. */
    at: string;
    /** Its duration, in milliseconds. */
    durationMs: number;
    /** The status of the reply; null if there was none. */
    status: number | null;
    /** Why there was no reply, or why it does not count as success. */
    error: string | null;
    /** The first 4 kB of the reply; null if there was none. Because the reply may repeat what was sent, it is also null if you may not read that, which needs `costs:read` if the event contained money. */
    responseBody: string | null;
  })[];
}

export interface DeviceLogin {
  /** The name of the program. Letters, digits, spaces, dots, dashes and underscores. */
  program: string;
  /** The name of the machine that it runs on. Letters, digits, spaces, dots, dashes and underscores. */
  machine: string;
  /** The name of the API key to be created. */
  keyName: string;
  /** The network address from which the program started the login. */
  address: string;
  /** What the program asks for or, once it is approved, may do; null if it asks for nothing. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[] | null;
  /** `approved`: the program may fetch its key; `issued`: it has. */
  status: "pending" | "approved" | "issued";
  /** When the program started the login. ISO 8601, in UTC. */
  createdAt: string;
  /** When the code stops being valid. ISO 8601, in UTC. */
  expiresAt: string;
}

export interface GeneralTask {
  /** The id of the task. */
  taskId: string;
}

/** A project, task or client that was deleted, or that the caller no longer sees. */
export interface GoneFromProjects {
  /** The kind of object that is gone. */
  kind: "project" | "task" | "client";
  /** The id of the object. */
  id: string;
  /** Always true: distinguishes it from an existing object. */
  gone: true;
  /** When it was deleted or hidden. ISO 8601, in UTC. */
  updatedAt: string;
}

/** An entry that no longer matches the filters, or that the caller may no longer see, because it was changed, moved or given to another member, or its project was hidden. */
export interface GoneTimeEntry {
  /** The id of the time entry. */
  id: string;
  /** Always true: distinguishes it from an entry and from a tombstone. */
  gone: true;
  /** When it disappeared from view. ISO 8601, in UTC. */
  updatedAt: string;
}

export interface Grant {
  /** The id of the grant, and of its key in the audit log. */
  id: string;
  /** The member who connected the program. */
  userId: string;
  /** The id of the program: the address of a document that describes it, or an id from its registration. */
  clientId: string;
  /** The program's name for itself. Any program may use any name. */
  clientName: string;
  /** The host with the program's description, which vouches for it; null for a program that registered itself. */
  clientHost: string | null;
  /** The recipient of the response: a host, or the scheme of an installed program. */
  redirectHost: string;
  /** Whether the recipient is on the person's own machine. */
  isOwnMachine: boolean;
  /** The scopes that it was given. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** All scopes that programs can have and that you have. You may give any of them, requested or not. Empty for another member's program. */
  availableScopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** When the program was connected. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last used; written once a minute. ISO 8601, in UTC. */
  lastUsedAt: string | null;
  /** The address that last used it. */
  lastUsedAddress: string | null;
  /** When it ends; null means when someone ends it, or after 30 days without use. ISO 8601, in UTC. */
  expiresAt: string | null;
}

export interface GrantRequest {
  /** The organization of this session, which the program would get access to. */
  organizationId: string;
  /** The id of the program: the address of a document that describes it, or an id from its registration. */
  clientId: string;
  /** The program's name for itself. Any program may use any name. */
  clientName: string;
  /** The host with the program's description, which vouches for it; null for a program that registered itself. */
  clientHost: string | null;
  /** The recipient of the response: a host, or the scheme of an installed program. */
  redirectHost: string;
  /** Whether the recipient is on the person's own machine. */
  isOwnMachine: boolean;
  /** The requested scopes that programs can have and that the person has. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** All scopes that programs can have and that you have. You may give any of them, requested or not. Empty for another member's program. */
  availableScopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** Whether the person may connect programs in this organization. */
  mayConnect: boolean;
  /** Why the request cannot be granted; null if it can. */
  fault: string | null;
  /** Redirect the browser to this address to decline the request, or to report the `fault` to the program. */
  declineUrl: string;
}

export interface Import {
  /** The id of the import. */
  id: string;
  /** `reading` the file; `previewed`: nothing is written yet; `applying`; `applied`; `undone`; `failed`: the file cannot be read, and `failure` says why. */
  status: "reading" | "previewed" | "applying" | "applied" | "undone" | "failed";
  /** The fault, its location, and how to fix it. */
  failure: string | null;
  /** Null while nothing is in progress. */
  progress: {
    /** The work in progress. */
    phase: "reading" | "applying" | "undoing";
    /** Rows so far. */
    done: number;
    /** All rows, if known. */
    total: number | null;
  } | null;
  /** The name of the file; empty if none was given. */
  fileName: string;
  /** The Content-Type of the file. */
  mediaType: string;
  /** The size of the file. */
  bytes: number;
  /** The program that exported it; `csv` is any CSV, read by `columns`. */
  source: "toggl" | "clockify" | "harvest" | "kimai" | "solidtime" | "stint" | "csv" | null;
  /** The IANA time zone for times without one. */
  timeZone: string;
  /** The encoding of files that are neither UTF-8 nor UTF-16. */
  encoding: "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-874" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "gbk" | "big5" | "euc-kr" | null;
  /** The order of numeric dates: 04/03/2024 is 4 March (`dmy`) or 3 April (`mdy`). */
  dateOrder: "ymd" | "dmy" | "mdy" | null;
  /** For `csv`: the unit of durations that are plain numbers. */
  durationUnit: "hours" | "minutes" | "seconds" | null;
  /** For `csv`: the decimal separator. 1,234 is 1.234 (`comma`) or 1234 (`point`). */
  decimalMark: "comma" | "point" | null;
  /** The headers of a CSV, in their order; empty for other files. */
  headers: string[];
  /** For `csv`: the header of the column for each field. */
  columns: {
    /** The header of person. */
    person?: string | undefined;
    /** The header of email. */
    email?: string | undefined;
    /** The header of client. */
    client?: string | undefined;
    /** The header of project. */
    project?: string | undefined;
    /** The header of projectCode. */
    projectCode?: string | undefined;
    /** The header of task. */
    task?: string | undefined;
    /** The header of description. */
    description?: string | undefined;
    /** The header of tags. */
    tags?: string | undefined;
    /** The header of billable. */
    billable?: string | undefined;
    /** The header of startedAt. */
    startedAt?: string | undefined;
    /** The header of startDate. */
    startDate?: string | undefined;
    /** The header of startTime. */
    startTime?: string | undefined;
    /** The header of endedAt. */
    endedAt?: string | undefined;
    /** The header of endDate. */
    endDate?: string | undefined;
    /** The header of endTime. */
    endTime?: string | undefined;
    /** The header of duration. */
    duration?: string | undefined;
    /** The header of rate. */
    rate?: string | undefined;
    /** The header of amount. */
    amount?: string | undefined;
    /** The header of sourceId. */
    sourceId?: string | undefined;
  };
  /** What happens to rows that were already imported. */
  duplicates: "skip" | "add";
  /** What happens to rows that were not imported under their names, but have the person, start and duration of an entry that is already here. */
  lookalikes: "skip" | "add";
  /** Whether to create rates from the hourly rates in the file. */
  rates: "ignore" | "take";
  /** The questions to answer with `PATCH` before it can be applied. */
  questions: ({
    /** `date_order`: choose `dateOrder`. `columns`: the column mapping lacks a required field. `duration_unit`: choose `durationUnit`. `decimal_mark`: choose `decimalMark`. `encoding`: choose `encoding`. */
    code: "date_order" | "columns" | "duration_unit" | "decimal_mark" | "encoding";
    /** The question, as a sentence. */
    message: string;
    /** The line of the example. */
    line: number | null;
    /** The file of the example within a zip, if its answer is not that of all. */
    file: string | null;
    /** A value in the file that can be read in several ways. */
    example: string | null;
    /** For `duration_unit`, `decimal_mark` and `encoding`: each answer and its effect; empty for other questions. */
    answers: ({
      /** The value to choose. */
      value: string;
      /** The total duration of all rows with this answer. */
      seconds: number;
      /** The first five rows that the answer changes. */
      first: ({
        /** The line of the file. */
        line: number;
        /** The text in the file. */
        read: string;
        /** The number that it means with this answer. */
        number: number;
        /** The duration of its row with this answer. */
        seconds: number;
      })[];
      /** For `encoding`: words of the file as they read with this answer. */
      texts: string[];
    })[];
  })[];
  /** The people in the file, and the members that they become. */
  people: ({
    /** The lower-case address, otherwise the name: the key in `people` of `PATCH`. */
    key: string;
    /** The name in the file. */
    name: string;
    /** The address in the file. */
    email: string | null;
    /** How many rows. */
    rows: number;
    /** Their total duration in seconds. */
    seconds: number;
    /** The member that the person becomes: one of `userId`, `invite` and `inactive`. */
    becomes: {
      /** A member of the organization. */
      userId?: string | undefined;
      /** An address to invite; the history belongs to that person once they accept. */
      invite?: string | undefined;
      /** With `invite`: the offered role; `member` by default. */
      role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
      /** A deactivated member who cannot sign in, like people who have left. */
      inactive?: true | undefined;
    };
    /** Whether a member was found by address or name, or was chosen. */
    isKnown: boolean;
    /** Whether any of the rows is imported; otherwise, nobody becomes a member. */
    isUsed: boolean;
  })[];
  /** Everything that applying the import would do; after applying, everything that it did. */
  preview: {
    /** How many of each would be created, or were created. */
    creates: {
      /** Clients. */
      clients: number;
      /** Projects. */
      projects: number;
      /** Tasks. */
      tasks: number;
      /** Tags. */
      tags: number;
      /** Members. */
      people: number;
      /** Time entries. */
      entries: number;
    };
    /** `source` is the total of the file, `imported` the total of what is imported. */
    totals: {
      /** The totals of the file. */
      source: {
        /** Rows, or the entries created from them. */
        rows: number;
        /** Their total duration in seconds. */
        seconds: number;
      };
      /** The totals that are imported. */
      imported: {
        /** Rows, or the entries created from them. */
        rows: number;
        /** Their total duration in seconds. */
        seconds: number;
      };
      /** By person in the file. */
      people: ({
        /** The name of the person. */
        name: string;
        /** The address of the person in the file. */
        email: string | null;
        /** The totals of the file. */
        source: {
          /** Rows, or the entries created from them. */
          rows: number;
          /** Their total duration in seconds. */
          seconds: number;
        };
        /** The totals that are imported. */
        imported: {
          /** Rows, or the entries created from them. */
          rows: number;
          /** Their total duration in seconds. */
          seconds: number;
        };
      })[];
      /** By project in the file; at most 1,000, those with the most seconds. */
      projects: ({
        /** The name of the client. */
        client: string | null;
        /** The name of the project. */
        project: string;
        /** The totals of the file. */
        source: {
          /** Rows, or the entries created from them. */
          rows: number;
          /** Their total duration in seconds. */
          seconds: number;
        };
        /** The totals that are imported. */
        imported: {
          /** Rows, or the entries created from them. */
          rows: number;
          /** Their total duration in seconds. */
          seconds: number;
        };
      })[];
      /** By month in the organization's time zone. */
      months: ({
        /** YYYY-MM. */
        month: string;
        /** The totals of the file. */
        source: {
          /** Rows, or the entries created from them. */
          rows: number;
          /** Their total duration in seconds. */
          seconds: number;
        };
        /** The totals that are imported. */
        imported: {
          /** Rows, or the entries created from them. */
          rows: number;
          /** Their total duration in seconds. */
          seconds: number;
        };
      })[];
    };
    /** Rows that are not imported, by reason. */
    leftOut: ({
      /** Why. */
      reason: "unreadable" | "running" | "deleted" | "period_locked" | "already_there";
      /** How many rows. */
      rows: number;
      /** Their total duration in seconds. */
      seconds: number;
    })[];
    /** Rows that were already imported. */
    alreadyThere: number;
    /** Rows that are skipped as `already_there` because they have the person, start and duration of an entry that is already here, although they were not imported under their names. */
    lookalikes: {
      /** Rows, or the entries created from them. */
      rows: number;
      /** Their total duration in seconds. */
      seconds: number;
    };
    /** Rows whose entries will be marked as breaking `entryRules`; `latestDays` does not apply to imports. */
    breaks: ({
      /** The rule. */
      rule: "requireDescription" | "requireTag" | "overlaps" | "latestDays" | "longestTimerSeconds";
      /** How many rows break it. */
      rows: number;
    })[];
    /** Values that could not be used unchanged. */
    doubts: {
      /** How many there are. */
      count: number;
      /** The first 100; all of them at `/imports/{id}/doubts`. */
      first: ({
        /** The line of the file, from 1; in JSON the position in the list. */
        line: number;
        /** The file within a zip. */
        file: string | null;
        /** The header of the column, or the key in JSON. */
        column: string;
        /** The text in the file, up to 200 characters. */
        read: string;
        /** What is wrong, as a sentence. */
        problem: string;
        /** The value that it becomes; null if the row is skipped. */
        becomes: string | null;
      })[];
    };
    /** Rows with an hourly rate; absent in previews of earlier versions. */
    ratedRows?: number | undefined;
    /** Amounts in the file next to Stint's, by currency; empty if the file has none, and without `costs:read`. */
    money: ({
      /** The currency of the file, or the organization's. */
      currency: string;
      /** Rows with an amount. */
      rows: number;
      /** Their amounts in the file, in minor units. */
      sourceMinor: number;
      /** The amounts of the entries created from them; null until it is applied. */
      importedMinor: number | null;
      /** Why Stint's amounts can differ, as found in the file; a row counts for its first reason. */
      reasons?: ({
        /** `left_out`: the rows are left out. `other_currency`: not the organization's currency. `not_billable`: 0 in Stint. `no_rate`: no hourly rate in the file. `rounded`: hours × rate isn't the amount. `rate_in_file`: the file's rate gives the amount, which other rates of Stint may not. */
        reason: "left_out" | "other_currency" | "not_billable" | "no_rate" | "rounded" | "rate_in_file";
        /** How many rows. */
        rows: number;
        /** Their amounts in the file, in minor units. */
        sourceMinor: number;
        /** The number of the first one among the file's rows of time. */
        firstRow: number;
      })[] | undefined;
    })[];
  } | null;
  /** After applying: the stored entries compared with the file by person, project and month. */
  proof: {
    /** Whether row counts and seconds are equal for every person, project and month. */
    isExact: boolean;
    /** The first 100 differences. */
    differences: ({
      /** The name of the person. */
      person: string | null;
      /** The name of the project. */
      project: string | null;
      /** YYYY-MM. */
      month: string | null;
      /** The totals of the file. */
      source: {
        /** Rows, or the entries created from them. */
        rows: number;
        /** Their total duration in seconds. */
        seconds: number;
      };
      /** The totals that are imported. */
      imported: {
        /** Rows, or the entries created from them. */
        rows: number;
        /** Their total duration in seconds. */
        seconds: number;
      };
    })[];
  } | null;
  /** After the undo: the first 1,000 objects that were not removed. */
  kept: ({
    /** The kind of object. */
    type: "time_entry" | "client" | "project" | "task" | "member" | "rate" | "invitation";
    /** Its id. */
    id: string;
    /** Its name, or the description of an entry. */
    name: string;
    /** Why it was kept, as a sentence. */
    reason: string;
  })[] | null;
  /** The member who uploaded it. */
  createdBy: string;
  /** When it was applied. ISO 8601, in UTC. */
  appliedAt: string | null;
  /** When it was undone. ISO 8601, in UTC. */
  undoneAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface Invitation {
  /** The invitation's id. */
  id: string;
  /** In lower case, its domain in ASCII. */
  email: string;
  /** The role that the person gets by accepting. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** The team that the person joins by accepting, unless it has been deleted; null: none. */
  teamId: string | null;
  /** `expired`: its 7 days are over, but it can be resent. */
  status: "pending" | "expired" | "accepted" | "revoked";
  /** The member who created it, or last resent it. */
  invitedBy: string;
  /** When its link expires: after 7 days. ISO 8601, in UTC. */
  expiresAt: string;
  /** When it was accepted. ISO 8601, in UTC. */
  acceptedAt: string | null;
  /** When it was revoked. ISO 8601, in UTC. */
  revokedAt: string | null;
  /** When the mail server last accepted an email with its link; null if it never did. ISO 8601, in UTC. */
  lastSentAt: string | null;
  /** Why the mail server has not accepted the email with the current link: usually its reply. Null if no attempt has failed, or the email was accepted. */
  mailError: string | null;
  /** After `mailError`: when the email is tried again; null if it is not. ISO 8601, in UTC. */
  mailRetryAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface Me {
  /** The caller. */
  user: {
    /** The id of the person. */
    id: string;
    /** Name of the person. */
    name: string;
    /** The address that the person signs in with. */
    email: string;
  };
  /** The organization of the key. */
  organization: {
    /** The id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
    /** The currency of all its amounts (ISO 4217). ISO 4217. */
    currency: string;
    /** The IANA time zone that determines its days. */
    timeZone: string;
    /** The first day of its weeks. */
    weekStart: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
    /** Its working days, in the order of the week. */
    workingDays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
    /** The timesheets that members submit; null if there are none. Turning them off stops submissions, but unlocks nothing. */
    approvals: {
      /** The period of a timesheet: a week, from `weekStart` on, or a month. */
      period: "week" | "month";
      /** A day in the first period to be submitted. `YYYY-MM-DD`. */
      from: string;
      /** Whether those who approve timesheets may approve their own. */
      ownApproval: boolean;
      /** The number of minutes after an approval during which the approver may reopen the timesheet without a note. */
      graceMinutes: number;
    } | null;
  };
  /** The member's role, see docs/api/api-keys.md. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** The person's preferences: the same in every organization. */
  preferences: {
    /** The dashboard's language; null for the device's. */
    language: "en" | "de" | "fr" | null;
    /** The dashboard's theme; null for the device's. */
    theme: "light" | "dark" | null;
    /** The first day of the week; null for the organization's. */
    weekStart: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
    /** 12-hour or 24-hour clock; null to follow the device's locale. */
    clock: "12" | "24" | null;
    /** `1:30` or `1.5`. Initially `clock`. */
    durations: "clock" | "decimal";
    /** The IANA time zone in which days are shown; null for the organization's. */
    timeZone: string | null;
    /** How high rows are in the dashboard. Initially `compact`. */
    density: "compact" | "comfortable";
    /** Whether single keys act as shortcuts. Initially `true`. */
    shortcuts: boolean;
    /** The notices that the person gets, and where. */
    notices: {
      /** Sent on the morning after a working day without time. Initially off. */
      time_missing: {
        /** By mail, if the service can send mail. */
        mail: boolean;
        /** In the dashboard and in `GET /notices`. */
        dashboard: boolean;
      };
      /** Sent when a timer has been running for ten hours, and after each further day. Initially off. */
      timer_running_long: {
        /** By mail, if the service can send mail. */
        mail: boolean;
        /** In the dashboard and in `GET /notices`. */
        dashboard: boolean;
      };
      /** Sent when a period has ended and its timesheet has not been submitted. Initially on. */
      timesheet_due: {
        /** By mail, if the service can send mail. */
        mail: boolean;
        /** In the dashboard and in `GET /notices`. */
        dashboard: boolean;
      };
      /** Sent when a timesheet that you may approve was submitted. Initially on. */
      timesheet_submitted: {
        /** By mail, if the service can send mail. */
        mail: boolean;
        /** In the dashboard and in `GET /notices`. */
        dashboard: boolean;
      };
      /** Sent when your timesheet was approved, rejected or reopened. Initially on. */
      timesheet_decided: {
        /** By mail, if the service can send mail. */
        mail: boolean;
        /** In the dashboard and in `GET /notices`. */
        dashboard: boolean;
      };
      /** Sent when a project's budget has reached a threshold. Initially on; for owners, admins and managers only. */
      budget: {
        /** By mail, if the service can send mail. */
        mail: boolean;
        /** In the dashboard and in `GET /notices`. */
        dashboard: boolean;
      };
      /** Sent every week, with the hours of the members whose time you see. Initially off. */
      digest: {
        /** By mail, if the service can send mail. */
        mail: boolean;
        /** In the dashboard and in `GET /notices`. */
        dashboard: boolean;
      };
    };
  };
  /** The effective scopes of this key: those allowed by both its own scopes and the role. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write" | "teams:read" | "teams:write" | "timesheets:read" | "timesheets:write" | "timesheets:approve" | "billing:read" | "billing:write")[];
  /** The key that sent this request. */
  key: {
    /** The id of the key or session; not a secret. */
    id: string;
    /** An API key, the grant of a connected program, or the session of a person who signed in. */
    kind: "api" | "session";
    /** The name of a key; the browser and system of a session. */
    name: string;
    /** When it expires; null: never. ISO 8601, in UTC. */
    expiresAt: string | null;
  };
  /** The work that the member often starts in this organization, in the member's order. Its projects may since have been archived or hidden, and its tasks done. */
  favourites: ({
    /** The project. */
    projectId: string;
    /** The task; null for none in particular. */
    taskId: string | null;
    /** The work; may be empty. */
    description: string;
  })[];
  /** The number of unread notices that this key may read; 100 means 100 or more. */
  unreadNotices: number;
  /** The maximum lifetime of a link to a saved report, in days: a setting of the service. */
  sharedLinkMaxDays: number;
  /** How the operator runs the commands of the service, which depends on how it was installed. */
  serverCommand: string;
  /** The address that the links of this service begin with, from `PUBLIC_URL`. */
  publicUrl: string;
  /** All organizations that this person is an active member of. Shown to sessions only. */
  organizations?: ({
    /** The id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
    /** The member's role, see docs/api/api-keys.md. */
    role: "owner" | "admin" | "manager" | "member" | "viewer";
  })[] | undefined;
  /** The person's credentials. Shown to sessions only. */
  signIn?: {
    /** Whether there is a password; without one, the person signs in by OpenID Connect only. */
    hasPassword: boolean;
    /** Whether signing in needs codes from an authenticator app. */
    hasSecondFactor: boolean;
    /** The number of unused recovery codes. */
    recoveryCodesLeft: number;
    /** 32 bytes in Base64, always the same for this person. The dashboard uses them to encrypt unsent changes, which stay in the browser after signing out. Null if the server has no `SECRET_KEY`. */
    deviceKey: string | null;
  } | undefined;
}

export interface Member {
  /** The id of the person, the same in every organization. */
  userId: string;
  /** The person's name, the same in every organization. */
  name: string;
  /** The address that the person signs in with. */
  email: string;
  /** The member's role, see docs/api/api-keys.md. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** Keys and sessions of deactivated members are refused; their entries and names are kept. */
  status: "active" | "deactivated";
  /** When the member was deactivated. ISO 8601, in UTC. */
  deactivatedAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface NewCalendarFeed {
  feed: CalendarFeed;
  /** The address for a calendar program. Anyone who knows it can read the feed. Shown only here. */
  address: string;
}

/** A message that a person gets once per occasion. */
export interface Notice {
  /** The id of the notice. */
  id: string;
  /** The subject of the notice. */
  kind: "time_missing" | "timer_running_long" | "timesheet_due" | "timesheet_submitted" | "timesheet_decided" | "budget" | "digest";
  /** What happened, in the caller's language. */
  title: string;
  /** Another sentence about it. */
  text: string;
  /** The label of a link to `path`, such as `Review the timesheet`. */
  action: string;
  /** The dashboard path about it. */
  path: string;
  /** With `timer_running_long`: when the timer started, if it is still the running one; otherwise null. ISO 8601, in UTC. */
  timerStartedAt: string | null;
  /** When it was marked as read; null if it is unread. ISO 8601, in UTC. */
  readAt: string | null;
  /** When the notice was created. ISO 8601, in UTC. */
  createdAt: string;
}

export interface Organization {
  /** The id of the organization. */
  id: string;
  /** Name of the organization. */
  name: string;
  /** The currency of all its amounts (ISO 4217). ISO 4217. */
  currency: string;
  /** The IANA time zone that determines its days. */
  timeZone: string;
  /** The first day of its weeks. */
  weekStart: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  /** Its working days, which budget forecasts count. */
  workingDays: ("monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday")[];
  /** Entries that start before this day, in `timeZone`, are read-only (409 `period_locked`). `YYYY-MM-DD`. */
  lockDate: string | null;
  /** Whether members with the role member may create API keys; managers, admins and owners always may. */
  membersMayMakeKeys: boolean;
  /** The rules for time entries (422 `entry_rule`); all are off by default. */
  entryRules: {
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
  };
  /** The timesheets that members submit; null if there are none. Turning them off stops submissions, but unlocks nothing. */
  approvals: {
    /** The period of a timesheet: a week, from `weekStart` on, or a month. */
    period: "week" | "month";
    /** A day in the first period to be submitted. `YYYY-MM-DD`. */
    from: string;
    /** Whether those who approve timesheets may approve their own. */
    ownApproval: boolean;
    /** The number of minutes after an approval during which the approver may reopen the timesheet without a note. */
    graceMinutes: number;
  } | null;
  /** When the last completely sent full export began. ISO 8601, in UTC. */
  exportedAt: string | null;
  /** When it will be permanently removed. Until then it is read-only; null if never. ISO 8601, in UTC. */
  deletesAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

/** RFC 9457 problem details. */
export interface Problem {
  /** Always `about:blank`; `code` distinguishes the problems. */
  type: "about:blank";
  /** The name of the status. */
  title: string;
  /** The status of the reply. */
  status: number;
  /** What is wrong and how to fix it, for people to read. */
  detail: string;
  /** The reason, for programs: one of a closed list; `x-status` lists the codes for each status. */
  code: "malformed_request" | "missing_field" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "missing_api_key" | "invalid_api_key" | "expired_api_key" | "revoked_api_key" | "not_signed_in" | "invalid_credentials" | "second_factor_required" | "invalid_code" | "insufficient_scope" | "forbidden" | "session_required" | "address_not_proved" | "cross_site_request" | "reauthentication_required" | "not_found" | "method_not_allowed" | "request_timeout" | "external_ref_taken" | "has_time_entries" | "in_use" | "not_deleted" | "key_ended" | "too_many_api_keys" | "period_locked" | "billed" | "timesheet_state" | "unrated_entries" | "billing_changed" | "currency_in_use" | "rate_exists" | "timer_not_running" | "timer_running" | "export_first" | "organization_ending" | "too_many_webhooks" | "too_many_calendars" | "webhook_disabled" | "last_owner" | "already_member" | "already_invited" | "too_many_invitations" | "too_many_imports" | "invitation_closed" | "second_factor_state" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "unknown_parameter" | "idempotency_mismatch" | "project_archived" | "task_done" | "task_not_in_project" | "budget_exceeded" | "entry_rule" | "nothing_to_bill" | "too_many_groups" | "invalid_link" | "number_out_of_range" | "insecure_origin" | "rate_limited" | "too_many_attempts" | "too_many_deliveries" | "headers_too_large" | "internal" | "too_many_streams" | "timeout" | "not_configured" | "unavailable";
  /** Identifies the request in the log; also in `X-Request-Id`. */
  requestId: string;
  /** With `period_locked`: the closed timesheet that holds the time, if one locks it. */
  timesheetId?: string | undefined;
  /** Each fault and its location; absent if no field is at fault. */
  errors?: ({
    /** JSON Pointer (RFC 6901) into the body; a query parameter as `/name`. */
    pointer: string;
    /** The kind of fault, for programs. */
    code: string;
    /** The fault: a sentence, or a requirement such as `must be …`. */
    message: string;
    /** With `period_locked`: the closed timesheet that holds the time, if one locks it. */
    timesheetId?: string | undefined;
  })[] | undefined;
}

export interface Project {
  /** The id of the project. */
  id: string;
  /** Name of the project. */
  name: string;
  /** Your short code for it, such as `WEB-1`. */
  code: string | null;
  /** The client that the project is for. */
  clientId: string | null;
  /** `#rrggbb`. A project created without it gets the least used of 24 colours; null means none. */
  color: string | null;
  /** Free text; empty if there is none. */
  description: string;
  /** An archived project keeps its entries but accepts no new ones. */
  status: "active" | "archived";
  /** Who can see the project: everyone in the organization, or only the members in `memberIds` and all managers, admins and owners. For everyone else, the project does not exist, and neither do its entries, except their own. */
  visibility: "organization" | "members";
  /** The default for its entries, unless their task has another. */
  billable: boolean;
  /** The members who can see it while `visibility` is `members`. The list is kept when `visibility` changes. */
  memberIds: string[];
  /** How an entry's `billableSeconds` are computed from its duration, when the entry is written. The duration itself is never changed. */
  rounding: {
    /** The direction of rounding; `nearest` rounds a half up. */
    mode: "up" | "nearest" | "down";
    /** Durations are rounded to a multiple of this many minutes. */
    minutes: number;
  } | null;
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
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface Rate {
  /** The id of the rate. */
  id: string;
  /** Whether it is the price of an hour (`billable`) or its internal cost (`cost`). */
  kind: "billable" | "cost";
  /** The entries that it applies to. If several rates apply, the first in this order is used: projectMember, task, project, member, organization. */
  scope: "projectMember" | "task" | "project" | "member" | "organization";
  /** The member, for the scopes member and projectMember; otherwise null. */
  userId: string | null;
  /** The project, for the scopes project and projectMember; otherwise null. */
  projectId: string | null;
  /** The task, for the scope task; otherwise null. */
  taskId: string | null;
  /** Per hour, in minor units of the organization's currency (9000 is 90.00 EUR); 0 is free of charge. */
  rateMinor: number;
  /** The first day, in the organization's time zone, from which it applies. `YYYY-MM-DD`. */
  effectiveFrom: string;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface ReportLink {
  /** The id of the link. */
  id: string;
  /** The saved report that it shows. */
  savedReportId: string;
  /** The title of the page. */
  name: string;
  /** The query. Ids that do not exist match nothing. */
  query: {
    /** `summary` groups and sums up entries, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only. */
    report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
    /** The range of the report, relative to the day on which it is read. Alternative to `from` and `to`; without any of them, all time, and in `weekly` this week. */
    period?: "today" | "yesterday" | "thisWeek" | "lastWeek" | "last7Days" | "thisMonth" | "lastMonth" | "last30Days" | "thisQuarter" | "lastQuarter" | "thisYear" | "lastYear" | undefined;
    /** A fixed first day in `tz`, or an instant. */
    from?: string | undefined;
    /** A fixed last day in `tz`, or the instant before which entries start. */
    to?: string | undefined;
    /** IANA time zone of days; by default the organization's at the time of reading. */
    tz?: string | undefined;
    /** One or two groupings of `summary`, one except `date` of `weekly`; default `project`. */
    groupBy?: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source")[] | undefined;
    /** The length of the periods of the grouping `date`, allowed only with it; default: a day. */
    interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
    /** Only these projects. */
    projectId?: string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: string[] | undefined;
    /** Only projects of these clients. */
    clientId?: string[] | undefined;
    /** Only entries of these members; `me` is the reader of the report. */
    userId?: string[] | undefined;
    /** Only entries of these teams' members at the time of reading. Readers need the scope `teams:read`. */
    teamId?: string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: string[] | undefined;
    /** Only billable entries, or only non-billable ones. */
    billable?: boolean | undefined;
    /** Only billed entries, or only those that are not. */
    billed?: boolean | undefined;
    /** Only entries whose timesheet has one of these statuses. */
    approval?: ("open" | "submitted" | "approved" | "rejected")[] | undefined;
    /** Only entries from one of these sources; `unknown` means those whose `source` is null. */
    source?: ("timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown")[] | undefined;
    /** Part of the description, ignoring case. */
    q?: string | undefined;
    /** Only projects with this status, in `costs` and `budgets`. */
    status?: ("active" | "archived")[] | undefined;
    /** Only projects whose budget has this status, in `costs` and `budgets`. */
    budgetStatus?: ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  };
  /** The member who created the link; the figures are computed with this member's rights. */
  createdBy: string;
  /** Whether members' names are shown. If not, groups by member are numbered, and entries have no `person`. */
  showsPeople: boolean;
  /** Whether amounts and budgets of amounts are shown. Costs and margins never are. */
  showsAmounts: boolean;
  /** Whether descriptions and tags are shown. If not, groups by tag are numbered, and entries have neither. */
  showsNotes: boolean;
  /** When the page expires. ISO 8601, in UTC. */
  expiresAt: string;
  /** How often the page was opened, not counting later pages of a detailed report. */
  opens: number;
  /** When it was last opened; null if never. ISO 8601, in UTC. */
  lastOpenedAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
}

export interface ReportLinkWithToken {
  /** The id of the link. */
  id: string;
  /** The saved report that it shows. */
  savedReportId: string;
  /** The title of the page. */
  name: string;
  /** The query. Ids that do not exist match nothing. */
  query: {
    /** `summary` groups and sums up entries, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only. */
    report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
    /** The range of the report, relative to the day on which it is read. Alternative to `from` and `to`; without any of them, all time, and in `weekly` this week. */
    period?: "today" | "yesterday" | "thisWeek" | "lastWeek" | "last7Days" | "thisMonth" | "lastMonth" | "last30Days" | "thisQuarter" | "lastQuarter" | "thisYear" | "lastYear" | undefined;
    /** A fixed first day in `tz`, or an instant. */
    from?: string | undefined;
    /** A fixed last day in `tz`, or the instant before which entries start. */
    to?: string | undefined;
    /** IANA time zone of days; by default the organization's at the time of reading. */
    tz?: string | undefined;
    /** One or two groupings of `summary`, one except `date` of `weekly`; default `project`. */
    groupBy?: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source")[] | undefined;
    /** The length of the periods of the grouping `date`, allowed only with it; default: a day. */
    interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
    /** Only these projects. */
    projectId?: string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: string[] | undefined;
    /** Only projects of these clients. */
    clientId?: string[] | undefined;
    /** Only entries of these members; `me` is the reader of the report. */
    userId?: string[] | undefined;
    /** Only entries of these teams' members at the time of reading. Readers need the scope `teams:read`. */
    teamId?: string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: string[] | undefined;
    /** Only billable entries, or only non-billable ones. */
    billable?: boolean | undefined;
    /** Only billed entries, or only those that are not. */
    billed?: boolean | undefined;
    /** Only entries whose timesheet has one of these statuses. */
    approval?: ("open" | "submitted" | "approved" | "rejected")[] | undefined;
    /** Only entries from one of these sources; `unknown` means those whose `source` is null. */
    source?: ("timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown")[] | undefined;
    /** Part of the description, ignoring case. */
    q?: string | undefined;
    /** Only projects with this status, in `costs` and `budgets`. */
    status?: ("active" | "archived")[] | undefined;
    /** Only projects whose budget has this status, in `costs` and `budgets`. */
    budgetStatus?: ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  };
  /** The member who created the link; the figures are computed with this member's rights. */
  createdBy: string;
  /** Whether members' names are shown. If not, groups by member are numbered, and entries have no `person`. */
  showsPeople: boolean;
  /** Whether amounts and budgets of amounts are shown. Costs and margins never are. */
  showsAmounts: boolean;
  /** Whether descriptions and tags are shown. If not, groups by tag are numbered, and entries have neither. */
  showsNotes: boolean;
  /** When the page expires. ISO 8601, in UTC. */
  expiresAt: string;
  /** How often the page was opened, not counting later pages of a detailed report. */
  opens: number;
  /** When it was last opened; null if never. ISO 8601, in UTC. */
  lastOpenedAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** For `GET /auth/shared-reports/{token}`. Shown only here. */
  token: string;
  /** The address of the public page, which contains the token. Shown only here. */
  link: string;
}

export interface Repriced {
  /** Whether the entries were changed; false is a preview. */
  applied: boolean;
  /** How many entries were changed, or would be. */
  entries: number;
  /** How many are already correct. */
  unchanged: number;
  /** How many would be changed, but start before the lock date and stay unchanged. */
  locked: number;
  /** The amounts of the entries that `entries` counts. */
  amountMinor?: {
    /** Sum of their amounts as stored, in minor units. */
    before: number;
    /** Sum of their amounts by the current rules, in minor units. */
    after: number;
    /** `after` minus `before`, in minor units. */
    difference: number;
  } | undefined;
  /** The costs of the entries that `entries` counts. */
  costMinor?: {
    /** Sum of their costs as stored, in minor units. */
    before: number;
    /** Sum of their costs by the current rules, in minor units. */
    after: number;
    /** `after` minus `before`, in minor units. */
    difference: number;
  } | undefined;
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  /** The same per project, for each project with such entries, in the order of the projects' ids. */
  projects: ({
    /** The id of the project. */
    projectId: string;
    /** How many entries were changed, or would be. */
    entries: number;
    /** The amounts of the entries that `entries` counts. */
    amountMinor?: {
      /** Sum of their amounts as stored, in minor units. */
      before: number;
      /** Sum of their amounts by the current rules, in minor units. */
      after: number;
      /** `after` minus `before`, in minor units. */
      difference: number;
    } | undefined;
    /** The costs of the entries that `entries` counts. */
    costMinor?: {
      /** Sum of their costs as stored, in minor units. */
      before: number;
      /** Sum of their costs by the current rules, in minor units. */
      after: number;
      /** `after` minus `before`, in minor units. */
      difference: number;
    } | undefined;
  })[];
}

export interface Rerounded {
  /** Whether the entries were changed; false is a preview. */
  applied: boolean;
  /** How many entries were changed, or would be. */
  entries: number;
  /** How many are already correct. */
  unchanged: number;
  /** How many would be changed, but start before the lock date and stay unchanged. */
  locked: number;
  /** The billable time of the entries that `entries` counts. */
  billableSeconds: {
    /** Sum of their billable time as stored, in seconds. */
    before: number;
    /** Sum of their billable time by the current rules, in seconds. */
    after: number;
    /** `after` minus `before`, in seconds. */
    difference: number;
  };
  /** The amounts of the entries that `entries` counts. */
  amountMinor?: {
    /** Sum of their amounts as stored, in minor units. */
    before: number;
    /** Sum of their amounts by the current rules, in minor units. */
    after: number;
    /** `after` minus `before`, in minor units. */
    difference: number;
  } | undefined;
  /** The costs of the entries that `entries` counts. */
  costMinor?: {
    /** Sum of their costs as stored, in minor units. */
    before: number;
    /** Sum of their costs by the current rules, in minor units. */
    after: number;
    /** `after` minus `before`, in minor units. */
    difference: number;
  } | undefined;
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  /** The same per project, for each project with such entries, in the order of the projects' ids. */
  projects: ({
    /** The id of the project. */
    projectId: string;
    /** How many entries were changed, or would be. */
    entries: number;
    /** The billable time of the entries that `entries` counts. */
    billableSeconds?: {
      /** Sum of their billable time as stored, in seconds. */
      before: number;
      /** Sum of their billable time by the current rules, in seconds. */
      after: number;
      /** `after` minus `before`, in seconds. */
      difference: number;
    } | undefined;
    /** The amounts of the entries that `entries` counts. */
    amountMinor?: {
      /** Sum of their amounts as stored, in minor units. */
      before: number;
      /** Sum of their amounts by the current rules, in minor units. */
      after: number;
      /** `after` minus `before`, in minor units. */
      difference: number;
    } | undefined;
    /** The costs of the entries that `entries` counts. */
    costMinor?: {
      /** Sum of their costs as stored, in minor units. */
      before: number;
      /** Sum of their costs by the current rules, in minor units. */
      after: number;
      /** `after` minus `before`, in minor units. */
      difference: number;
    } | undefined;
  })[];
}

export interface SavedReport {
  /** The id of the saved report. */
  id: string;
  /** Name of the report. */
  name: string;
  /** The member who saved it. */
  ownerId: string;
  /** Whether every member of the organization sees it. Its figures include only what the reader may see. */
  shared: boolean;
  /** The query. Ids that do not exist match nothing. */
  query: {
    /** `summary` groups and sums up entries, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only. */
    report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
    /** The range of the report, relative to the day on which it is read. Alternative to `from` and `to`; without any of them, all time, and in `weekly` this week. */
    period?: "today" | "yesterday" | "thisWeek" | "lastWeek" | "last7Days" | "thisMonth" | "lastMonth" | "last30Days" | "thisQuarter" | "lastQuarter" | "thisYear" | "lastYear" | undefined;
    /** A fixed first day in `tz`, or an instant. */
    from?: string | undefined;
    /** A fixed last day in `tz`, or the instant before which entries start. */
    to?: string | undefined;
    /** IANA time zone of days; by default the organization's at the time of reading. */
    tz?: string | undefined;
    /** One or two groupings of `summary`, one except `date` of `weekly`; default `project`. */
    groupBy?: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source")[] | undefined;
    /** The length of the periods of the grouping `date`, allowed only with it; default: a day. */
    interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
    /** Only these projects. */
    projectId?: string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: string[] | undefined;
    /** Only projects of these clients. */
    clientId?: string[] | undefined;
    /** Only entries of these members; `me` is the reader of the report. */
    userId?: string[] | undefined;
    /** Only entries of these teams' members at the time of reading. Readers need the scope `teams:read`. */
    teamId?: string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: string[] | undefined;
    /** Only billable entries, or only non-billable ones. */
    billable?: boolean | undefined;
    /** Only billed entries, or only those that are not. */
    billed?: boolean | undefined;
    /** Only entries whose timesheet has one of these statuses. */
    approval?: ("open" | "submitted" | "approved" | "rejected")[] | undefined;
    /** Only entries from one of these sources; `unknown` means those whose `source` is null. */
    source?: ("timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | "unknown")[] | undefined;
    /** Part of the description, ignoring case. */
    q?: string | undefined;
    /** Only projects with this status, in `costs` and `budgets`. */
    status?: ("active" | "archived")[] | undefined;
    /** Only projects whose budget has this status, in `costs` and `budgets`. */
    budgetStatus?: ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  };
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface SavedReportFigures {
  /** Which of the fields below is present. */
  report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
  /** The first day or instant of the report as it is read; null if it is unbounded. */
  from: string | null;
  /** The last day, or the instant before which entries start; null if it is unbounded. */
  to: string | null;
  /** The time zone that determines the days. */
  tz: string;
  /** For `summary` and `weekly`, as `GET /reports/summary` returns it. */
  summary?: Summary | undefined;
  /** For `costs` and `budgets`, as `GET /reports/costs` returns it. */
  costs?: Costs | undefined;
  /** For `detailed`, as `GET /time-entries` returns it. */
  entries?: {
    /** The items of this page. */
    data: TimeEntry[];
    /** Pass it as `cursor` to get the next page; null on the last page. */
    nextCursor: string | null;
  } | undefined;
}

export interface SentInvitation {
  /** The invitation's id. */
  id: string;
  /** In lower case, its domain in ASCII. */
  email: string;
  /** The role that the person gets by accepting. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** The team that the person joins by accepting, unless it has been deleted; null: none. */
  teamId: string | null;
  /** `expired`: its 7 days are over, but it can be resent. */
  status: "pending" | "expired" | "accepted" | "revoked";
  /** The member who created it, or last resent it. */
  invitedBy: string;
  /** When its link expires: after 7 days. ISO 8601, in UTC. */
  expiresAt: string;
  /** When it was accepted. ISO 8601, in UTC. */
  acceptedAt: string | null;
  /** When it was revoked. ISO 8601, in UTC. */
  revokedAt: string | null;
  /** When the mail server last accepted an email with its link; null if it never did. ISO 8601, in UTC. */
  lastSentAt: string | null;
  /** Why the mail server has not accepted the email with the current link: usually its reply. Null if no attempt has failed, or the email was accepted. */
  mailError: string | null;
  /** After `mailError`: when the email is tried again; null if it is not. ISO 8601, in UTC. */
  mailRetryAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
  /** A link with which the person accepts. Shown only in this reply. Using it does not verify the address; an account with an unverified address needs the emailed link. */
  link: string;
  /** Whether an email with another link is being sent to the address. If not, pass `link` on to the person yourself. */
  emailSent: boolean;
}

export interface Session {
  /** The id of the session. */
  id: string;
  /** The organization of the session. */
  organizationId: string;
  /** Name of that organization. */
  organizationName: string;
  /** The browser and system in which it was created. */
  name: string;
  /** Whether it is the session of this request. */
  isCurrent: boolean;
  /** When the person last authenticated. ISO 8601, in UTC. */
  authenticatedAt: string;
  /** When it was last used, to the minute; null for one that never was. ISO 8601, in UTC. */
  lastUsedAt: string | null;
  /** The network address from which it was last used. */
  lastUsedAddress: string | null;
  /** When it began. ISO 8601, in UTC. */
  createdAt: string;
  /** When it ends regardless of use; without use it ends after 14 days. ISO 8601, in UTC. */
  expiresAt: string;
}

export interface SharedReport {
  /** The title of the page. */
  name: string;
  /** The organization that publishes it. */
  organization: string;
  /** The kind of report. */
  report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
  /** Its first day, or an instant; null if it is unbounded. */
  from: string | null;
  /** Its last day, or the instant before which entries start; null if it is unbounded. */
  to: string | null;
  /** The time zone that determines the days. */
  tz: string;
  /** The first day of the organization's weeks. */
  weekStart: string;
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  /** When the page expires. ISO 8601, in UTC. */
  expiresAt: string;
  /** The groupings of `groups`, for `summary` and `weekly`. */
  groupBy?: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source")[] | undefined;
  /** True with the grouping `tag`: an entry with two tags is in two groups. */
  overlapping?: boolean | undefined;
  /** The sums of all groups; absent in `detailed`. */
  totals?: {
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the billable time, after rounding. */
    billableSeconds: number;
    /** The number of entries. */
    entries: number;
    /** Sum of the amounts, in minor units. Only if the link shows amounts. */
    amountMinor?: number | undefined;
  } | undefined;
  /** For `costs` and `budgets`: one per project. */
  projects?: ({
    /** Name of the project. */
    name: string;
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the billable time, after rounding. */
    billableSeconds: number;
    /** The number of entries. */
    entries: number;
    /** Sum of the amounts, in minor units. Only if the link shows amounts. */
    amountMinor?: number | undefined;
    /** The budget in its current period; null if there is none, or if the link does not show it. */
    budget: {
      /** Whether seconds or amounts are limited. */
      kind: "time" | "amount";
      /** How often the budget resets. */
      period: "total" | "monthly" | "weekly";
      /** First day of the period that contains today. */
      periodStart: string | null;
      /** Its last day; null if it has no end. */
      periodEnd: string | null;
      /** Seconds, or minor units. */
      limit: number;
      /** Sum over the whole period. */
      used: number;
      /** Negative when exceeded. */
      remaining: number;
      /** Two decimals, rounded half up. */
      usedPercent: number;
      /** The budget's status. */
      status: "ok" | "warning" | "exceeded";
    } | null;
  })[] | undefined;
  /** For `detailed`: newest first. */
  entries?: ({
    /** When the work began. ISO 8601, in UTC. */
    startedAt: string;
    /** When it ended. ISO 8601, in UTC. */
    endedAt: string;
    /** The duration, in seconds. */
    durationSeconds: number;
    /** Whether it is charged. */
    billable: boolean;
    /** 0 if not billable, otherwise the duration after rounding. */
    billableSeconds: number;
    /** Name of the project. */
    project: string;
    /** Name of the task. */
    task: string;
    /** The member who worked. Only if the link shows people. */
    person?: string | undefined;
    /** The work that was done. Only if the link shows notes. */
    description?: string | undefined;
    /** Labels of the entry. Only if the link shows notes. */
    tags?: string[] | undefined;
    /** Its amount, in minor units. Only if the link shows amounts. */
    amountMinor?: number | undefined;
  })[] | undefined;
  /** For `detailed`: pass it as `cursor` to get the next page; null on the last page. */
  nextCursor?: string | null | undefined;
  /** For `summary` and `weekly`: one for each value of the first of `groupBy`. */
  groups?: ({
    /** A day, the first day of a week, `2026-03`, `2026-Q1` or `2026`; a tag in lower case; `true` or `false`; otherwise a number that distinguishes the groups of this reply; null for none. */
    key: string | null;
    /** Its name; null for none, or for a member whose name the link does not show. */
    name: string | null;
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the billable time, after rounding. */
    billableSeconds: number;
    /** The number of entries. */
    entries: number;
    /** Sum of the amounts, in minor units. Only if the link shows amounts. */
    amountMinor?: number | undefined;
    /** Its subgroups by the second of `groupBy`; absent if there is only one. */
    groups?: ({
      /** A day, the first day of a week, `2026-03`, `2026-Q1` or `2026`; a tag in lower case; `true` or `false`; otherwise a number that distinguishes the groups of this reply; null for none. */
      key: string | null;
      /** Its name; null for none, or for a member whose name the link does not show. */
      name: string | null;
      /** Sum of the durations. */
      seconds: number;
      /** Sum of the billable time, after rounding. */
      billableSeconds: number;
      /** The number of entries. */
      entries: number;
      /** Sum of the amounts, in minor units. Only if the link shows amounts. */
      amountMinor?: number | undefined;
    })[] | undefined;
  })[] | undefined;
}

/** The session is in the cookie of the reply. */
export interface SignedIn {
  /** The person who is signed in. */
  user: {
    /** The id of the person. */
    id: string;
    /** The address that the person signs in with. */
    email: string;
    /** Name of the person. */
    name: string;
  };
  /** The organization of the session. */
  organization: {
    /** The id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
  };
  /** The person's role there, see docs/api/api-keys.md. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** When the session ends, regardless of use. ISO 8601, in UTC. */
  expiresAt: string;
  /** All organizations that the person belongs to; change with `POST /auth/switch`. */
  organizations: ({
    /** The id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
    /** The person's role there, see docs/api/api-keys.md. */
    role: "owner" | "admin" | "manager" | "member" | "viewer";
  })[];
}

export interface SubscribedCalendar {
  /** Its id. */
  id: string;
  /** Your name for it. */
  name: string;
  /** The server of its address. The address itself is never shown. */
  host: string;
  /** When it was last read successfully. ISO 8601, in UTC. */
  readAt: string;
  /** When it will be read next, to the minute. ISO 8601, in UTC. */
  nextReadAt: string;
  /** Why it could not be read since then, as a sentence; null if it could. */
  error: string | null;
  /** Warnings about parts that could not be read as intended, such as an unknown time zone, as sentences. */
  warnings: string[];
  /** When it was added. ISO 8601, in UTC. */
  createdAt: string;
}

export interface Summary {
  /** The requested start; null if unbounded. */
  from: string | null;
  /** The requested end; null if unbounded. */
  to: string | null;
  /** The time zone that determines the days. */
  tz: string;
  /** The first day of its weeks. */
  weekStart: string;
  /** The requested groupings. */
  groupBy: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable" | "team" | "source")[];
  /** The currency of all amounts (ISO 4217). */
  currency: string;
  /** With the grouping `tag` or `team`: an entry with two tags, or of a member of two teams, is in two groups, and once in the totals. */
  overlapping?: true | undefined;
  /** The sums of all entries; each entry counts once. */
  totals: {
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the entries' `billableSeconds`. */
    billableSeconds: number;
    /** The number of entries. */
    entries: number;
    /** The sum of the entries' rounded amounts. Money is shown only with `costs:read`. Leads get amounts if the request covers only members of teams with `showsMoney`. */
    amountMinor?: number | undefined;
    /** Rate × billable time of the entries, rounded once, half up: the amount of hours × rate on an invoice. */
    exactAmountMinor?: number | undefined;
    /** Billable time to which no rate applied. */
    unratedSeconds?: number | undefined;
    /** Sum of the entries' costs. */
    costMinor?: number | undefined;
    /** Amount minus cost; null while `uncostedSeconds` is above 0. */
    marginMinor?: number | null | undefined;
    /** Time to which no cost rate applied, so its costs are unknown. */
    uncostedSeconds?: number | undefined;
  };
  /** One group for each value of the first of `groupBy`. */
  groups: ({
    /** The key of the group: an id; a day, the first day of a week, `2026-03`, `2026-Q1`, `2026`; a tag in lower case; `true` or `false`; a source; null for none, or for entries whose source is not known. */
    key: string | null;
    /** Its name; for a tag, the latest spelling. */
    name: string | null;
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the entries' `billableSeconds`. */
    billableSeconds: number;
    /** The number of entries. */
    entries: number;
    /** The sum of the entries' rounded amounts. Money is shown only with `costs:read`. Leads get amounts if the request covers only members of teams with `showsMoney`. */
    amountMinor?: number | undefined;
    /** Rate × billable time of the entries, rounded once, half up: the amount of hours × rate on an invoice. */
    exactAmountMinor?: number | undefined;
    /** Billable time to which no rate applied. */
    unratedSeconds?: number | undefined;
    /** Sum of the entries' costs. */
    costMinor?: number | undefined;
    /** Amount minus cost; null while `uncostedSeconds` is above 0. */
    marginMinor?: number | null | undefined;
    /** Time to which no cost rate applied, so its costs are unknown. */
    uncostedSeconds?: number | undefined;
    /** Its subgroups by the second of `groupBy`; absent if there is only one. */
    groups?: ({
      /** The key of the group: an id; a day, the first day of a week, `2026-03`, `2026-Q1`, `2026`; a tag in lower case; `true` or `false`; a source; null for none, or for entries whose source is not known. */
      key: string | null;
      /** Its name; for a tag, the latest spelling. */
      name: string | null;
      /** Sum of the durations. */
      seconds: number;
      /** Sum of the entries' `billableSeconds`. */
      billableSeconds: number;
      /** The number of entries. */
      entries: number;
      /** The sum of the entries' rounded amounts. Money is shown only with `costs:read`. Leads get amounts if the request covers only members of teams with `showsMoney`. */
      amountMinor?: number | undefined;
      /** Rate × billable time of the entries, rounded once, half up: the amount of hours × rate on an invoice. */
      exactAmountMinor?: number | undefined;
      /** Billable time to which no rate applied. */
      unratedSeconds?: number | undefined;
      /** Sum of the entries' costs. */
      costMinor?: number | undefined;
      /** Amount minus cost; null while `uncostedSeconds` is above 0. */
      marginMinor?: number | null | undefined;
      /** Time to which no cost rate applied, so its costs are unknown. */
      uncostedSeconds?: number | undefined;
    })[] | undefined;
  })[];
}

export interface TagRename {
  /** For `POST /tags/rename/undo`; null if nothing was changed. */
  id: string | null;
  /** Whether the request was a dry run. */
  dryRun: boolean;
  /** How many entries were changed, or would be changed. */
  changed: number;
  /** How many would be changed, but start before the lock date and keep their tags. */
  locked: number;
}

export interface TagRenameUndo {
  /** The undo is a renaming too, so it can be undone; null if nothing was changed. */
  id: string | null;
  /** How many entries got their previous tags back. */
  changed: number;
  /** How many now start before the lock date and keep their tags. */
  locked: number;
  /** How many keep their tags because they were changed since, or because the entry was deleted. */
  skipped: number;
}

export interface Task {
  /** The id of the task. */
  id: string;
  /** The project that it belongs to. */
  projectId: string;
  /** Name of the task. */
  name: string;
  /** Free text; empty if there is none. */
  description: string;
  /** A task that is done keeps its entries but accepts no new ones. */
  status: "open" | "done";
  /** The default for its entries; null if it is inherited from the project. */
  billable: boolean | null;
  /** Planned effort in seconds. */
  estimateSeconds: number | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface Team {
  /** The id of the team. */
  id: string;
  /** Name of the team. */
  name: string;
  /** The members whose time the leads can read and write, including time from before they joined the team. */
  memberIds: string[];
  /** The leads of the team: members with the role `member` or higher. While a lead is deactivated or a viewer, they have no rights over the team. */
  leadIds: string[];
  /** Whether leads see `rateMinor`, `rateSource` and `amountMinor` of the members' entries. Leads never see costs, margins and budgets. */
  showsMoney: boolean;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface TimeEntry {
  /** The id of the time entry. */
  id: string;
  /** The project that the time was spent on. */
  projectId: string;
  /** The task that the time was spent on. */
  taskId: string;
  /** When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199. ISO 8601, in UTC. */
  startedAt: string;
  /** Seconds; more than 7 days only if a timer ran that long. */
  durationSeconds: number;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** `startedAt` plus the duration. ISO 8601, in UTC. */
  endedAt: string;
  /** The member who worked. */
  userId: string;
  /** The work that was done. */
  description: string;
  /** Up to 20 labels, compared ignoring case. */
  tags: string[];
  /** Whether it is charged. */
  billable: boolean;
  /** 0 if not billable, otherwise the duration after the project's rounding. */
  billableSeconds: number;
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
  externalRef: string | null;
  /** Where it came from, set when it is created: `timer` is a stopped timer; `manual`, `timesheet` and `calendar` are the dashboard; `api`, `cli` and `mcp` an API key; `import` an import. Null if it was created before this was recorded, or was permanently deleted. */
  source: "timer" | "manual" | "timesheet" | "calendar" | "api" | "import" | "cli" | "mcp" | null;
  /** Whether it was billed by a billing batch. */
  billed: boolean;
  /** When it was billed; absent if it was not, and without `billing:read`. ISO 8601, in UTC. */
  billedAt?: string | undefined;
  /** The reference of its billing batch; absent like `billedAt`. */
  billedReference?: string | undefined;
  /** The id of its billing batch; absent like `billedAt`. */
  billingBatchId?: string | undefined;
  /** Whether it is locked and cannot be changed; `lockedBy` says why. */
  locked: boolean;
  /** Why it is locked: it starts before the organization's lock date, it is in a timesheet that was submitted or approved, or it is billed. Absent if it is not locked. */
  lockedBy?: ("lockDate" | "timesheet" | "billing")[] | undefined;
  /** The rules in the organization's `entryRules` that the entry broke when it was last written; stopped timers and imports are never refused. Absent if it breaks no rule that is on. */
  breaks?: ("requireDescription" | "requireTag" | "overlaps" | "latestDays" | "longestTimerSeconds")[] | undefined;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** When it was deleted; it can be restored for 30 days. ISO 8601, in UTC. */
  deletedAt: string | null;
}

/** A member's current work. It becomes a time entry when it is stopped. */
export interface Timer {
  /** The project being worked on. */
  projectId: string;
  /** The task being worked on. */
  taskId: string;
  /** The member whose timer it is. */
  userId: string;
  /** When it was started. ISO 8601, in UTC. */
  startedAt: string;
  /** The work that is being done. */
  description: string;
  /** Up to 20 labels, compared ignoring case. */
  tags: string[];
  /** Whether the entry will be billable; null means inherited from the task, or otherwise from the project. */
  billable: boolean | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface Timesheet {
  /** `sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time. */
  id: string;
  /** The member to whom the time belongs. */
  userId: string;
  /** Its first day. `YYYY-MM-DD`. */
  periodStart: string;
  /** Its last day. `YYYY-MM-DD`. */
  periodEnd: string;
  /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
  startsAt: string;
  /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
  endsAt: string;
  /** The time zone of its days. It does not change while the timesheet is closed. */
  timeZone: string;
  /** `submitted` and `approved` are closed: their entries are locked. */
  status: "open" | "submitted" | "approved" | "rejected";
  /** The number of approvals. */
  revision: number;
  /** The sum of its entries' durations, in seconds. */
  seconds: number;
  /** The sum of their billable seconds. */
  billableSeconds: number;
  /** The number of its entries. */
  entries: number;
  /** The sum of their amounts, in minor units. Only for readers who may see them. */
  amountMinor?: number | undefined;
  /** How many of its entries break a rule of the organization (`breaks`). */
  breaks: number;
  /** True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet. */
  partial?: boolean | undefined;
  /** When it was last submitted. ISO 8601, in UTC. */
  submittedAt: string | null;
  /** Who submitted it. */
  submittedBy: string | null;
  /** When it was last approved, rejected or reopened. ISO 8601, in UTC. */
  decidedAt: string | null;
  /** Who decided that. */
  decidedBy: string | null;
  /** The note of the last transition. */
  note: string | null;
  /** The hash of its last statement; null until it is approved. */
  statementHash: string | null;
  /** The number of its transitions; 0 if there was none. */
  version: number;
}

export interface TimesheetGrid {
  /** The members who have timesheets in the range, in the order of their ids. */
  data: ({
    /** The member. */
    userId: string;
    /** The member's name. */
    userName: string;
    /** The member's timesheets, earliest first. */
    timesheets: ({
      /** `sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time. */
      id: string;
      /** The member to whom the time belongs. */
      userId: string;
      /** Its first day. `YYYY-MM-DD`. */
      periodStart: string;
      /** Its last day. `YYYY-MM-DD`. */
      periodEnd: string;
      /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
      startsAt: string;
      /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
      endsAt: string;
      /** The time zone of its days. It does not change while the timesheet is closed. */
      timeZone: string;
      /** `submitted` and `approved` are closed: their entries are locked. */
      status: "open" | "submitted" | "approved" | "rejected";
      /** The number of approvals. */
      revision: number;
      /** The sum of its entries' durations, in seconds. */
      seconds: number;
      /** The sum of their billable seconds. */
      billableSeconds: number;
      /** The number of its entries. */
      entries: number;
      /** The sum of their amounts, in minor units. Only for readers who may see them. */
      amountMinor?: number | undefined;
      /** How many of its entries break a rule of the organization (`breaks`). */
      breaks: number;
      /** True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet. */
      partial?: boolean | undefined;
      /** When it was last submitted. ISO 8601, in UTC. */
      submittedAt: string | null;
      /** Who submitted it. */
      submittedBy: string | null;
      /** When it was last approved, rejected or reopened. ISO 8601, in UTC. */
      decidedAt: string | null;
      /** Who decided that. */
      decidedBy: string | null;
      /** The note of the last transition. */
      note: string | null;
      /** The hash of its last statement; null until it is approved. */
      statementHash: string | null;
      /** The number of its transitions; 0 if there was none. */
      version: number;
      /** The organization's working days, from when the member joined until yesterday, on which no entry began; 0 once the timesheet is approved. Null if active members have more than 2,000 undecided timesheets of this period or later: request earlier periods separately. */
      missingDays: number | null;
      /** The number of entries that began before an earlier one ended; 0 once the timesheet is approved. Null like `missingDays`. */
      overlaps: number | null;
      /** When a timer that is still running began in this period. ISO 8601, in UTC. */
      timerStartedAt: string | null;
    })[];
  })[];
  /** Everyone in `submittedBy` and `decidedBy`, including people whose timesheets you cannot see. */
  people: ({
    /** The people who submitted or decided on some of them. */
    userId: string;
    /** Their name. */
    userName: string;
  })[];
}

export interface TimesheetStatement {
  /** The organization. */
  organizationId: string;
  /** The member. */
  userId: string;
  /** The first day of the period. `YYYY-MM-DD`. */
  periodStart: string;
  /** Its last day. `YYYY-MM-DD`. */
  periodEnd: string;
  /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
  startsAt: string;
  /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
  endsAt: string;
  /** The time zone of its days. */
  timeZone: string;
  /** The number of the approval. */
  revision: number;
  /** The hash of the previous statement; null in the first one. */
  previousHash: string | null;
  /** The entries, by start and id. */
  entries: ({
    /** The entry. */
    id: string;
    /** Its version. */
    version: number;
    /** When it began. ISO 8601, in UTC. */
    startedAt: string;
    /** Its duration in seconds. */
    durationSeconds: number;
    /** Its project. */
    projectId: string;
    /** Its task. */
    taskId: string;
    /** Its billable seconds. */
    billableSeconds: number;
  })[];
  /** The sums of the entries. */
  totals: {
    /** How many entries. */
    entries: number;
    /** The sum of their durations. */
    seconds: number;
    /** The sum of their billable seconds. */
    billableSeconds: number;
  };
  /** The hash of `amounts`, in the same format. */
  amountsHash: string;
  /** SHA-256, in hex, of the canonical JSON (RFC 8785) of the fields from `organizationId` to `amountsHash`; the same for every reader. */
  hash: string;
  /** The member's name now, which no hash covers. */
  userName: string | null;
  /** The amounts. Only for readers who may see them. */
  amounts?: {
    /** 32 random bytes in hex. */
    salt: string;
    /** The currency of the amounts (ISO 4217). */
    currency: string;
    /** The id and the amount of each entry, in the order of `entries`. */
    entries: unknown[][];
    /** The sum of the amounts, in minor units. */
    amountMinor: number;
  } | undefined;
  /** The differences from the previous statement; null in the first one, and if the previous one has entries on projects that are hidden from you. */
  previous: {
    /** The statement before. */
    revision: number;
    /** The ids of the entries that this one adds. */
    added: string[];
    /** The ids of the entries that this one no longer has. */
    removed: string[];
    /** The ids of the entries that differ. */
    changed: string[];
  } | null;
}

export interface TimesheetStep {
  /** What happened. */
  step: "submitted" | "withdrawn" | "approved" | "rejected" | "reopened";
  /** When. ISO 8601, in UTC. */
  at: string;
  /** Who did it. */
  by: string | null;
  /** Their name now. */
  byName: string | null;
  /** Their note. */
  note: string | null;
  /** The number of approvals up to then. */
  revision: number;
}

export interface TimesheetWithSteps {
  /** `sheet_`, the digits of the member's id, `w` or `m`, and the first day. It is not sortable by time. */
  id: string;
  /** The member to whom the time belongs. */
  userId: string;
  /** Its first day. `YYYY-MM-DD`. */
  periodStart: string;
  /** Its last day. `YYYY-MM-DD`. */
  periodEnd: string;
  /** Entries that start at or after this instant belong to it. ISO 8601, in UTC. */
  startsAt: string;
  /** Entries that start before this instant belong to it. ISO 8601, in UTC. */
  endsAt: string;
  /** The time zone of its days. It does not change while the timesheet is closed. */
  timeZone: string;
  /** `submitted` and `approved` are closed: their entries are locked. */
  status: "open" | "submitted" | "approved" | "rejected";
  /** The number of approvals. */
  revision: number;
  /** The sum of its entries' durations, in seconds. */
  seconds: number;
  /** The sum of their billable seconds. */
  billableSeconds: number;
  /** The number of its entries. */
  entries: number;
  /** The sum of their amounts, in minor units. Only for readers who may see them. */
  amountMinor?: number | undefined;
  /** How many of its entries break a rule of the organization (`breaks`). */
  breaks: number;
  /** True if the timesheet has entries on projects that are hidden from you. The totals exclude them, and you can neither read the statement nor approve, reject or reopen the timesheet. */
  partial?: boolean | undefined;
  /** When it was last submitted. ISO 8601, in UTC. */
  submittedAt: string | null;
  /** Who submitted it. */
  submittedBy: string | null;
  /** When it was last approved, rejected or reopened. ISO 8601, in UTC. */
  decidedAt: string | null;
  /** Who decided that. */
  decidedBy: string | null;
  /** The note of the last transition. */
  note: string | null;
  /** The hash of its last statement; null until it is approved. */
  statementHash: string | null;
  /** The number of its transitions; 0 if there was none. */
  version: number;
  /** All submissions, withdrawals and decisions, earliest first; their number is its `version`. */
  steps: TimesheetStep[];
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
  /** Event types; see `GET /event-types`. `*` means all types, including those added later, except `audit.sealed` and those of billing batches and timesheets, which must be listed by name. */
  events: string[];
  /** The purpose of the endpoint. */
  description: string;
  /** Only events in this project: its entries, timers, tasks, budget, and the project itself. */
  projectId: string | null;
  /** Nothing is sent to a disabled endpoint; disabling cancels pending deliveries. */
  status: "active" | "disabled";
  /** When it was disabled. ISO 8601, in UTC. */
  disabledAt: string | null;
  /** Why it was disabled. */
  disabledReason: string | null;
  /** When attempts began to fail without a success since; null after a success. ISO 8601, in UTC. */
  failingSince: string | null;
  /** The member who registered the endpoint, or last changed its URL or project or added events. When that member is deactivated or may no longer manage webhooks, the endpoint is disabled; `userId` then becomes the member who enables it again. */
  userId: string;
  /** Whether payloads contain rates, amounts, costs and money budgets: the registering key had `costs:read`. */
  showsMoney: boolean;
  /** Until this time, deliveries are also signed with the secret from before the last rotation. ISO 8601, in UTC. */
  previousSecretExpiresAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
}

export interface WebhookWithSecret {
  /** The id of the endpoint. */
  id: string;
  /** Where events are sent: http or https, without credentials. */
  url: string;
  /** Event types; see `GET /event-types`. `*` means all types, including those added later, except `audit.sealed` and those of billing batches and timesheets, which must be listed by name. */
  events: string[];
  /** The purpose of the endpoint. */
  description: string;
  /** Only events in this project: its entries, timers, tasks, budget, and the project itself. */
  projectId: string | null;
  /** Nothing is sent to a disabled endpoint; disabling cancels pending deliveries. */
  status: "active" | "disabled";
  /** When it was disabled. ISO 8601, in UTC. */
  disabledAt: string | null;
  /** Why it was disabled. */
  disabledReason: string | null;
  /** When attempts began to fail without a success since; null after a success. ISO 8601, in UTC. */
  failingSince: string | null;
  /** The member who registered the endpoint, or last changed its URL or project or added events. When that member is deactivated or may no longer manage webhooks, the endpoint is disabled; `userId` then becomes the member who enables it again. */
  userId: string;
  /** Whether payloads contain rates, amounts, costs and money budgets: the registering key had `costs:read`. */
  showsMoney: boolean;
  /** Until this time, deliveries are also signed with the secret from before the last rotation. ISO 8601, in UTC. */
  previousSecretExpiresAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** The number of changes so far; the ETag contains it too. */
  version: number;
  /** The secret that signs deliveries. It is shown only this once, so store it. */
  secret: string;
}
