import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, Instant, Nullable, OneOf, PageQuery } from "#platform/http/contract/schemas.ts";
import { groupings } from "#tracking/reports/summaries/groupings.ts";
import { reportKinds } from "#tracking/reports/saved-reports/schemas.ts";

const sums = {
  seconds: Type.Integer({ description: "Sum of the durations." }),
  billableSeconds: Type.Integer({ description: "Sum of the billable time, after rounding." }),
  entries: Type.Integer({ description: "The number of entries." }),
  amountMinor: Type.Optional(
    Type.Integer({ description: "Sum of the amounts, in minor units. Only if the link shows amounts." }),
  ),
};

const group = {
  key: Nullable(
    Type.String({
      description:
        "A day, the first day of a week, `2026-03`, `2026-Q1` or `2026`; a tag in lower case; `true` or `false`; otherwise a number that distinguishes the groups of this reply; null for none.",
    }),
  ),
  name: Nullable(
    Type.String({ description: "Its name; null for none, or for a member whose name the link does not show." }),
  ),
  ...sums,
};

const budget = Type.Object(
  {
    kind: OneOf(["time", "amount"], { description: "Whether seconds or amounts are limited." }),
    period: OneOf(["total", "monthly", "weekly"], { description: "How often the budget resets." }),
    periodStart: Nullable(Type.String({ description: "First day of the period that contains today." })),
    periodEnd: Nullable(Type.String({ description: "Its last day; null if it has no end." })),
    limit: Type.Integer({ description: "Seconds, or minor units." }),
    used: Type.Integer({ description: "Sum over the whole period." }),
    remaining: Type.Integer({ description: "Negative when exceeded." }),
    usedPercent: Type.Number({ description: "Two decimals, rounded half up." }),
    status: OneOf(["ok", "warning", "exceeded"], { description: "The budget's status." }),
  },
  { description: "The budget in its current period; null if there is none, or if the link does not show it." },
);

const entry = Type.Object({
  startedAt: Instant("When the work began."),
  endedAt: Instant("When it ended."),
  durationSeconds: Type.Integer({ description: "The duration, in seconds." }),
  billable: Type.Boolean({ description: "Whether it is charged." }),
  billableSeconds: Type.Integer({ description: "0 if not billable, otherwise the duration after rounding." }),
  project: Type.String({ description: "Name of the project." }),
  task: Type.String({ description: "Name of the task." }),
  person: Type.Optional(Type.String({ description: "The member who worked. Only if the link shows people." })),
  description: Type.Optional(Type.String({ description: "The work that was done. Only if the link shows notes." })),
  tags: Type.Optional(Type.Array(Type.String(), { description: "Labels of the entry. Only if the link shows notes." })),
  amountMinor: Type.Optional(
    Type.Integer({ description: "Its amount, in minor units. Only if the link shows amounts." }),
  ),
});

export const SharedReport = Type.Object(
  {
    name: Type.String({ description: "The title of the page." }),
    organization: Type.String({ description: "The organization that publishes it." }),
    report: OneOf(reportKinds, { description: "The kind of report." }),
    from: Nullable(Type.String({ description: "Its first day, or an instant; null if it is unbounded." })),
    to: Nullable(
      Type.String({ description: "Its last day, or the instant before which entries start; null if it is unbounded." }),
    ),
    tz: Type.String({ description: "The time zone that determines the days." }),
    weekStart: Type.String({ description: "The first day of the organization's weeks." }),
    currency: Type.String({ description: "The currency of all amounts (ISO 4217)." }),
    expiresAt: Instant("When the page expires."),
    groupBy: Type.Optional(
      Type.Array(OneOf(groupings), { description: "The groupings of `groups`, for `summary` and `weekly`." }),
    ),
    overlapping: Type.Optional(
      Type.Boolean({ description: "True with the grouping `tag`: an entry with two tags is in two groups." }),
    ),
    totals: Type.Optional(Type.Object(sums, { description: "The sums of all groups; absent in `detailed`." })),
    projects: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: "Name of the project." }),
          ...sums,
          budget: Nullable(budget),
        }),
        { description: "For `costs` and `budgets`: one per project." },
      ),
    ),
    entries: Type.Optional(Type.Array(entry, { description: "For `detailed`: newest first." })),
    nextCursor: Type.Optional(
      Nullable(
        Type.String({
          description: "For `detailed`: pass it as `cursor` to get the next page; null on the last page.",
        }),
      ),
    ),
    groups: Type.Optional(
      Type.Array(
        Type.Object({
          ...group,
          groups: Type.Optional(
            Type.Array(Type.Object(group), {
              description: "Its subgroups by the second of `groupBy`; absent if there is only one.",
            }),
          ),
        }),
        { description: "For `summary` and `weekly`: one for each value of the first of `groupBy`." },
      ),
    ),
  },
  {
    $id: "SharedReport",
    examples: [
      {
        name: "Hours for Acme",
        organization: "Pixel Ltd",
        report: "summary",
        from: "2026-03-01",
        to: "2026-03-31",
        tz: "Europe/Berlin",
        weekStart: "monday",
        currency: "EUR",
        expiresAt: "2026-05-30T08:00:00Z",
        groupBy: ["project"],
        totals: { seconds: 5400, billableSeconds: 5400, entries: 1 },
        groups: [{ key: "1", name: "Website", seconds: 5400, billableSeconds: 5400, entries: 1 }],
      },
    ],
  },
);
export type SharedReport = Static<typeof SharedReport>;

export const TokenParams = Type.Object({
  token: Type.String({
    description: "The token of the link.",
    examples: ["kq0TqNWwTq0z0T1eQ2cJ9m4oVbX7yLr5sHfD3aGpUuE"],
  }),
});

export const SharedReportQuery = Closed({ ...PageQuery });
