import type { Static, TSchema } from "typebox";
import { entryRuleNames } from "#identity/organizations/entry-rules.ts";
import { Nullable, OneOf } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";

const leftOutReasons = ["unreadable", "running", "deleted", "period_locked", "already_there"] as const;

const moneyReasons = ["left_out", "other_currency", "not_billable", "no_rate", "rounded", "rate_in_file"] as const;

export const count = (description: string) => Type.Integer({ description });
const sourceMinor = count("Their amounts in the file, in minor units.");
const firstRow = count("The number of the first one among the file's rows of time.");
export const seconds = count("Their total duration in seconds.");

export const personName = Type.String({ description: "The name of the person." });
const personEmail = Nullable(Type.String({ description: "The address of the person in the file." }));
const clientName = Type.String({ description: "The name of the client." });
export const projectName = Type.String({ description: "The name of the project." });
export const month = Type.String({ description: "YYYY-MM.", examples: ["2026-03"] });
const sums = (description: string) =>
  Type.Object(
    { rows: count("Rows, or the entries created from them."), seconds },
    { "x-part": "ImportSums", description },
  );
export const bothSums = { source: sums("The totals of the file."), imported: sums("The totals that are imported.") };
const listOf = <Properties extends Record<string, TSchema>>(properties: Properties, description: string) =>
  Type.Array(Type.Object({ ...properties, ...bothSums }), { description });

export const ImportDoubt = Type.Object({
  line: count("The line of the file, from 1; in JSON the position in the list."),
  file: Nullable(Type.String({ description: "The file within a zip." })),
  column: Type.String({ description: "The header of the column, or the key in JSON." }),
  read: Type.String({ description: "The text in the file, up to 200 characters." }),
  problem: Type.String({ description: "What is wrong, as a sentence." }),
  becomes: Nullable(Type.String({ description: "The value that it becomes; null if the row is skipped." })),
});
export type ImportDoubt = Static<typeof ImportDoubt>;

export const Preview = Type.Object(
  {
    creates: Type.Object(
      {
        clients: count("Clients."),
        projects: count("Projects."),
        tasks: count("Tasks."),
        tags: count("Tags."),
        people: count("Members."),
        entries: count("Time entries."),
      },
      { description: "How many of each would be created, or were created." },
    ),
    totals: Type.Object(
      {
        ...bothSums,
        people: listOf({ name: personName, email: personEmail }, "By person in the file."),
        projects: listOf(
          { client: Nullable(clientName), project: projectName },
          "By project in the file; at most 1,000, those with the most seconds.",
        ),
        months: listOf({ month }, "By month in the organization's time zone."),
      },
      { description: "`source` is the total of the file, `imported` the total of what is imported." },
    ),
    leftOut: Type.Array(
      Type.Object({ reason: OneOf(leftOutReasons, { description: "Why." }), rows: count("How many rows."), seconds }),
      { description: "Rows that are not imported, by reason." },
    ),
    alreadyThere: count("Rows that were already imported."),
    lookalikes: sums(
      "Rows that are skipped as `already_there` because they have the person, start and duration of an entry that is already here, although they were not imported under their names.",
    ),
    breaks: Type.Array(
      Type.Object({
        rule: OneOf(entryRuleNames, { description: "The rule." }),
        rows: count("How many rows break it."),
      }),
      {
        description:
          "Rows whose entries will be marked as breaking `entryRules`; `latestDays` does not apply to imports.",
      },
    ),
    doubts: Type.Object(
      {
        count: count("How many there are."),
        first: Type.Array(ImportDoubt, { description: "The first 100; all of them at `/imports/{id}/doubts`." }),
      },
      { description: "Values that could not be used unchanged." },
    ),
    ratedRows: Type.Optional(count("Rows with an hourly rate; absent in previews of earlier versions.")),
    money: Type.Array(
      Type.Object({
        currency: Type.String({ description: "The currency of the file, or the organization's." }),
        rows: count("Rows with an amount."),
        sourceMinor,
        importedMinor: Nullable(count("The amounts of the entries created from them; null until it is applied.")),
        reasons: Type.Optional(
          Type.Array(
            Type.Object({
              reason: OneOf(moneyReasons, {
                description:
                  "`left_out`: the rows are left out. `other_currency`: not the organization's currency. `not_billable`: 0 in Stint. `no_rate`: no hourly rate in the file. `rounded`: hours × rate isn't the amount. `rate_in_file`: the file's rate gives the amount, which other rates of Stint may not.",
              }),
              rows: count("How many rows."),
              sourceMinor,
              firstRow,
            }),
            { description: "Why Stint's amounts can differ, as found in the file; a row counts for its first reason." },
          ),
        ),
      }),
      {
        description:
          "Amounts in the file next to Stint's, by currency; empty if the file has none, and without `costs:read`.",
      },
    ),
  },
  { description: "Everything that applying the import would do; after applying, everything that it did." },
);
export type Preview = Static<typeof Preview>;

export const Question = Type.Object({
  code: OneOf(["date_order", "columns", "duration_unit", "decimal_mark", "encoding"], {
    description:
      "`date_order`: choose `dateOrder`. `columns`: the column mapping lacks a required field. `duration_unit`: choose `durationUnit`. `decimal_mark`: choose `decimalMark`. `encoding`: choose `encoding`.",
  }),
  message: Type.String({ description: "The question, as a sentence." }),
  line: Nullable(count("The line of the example.")),
  file: Nullable(
    Type.String({ description: "The file of the example within a zip, if its answer is not that of all." }),
  ),
  example: Nullable(Type.String({ description: "A value in the file that can be read in several ways." })),
  answers: Type.Array(
    Type.Object({
      value: Type.String({ description: "The value to choose." }),
      seconds: count("The total duration of all rows with this answer."),
      first: Type.Array(
        Type.Object({
          line: count("The line of the file."),
          read: Type.String({ description: "The text in the file." }),
          number: Type.Number({ description: "The number that it means with this answer." }),
          seconds: count("The duration of its row with this answer."),
        }),
        { description: "The first five rows that the answer changes." },
      ),
      texts: Type.Array(Type.String(), {
        description: "For `encoding`: words of the file as they read with this answer.",
      }),
    }),
    {
      description:
        "For `duration_unit`, `decimal_mark` and `encoding`: each answer and its effect; empty for other questions.",
    },
  ),
});
export type Question = Static<typeof Question>;
