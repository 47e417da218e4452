import type { Static } from "typebox";
import { roles } from "#identity/access.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { Closed, exampleId, Instant, Nullable, OneOf, Page, PageQuery, Text } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import {
  bothSums,
  count,
  ImportDoubt,
  month,
  personName,
  projectName,
  Preview,
  seconds,
  Question,
} from "./staged/preview-schemas.ts";
import { legacyEncodings } from "./sources/files/guess-encoding.ts";
import { columnFields, decimalMarks, durationUnits, sourceNames } from "./sources/rows/source-row.ts";

const importStatuses = ["reading", "previewed", "applying", "applied", "undone", "failed"] as const;
const dateOrders = ["ymd", "dmy", "mdy"] as const;

const source = OneOf(sourceNames, {
  description: "The program that exported it; `csv` is any CSV, read by `columns`.",
});
const dateOrder = OneOf(dateOrders, {
  description: "The order of numeric dates: 04/03/2024 is 4 March (`dmy`) or 3 April (`mdy`).",
});
const encoding = OneOf(legacyEncodings, {
  description: "The encoding of files that are neither UTF-8 nor UTF-16.",
});
const lookalikes = OneOf(["skip", "add"], {
  description:
    "What happens to rows that were not imported under their names, but have the person, start and duration of an entry that is already here.",
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
const columns = Type.Unsafe<Partial<Record<(typeof columnFields)[number], string>>>({
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(
    columnFields.map((field) => [field, { type: "string", maxLength: 200, description: `The header of ${field}.` }]),
  ),
  "x-part": "ImportColumns",
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
      Type.Literal(true, { description: "A deactivated member who cannot sign in, like people who have left." }),
    ),
  },
  {
    additionalProperties: false,
    description: "The member that the person becomes: one of `userId`, `invite` and `inactive`.",
  },
);
export type Becomes = Static<typeof Becomes>;

export const ImportPerson = Type.Object({
  key: Type.String({ description: "The lower-case address, otherwise the name: the key in `people` of `PATCH`." }),
  name: Type.String({ description: "The name in the file." }),
  email: Nullable(Type.String({ description: "The address in the file." })),
  rows: count("How many rows."),
  seconds,
  becomes: Becomes,
  isKnown: Type.Boolean({ description: "Whether a member was found by address or name, or was chosen." }),
  isUsed: Type.Boolean({ description: "Whether any of the rows is imported; otherwise, nobody becomes a member." }),
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
    encoding: Nullable(encoding),
    dateOrder: Nullable(dateOrder),
    durationUnit: Nullable(durationUnit),
    decimalMark: Nullable(decimalMark),
    headers: Type.Array(Type.String(), { description: "The headers of a CSV, in their order; empty for other files." }),
    columns,
    duplicates: OneOf(["skip", "add"], { description: "What happens to rows that were already imported." }),
    lookalikes,
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
        encoding: null,
        dateOrder: null,
        durationUnit: null,
        decimalMark: null,
        headers: [],
        columns: {},
        duplicates: "skip",
        lookalikes: "skip",
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
  encoding: Type.Optional(encoding),
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
    encoding: Type.Optional(Nullable(encoding)),
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
    lookalikes: Type.Optional(lookalikes),
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
