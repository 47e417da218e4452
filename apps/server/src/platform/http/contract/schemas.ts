import { Type, type Static, type TSchema } from "./type/type.ts";

/** Text that can be stored unchanged: no NUL, no lone surrogate; lengths count characters (code points). */
export function Text(options: { minLength?: number; maxLength: number; description?: string; examples?: string[] }) {
  return Type.String({ format: "text", ...options });
}

/** A name that must equal a stored one, so it isn't cleaned: older names may contain control codes. */
export function StoredName(maxLength: number, description?: string) {
  const described = description === undefined ? {} : { description };
  return Type.String({ format: "stored-name", minLength: 1, maxLength, ...described });
}

export const longestName = 200;

/** A name: 1–`maxLength` characters, at least one of them visible. See `cleanName`. */
export function Name(description: string, maxLength = longestName) {
  return Type.String({ format: "name", minLength: 1, maxLength, description });
}

/** An id in a body. Any string is accepted; an unknown id results in 404. */
export function Id(example: string, description?: string) {
  return Type.String({ examples: [example], ...(description === undefined ? {} : { description }) });
}

export function Instant(description: string) {
  return Type.String({ format: "date-time", description, examples: ["2026-03-01T09:00:00Z"] });
}

export function OneOf<const Values extends readonly string[]>(
  values: Values,
  options: { description?: string; default?: Values[number] } = {},
) {
  return Type.Unsafe<Values[number]>({ type: "string", enum: [...values], ...options });
}

/** Allows null with a list of types: with `anyOf`, an error would name two branches instead of the field. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: unknown[] };
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, "null"],
    ...(values === undefined ? {} : { enum: [...values, null] }),
  });
}

/** A field that some replies omit. Mappers set it to undefined in those, so JSON leaves it out. */
export function Hideable<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Unsafe<Static<Schema> | undefined>(schema));
}

/** Adds a sentence about where to get a required field. The error for a body without the field repeats the sentence. */
export function wayOut<Schema extends TSchema>(schema: Schema, sentence: string): Schema {
  return { ...schema, "x-way-out": sentence };
}

/**
 * An object that refuses unknown fields. `x-hints` maps hints to the wrong names that callers often try. `x-part` names a
 * schema that several others contain, so that the OpenAPI document has it once.
 */
export function Closed<Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: { description?: string; examples?: object[]; "x-hints"?: Record<string, string[]>; "x-part"?: string } = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A rule for `x-rules` about the other fields of an object in which `field` has the value. */
export function when(field: string, value: string, then: { required?: readonly string[]; properties: object }) {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: { ...open, properties: { [field]: { const: value } }, required: [field] }, then: { ...open, ...then } };
}

/** Says to linters that a part of a rule does not mention every field. */
export const open = { additionalProperties: true };

/** The pattern of a URL. Generators choose among the hosts, so most of the URLs that they create can exist. */
export const urlWith = (schemes: string) =>
  String.raw`^(${schemes})://(example\.com|example\.net|example\.org|[^\s/@?#%<>^|\\]+)([/?#]\S*)?$`;

export function exampleId(prefix: string): string {
  return `${prefix}_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f`;
}

/** A filter that matches any of its values, given as repeated parameters or separated by commas. */
export function AnyOf<Item extends TSchema>(item: Item, description: string) {
  return Type.Optional(
    Type.Array(item, {
      maxItems: 100,
      description: `${description} For several values, repeat it or separate them with commas.`,
    }),
  );
}

/** The query parameters that determine the format of CSV files. `sendTable` reads them. */
export const csvOptions = {
  separator: Type.Optional(
    OneOf(["comma", "semicolon", "tab"], {
      description: "In CSV: what separates the columns. Where decimals have a comma, spreadsheets expect `semicolon`.",
      default: "comma",
    }),
  ),
  decimalMark: Type.Optional(
    OneOf(["point", "comma"], { description: "In CSV: the decimal mark of hours and amounts.", default: "point" }),
  ),
  bom: Type.Optional(
    Type.Boolean({
      description: "In CSV: whether the file begins with a byte-order mark, without which Excel misreads umlauts.",
      default: false,
    }),
  ),
};

/** The parameters of an operation that can also return a table. */
export function tableFormats(holding: string) {
  return {
    format: Type.Optional(
      OneOf(["json", "csv", "xlsx"], {
        description: `\`csv\` (RFC 4180) and \`xlsx\` return a file instead of JSON, ${holding}.`,
        default: "json",
      }),
    ),
    ...csvOptions,
  };
}

/** A filter that a body may contain and that matches any of its values. */
export function SomeOf(item: TSchema & { static?: string }, description: string) {
  return Type.Optional(Type.Array(Type.Unsafe<string>(item), { minItems: 1, maxItems: 100, description }));
}

/** The start or end of a period in a filter. */
export function DayOrInstant(description: string) {
  return Type.Optional(Type.String({ format: "date-or-date-time", description, examples: ["2026-03-01"] }));
}

/** An id with this prefix in a filter. Any other id could never match, so it is an error rather than an empty list. */
export function IdOf(prefix: string) {
  return Type.String({ pattern: `^${prefix}_[0-9a-z]{1,40}$`, examples: [exampleId(prefix)] });
}

export const AnyId = Type.String({ pattern: "^[a-z]{1,8}_[0-9a-z]{1,40}$", examples: [exampleId("time")] });

export const MemberId = Type.String({ pattern: "^(me|user_[0-9a-z]{1,40})$", examples: ["me", exampleId("user")] });

export function TextOf(maxLength: number) {
  return Type.String({
    format: "text",
    minLength: 1,
    maxLength,
    description: "Write a comma within a value as `\\,`.",
  });
}

/** The number of rows on a page if the query has no `limit`, and the maximum. */
export const pageSize = 50;
export const largestPage = 200;

export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: largestPage,
      default: pageSize,
      description: "The maximum number of items to return.",
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      format: "text",
      maxLength: 1000,
      description: "`nextCursor` of the previous page, with the same filters.",
    }),
  ),
};

export function Page<Item extends TSchema, More extends Record<string, TSchema> = Record<never, never>>(
  item: Item,
  more: More = {} as More,
) {
  return Type.Object({
    data: Type.Array(item, { description: "The items of this page." }),
    nextCursor: Nullable(
      Type.String({ description: "Pass it as `cursor` to get the next page; null on the last page." }),
    ),
    ...more,
  });
}
