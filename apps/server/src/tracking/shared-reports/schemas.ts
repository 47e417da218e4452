import { Type, type Static } from "#platform/http/type.ts";
import { Closed, Instant, Nullable, OneOf, PageQuery } from "#platform/http/schemas.ts";
import { groupings } from "#tracking/reports/schemas.ts";
import { reportKinds } from "#tracking/saved-reports/schemas.ts";

const sums = {
  seconds: Type.Integer({ description: "Sum of the durations." }),
  billableSeconds: Type.Integer({ description: "Sum of the billable time, after rounding." }),
  entries: Type.Integer({ description: "How many entries." }),
  amountMinor: Type.Optional(
    Type.Integer({ description: "Sum of the amounts, in minor units. Only where the link shows amounts." }),
  ),
};

const group = {
  key: Nullable(
    Type.String({
      description:
        "A day, the first day of a week, `2026-03`, `2026-Q1` or `2026`; a tag in lower case; `true` or `false`; else a number that tells groups of this reply apart; null: none.",
    }),
  ),
  name: Nullable(Type.String({ description: "Its name; null: none, or a member whom the link does not name." })),
  ...sums,
};

const budget = Type.Object(
  {
    kind: OneOf(["time", "amount"], { description: "Whether seconds or amounts are limited." }),
    period: OneOf(["total", "monthly", "weekly"], { description: "How often the budget begins anew." }),
    periodStart: Nullable(Type.String({ description: "First day of the period of today." })),
    periodEnd: Nullable(Type.String({ description: "Its last day; null: it has none." })),
    limit: Type.Integer({ description: "Seconds, or minor units." }),
    used: Type.Integer({ description: "Sum over the whole period." }),
    remaining: Type.Integer({ description: "Negative when exceeded." }),
    usedPercent: Type.Number({ description: "Two decimals, rounded half up." }),
    status: OneOf(["ok", "warning", "exceeded"], { description: "How the budget stands." }),
  },
  { description: "The budget in its current period; null: there is none that the link shows." },
);

const entry = Type.Object({
  startedAt: Instant("When the work began."),
  endedAt: Instant("When it ended."),
  durationSeconds: Type.Integer({ description: "How long it took, in seconds." }),
  billable: Type.Boolean({ description: "Whether it is charged." }),
  billableSeconds: Type.Integer({ description: "0 when not billable, else the duration after rounding." }),
  project: Type.String({ description: "Name of the project." }),
  task: Type.String({ description: "Name of the task." }),
  person: Type.Optional(Type.String({ description: "The member who worked. Only where the link names people." })),
  description: Type.Optional(Type.String({ description: "The work that was done. Only where the link shows notes." })),
  tags: Type.Optional(
    Type.Array(Type.String(), { description: "Labels of the entry. Only where the link shows notes." }),
  ),
  amountMinor: Type.Optional(
    Type.Integer({ description: "Its amount, in minor units. Only where the link shows amounts." }),
  ),
});

export const SharedReport = Type.Object(
  {
    name: Type.String({ description: "The title of the page." }),
    organization: Type.String({ description: "The organization that publishes it." }),
    report: OneOf(reportKinds, { description: "Which report it is." }),
    from: Nullable(Type.String({ description: "Its first day, or an instant; null: unbounded." })),
    to: Nullable(
      Type.String({ description: "Its last day, or the instant before which entries start; null: unbounded." }),
    ),
    tz: Type.String({ description: "The time zone that days are cut in." }),
    weekStart: Type.String({ description: "The first day of the organization's weeks." }),
    currency: Type.String({ description: "Of all amounts (ISO 4217)." }),
    expiresAt: Instant("When the page ends."),
    groupBy: Type.Optional(
      Type.Array(OneOf(groupings), { description: "The groupings of `groups`. Of `summary` and `weekly`." }),
    ),
    overlapping: Type.Optional(
      Type.Boolean({ description: "True with the grouping `tag`: an entry with two tags is in two groups." }),
    ),
    totals: Type.Optional(Type.Object(sums, { description: "The sums of all; absent in `detailed`." })),
    projects: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: "Name of the project." }),
          ...sums,
          budget: Nullable(budget),
        }),
        { description: "Of `costs` and `budgets`: one for each project." },
      ),
    ),
    entries: Type.Optional(Type.Array(entry, { description: "Of `detailed`: newest first." })),
    nextCursor: Type.Optional(
      Nullable(Type.String({ description: "Of `detailed`: give it back as `cursor`; null on the last page." })),
    ),
    groups: Type.Optional(
      Type.Array(
        Type.Object({
          ...group,
          groups: Type.Optional(
            Type.Array(Type.Object(group), { description: "Its parts by the second of `groupBy`; absent with one." }),
          ),
        }),
        { description: "Of `summary` and `weekly`: one for each value of the first of `groupBy`." },
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
        expiresAt: "2199-03-01T08:00:00Z",
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
