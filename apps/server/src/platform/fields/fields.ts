import { join, raw, type Sql } from "#platform/database/database.ts";
import { Nullable } from "#platform/http/contract/schemas.ts";
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from "#platform/http/contract/type/type.ts";

/** A field that callers set and the API shows as stored. See docs/decisions/0043. */
export interface Field {
  column: string;
  schema: TSchema;
  /** The field's value in an object that is created without it. A field without an initial value is required. */
  initial?: unknown;
  /** Set if null in a body resets the field to its initial value. The field itself is never null. */
  nullResets?: true;
}

/** The fields of a resource by their names in the API, in the order in which the API and the export show them. */
export type Fields = Readonly<Record<string, Field>>;

export type Shown<F extends Fields> = { -readonly [Name in keyof F]: Static<F[Name]["schema"]> };

export type Columns<F extends Fields> = { -readonly [Name in keyof F as F[Name]["column"]]: Static<F[Name]["schema"]> };

type Given<F extends Field> = Static<F["schema"]> | (F extends { nullResets: true } ? null : never);

export type Input<F extends Fields> = { -readonly [Name in keyof F]?: Given<F[Name]> | undefined };

/** Returns the properties of a response's schema. */
export function shownSchemas<F extends Fields>(fields: F) {
  return mapped(fields, ({ schema }) => schema) as { -readonly [Name in keyof F]: F[Name]["schema"] };
}

/** Returns the properties of a body's schema, all of them optional. */
export function bodySchemas<F extends Fields>(fields: F) {
  const optional = mapped(fields, ({ schema, nullResets }) =>
    Type.Optional(nullResets === true ? Nullable(schema) : schema),
  );
  return optional as { -readonly [Name in keyof F]: TOptional<TUnsafe<Given<F[Name]>>> };
}

export function toShown<F extends Fields>(fields: F, row: Columns<F>): Shown<F> {
  const columns: Record<string, unknown> = row;
  return mapped(fields, ({ column }) => columns[column]) as Shown<F>;
}

/** Returns the columns of a new object; `input` has at least the required fields. */
export function newColumns<F extends Fields>(fields: F, input: Input<F>): Columns<F> {
  return columnsFrom(fields, input, ({ initial }) => initial);
}

/** Returns the columns of an object after a change. */
export function changedColumns<F extends Fields>(fields: F, before: Columns<F>, input: Input<F>): Columns<F> {
  const columns: Record<string, unknown> = before;
  return columnsFrom(fields, input, ({ column }) => columns[column]);
}

function columnsFrom<F extends Fields>(fields: F, input: Input<F>, absent: (field: Field) => unknown): Columns<F> {
  const given: Record<string, unknown> = input;
  const values = Object.entries(fields).map(([name, field]) => {
    const value = given[name];
    return [field.column, value === undefined ? absent(field) : (value ?? field.initial)];
  });
  return Object.fromEntries(values) as Columns<F>;
}

/** Returns, for example, `name, code, client_id`. */
export function columnList(fields: Fields, ...others: string[]): Sql {
  return raw([...Object.values(fields).map(({ column }) => column), ...others].join(", "));
}

/** Returns, for example, `name code clientId` for the header of the full export. */
export function fieldNames(fields: Fields): string {
  return Object.keys(fields).join(" ");
}

/** Returns, for example, `p.name, p.client_id as "clientId"` for the full export. */
export function exportedFields(fields: Fields, alias: string): Sql {
  return join(Object.entries(fields).map(([name, { column }]) => raw(`${alias}.${column} as "${name}"`)));
}

function mapped(fields: Fields, of: (field: Field) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)]));
}
