import type { Static } from "typebox";
import { roles } from "#identity/access.ts";
import { bodySchemas, shownSchemas } from "#platform/fields/fields.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { Closed, exampleId, Instant, Nullable, OneOf, Page, PageQuery, Text } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { choiceFields, columnsField, readingFields, settingFields, settings } from "./fields.ts";
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

const importStatuses = ["reading", "previewed", "applying", "applied", "undone", "failed"] as const;

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
    ...shownSchemas(settingFields),
    headers: Type.Array(Type.String(), { description: "The headers of a CSV, in their order; empty for other files." }),
    ...shownSchemas({ ...columnsField, ...choiceFields }),
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
  source: Type.Optional(settings.source),
  tz: Type.Optional({
    ...settings.timeZone,
    description: "The IANA time zone for times without one; default: the organization's.",
  }),
  encoding: Type.Optional(settings.encoding),
  dateOrder: Type.Optional(settings.dateOrder),
  durationUnit: Type.Optional(settings.durationUnit),
  decimalMark: Type.Optional(settings.decimalMark),
  fileName: Type.Optional(Text({ maxLength: 255, description: "The name of the file, shown in lists." })),
});
export type UploadQuery = Static<typeof UploadQuery>;

export const UpdateImport = Closed(
  {
    ...bodySchemas(readingFields),
    people: Type.Optional(
      Type.Unsafe<Record<string, Becomes>>({
        type: "object",
        additionalProperties: Becomes,
        description: "The members that the people become, by `key`. People who are not listed stay unchanged.",
      }),
    ),
    ...bodySchemas(choiceFields),
    duplicates: Type.Optional(
      OneOf(["skip", "add"], { description: "Whether to `skip` rows that were already imported, or to `add` them." }),
    ),
  },
  { examples: [{ timeZone: "Europe/Berlin", people: { "kim@example.com": { inactive: true } } }] },
);
export type UpdateImport = Static<typeof UpdateImport>;

export const ListImports = Closed({ ...PageQuery });
export const ImportPage = Page(Import);
export const ListDoubts = Closed({ ...PageQuery });
export const DoubtPage = Page(ImportDoubt);
