import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { bodySchemas, shownSchemas } from "#platform/fields/fields.ts";
import { Closed, exampleId, Id, Name, OneOf, Page, PageQuery } from "#platform/http/contract/schemas.ts";
import { claimedSources } from "#tracking/ledger/entry-sources/entry-sources.ts";
import { entryFields, optionalFields, requiredFields, writtenFields } from "./fields.ts";
import { approvalFilter, breaksFilter, timeEntryFilters } from "./filter-schemas.ts";

const maxBatchEntries = 500;

export const TimeEntry = Type.Object(shownSchemas(entryFields), {
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
});
export type TimeEntry = Static<typeof TimeEntry>;

const lateReason = Name(
  "Why the time is written later than the rule `latestDays` allows; only owners and admins may give a reason. Recorded in the entry's history.",
  500,
);

const example = {
  projectId: exampleId("proj"),
  taskId: exampleId("task"),
  startedAt: "2026-03-01T09:00:00Z",
  durationSeconds: 5400,
};

/** Names that other time trackers use for these fields, by the hint that corrects them. */
const hints = {
  "send durationSeconds: endedAt is startedAt plus the duration": [
    "endedat",
    "end",
    "endtime",
    "enddate",
    "stop",
    "stoppedat",
  ],
  "send durationSeconds, in whole seconds": ["duration", "durationminutes", "minutes", "hours", "seconds", "timespent"],
  "send startedAt": ["start", "starttime", "startdate", "begin", "date", "spentdate", "spentat"],
  "send description": ["note", "notes", "comment", "text", "title"],
  "send taskId: the id, not the name": ["task"],
  "send projectId: the id, not the name": ["project"],
};

const source = OneOf(claimedSources, {
  description:
    "The part of your client that created the entry. With an API key: `api` (the default), `cli`, `mcp` or `calendar`; with a session: `manual` (the default), `timesheet` or `calendar`. Cannot be changed later.",
});

export const CreateTimeEntry = Closed(
  {
    ...shownSchemas(requiredFields),
    ...bodySchemas(optionalFields),
    lateReason: Type.Optional(lateReason),
    source: Type.Optional(source),
  },
  { examples: [{ ...example, description: "Landing page", tags: ["design"] }], "x-hints": hints },
);
export type CreateTimeEntry = Static<typeof CreateTimeEntry>;

const changes = { ...bodySchemas(writtenFields), lateReason: Type.Optional(lateReason) };

export const UpdateTimeEntry = Closed(changes, {
  examples: [{ durationSeconds: 3600, description: "Landing page, reviewed" }],
  "x-hints": hints,
});
export type UpdateTimeEntry = Static<typeof UpdateTimeEntry>;

export const TimeEntryId = Id(exampleId("time"));

export const ChangedTimeEntry = Closed(
  {
    id: Id(exampleId("time"), "The entry to change; each may occur only once."),
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
    maxItems: maxBatchEntries,
    description: "All are created, or none.",
  }),
});

export const ChangeTimeEntries = Closed({
  entries: Type.Array(ChangedTimeEntry, {
    minItems: 1,
    maxItems: maxBatchEntries,
    description: "All are changed, or none.",
  }),
});

export const TimeEntryIds = Closed(
  {
    ids: Type.Array(TimeEntryId, {
      minItems: 1,
      maxItems: maxBatchEntries,
      description: "The entries; each may occur only once. All are changed, or none.",
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
