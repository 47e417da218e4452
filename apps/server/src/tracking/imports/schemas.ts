import { entryRuleNames } from "#identity/organizations/entry-rules.ts";
import type { Static, TSchema } from "typebox";
import { roles } from "#identity/access.ts";
import { stored } from "#platform/http/resource-schemas.ts";
import { Closed, exampleId, Instant, Nullable, OneOf, Page, PageQuery, Text } from "#platform/http/schemas.ts";
import { Type } from "#platform/http/type/type.ts";
import { Question } from "./question-schema.ts";
import { columnFields, decimalMarks, durationUnits, sourceNames } from "#tracking/imports/sources/rows/source-row.ts";

const importStatuses = ["reading", "previewed", "applying", "applied", "undone", "failed"] as const;
const dateOrders = ["ymd", "dmy", "mdy"] as const;
const leftOutReasons = ["unreadable", "running", "deleted", "period_locked", "already_there"] as const;

const source = OneOf(sourceNames, {
  description: "The program that exported it; `csv` is any CSV, read by `columns`.",
});
const dateOrder = OneOf(dateOrders, {
  description: "The order of numeric dates: 04/03/2024 is 4 March (`dmy`) or 3 April (`mdy`).",
});
const durationUnit = OneOf(durationUnits, {
  description: "For `csv`: the unit of durations that are plain numbers.",
});
const decimalMark = OneOf(decimalMarks, {
  description: "For `csv`: the decimal separator. 1,234 is 1.234 (`comma`) or 1234 (`point`).",
});
const timeZone = Type.String({
  format: "time-zone",
  description: "The IANA time zone for times without one.",
  examples: ["Europe/Berlin"],
});
const count = (description: string) => Type.Integer({ description });
const seconds = count("Their total duration in seconds.");

const columns = Type.Unsafe<Partial<Record<(typeof columnFields)[number], string>>>({
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(
    columnFields.map((field) => [field, { type: "string", maxLength: 200, description: `The header of ${field}.` }]),
  ),
  description: "For `csv`: the header of the column for each field.",
});

/** Must have exactly one of `userId`, `invite` and `inactive`. */
const Becomes = Type.Object(
  {
    userId: Type.Optional(Type.String({ description: "A member of the organization.", examples: [exampleId("user")] })),
    invite: Type.Optional(
      Type.String({
        format: "email",
        description: "An address to invite; the history belongs to that person once they accept.",
      }),
    ),
    role: Type.Optional(OneOf(roles, { description: "With `invite`: the offered role; `member` by default." })),
    inactive: Type.Optional(
      Type.Literal(true, { description: "A deactivated member without a sign-in, like people who have left." }),
    ),
  },
  {
    additionalProperties: false,
    description: "The member that the person becomes: one of `userId`, `invite` and `inactive`.",
  },
);
export type Becomes = Static<typeof Becomes>;

const personName = Type.String({ description: "The name of the person." });
const personEmail = Nullable(Type.String({ description: "The address of the person in the file." }));
const clientName = Type.String({ description: "The name of the client." });
const projectName = Type.String({ description: "The name of the project." });
const month = Type.String({ description: "YYYY-MM.", examples: ["2026-03"] });
const sums = (description: string) =>
  Type.Object({ rows: count("Rows, or the entries created from them."), seconds }, { description });
const bothSums = { source: sums("The totals of the file."), imported: sums("The totals that are imported.") };
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

