import { Type, type Static } from "#platform/http/type/type.ts";
import { entryRuleNames } from "#identity/organizations/entry-rules.ts";
import { stored } from "#platform/http/resource-schemas.ts";
import { rateScopes } from "#tracking/rates/prices.ts";
import {
  Closed,
  exampleId,
  Hideable,
  Id,
  Instant,
  Name,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  Text,
  wayOut,
} from "#platform/http/schemas.ts";
import { claimedSources, entrySources } from "#tracking/entry-sources/entry-sources.ts";
import { approvalFilter, breaksFilter, timeEntryFilters } from "./filter-schemas.ts";
import { lockReasons } from "#tracking/entry-locks/entry-locks.ts";

export const longestDurationSeconds = 7 * 24 * 3600;
const mostBatchEntries = 500;

const fields = {
  projectId: Id(exampleId("proj"), "The project worked on."),
  taskId: wayOut(
    Id(exampleId("task"), "A task of that project."),
    "GET /v1/projects/{id}/tasks lists the project's tasks; a timer (POST /v1/timer) needs none and uses the task General",
  ),
  startedAt: Instant("When the work began: ISO 8601 with an offset, kept to the millisecond, 1970–2199."),
  durationSeconds: Type.Integer({
    minimum: 0,
    maximum: longestDurationSeconds,
    description: "Its duration in seconds: 0 to 604,800 (7 days).",
    examples: [3600],
  }),
};

const description = Text({ maxLength: 2000, description: "The work that was done." });
const tag = Type.String({ format: "name", minLength: 1, maxLength: 50 });
export const mostTags = 20;
const tags = Type.Array(tag, { maxItems: mostTags, description: "Up to 20 labels, compared ignoring case." });
const externalRef = Nullable(
  Text({
    minLength: 1,
    maxLength: 255,
    description: "Your own key for it; unique among entries that are not deleted.",
  }),
);
const billable = Type.Boolean({ description: "Whether it is charged." });

export const TimeEntry = Type.Object(
  {
    id: Type.String({ description: "The id of the time entry.", examples: [exampleId("time")] }),
    projectId: Type.String({ description: "The project worked on." }),
    taskId: Type.String({ description: "The task worked on." }),
    startedAt: fields.startedAt,
    durationSeconds: Type.Integer({
      minimum: 0,
      description: "Seconds; more than 7 days only if a timer ran that long.",
    }),
    createdAt: stored.createdAt,
    endedAt: Instant("`startedAt` plus the duration."),
    userId: Type.String({ description: "The member who worked." }),
    description,
    tags,
    billable,
    billableSeconds: Type.Integer({
      description: "0 if not billable, otherwise the duration after the project's rounding.",
    }),
    rateMinor: Hideable(
      Type.Integer({ description: "The hourly rate, in minor units, at the time the entry was written." }),
    ),
    rateSource: Hideable(
      OneOf([...rateScopes, "none"], { description: "The scope of the rate that applied; `none` if no rate did." }),
    ),
    amountMinor: Hideable(
      Type.Integer({ description: "`rateMinor` × `billableSeconds` / 3600, rounded half up. Only with `costs:read`." }),
    ),
    costRateMinor: Hideable(Type.Integer({ description: "The internal cost per hour, in minor units." })),
    costRateSource: Hideable(
      OneOf([...rateScopes, "none"], {
        description: "The scope of the cost rate that applied; `none` if no rate did.",
      }),
    ),
    costMinor: Hideable(Type.Integer({ description: "`costRateMinor` × `durationSeconds` / 3600, rounded half up." })),
    externalRef,
    source: Nullable(
      OneOf(entrySources, {
        description:
          "Where it came from, set when it was created: `timer`, a stopped timer; `manual`, `timesheet` and `calendar`, the dashboard; `api`, `cli` and `mcp`, an API key; `import`. Null: created before this was recorded, or deleted for good.",
      }),
    ),
    billed: Type.Boolean({ description: "Whether a billing batch billed it." }),
    billedAt: Hideable(Instant("When it was billed; absent unless it is, and without `billing:read`.")),
    billedReference: Hideable(
      Type.String({ description: "The reference of its billing batch, in the same way.", examples: ["2026-0042"] }),
    ),
    billingBatchId: Hideable(
      Type.String({ description: "The id of its billing batch, in the same way.", examples: [exampleId("bill")] }),
    ),
    locked: Type.Boolean({ description: "Whether it is locked, so that it cannot be changed; `lockedBy` says why." }),
    lockedBy: Hideable(
      Type.Array(OneOf(lockReasons), {
        description:
          "Why it is locked: it starts before the organization's lock date, it is in a timesheet that was submitted or approved, or it is billed. Absent if it is not locked.",
      }),
    ),
    breaks: Hideable(
      Type.Array(OneOf(entryRuleNames), {
        description:
          "The organization's `entryRules` that it broke when it was last written: a stopped timer and an import are never refused. Absent if it breaks none that is in force.",
      }),
    ),
    version: stored.version,
    updatedAt: stored.updatedAt,
    deletedAt: Nullable(Instant("When it was deleted; it can be restored for 30 days.")),
  },
  {
    $id: "TimeEntry",
    examples: [
      {
        id: exampleId("time"),
        projectId: exampleId("proj"),
        taskId: exampleId("task"),
        startedAt: "2026-03-01T09:00:00Z",
        durationSeconds: 5400,
        createdAt: "2026-03-01T10:31:12.400Z",
        endedAt: "2026-03-01T10:30:00Z",
        userId: exampleId("user"),
        description: "Landing page",
        tags: ["design"],
        billable: true,
        billableSeconds: 5400,
        rateMinor: 9000,
        rateSource: "project",
        amountMinor: 13_500,
        costRateMinor: 4000,
        costRateSource: "member",
        costMinor: 6000,
        externalRef: null,
        source: "timesheet",
        billed: false,
        locked: false,
        version: 1,
        updatedAt: "2026-03-01T10:31:12.400Z",
        deletedAt: null,
      },
    ],
  },
);
export type TimeEntry = Static<typeof TimeEntry>;

