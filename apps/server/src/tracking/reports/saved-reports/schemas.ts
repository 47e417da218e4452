import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import {
  Closed,
  DayOrInstant,
  exampleId,
  IdOf,
  MemberId,
  Name,
  OneOf,
  Page,
  PageQuery,
  SomeOf,
  StoredName,
  Text,
  open,
  when,
} from "#platform/http/contract/schemas.ts";
import { statuses } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { groupings } from "#tracking/reports/summaries/groupings.ts";
import { entrySources, unknownSource } from "#tracking/ledger/entry-sources/entry-sources.ts";

export const reportKinds = ["summary", "detailed", "weekly", "costs", "budgets"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const periods = [
  "today",
  "yesterday",
  "thisWeek",
  "lastWeek",
  "last7Days",
  "thisMonth",
  "lastMonth",
  "last30Days",
  "thisQuarter",
  "lastQuarter",
  "thisYear",
  "lastYear",
] as const;
export type Period = (typeof periods)[number];

const filters = {
  projectId: SomeOf(IdOf("proj"), "Only these projects."),
  taskId: SomeOf(IdOf("task"), "Only entries of these tasks."),
  clientId: SomeOf(IdOf("client"), "Only projects of these clients."),
  userId: SomeOf(MemberId, "Only entries of these members; `me` is the reader of the report."),
  teamId: SomeOf(
    IdOf("team"),
    "Only entries of these teams' members at the time of reading. Readers need the scope `teams:read`.",
  ),
  tag: SomeOf(StoredName(50), "Only entries with one of these tags."),
  billable: Type.Optional(Type.Boolean({ description: "Only billable entries, or only non-billable ones." })),
  billed: Type.Optional(Type.Boolean({ description: "Only billed entries, or only those that are not." })),
  approval: Type.Optional(
    Type.Array(OneOf(statuses), {
      minItems: 1,
      maxItems: 100,
      description: "Only entries whose timesheet has one of these statuses.",
    }),
  ),
  source: Type.Optional(
    Type.Array(OneOf([...entrySources, unknownSource]), {
      minItems: 1,
      maxItems: 100,
      description: "Only entries from one of these sources; `unknown` means those whose `source` is null.",
    }),
  ),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the description, ignoring case." })),
};

const range = ["period", "from", "to", "tz"] as const;
const ofEntries = [...range, ...Object.keys(filters)];
const ofProjects = ["projectId", "clientId", "status", "budgetStatus"] as const;

/** The parameters that each report accepts, besides `report`. */
export const parametersOf: Record<ReportKind, readonly string[]> = {
  summary: [...ofEntries, "groupBy", "interval"],
  detailed: ofEntries,
  weekly: [...ofEntries, "groupBy"],
  costs: [...range, ...ofProjects],
  budgets: ofProjects,
};

const queryRules = {
  allOf: [
    ...reportKinds.map((kind) => {
      const refused = Object.values(parametersOf)
        .flat()
        .filter((name) => !parametersOf[kind].includes(name));
      return when("report", kind, { properties: Object.fromEntries(refused.map((name) => [name, false])) });
    }),
    when("report", "weekly", { properties: { groupBy: { maxItems: 1, items: { not: { const: "date" } } } } }),
  ],
  dependentSchemas: {
    period: { ...open, properties: { from: false, to: false } },
    interval: { ...open, required: ["groupBy"], properties: { groupBy: { contains: { const: "date" } } } },
  },
};

const fields = Closed(
  {
    report: OneOf(reportKinds, {
      description:
        "`summary` groups and sums up entries, `detailed` lists them, `weekly` has a column for each day, `costs` has money and budgets by project, `budgets` has projects with budgets only.",
    }),
    period: Type.Optional(
      OneOf(periods, {
        description:
          "The range of the report, relative to the day on which it is read. Alternative to `from` and `to`; without any of them, all time, and in `weekly` this week.",
      }),
    ),
    from: DayOrInstant("A fixed first day in `tz`, or an instant."),
    to: DayOrInstant("A fixed last day in `tz`, or the instant before which entries start."),
    tz: Type.Optional(
      Type.String({
        format: "time-zone",
        description: "IANA time zone of days; by default the organization's at the time of reading.",
        examples: ["Europe/Berlin"],
      }),
    ),
    groupBy: Type.Optional(
      Type.Array(OneOf(groupings), {
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
        description: "One or two groupings of `summary`, one except `date` of `weekly`; default `project`.",
      }),
    ),
    interval: Type.Optional(
      OneOf(["day", "week", "month", "quarter", "year"], {
        description: "The length of the periods of the grouping `date`, allowed only with it; default: a day.",
      }),
    ),
    ...filters,
    status: Type.Optional(
      Type.Array(OneOf(["active", "archived"]), {
        minItems: 1,
        maxItems: 2,
        description: "Only projects with this status, in `costs` and `budgets`.",
      }),
    ),
    budgetStatus: Type.Optional(
      Type.Array(OneOf(["ok", "warning", "exceeded", "none"]), {
        minItems: 1,
        maxItems: 4,
        description: "Only projects whose budget has this status, in `costs` and `budgets`.",
      }),
    ),
  },
  { "x-part": "ReportQuery", description: "The query. Ids that do not exist match nothing." },
);
export const ReportQuery = { ...fields, "x-rules": queryRules };
export type ReportQuery = Static<typeof ReportQuery>;

const shared = Type.Boolean({
  description: "Whether every member of the organization sees it. Its figures include only what the reader may see.",
});

export const exampleQuery = { report: "summary", period: "lastMonth", groupBy: ["project", "user"] } as const;

export const SavedReport = Type.Object(
  {
    id: Type.String({ description: "The id of the saved report.", examples: [exampleId("report")] }),
    name: Type.String({ description: "Name of the report." }),
    ownerId: Type.String({ description: "The member who saved it." }),
    shared,
    query: ReportQuery,
    ...stored,
  },
  {
    $id: "SavedReport",
    examples: [
      {
        id: exampleId("report"),
        name: "Hours of last month",
        ownerId: exampleId("user"),
        shared: true,
        query: exampleQuery,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-02T16:30:00.250Z",
        version: 2,
      },
    ],
  },
);
export type SavedReport = Static<typeof SavedReport>;

export const CreateSavedReport = Closed(
  { name: Name("Name of the report."), query: ReportQuery, shared: Type.Optional(shared) },
  { examples: [{ name: "Hours of last month", shared: true, query: exampleQuery }] },
);
export type CreateSavedReport = Static<typeof CreateSavedReport>;

export const UpdateSavedReport = Closed(
  {
    name: Type.Optional(Name("Name of the report.")),
    query: Type.Optional(ReportQuery),
    shared: Type.Optional(shared),
  },
  { examples: [{ shared: false }] },
);
export type UpdateSavedReport = Static<typeof UpdateSavedReport>;

export const ListSavedReports = Closed({
  shared: Type.Optional(Type.Boolean({ description: "Only shared ones, or only the caller's private ones." })),
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the name, ignoring case." })),
  ...PageQuery,
});

export const SavedReportPage = Page(SavedReport);
