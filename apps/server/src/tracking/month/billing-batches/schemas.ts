import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import {
  Closed,
  DayOrInstant,
  exampleId,
  IdOf,
  MemberId,
  Name,
  Nullable,
  OneOf,
  Page,
  PageQuery,
  SomeOf,
  Text,
} from "#platform/http/contract/schemas.ts";
import { statuses } from "#tracking/ledger/entry-locks/entry-locks.ts";

export const maxBilledEntries = 100_000;

const someText = (maxLength: number) => Text({ minLength: 1, maxLength });

/** The filters of the entry list that make sense for billing. */
const BillingFilter = Closed(
  {
    projectId: SomeOf(IdOf("proj"), "Only entries of these projects."),
    taskId: SomeOf(IdOf("task"), "Only entries of these tasks."),
    clientId: SomeOf(IdOf("client"), "Only entries of these clients' projects."),
    userId: SomeOf(MemberId, "Only entries of these members; `me` is the key's own."),
    teamId: SomeOf(IdOf("team"), "Only entries of these teams' current members. Needs the scope `teams:read`."),
    tag: SomeOf(someText(50), "Only entries with one of these tags."),
    from: DayOrInstant("Only entries that start at or after this: an instant, or a date in `tz`."),
    to: DayOrInstant("Only entries that start before this instant, or until the end of this date in `tz`."),
    tz: Type.Optional(
      Type.String({
        format: "time-zone",
        description: "IANA time zone for `from` and `to` as dates; by default the organization's.",
        examples: ["Europe/Berlin"],
      }),
    ),
    q: Type.Optional(Text({ maxLength: 200, description: "Part of the description, ignoring case." })),
    externalRef: SomeOf(someText(255), "Only the entries with these references."),
    approval: Type.Optional(
      Type.Array(OneOf(statuses), {
        minItems: 1,
        maxItems: 4,
        description:
          "Only entries whose timesheets have one of these statuses; entries without a stored timesheet are `open`. By default, if approvals are on, time since the organization's `approvals.from` must be approved.",
      }),
    ),
  },
  {
    "x-part": "BillingFilter",
    description:
      "Selects entries; those that are billable, not billed yet and not deleted are billed. Conditions are combined with AND; an empty object matches everything, and an id that does not exist matches nothing.",
  },
);
export type BillingFilter = Static<typeof BillingFilter>;

export const reference = Name(
  "Your name for it, such as the invoice number. Several batches may have the same one.",
  255,
);
export const billedOn = Type.String({
  format: "date",
  description: "The date of the invoice; by default today in the organization's time zone.",
  examples: ["2026-04-01"],
});

const exampleFilter = { projectId: [exampleId("proj")], from: "2026-03-01", to: "2026-03-31" };

export const CreateBillingBatch = Closed(
  {
    filter: BillingFilter,
    reference,
    billedOn: Type.Optional(billedOn),
    expected: Type.Optional(
      Closed(
        {
          entries: Type.Integer({ minimum: 0, description: "The number of entries." }),
          amountMinor: Type.Integer({ minimum: 0, description: "The sum of their amounts." }),
          billableSeconds: Type.Optional(
            Type.Integer({ minimum: 0, description: "The sum of their `billableSeconds`; not compared if absent." }),
          ),
        },
        {
          description:
            "The totals of a preview: if they have changed since, nothing is billed (409 `billing_changed`). Needs `costs:read`.",
        },
      ),
    ),
    includeUnrated: Type.Optional(
      Type.Boolean({
        description:
          "Also bills entries to which no rate applied, at 0; otherwise they are refused (409 `unrated_entries`).",
        default: false,
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ description: "Bills nothing, and returns a preview with status 200.", default: false }),
    ),
  },
  { examples: [{ filter: exampleFilter, reference: "2026-0042", billedOn: "2026-04-01" }] },
);
export type CreateBillingBatch = Static<typeof CreateBillingBatch>;

export const amountMinor = Type.Optional(
  Type.Integer({ description: "The sum of the entries' amounts, in minor units. Only with `costs:read`." }),
);

export const unitPriceMinor = Type.Optional(
  Nullable(
    Type.Integer({
      description: "The hourly rate, in minor units; null if the entries' rates differ. Only with `costs:read`.",
    }),
  ),
);

