import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { weekDays } from "#identity/organizations/week-days.ts";
import { AnyOf, Closed, exampleId, IdOf, Nullable, OneOf, tableFormats } from "#platform/http/contract/schemas.ts";
import { tableLanguage } from "#tracking/reports/table-language.ts";
import { groupings } from "./groupings.ts";
import { approvalFilter, timeEntryFilters } from "#tracking/entries/time-entries/filter-schemas.ts";

const formats = tableFormats("with one row for each group and without a limit");

export const SummaryQuery = Closed({
  groupBy: Type.Optional(
    Type.Array(OneOf(groupings), {
      minItems: 1,
      maxItems: 2,
      uniqueItems: true,
      description:
        "One or two groupings: repeat the parameter, or separate them with a comma. `team` groups by the current teams of the member who worked, and needs the scope `teams:read`; leads get the teams that they lead.",
      default: ["project"],
    }),
  ),
  interval: Type.Optional(
    OneOf(["day", "week", "month", "quarter", "year"], {
      description: "The length of the periods of the grouping `date`; allowed only with it.",
      default: "day",
    }),
  ),
  weekStart: Type.Optional(OneOf(weekDays, { description: "The first day of weeks; by default the organization's." })),
  ...timeEntryFilters,
  ...approvalFilter,
  ...formats,
  language: tableLanguage,
});
export type SummaryQuery = Static<typeof SummaryQuery>;

const time = {
  seconds: Type.Integer({ description: "Sum of the durations." }),
  billableSeconds: Type.Integer({ description: "Sum of the entries' `billableSeconds`." }),
  entries: Type.Integer({ description: "The number of entries." }),
};

const money = {
  amountMinor: Type.Integer({
    description:
      "The sum of the entries' rounded amounts. Money is shown only with `costs:read`. Leads get amounts if the request covers only members of teams with `showsMoney`.",
  }),
  exactAmountMinor: Type.Integer({
    description:
      "Rate × billable time of the entries, rounded once, half up: the amount of hours × rate on an invoice.",
  }),
  unratedSeconds: Type.Integer({ description: "Billable time to which no rate applied." }),
  costMinor: Type.Integer({ description: "Sum of the entries' costs." }),
  marginMinor: Nullable(Type.Integer({ description: "Amount minus cost; null while `uncostedSeconds` is above 0." })),
  uncostedSeconds: Type.Integer({
    description: "Time to which no cost rate applied, so its costs are unknown.",
  }),
};

const sums = {
  ...time,
  // Callers without `costs:read` don't get these fields.
  amountMinor: Type.Optional(money.amountMinor),
  exactAmountMinor: Type.Optional(money.exactAmountMinor),
  unratedSeconds: Type.Optional(money.unratedSeconds),
  costMinor: Type.Optional(money.costMinor),
  marginMinor: Type.Optional(money.marginMinor),
  uncostedSeconds: Type.Optional(money.uncostedSeconds),
};

const group = {
  key: Nullable(
    Type.String({
      description:
        "The key of the group: an id; a day, the first day of a week, `2026-03`, `2026-Q1`, `2026`; a tag in lower case; `true` or `false`; a source; null for none, or for entries whose source is not known.",
    }),
  ),
  name: Nullable(Type.String({ description: "Its name; for a tag, the latest spelling." })),
  ...sums,
};

const report = {
  from: Nullable(Type.String({ description: "The requested start; null if unbounded." })),
  to: Nullable(Type.String({ description: "The requested end; null if unbounded." })),
  tz: Type.String({ description: "The time zone that determines the days." }),
};

export const Summary = Type.Object(
  {
    ...report,
    weekStart: Type.String({ description: "The first day of its weeks." }),
    groupBy: Type.Array(OneOf(groupings), { description: "The requested groupings." }),
    currency: Type.String({ description: "The currency of all amounts (ISO 4217)." }),
    overlapping: Type.Optional(
      Type.Literal(true, {
        description:
          "With the grouping `tag` or `team`: an entry with two tags, or of a member of two teams, is in two groups, and once in the totals.",
      }),
    ),
    totals: Type.Object(sums, { description: "The sums of all entries; each entry counts once." }),
    groups: Type.Array(
      Type.Object({
        ...group,
        groups: Type.Optional(
          Type.Array(Type.Object(group), {
            description: "Its subgroups by the second of `groupBy`; absent if there is only one.",
          }),
        ),
      }),
      { description: "One group for each value of the first of `groupBy`." },
    ),
  },
  {
    $id: "Summary",
    examples: [
      {
        from: "2026-03-01",
        to: "2026-03-31",
        tz: "Europe/Berlin",
        weekStart: "monday",
        groupBy: ["project"],
        currency: "EUR",
        totals: {
          seconds: 5400,
          billableSeconds: 5400,
          entries: 1,
          amountMinor: 13_500,
          exactAmountMinor: 13_500,
          unratedSeconds: 0,
          costMinor: 6000,
          marginMinor: 7500,
          uncostedSeconds: 0,
        },
        groups: [
          {
            key: exampleId("proj"),
            name: "Website",
            seconds: 5400,
            billableSeconds: 5400,
            entries: 1,
            amountMinor: 13_500,
            exactAmountMinor: 13_500,
            unratedSeconds: 0,
            costMinor: 6000,
            marginMinor: 7500,
            uncostedSeconds: 0,
          },
        ],
      },
    ],
  },
);