const Preview = Type.Object(
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
    money: Type.Array(
      Type.Object({
        currency: Type.String({ description: "The currency of the file, or the organization's." }),
        rows: count("Rows with an amount."),
        sourceMinor: count("Their amounts in the file, in minor units."),
        importedMinor: Nullable(count("The amounts of the entries created from them; null until it is applied.")),
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

export const ImportPerson = Type.Object({
  key: Type.String({ description: "The lower-case address, otherwise the name: the key in `people` of `PATCH`." }),
  name: Type.String({ description: "The name in the file." }),
  email: Nullable(Type.String({ description: "The address in the file." })),
  rows: count("How many rows."),
  seconds,
  becomes: Becomes,
  isKnown: Type.Boolean({ description: "Whether a member was found by address or name, or was chosen." }),
});
export type ImportPerson = Static<typeof ImportPerson>;

const Different = Type.Object({
  person: Nullable(personName),
  project: Nullable(projectName),
  month: Nullable(month),
  ...bothSums,
});

export const Import = Type.Object(
  {
    id: Type.String({ description: "The id of the import.", examples: [exampleId("imp")] }),
    status: OneOf(importStatuses, {
      description:
        "`reading` the file; `previewed`: nothing is written yet; `applying`; `applied`; `undone`; `failed`: the file cannot be read, and `failure` says why.",
    }),
    failure: Nullable(Type.String({ description: "The fault, its location, and how to fix it." })),
    progress: Nullable(
      Type.Object(
        {
          phase: OneOf(["reading", "applying", "undoing"], { description: "The work in progress." }),
          done: count("Rows so far."),
          total: Nullable(count("All rows, if known.")),
        },
        { description: "Null while nothing is in progress." },
      ),
    ),
    fileName: Type.String({ description: "The name of the file; empty if none was given." }),
    mediaType: Type.String({ description: "The Content-Type of the file." }),
    bytes: count("The size of the file."),
    source: Nullable(source),
    timeZone,
    dateOrder: Nullable(dateOrder),
    durationUnit: Nullable(durationUnit),
    decimalMark: Nullable(decimalMark),
    headers: Type.Array(Type.String(), { description: "The headers of a CSV, in their order; empty for other files." }),
    columns,
    duplicates: OneOf(["skip", "add"], { description: "What happens to rows that were already imported." }),
    rates: OneOf(["ignore", "take"], { description: "Whether to create rates from the hourly rates in the file." }),
    questions: Type.Array(Question, { description: "The questions to answer with `PATCH` before it can be applied." }),
    people: Type.Array(ImportPerson, { description: "The people in the file, and the members that they become." }),
    preview: Nullable(Preview),
    proof: Nullable(
      Type.Object(
        {
          isExact: Type.Boolean({
            description: "Whether row counts and seconds are equal for every person, project and month.",
          }),
          differences: Type.Array(Different, { description: "The first 100 differences." }),
        },
        { description: "After applying: the stored entries compared with the file by person, project and month." },
      ),
    ),
    kept: Nullable(
      Type.Array(
        Type.Object({
          type: OneOf(["time_entry", "client", "project", "task", "member", "rate", "invitation"], {
            description: "The kind of object.",
          }),
          id: Type.String({ description: "Its id." }),
          name: Type.String({ description: "Its name, or the description of an entry." }),
          reason: Type.String({ description: "Why it was kept, as a sentence." }),
        }),
        { description: "After the undo: the first 1,000 objects that were not removed." },
      ),
    ),
    createdBy: Type.String({ description: "The member who uploaded it.", examples: [exampleId("user")] }),
    appliedAt: Nullable(Instant("When it was applied.")),
    undoneAt: Nullable(Instant("When it was undone.")),
    ...stored,
  },
  {
    $id: "Import",
    examples: [
      {
        id: exampleId("imp"),
        status: "reading",
        failure: null,
        progress: { phase: "reading", done: 0, total: null },
        fileName: "Toggl_time_entries_2026.csv",
        mediaType: "text/csv",
        bytes: 48211,
        source: null,
        timeZone: "Europe/Berlin",
        dateOrder: null,
        durationUnit: null,
        decimalMark: null,
        headers: [],
        columns: {},
        duplicates: "skip",
        rates: "ignore",
        questions: [],
        people: [],
        preview: null,
        proof: null,
        kept: null,
        createdBy: exampleId("user"),
        appliedAt: null,
        undoneAt: null,
        createdAt: "2026-03-01T08:00:00Z",
        updatedAt: "2026-03-01T08:00:00Z",
        version: 1,
      },
    ],
  },
);
export type Import = Static<typeof Import>;

export const UploadQuery = Closed({
  source: Type.Optional(source),
  tz: Type.Optional({
    ...timeZone,
    description: "The IANA time zone for times without one; default: the organization's.",
  }),
  dateOrder: Type.Optional(dateOrder),
  durationUnit: Type.Optional(durationUnit),
  decimalMark: Type.Optional(decimalMark),
  fileName: Type.Optional(Text({ maxLength: 255, description: "The name of the file, shown in lists." })),
});
export type UploadQuery = Static<typeof UploadQuery>;

export const UpdateImport = Closed(
  {
    source: Type.Optional(Nullable(source)),
    timeZone: Type.Optional(timeZone),
    dateOrder: Type.Optional(Nullable(dateOrder)),
    durationUnit: Type.Optional(Nullable(durationUnit)),
    decimalMark: Type.Optional(Nullable(decimalMark)),
    columns: Type.Optional(columns),
    people: Type.Optional(
      Type.Unsafe<Record<string, Becomes>>({
        type: "object",
        additionalProperties: Becomes,
        description: "The members that the people become, by `key`. People who are not listed stay unchanged.",
      }),
    ),
    duplicates: Type.Optional(
      OneOf(["skip", "add"], { description: "Whether to `skip` rows that were already imported, or to `add` them." }),
    ),
    rates: Type.Optional(
      OneOf(["ignore", "take"], { description: "Whether to create rates from the hourly rates in the file." }),
    ),
  },
  { examples: [{ timeZone: "Europe/Berlin", people: { "kim@example.com": { inactive: true } } }] },
);
export type UpdateImport = Static<typeof UpdateImport>;

export const ListImports = Closed({ ...PageQuery });
export const ImportPage = Page(Import);
export const ListDoubts = Closed({ ...PageQuery });
export const DoubtPage = Page(ImportDoubt);