const lateReason = Name(
  500,
  "Why the time is written later than the rule `latestDays` allows; only owners and admins may give it. Kept in the entry's history.",
);

const optional = {
  userId: Type.Optional(
    Id(exampleId("user"), "The member who worked; by default the key's member. Another member needs the permission."),
  ),
  description: Type.Optional(Nullable(description)),
  tags: Type.Optional(Nullable(tags)),
  billable: Type.Optional(
    Nullable(Type.Boolean({ description: "If absent or null: inherited from the task, otherwise the project." })),
  ),
  externalRef: Type.Optional(externalRef),
  lateReason: Type.Optional(lateReason),
};

const example = {
  projectId: exampleId("proj"),
  taskId: exampleId("task"),
  startedAt: "2026-03-01T09:00:00Z",
  durationSeconds: 5400,
};

/** The names that other time trackers use for these fields. */
const hints = {
  "give durationSeconds: endedAt is startedAt plus it": ["endedat", "end", "endtime", "enddate", "stop", "stoppedat"],
  "give durationSeconds, in whole seconds": ["duration", "durationminutes", "minutes", "hours", "seconds", "timespent"],
  "give startedAt": ["start", "starttime", "startdate", "begin", "date", "spentdate", "spentat"],
  "give description": ["note", "notes", "comment", "text", "title"],
  "give taskId: the id, not the name": ["task"],
  "give projectId: the id, not the name": ["project"],
};

const source = OneOf(claimedSources, {
  description:
    "Which part of your client made the entry. With an API key: `api` (the default), `cli`, `mcp` or `calendar`; with a session: `manual` (the default), `timesheet` or `calendar`. Cannot be changed later.",
});

export const CreateTimeEntry = Closed(
  { ...fields, ...optional, source: Type.Optional(source) },
  { examples: [{ ...example, description: "Landing page", tags: ["design"] }], "x-hints": hints },
);
export type CreateTimeEntry = Static<typeof CreateTimeEntry>;

const changes = {
  projectId: Type.Optional(fields.projectId),
  taskId: Type.Optional(fields.taskId),
  startedAt: Type.Optional(fields.startedAt),
  durationSeconds: Type.Optional(fields.durationSeconds),
  ...optional,
};

export const UpdateTimeEntry = Closed(changes, {
  examples: [{ durationSeconds: 3600, description: "Landing page, reviewed" }],
  "x-hints": hints,
});
export type UpdateTimeEntry = Static<typeof UpdateTimeEntry>;

export const TimeEntryId = Id(exampleId("time"));

export const ChangedTimeEntry = Closed(
  {
    id: Id(exampleId("time"), "The entry to change, each only once."),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: "The entry's expected `version`; 412 if it has changed." }),
    ),
    ...changes,
  },
  {
    examples: [{ id: exampleId("time"), version: 1, durationSeconds: 3600, tags: ["design"] }],
    "x-hints": hints,
  },
);
export type ChangedTimeEntry = Static<typeof ChangedTimeEntry>;

export const CreateTimeEntries = Closed({
  entries: Type.Array(CreateTimeEntry, {
    minItems: 1,
    maxItems: mostBatchEntries,
    description: "All are created, or none.",
  }),
});

export const ChangeTimeEntries = Closed({
  entries: Type.Array(ChangedTimeEntry, {
    minItems: 1,
    maxItems: mostBatchEntries,
    description: "All are changed, or none.",
  }),
});

export const TimeEntryIds = Closed(
  {
    ids: Type.Array(TimeEntryId, {
      minItems: 1,
      maxItems: mostBatchEntries,
      description: "The entries, each only once; all are changed, or none.",
    }),
    lateReason: Type.Optional(lateReason),
  },
  { examples: [{ ids: [exampleId("time")] }] },
);

export const TimeEntryBatch = Type.Object({
  data: Type.Array(TimeEntry, { description: "The entries, in the order of the request." }),
});

const timeEntrySorts = ["-startedAt", "startedAt", "-updatedAt", "updatedAt"] as const;
export type TimeEntrySort = (typeof timeEntrySorts)[number];

export const ListTimeEntries = Closed(
  {
    ...timeEntryFilters,
    ...approvalFilter,
    ...breaksFilter,
    includeDeleted: Type.Optional(
      Type.Boolean({ description: "Includes deleted entries while they can be restored." }),
    ),
    sort: Type.Optional(OneOf(timeEntrySorts, { description: "The id breaks ties.", default: "-startedAt" })),
    ...PageQuery,
  },
  {
    "x-hints": {
      "GET /v1/time-entries/changes lists what has changed since an instant": [
        "since",
        "updatedsince",
        "updatedafter",
        "modifiedsince",
        "changedsince",
      ],
    },
  },
);
export type ListTimeEntries = Static<typeof ListTimeEntries>;

export const TimeEntryPage = Page(TimeEntry);