export const sums = {
  entries: Type.Integer({ description: "The number of entries." }),
  seconds: Type.Integer({ description: "Sum of their durations." }),
  billableSeconds: Type.Integer({ description: "Sum of their `billableSeconds`." }),
  amountMinor,
};

const exampleSums = { entries: 112, seconds: 398_000, billableSeconds: 400_500, amountMinor: 2_777_778 };
const totals = Type.Object(sums, { description: "The sums of all its entries." });
export const currency = Type.String({ description: "The currency of all amounts (ISO 4217).", examples: ["EUR"] });

const breakdown = {
  clients: Type.Array(
    Type.Object({
      clientId: Nullable(Type.String({ description: "The client of the projects; null if there is none." })),
      name: Nullable(Type.String({ description: "The client's name." })),
      ...sums,
    }),
    { description: "The sums of each client, in the order of their names." },
  ),
  projects: Type.Array(
    Type.Object({
      projectId: Type.String({ description: "The project." }),
      name: Type.String({ description: "The project's name." }),
      clientId: Nullable(Type.String({ description: "Its client; null: none." })),
      ...sums,
    }),
    { description: "The sums of each project, in the order of clients and names." },
  ),
};

const exampleBreakdown = {
  clients: [{ clientId: exampleId("client"), name: "Acme", ...exampleSums }],
  projects: [{ projectId: exampleId("proj"), name: "Website", clientId: exampleId("client"), ...exampleSums }],
};

export const BillingBatch = Type.Object(
  {
    id: Type.String({ description: "The id of the billing batch.", examples: [exampleId("bill")] }),
    reference,
    billedOn,
    filter: BillingFilter,
    timeZone: Type.String({ description: "The time zone of the days in its lines.", examples: ["Europe/Berlin"] }),
    currency,
    totals,
    createdBy: Type.String({ description: "The member who billed it." }),
    clients: Type.Optional({
      ...breakdown.clients,
      description: "The sums of each client, with its name at that time. Absent in lists and events.",
    } as typeof breakdown.clients),
    projects: Type.Optional({
      ...breakdown.projects,
      description: "The sums of each project, with its name at that time. Absent in lists and events.",
    } as typeof breakdown.projects),
    ...stored,
  },
  {
    $id: "BillingBatch",
    examples: [
      {
        id: exampleId("bill"),
        reference: "2026-0042",
        billedOn: "2026-04-01",
        filter: exampleFilter,
        timeZone: "Europe/Berlin",
        currency: "EUR",
        totals: exampleSums,
        createdBy: exampleId("user"),
        createdAt: "2026-04-01T08:00:00Z",
        updatedAt: "2026-04-01T08:00:00Z",
        version: 1,
      },
    ],
  },
);
export type BillingBatch = Static<typeof BillingBatch>;

const tasks = [
  { taskId: exampleId("task"), projectId: exampleId("proj"), name: "Design", ...exampleSums, unitPriceMinor: 2500 },
];

export const BillingPreview = Type.Object(
  {
    dryRun: Type.Literal(true, { description: "Always true: nothing was billed." }),
    timeZone: Type.String({ description: "The time zone of the days in its lines." }),
    currency,
    totals,
    ...breakdown,
    tasks: Type.Array(
      Type.Object({
        taskId: Type.String({ description: "The task." }),
        projectId: Type.String({ description: "Its project." }),
        name: Type.String({ description: "The task's name." }),
        ...sums,
        unratedSeconds: Type.Optional(Type.Integer({ description: "Time without a rate. Only with `costs:read`." })),
        unitPriceMinor,
      }),
      {
        description:
          "The sums of each task, which will be a line of the batch, in the order of the projects' names and their own.",
      },
    ),
  },
  {
    $id: "BillingPreview",
    examples: [
      { dryRun: true, timeZone: "Europe/Berlin", currency: "EUR", totals: exampleSums, ...exampleBreakdown, tasks },
    ],
  },
);

export const ListBillingBatches = Closed({
  q: Type.Optional(Text({ maxLength: 200, description: "Part of the reference, ignoring case." })),
  ...PageQuery,
});

export const BillingBatchPage = Page(BillingBatch);