export const CostsQuery = Closed({
  from: timeEntryFilters.from,
  to: timeEntryFilters.to,
  tz: timeEntryFilters.tz,
  projectId: AnyOf(IdOf("proj"), "Only these projects."),
  clientId: AnyOf(IdOf("client"), "Only projects of this client."),
  status: AnyOf(OneOf(["active", "archived"]), "Only projects with this status."),
  budgetStatus: AnyOf(
    OneOf(["ok", "warning", "exceeded", "none"]),
    "Only projects whose budget has this status; `none` means projects without a budget.",
  ),
  asOf: Type.Optional(
    Type.String({
      format: "date",
      description: "The day on which budgets are evaluated; by default the earlier of `to` and today.",
      examples: ["2026-03-20"],
    }),
  ),
  ...formats,
  language: tableLanguage,
});
export type CostsQuery = Static<typeof CostsQuery>;

/** Sums over the requested range, regardless of the budget periods. */
const costSums = {
  ...time,
  ...money,
};

const BudgetReport = Type.Object(
  {
    kind: OneOf(["time", "amount", "cost"], { description: "Whether seconds, amounts or costs are limited." }),
    period: OneOf(["total", "monthly", "weekly"], { description: "How often the budget resets." }),
    periodStart: Nullable(Type.String({ description: "First day of the period that contains `asOf`." })),
    periodEnd: Nullable(Type.String({ description: "Its last day; null if it has no end." })),
    limit: Type.Integer({ description: "Seconds, or minor units." }),
    used: Type.Integer({ description: "The sum over the whole period, including entries after `asOf`." }),
    usedSoFar: Type.Integer({ description: "The sum over the period up to and including `asOf`." }),
    remaining: Type.Integer({ description: "Negative when exceeded." }),
    usedPercent: Type.Number({ description: "Two decimals, rounded half up." }),
    status: OneOf(["ok", "warning", "exceeded"], {
      description: "`warning` once the lowest of `alertPercents` is reached, `exceeded` above `limit`.",
    }),
    forecast: Type.Object(
      {
        exhaustsOn: Nullable(
          Type.String({
            description:
              "The working day on which it will be used up, if each working day adds the average of the basis; `asOf` if it already is; null if not in this period.",
          }),
        ),
        projectedUsed: Nullable(
          Type.Integer({ description: "The projected usage at the end of the period; null if it has no end." }),
        ),
        basis: Type.Object(
          {
            from: Type.String({ description: "Its first day." }),
            to: Type.String({ description: "Its last day: `asOf`." }),
            workingDays: Type.Integer({ description: "How many of its days are the organization's working days." }),
          },
          {
            description:
              "The days that determine the pace: the 28 up to `asOf`, or those since `startsOn` or the first entry if there are fewer.",
          },
        ),
      },
      { description: "The forecast for the end of the period if work continues at this pace." },
    ),
  },
  { description: "The budget in the period that contains `asOf`; null if the project has none." },
);

export const Costs = Type.Object(
  {
    ...report,
    currency: Type.String({ description: "The currency of all amounts (ISO 4217)." }),
    asOf: Type.String({ description: "The day on which budgets are evaluated, `YYYY-MM-DD`." }),
    totals: Type.Object(costSums, { description: "The sums of all projects below." }),
    projects: Type.Array(
      Type.Object({
        projectId: Type.String({ description: "The id of the project." }),
        name: Type.String({ description: "Name of the project." }),
        clientId: Nullable(Type.String({ description: "The client that the project is for; null if there is none." })),
        ...costSums,
        budget: Nullable(BudgetReport),
      }),
      { description: "One row for each project." },
    ),
  },
  {
    $id: "Costs",
    examples: [
      {
        from: null,
        to: null,
        tz: "Europe/Berlin",
        currency: "EUR",
        asOf: "2026-03-20",
        totals: {
          seconds: 5400,
          billableSeconds: 5400,
          entries: 1,
          amountMinor: 13_500,
          exactAmountMinor: 13_500,
          costMinor: 6000,
          marginMinor: 7500,
          uncostedSeconds: 0,
          unratedSeconds: 0,
        },
        projects: [
          {
            projectId: exampleId("proj"),
            name: "Website",
            clientId: null,
            seconds: 5400,
            billableSeconds: 5400,
            entries: 1,
            amountMinor: 13_500,
            exactAmountMinor: 13_500,
            costMinor: 6000,
            marginMinor: 7500,
            uncostedSeconds: 0,
            unratedSeconds: 0,
            budget: {
              kind: "amount",
              period: "monthly",
              periodStart: "2026-03-01",
              periodEnd: "2026-03-31",
              limit: 3_000_000,
              used: 13_500,
              usedSoFar: 13_500,
              remaining: 2_986_500,
              usedPercent: 0.45,
              status: "ok",
              forecast: {
                exhaustsOn: null,
                projectedUsed: 18_225,
                basis: { from: "2026-02-21", to: "2026-03-20", workingDays: 20 },
              },
            },
          },
        ],
      },
    ],
  },
);
