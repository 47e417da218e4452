import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, exampleId, Nullable, OneOf, tableFormats } from "#platform/http/contract/schemas.ts";
import { tableLanguage } from "#tracking/reports/table-language.ts";
import { amountMinor, billedOn, currency, reference, sums, unitPriceMinor } from "./schemas.ts";

export const lineGroupings = ["client", "project", "task", "user", "date", "entry"] as const;
export type LineGrouping = (typeof lineGroupings)[number];

export const BillingLinesQuery = Closed({
  groupBy: Type.Optional(
    Type.Array(OneOf(lineGroupings), {
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
      description:
        "The groupings; each combination of their values becomes a line. Repeat the parameter, or separate the groupings with commas. Lines are sorted by the groupings in the given order: names alphabetically, dates and entries from the earliest. A line by project also has the client, a line by task also has the client and the project, and a line by entry has all fields.",
      default: ["project", "task"],
    }),
  ),
  ...tableFormats("with one row for each line and without a limit"),
  language: tableLanguage,
});
export type BillingLinesQuery = Static<typeof BillingLinesQuery>;

const ofGroup = (description: string) => Type.Optional(Type.String({ description }));
const ofSomeGroup = (description: string) => Type.Optional(Nullable(Type.String({ description })));

const lineFigures = {
  entries: sums.entries,
  billableSeconds: sums.billableSeconds,
  quantity: Type.String({
    description:
      "The billable time in hours with two decimals. The lines add up to the batch: hundredths lost by rounding go to the lines with the largest remainders, and of equal ones to the first.",
    examples: ["111.25"],
  }),
};

const BillingLine = Type.Object({
  clientId: ofSomeGroup(
    "The client; null if there is none. This field and the following ones depend on the groupings.",
  ),
  clientName: ofSomeGroup("The client's name when it was billed."),
  projectId: ofGroup("The project."),
  projectName: ofGroup("The project's name when it was billed."),
  taskId: ofGroup("The task."),
  taskName: ofGroup("The task's name when it was billed."),
  userId: ofGroup("The member who worked."),
  userName: ofGroup("The member's name when it was billed."),
  date: ofGroup("The day on which the entries started, in the batch's `timeZone`."),
  entryId: ofGroup("The time entry."),
  startedAt: ofGroup("When it started."),
  description: ofGroup("The work that was done."),
  ...lineFigures,
  unitPriceMinor,
  amountMinor,
  exact: Type.Optional(
    Type.Boolean({
      description:
        "Whether quantity × unit price rounds to the amount. If not, invoice the amount, which is the exact value of the entries. Only with `costs:read`.",
    }),
  ),
});
export type BillingLine = Static<typeof BillingLine>;

export const BillingLines = Type.Object(
  {
    reference,
    billedOn,
    currency,
    data: Type.Array(BillingLine, { description: "The lines." }),
    totals: Type.Object(
      { ...lineFigures, amountMinor },
      { description: "The sums of the lines, which equal those of the batch." },
    ),
  },
  {
    $id: "BillingLines",
    examples: [
      {
        reference: "2026-0042",
        billedOn: "2026-04-01",
        currency: "EUR",
        data: [
          {
            clientId: exampleId("client"),
            clientName: "Acme",
            projectId: exampleId("proj"),
            projectName: "Website",
            taskId: exampleId("task"),
            taskName: "Build",
            entries: 112,
            billableSeconds: 400_500,
            quantity: "111.25",
            unitPriceMinor: 9000,
            amountMinor: 1_001_250,
            exact: true,
          },
        ],
        totals: { entries: 112, billableSeconds: 400_500, quantity: "111.25", amountMinor: 1_001_250 },
      },
    ],
  },
);
