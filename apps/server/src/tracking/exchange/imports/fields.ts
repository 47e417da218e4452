import type { Fields } from "#platform/fields/fields.ts";
import { Nullable, OneOf } from "#platform/http/contract/schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { legacyEncodings } from "./sources/files/guess-encoding.ts";
import { columnFields, dateOrders, decimalMarks, durationUnits, sourceNames } from "./sources/rows/source-row.ts";

/** The settings that decide how a file is read, as `POST` takes them. The file settles those that are null. */
export const settings = {
  source: OneOf(sourceNames, {
    description: "The program that exported it; `csv` is any CSV, read by `columns`.",
  }),
  timeZone: Type.String({
    format: "time-zone",
    description: "The IANA time zone for times without one.",
    examples: ["Europe/Berlin"],
  }),
  encoding: OneOf(legacyEncodings, {
    description: "The encoding of files that are neither UTF-8 nor UTF-16.",
  }),
  dateOrder: OneOf(dateOrders, {
    description: "The order of numeric dates: 04/03/2024 is 4 March (`dmy`) or 3 April (`mdy`).",
  }),
  durationUnit: OneOf(durationUnits, {
    description: "For `csv`: the unit of durations that are plain numbers.",
  }),
  decimalMark: OneOf(decimalMarks, {
    description: "For `csv`: the decimal separator. 1,234 is 1.234 (`comma`) or 1234 (`point`).",
  }),
};

export const settingFields = {
  source: { schema: Nullable(settings.source), initial: null },
  timeZone: { schema: settings.timeZone },
  encoding: { schema: Nullable(settings.encoding), initial: null },
  dateOrder: { schema: Nullable(settings.dateOrder), initial: null },
  durationUnit: { schema: Nullable(settings.durationUnit), initial: null },
  decimalMark: { schema: Nullable(settings.decimalMark), initial: null },
} as const satisfies Fields;

export const columnsField = {
  columns: {
    schema: Type.Unsafe<Partial<Record<(typeof columnFields)[number], string>>>({
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(
        columnFields.map((field) => [
          field,
          { type: "string", maxLength: 200, description: `The header of ${field}.` },
        ]),
      ),
      "x-part": "ImportColumns",
      description: "For `csv`: the header of the column for each field.",
    }),
    initial: null,
  },
} as const satisfies Fields;

export const choiceFields = {
  duplicates: {
    schema: OneOf(["skip", "add"], { description: "What happens to rows that were already imported." }),
    initial: "skip",
  },
  lookalikes: {
    schema: OneOf(["skip", "add"], {
      description:
        "What happens to rows that were not imported under their names, but have the person, start and duration of an entry that is already here.",
    }),
    initial: "skip",
  },
  rates: {
    schema: OneOf(["ignore", "take"], {
      description: "Whether to create rates from the hourly rates in the file.",
    }),
    initial: "ignore",
  },
} as const satisfies Fields;

export const readingFields = { ...settingFields, ...columnsField };
export const importFields = { ...readingFields, ...choiceFields };
