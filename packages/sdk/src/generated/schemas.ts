// Generated from apps/server/openapi.json by `npm run generate`; never edited.
export interface ApiKey {
  /** The id of the key; no secret. */
  id: string;
  /** The member whose key it is. */
  userId: string;
  /** The purpose of the key. */
  name: string;
  /** The scopes that it was given. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write")[];
  /** Those that its member's role allows right now. */
  effectiveScopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write")[];
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
  /** The purpose of the key. */
  name: string;
  /** The scopes that it was given. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write")[];
  /** Those that its member's role allows right now. */
  effectiveScopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write")[];
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
  /** The actor. */
  actor: {
    /** A member who was signed in, an API key of a member's, or the service and its command line. */
    type: "user" | "key" | "system";
    /** The member; null for `system`. */
    userId: string | null;
    /** The member's name now. */
    userName: string | null;
    /** The key, or the session. */
    keyId: string | null;
    /** The key's name now. */
    keyName: string | null;
  };
  /** The action: the kind of thing, a dot, and the verb. */
  action: string;
  /** The kind of thing that `targetId` names. */
  targetType: string;
  /** The id of what was changed. */
  targetId: string;
  /** Its name then, where it has one. */
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

/** The use of a budget in one of its periods. */
export interface BudgetState {
  /** The project whose budget it is. */
  projectId: string;
  /** Name of the project. */
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
  /** Name of the client. */
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

/** Of `costs` and `budgets`, as `GET /reports/costs` answers it. */
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
    /** Name of the project. */
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
        /** The use at the period's end at that pace; null: it has no end. */
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

export interface Import {
  /** The id of the import. */
  id: string;
  /** `reading` the file; `previewed`: nothing is written yet; `applying`; `applied`; `undone`; `failed`: the file cannot be read, and `failure` says why. */
  status: "reading" | "previewed" | "applying" | "applied" | "undone" | "failed";
  /** The fault, its place, and how to mend it. */
  failure: string | null;
  /** Null while nothing is under way. */
  progress: {
    /** The work that is under way. */
    phase: "reading" | "applying" | "undoing";
    /** Rows so far. */
    done: number;
    /** All rows, where that is known. */
    total: number | null;
  } | null;
  /** The name of the file; empty where none was given. */
  fileName: string;
  /** The Content-Type of the file. */
  mediaType: string;
  /** The size of the file. */
  bytes: number;
  /** The program whose export it is; `csv` is any CSV, by `columns`. */
  source: "toggl" | "clockify" | "harvest" | "kimai" | "solidtime" | "stint" | "csv" | null;
  /** IANA time zone of times that name none. */
  timeZone: string;
  /** The order of numeric dates: 04/03/2024 is 4 March (`dmy`) or 3 April (`mdy`). */
  dateOrder: "ymd" | "dmy" | "mdy" | null;
  /** The headers of a CSV, in their order; empty for other files. */
  headers: string[];
  /** For `csv`: the header of the column that holds each field. */
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
  /** The treatment of rows that an earlier import brought. */
  duplicates: "skip" | "add";
  /** Whether hourly rates of the file become rates here. */
  rates: "ignore" | "take";
  /** The questions to answer with `PATCH` before it can be applied. */
  questions: ({
    /** `date_order`: choose `dateOrder`. `columns`: the mapping of columns lacks a field that is needed. */
    code: "date_order" | "columns";
    /** The question, for a person. */
    message: string;
    /** The line of the example. */
    line: number | null;
    /** A text of the file that can be read in two ways. */
    example: string | null;
  })[];
  /** The people of the file, and whom each becomes. */
  people: ({
    /** The lower-cased address, else the name: the key in `people` of `PATCH`. */
    key: string;
    /** The name in the file. */
    name: string;
    /** The address in the file. */
    email: string | null;
    /** How many rows. */
    rows: number;
    /** Their length in seconds. */
    seconds: number;
    /** Whom the person becomes: one of `userId`, `invite` and `inactive`. */
    becomes: {
      /** A member of the organization. */
      userId?: string | undefined;
      /** An address that is invited; the history is theirs once they accept. */
      invite?: string | undefined;
      /** With `invite`: the offered role; `member` by default. */
      role?: "owner" | "admin" | "manager" | "member" | "viewer" | undefined;
      /** A deactivated member without a sign-in, as people who left are. */
      inactive?: true | undefined;
    };
    /** Whether a member was found by address or name, or was chosen. */
    isKnown: boolean;
  })[];
  /** Everything that applying would do; after applying what it did. */
  preview: {
    /** How many of each would be made, or were made. */
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
    /** `source` is the file, `imported` what is taken over. */
    totals: {
      /** The sums of the file. */
      source: {
        /** Rows, or the entries made of them. */
        rows: number;
        /** Their length in seconds. */
        seconds: number;
      };
      /** The sums that are taken over. */
      imported: {
        /** Rows, or the entries made of them. */
        rows: number;
        /** Their length in seconds. */
        seconds: number;
      };
      /** By person of the file. */
      people: ({
        /** The name of the person. */
        name: string;
        /** The address of the person in the file. */
        email: string | null;
        /** The sums of the file. */
        source: {
          /** Rows, or the entries made of them. */
          rows: number;
          /** Their length in seconds. */
          seconds: number;
        };
        /** The sums that are taken over. */
        imported: {
          /** Rows, or the entries made of them. */
          rows: number;
          /** Their length in seconds. */
          seconds: number;
        };
      })[];
      /** By project of the file; at most 1,000, those with the most seconds. */
      projects: ({
        /** The name of the client. */
        client: string | null;
        /** The name of the project. */
        project: string;
        /** The sums of the file. */
        source: {
          /** Rows, or the entries made of them. */
          rows: number;
          /** Their length in seconds. */
          seconds: number;
        };
        /** The sums that are taken over. */
        imported: {
          /** Rows, or the entries made of them. */
          rows: number;
          /** Their length in seconds. */
          seconds: number;
        };
      })[];
      /** By month in the organization's time zone. */
      months: ({
        /** YYYY-MM. */
        month: string;
        /** The sums of the file. */
        source: {
          /** Rows, or the entries made of them. */
          rows: number;
          /** Their length in seconds. */
          seconds: number;
        };
        /** The sums that are taken over. */
        imported: {
          /** Rows, or the entries made of them. */
          rows: number;
          /** Their length in seconds. */
          seconds: number;
        };
      })[];
    };
    /** Rows that are not taken over, by reason. */
    leftOut: ({
      /** Why. */
      reason: "unreadable" | "running" | "deleted" | "period_locked" | "already_there";
      /** How many rows. */
      rows: number;
      /** Their length in seconds. */
      seconds: number;
    })[];
    /** Rows that an earlier import brought, which are known again. */
    alreadyThere: number;
    /** Values that could not be taken as they stand. */
    doubts: {
      /** How many there are. */
      count: number;
      /** The first 100; all at `/imports/{id}/doubts`. */
      first: ({
        /** The line of the file, from 1; in JSON the place in the list. */
        line: number;
        /** The file within a zip. */
        file: string | null;
        /** The header of the column, or the key in JSON. */
        column: string;
        /** The text of the file, up to 200 characters. */
        read: string;
        /** The fault, for a person. */
        problem: string;
        /** The value that it becomes; null where the row is left out. */
        becomes: string | null;
      })[];
    };
    /** Amounts of the file beside Stint's, by currency; empty where the file has none. */
    money: ({
      /** The currency of the file, or the organization's. */
      currency: string;
      /** Rows with an amount. */
      rows: number;
      /** Their amounts in the file, in minor units. */
      sourceMinor: number;
      /** The amounts of the entries made of them; null until it is applied. */
      importedMinor: number | null;
    })[];
  } | null;
  /** After applying: the stored entries compared with the file by person, project and month. */
  proof: {
    /** Whether rows and seconds are equal everywhere. */
    isExact: boolean;
    /** The first 100 that differ. */
    differences: ({
      /** The name of the person. */
      person: string | null;
      /** The name of the project. */
      project: string | null;
      /** YYYY-MM. */
      month: string | null;
      /** The sums of the file. */
      source: {
        /** Rows, or the entries made of them. */
        rows: number;
        /** Their length in seconds. */
        seconds: number;
      };
      /** The sums that are taken over. */
      imported: {
        /** Rows, or the entries made of them. */
        rows: number;
        /** Their length in seconds. */
        seconds: number;
      };
    })[];
  } | null;
  /** After the undo: the first 1,000 objects that it left where they are. */
  kept: ({
    /** The kind of object. */
    type: "time_entry" | "client" | "project" | "task" | "member" | "rate" | "invitation";
    /** Its id. */
    id: string;
    /** Its name, or the description of an entry. */
    name: string;
    /** Why it was kept, for a person. */
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
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface Invitation {
  /** The invitation's id. */
  id: string;
  /** In lower case, its domain in ASCII. */
  email: string;
  /** The role that the person gets by accepting. */
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
  /** The caller. */
  user: {
    /** The id of the person. */
    id: string;
    /** Name of the person. */
    name: string;
    /** The address that the person signs in with. */
    email: string;
  };
  /** Where the key works. */
  organization: {
    /** The id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
    /** The one currency of its money (ISO 4217). ISO 4217. */
    currency: string;
    /** IANA time zone in which its days are cut. */
    timeZone: string;
    /** The first day of its weeks. */
    weekStart: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
  };
  /** The member's rights, see docs/api-keys.md. */
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
  /** The effective rights of this key: those that its scopes and the role both allow. */
  scopes: ("time-entries:read" | "time-entries:write" | "projects:read" | "projects:write" | "reports:read" | "reports:write" | "costs:read" | "rates:write" | "webhooks:read" | "webhooks:write" | "members:read" | "members:write" | "organization:read" | "organization:write" | "keys:write" | "audit:read" | "imports:write")[];
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
    /** Name of the organization. */
    name: string;
    /** The member's rights, see docs/api-keys.md. */
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
  /** The member's rights, see docs/api-keys.md. */
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
  /** Name of the organization. */
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
  /** The fault and how to mend it, for a person. */
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
    /** The fault, for a person. */
    message: string;
  })[] | undefined;
}

export interface Project {
  /** The id of the project. */
  id: string;
  /** Name of the project. */
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
  /** Its viewers: everybody in the organization, or `memberIds` with all managers, admins and owners. To others it does not exist, and neither do entries on it but their own. */
  visibility: "organization" | "members";
  /** The default for its entries, where neither they nor their task say otherwise. */
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
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface Rate {
  /** The id of the rate. */
  id: string;
  /** The price of an hour (`billable`), or its internal cost (`cost`). */
  kind: "billable" | "cost";
  /** The entries that it applies to. Where several rates apply, the first of this order counts: projectMember, task, project, member, organization. */
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

export interface ReportLink {
  /** The id of the link. */
  id: string;
  /** The saved report that it was made of. */
  savedReportId: string;
  /** The title of the page. */
  name: string;
  /** The query. Ids that name nothing match nothing. */
  query: {
    /** `summary` sums entries up in groups, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only. */
    report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
    /** The range of the report, counted from the day on which it is read. Instead of `from` and `to`; without all of them all time, and in `weekly` this week. */
    period?: "today" | "yesterday" | "thisWeek" | "lastWeek" | "last7Days" | "thisMonth" | "lastMonth" | "last30Days" | "thisQuarter" | "lastQuarter" | "thisYear" | "lastYear" | undefined;
    /** A fixed first day in `tz`, or an instant. */
    from?: string | undefined;
    /** A fixed last day in `tz`, or the instant before which entries start. */
    to?: string | undefined;
    /** IANA time zone of days; without it the organization's, as it is when the report is read. */
    tz?: string | undefined;
    /** One or two groupings of `summary`, one but `date` of `weekly`; without it `project`. */
    groupBy?: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable")[] | undefined;
    /** The length of the periods of the grouping `date`, and only with it; without it a day. */
    interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
    /** Only these projects. */
    projectId?: string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: string[] | undefined;
    /** Only projects of these clients. */
    clientId?: string[] | undefined;
    /** Only entries of these members; `me` is whoever reads the report. */
    userId?: string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: string[] | undefined;
    /** Only billable entries, or only the others. */
    billable?: boolean | undefined;
    /** Part of the description, whatever its case. */
    q?: string | undefined;
    /** Only projects with this status, in `costs` and `budgets`. */
    status?: ("active" | "archived")[] | undefined;
    /** Only projects whose budget stands like this, in `costs` and `budgets`. */
    budgetStatus?: ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  };
  /** The member who made it, with whose rights the figures are computed. */
  createdBy: string;
  /** Whether members are named. Without it they are numbered. */
  showsPeople: boolean;
  /** Whether amounts and budgets of amounts are shown. Costs and margins never are. */
  showsAmounts: boolean;
  /** Whether descriptions and tags of entries are shown. */
  showsNotes: boolean;
  /** When the page ends. ISO 8601, in UTC. */
  expiresAt: string;
  /** How often the page was opened. Later pages of a detailed report do not count. */
  opens: number;
  /** When it was opened last; null: never. ISO 8601, in UTC. */
  lastOpenedAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
}

export interface ReportLinkWithToken {
  /** The id of the link. */
  id: string;
  /** The saved report that it was made of. */
  savedReportId: string;
  /** The title of the page. */
  name: string;
  /** The query. Ids that name nothing match nothing. */
  query: {
    /** `summary` sums entries up in groups, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only. */
    report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
    /** The range of the report, counted from the day on which it is read. Instead of `from` and `to`; without all of them all time, and in `weekly` this week. */
    period?: "today" | "yesterday" | "thisWeek" | "lastWeek" | "last7Days" | "thisMonth" | "lastMonth" | "last30Days" | "thisQuarter" | "lastQuarter" | "thisYear" | "lastYear" | undefined;
    /** A fixed first day in `tz`, or an instant. */
    from?: string | undefined;
    /** A fixed last day in `tz`, or the instant before which entries start. */
    to?: string | undefined;
    /** IANA time zone of days; without it the organization's, as it is when the report is read. */
    tz?: string | undefined;
    /** One or two groupings of `summary`, one but `date` of `weekly`; without it `project`. */
    groupBy?: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable")[] | undefined;
    /** The length of the periods of the grouping `date`, and only with it; without it a day. */
    interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
    /** Only these projects. */
    projectId?: string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: string[] | undefined;
    /** Only projects of these clients. */
    clientId?: string[] | undefined;
    /** Only entries of these members; `me` is whoever reads the report. */
    userId?: string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: string[] | undefined;
    /** Only billable entries, or only the others. */
    billable?: boolean | undefined;
    /** Part of the description, whatever its case. */
    q?: string | undefined;
    /** Only projects with this status, in `costs` and `budgets`. */
    status?: ("active" | "archived")[] | undefined;
    /** Only projects whose budget stands like this, in `costs` and `budgets`. */
    budgetStatus?: ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  };
  /** The member who made it, with whose rights the figures are computed. */
  createdBy: string;
  /** Whether members are named. Without it they are numbered. */
  showsPeople: boolean;
  /** Whether amounts and budgets of amounts are shown. Costs and margins never are. */
  showsAmounts: boolean;
  /** Whether descriptions and tags of entries are shown. */
  showsNotes: boolean;
  /** When the page ends. ISO 8601, in UTC. */
  expiresAt: string;
  /** How often the page was opened. Later pages of a detailed report do not count. */
  opens: number;
  /** When it was opened last; null: never. ISO 8601, in UTC. */
  lastOpenedAt: string | null;
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** For `GET /auth/shared-reports/{token}`. Shown only here. */
  token: string;
  /** The public page, which holds the token. Shown only here. */
  link: string;
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
  /** The same by project, for each with such entries, in the order of their ids. */
  projects: ({
    /** The id of the project. */
    projectId: string;
    /** How many entries were changed, or would be. */
    entries: number;
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
  })[];
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
  /** The same by project, for each with such entries, in the order of their ids. */
  projects: ({
    /** The id of the project. */
    projectId: string;
    /** How many entries were changed, or would be. */
    entries: number;
    /** The billable time of the entries that `entries` counts. */
    billableSeconds?: {
      /** Sum of their billable time as stored, in seconds. */
      before: number;
      /** Sum of their billable time by the rules of now, in seconds. */
      after: number;
      /** `after` less `before`, in seconds. */
      difference: number;
    } | undefined;
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
  })[];
}

export interface SavedReport {
  /** The id of the saved report. */
  id: string;
  /** Name of the report. */
  name: string;
  /** The member who saved it. */
  ownerId: string;
  /** Whether every member of the organization sees it. The figures are those that the reader may see. */
  shared: boolean;
  /** The query. Ids that name nothing match nothing. */
  query: {
    /** `summary` sums entries up in groups, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only. */
    report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
    /** The range of the report, counted from the day on which it is read. Instead of `from` and `to`; without all of them all time, and in `weekly` this week. */
    period?: "today" | "yesterday" | "thisWeek" | "lastWeek" | "last7Days" | "thisMonth" | "lastMonth" | "last30Days" | "thisQuarter" | "lastQuarter" | "thisYear" | "lastYear" | undefined;
    /** A fixed first day in `tz`, or an instant. */
    from?: string | undefined;
    /** A fixed last day in `tz`, or the instant before which entries start. */
    to?: string | undefined;
    /** IANA time zone of days; without it the organization's, as it is when the report is read. */
    tz?: string | undefined;
    /** One or two groupings of `summary`, one but `date` of `weekly`; without it `project`. */
    groupBy?: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable")[] | undefined;
    /** The length of the periods of the grouping `date`, and only with it; without it a day. */
    interval?: "day" | "week" | "month" | "quarter" | "year" | undefined;
    /** Only these projects. */
    projectId?: string[] | undefined;
    /** Only entries of these tasks. */
    taskId?: string[] | undefined;
    /** Only projects of these clients. */
    clientId?: string[] | undefined;
    /** Only entries of these members; `me` is whoever reads the report. */
    userId?: string[] | undefined;
    /** Only entries with one of these tags. */
    tag?: string[] | undefined;
    /** Only billable entries, or only the others. */
    billable?: boolean | undefined;
    /** Part of the description, whatever its case. */
    q?: string | undefined;
    /** Only projects with this status, in `costs` and `budgets`. */
    status?: ("active" | "archived")[] | undefined;
    /** Only projects whose budget stands like this, in `costs` and `budgets`. */
    budgetStatus?: ("ok" | "warning" | "exceeded" | "none")[] | undefined;
  };
  /** When it was created. ISO 8601, in UTC. */
  createdAt: string;
  /** When it was last changed. ISO 8601, in UTC. */
  updatedAt: string;
  /** Counts the changes; also in the ETag. */
  version: number;
}

export interface SavedReportFigures {
  /** Which one of the fields below is there. */
  report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
  /** The first day or instant of the report as it is read; null: unbounded. */
  from: string | null;
  /** The last day, or the instant before which entries start; null: unbounded. */
  to: string | null;
  /** The time zone that days are cut in. */
  tz: string;
  summary?: Summary | undefined;
  costs?: Costs | undefined;
  /** Of `detailed`, as `GET /time-entries` answers it. */
  entries?: {
    /** The items of this page. */
    data: TimeEntry[];
    /** Give it back as `cursor` for the next page; null on the last. */
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
  /** Name of that organization. */
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

export interface SharedReport {
  /** The title of the page. */
  name: string;
  /** The organization that publishes it. */
  organization: string;
  /** Which report it is. */
  report: "summary" | "detailed" | "weekly" | "costs" | "budgets";
  /** Its first day, or an instant; null: unbounded. */
  from: string | null;
  /** Its last day, or the instant before which entries start; null: unbounded. */
  to: string | null;
  /** The time zone that days are cut in. */
  tz: string;
  /** The first day of the organization's weeks. */
  weekStart: string;
  /** Of all amounts (ISO 4217). */
  currency: string;
  /** When the page ends. ISO 8601, in UTC. */
  expiresAt: string;
  /** The groupings of `groups`. Of `summary` and `weekly`. */
  groupBy?: ("project" | "user" | "date" | "task" | "client" | "tag" | "billable")[] | undefined;
  /** True with the grouping `tag`: an entry with two tags is in two groups. */
  overlapping?: boolean | undefined;
  /** The sums of all; absent in `detailed`. */
  totals?: {
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the billable time, after rounding. */
    billableSeconds: number;
    /** How many entries. */
    entries: number;
    /** Sum of the amounts, in minor units. Only where the link shows amounts. */
    amountMinor?: number | undefined;
  } | undefined;
  /** Of `costs` and `budgets`: one for each project. */
  projects?: ({
    /** Name of the project. */
    name: string;
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the billable time, after rounding. */
    billableSeconds: number;
    /** How many entries. */
    entries: number;
    /** Sum of the amounts, in minor units. Only where the link shows amounts. */
    amountMinor?: number | undefined;
    /** The budget in its current period; null: there is none that the link shows. */
    budget: {
      /** Whether seconds or amounts are limited. */
      kind: "time" | "amount";
      /** How often the budget begins anew. */
      period: "total" | "monthly" | "weekly";
      /** First day of the period of today. */
      periodStart: string | null;
      /** Its last day; null: it has none. */
      periodEnd: string | null;
      /** Seconds, or minor units. */
      limit: number;
      /** Sum over the whole period. */
      used: number;
      /** Negative when exceeded. */
      remaining: number;
      /** Two decimals, rounded half up. */
      usedPercent: number;
      /** How the budget stands. */
      status: "ok" | "warning" | "exceeded";
    } | null;
  })[] | undefined;
  /** Of `detailed`: newest first. */
  entries?: ({
    /** When the work began. ISO 8601, in UTC. */
    startedAt: string;
    /** When it ended. ISO 8601, in UTC. */
    endedAt: string;
    /** How long it took, in seconds. */
    durationSeconds: number;
    /** Whether it is charged. */
    billable: boolean;
    /** 0 when not billable, else the duration after rounding. */
    billableSeconds: number;
    /** Name of the project. */
    project: string;
    /** Name of the task. */
    task: string;
    /** The member who worked. Only where the link names people. */
    person?: string | undefined;
    /** The work that was done. Only where the link shows notes. */
    description?: string | undefined;
    /** Labels of the entry. Only where the link shows notes. */
    tags?: string[] | undefined;
    /** Its amount, in minor units. Only where the link shows amounts. */
    amountMinor?: number | undefined;
  })[] | undefined;
  /** Of `detailed`: give it back as `cursor`; null on the last page. */
  nextCursor?: string | null | undefined;
  /** Of `summary` and `weekly`: one for each value of the first of `groupBy`. */
  groups?: ({
    /** A day, the first day of a week, `2026-03`, `2026-Q1` or `2026`; a tag in lower case; `true` or `false`; else a number that tells groups of this reply apart; null: none. */
    key: string | null;
    /** Its name; null: none, or a member whom the link does not name. */
    name: string | null;
    /** Sum of the durations. */
    seconds: number;
    /** Sum of the billable time, after rounding. */
    billableSeconds: number;
    /** How many entries. */
    entries: number;
    /** Sum of the amounts, in minor units. Only where the link shows amounts. */
    amountMinor?: number | undefined;
    /** Its parts by the second of `groupBy`; absent with one. */
    groups?: ({
      /** A day, the first day of a week, `2026-03`, `2026-Q1` or `2026`; a tag in lower case; `true` or `false`; else a number that tells groups of this reply apart; null: none. */
      key: string | null;
      /** Its name; null: none, or a member whom the link does not name. */
      name: string | null;
      /** Sum of the durations. */
      seconds: number;
      /** Sum of the billable time, after rounding. */
      billableSeconds: number;
      /** How many entries. */
      entries: number;
      /** Sum of the amounts, in minor units. Only where the link shows amounts. */
      amountMinor?: number | undefined;
    })[] | undefined;
  })[] | undefined;
}

/** The session is in the cookie that comes with it. */
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
  /** Where the session works. */
  organization: {
    /** The id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
  };
  /** The person's rights there, see docs/api-keys.md. */
  role: "owner" | "admin" | "manager" | "member" | "viewer";
  /** When the session ends however much it is used. ISO 8601, in UTC. */
  expiresAt: string;
  /** All that the person belongs to; change with `POST /auth/switch`. */
  organizations: ({
    /** The id of the organization. */
    id: string;
    /** Name of the organization. */
    name: string;
    /** The person's rights there, see docs/api-keys.md. */
    role: "owner" | "admin" | "manager" | "member" | "viewer";
  })[];
}

/** Of `summary` and `weekly`, as `GET /reports/summary` answers it. */
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
    /** Its name; a tag as it was last written. */
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
      /** Its name; a tag as it was last written. */
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

export interface TagRename {
  /** For `POST /tags/rename/undo`; null: nothing was changed. */
  id: string | null;
  /** As asked for. */
  dryRun: boolean;
  /** How many entries got other tags, or would get them. */
  changed: number;
  /** How many would get other tags, but lie before the lock date and keep theirs. */
  locked: number;
}

export interface TagRenameUndo {
  /** The undo is a renaming too, so it can be undone; null: nothing was changed. */
  id: string | null;
  /** How many entries got their former tags back. */
  changed: number;
  /** How many lie before the lock date now and keep their tags. */
  locked: number;
  /** How many keep their tags because these were changed since, or because the entry was deleted. */
  skipped: number;
}

export interface Task {
  /** The id of the task. */
  id: string;
  /** The project it is a part of. */
  projectId: string;
  /** Name of the task. */
  name: string;
  /** Free text; empty when there is none. */
  description: string;
  /** A task that is done keeps its entries and takes no new ones. */
  status: "open" | "done";
  /** The default for its entries, where they do not say otherwise; null: as the project says. */
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
  /** The work that was done. */
  description: string;
  /** Up to 20 labels; compared without case. */
  tags: string[];
  /** Whether it is charged. */
  billable: boolean;
  /** 0 when not billable, else the duration after the project's rounding. */
  billableSeconds: number;
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

/** The work of a member right now. It becomes a time entry when it is stopped. */
export interface Timer {
  /** The project being worked on. */
  projectId: string;
  /** The task being worked on. */
  taskId: string;
  /** Whose timer it is. */
  userId: string;
  /** When it was started. ISO 8601, in UTC. */
  startedAt: string;
  /** The work that is being done. */
  description: string;
  /** Up to 20 labels; compared without case. */
  tags: string[];
  /** Billable or not, for the entry; null: as the task, else the project says. */
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
  /** The purpose of the endpoint. */
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
  /** The purpose of the endpoint. */
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
  /** The secret that deliveries are signed with; shown only now. Keep it. */
  secret: string;
}
