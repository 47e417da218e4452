import { Type, type Static, type TSchema } from "#platform/http/contract/type/type.ts";
import { Closed, DayOrInstant, exampleId, SomeOf } from "#platform/http/contract/schemas.ts";

const filters = {
  from: DayOrInstant("Only entries that start at or after this: an instant, or a date in `tz`."),
  to: DayOrInstant("Only entries that start before this instant, or until the end of this date in `tz`."),
  tz: Type.Optional(
    Type.String({
      format: "time-zone",
      description: "IANA time zone for `from` and `to` as dates; by default the organization's.",
      examples: ["Europe/Berlin"],
    }),
  ),
  projectId: SomeOf(Type.String(), "Only entries of these projects."),
  taskId: SomeOf(Type.String(), "Only entries of these tasks."),
  clientId: SomeOf(Type.String(), "Only entries of these clients' projects."),
  userId: SomeOf(Type.String(), "Only entries of these members; `me` is the key's own."),
  unrated: Type.Optional(
    Type.Boolean({ description: "Only billable entries to which no rate applied so far.", default: false }),
  ),
};

export const Revise = Closed(
  {
    ...filters,
    apply: Type.Optional(
      Type.Boolean({ description: "False, the default, changes nothing and returns a preview.", default: false }),
    ),
  },
  { examples: [{ from: "2026-03-01", to: "2026-03-31", projectId: [exampleId("proj")], apply: false }] },
);
export type Revise = Static<typeof Revise>;

const shift = (figures: string, unit: string) =>
  Type.Object(
    {
      before: Type.Integer({ description: `Sum of their ${figures} as stored, in ${unit}.` }),
      after: Type.Integer({ description: `Sum of their ${figures} by the current rules, in ${unit}.` }),
      difference: Type.Integer({ description: `\`after\` minus \`before\`, in ${unit}.` }),
    },
    { description: `The ${figures} of the entries that \`entries\` counts.` },
  );

// Callers without `costs:read` don't get these fields.
const money = {
  amountMinor: Type.Optional(shift("amounts", "minor units")),
  costMinor: Type.Optional(shift("costs", "minor units")),
};

const counts = {
  applied: Type.Boolean({ description: "Whether the entries were changed; false is a preview." }),
  entries: Type.Integer({ description: "How many entries were changed, or would be." }),
  unchanged: Type.Integer({ description: "How many are already correct." }),
  locked: Type.Integer({
    description: "How many would be changed, but start before the lock date and stay unchanged.",
  }),
};

const currency = Type.String({ description: "The currency of all amounts (ISO 4217).", examples: ["EUR"] });

const projects = <More extends Record<string, TSchema>>(more: More) =>
  Type.Array(
    Type.Object({
      projectId: Type.String({ description: "The id of the project." }),
      entries: counts.entries,
      ...more,
      ...money,
    }),
    { description: "The same per project, for each project with such entries, in the order of the projects' ids." },
  );

export const Repriced = Type.Object(
  { ...counts, ...money, currency, projects: projects({}) },
  {
    $id: "Repriced",
    examples: [
      {
        applied: false,
        entries: 12,
        unchanged: 340,
        locked: 3,
        amountMinor: { before: 108_000, after: 120_000, difference: 12_000 },
        costMinor: { before: 48_000, after: 48_000, difference: 0 },
        currency: "EUR",
        projects: [
          {
            projectId: exampleId("proj"),
            entries: 12,
            amountMinor: { before: 108_000, after: 120_000, difference: 12_000 },
            costMinor: { before: 48_000, after: 48_000, difference: 0 },
          },
        ],
      },
    ],
  },
);

export const Rerounded = Type.Object(
  {
    ...counts,
    billableSeconds: shift("billable time", "seconds"),
    ...money,
    currency,
    projects: projects({ billableSeconds: Type.Optional(shift("billable time", "seconds")) }),
  },
  {
    $id: "Rerounded",
    examples: [
      {
        applied: false,
        entries: 12,
        unchanged: 340,
        locked: 3,
        billableSeconds: { before: 41_700, after: 43_200, difference: 1500 },
        amountMinor: { before: 104_250, after: 108_000, difference: 3750 },
        costMinor: { before: 48_000, after: 48_000, difference: 0 },
        currency: "EUR",
        projects: [
          {
            projectId: exampleId("proj"),
            entries: 12,
            billableSeconds: { before: 41_700, after: 43_200, difference: 1500 },
            amountMinor: { before: 104_250, after: 108_000, difference: 3750 },
            costMinor: { before: 48_000, after: 48_000, difference: 0 },
          },
        ],
      },
    ],
  },
);
