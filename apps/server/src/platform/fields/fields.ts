import { join, raw, type Sql } from "#platform/database/database.ts";
import { Nullable } from "#platform/http/contract/schemas.ts";
import { type Static, type TOptional, type TSchema, type TUnsafe, Type } from "#platform/http/contract/type/type.ts";
import { columnOf, type RowOf } from "./shown.ts";

/** A field that callers set and the API shows as stored: `clientId` is the column `client_id`. See docs/decisions/0043. */
export interface Field {
  schema: TSchema;
  /** The field's value in an object that is created without it. A field without an initial value is required. */
  initial?: unknown;
  /** Set if null in a body resets the field to its initial value. The field itself is never null. */
  nullResets?: true;
}

/** The fields of a resource by their names in the API, in the order in which the API and the export show them. */
export type Fields = Readonly<Record<string, Field>>;

export type Shown<F extends Fields> = { -readonly [Name in keyof F]: Static<F[Name]["schema"]> };

export type Columns<F extends Fields> = RowOf<Shown<F>>;

type Given<F extends Field> = Static<F["schema"]> | (F extends { nullResets: true } ? null : never);

export type Input<F extends Fields> = { -readonly [Name in keyof F]?: Given<F[Name]> | undefined };

/** Returns the properties of a response's schema. */
export function shownSchemas<F extends Fields>(fields: F) {
  return mapped(fields, ({ schema }) => schema) as { -readonly [Name in keyof F]: F[Name]["schema"] };
}

/** Returns the example with the initial values of the fields that it lacks. */
export function withInitial<Example extends object>(fields: Fields, example: Example): Example {
  const lacking = Object.entries(fields).filter(([name, { initial }]) => initial !== undefined && !(name in example));
  return { ...example, ...Object.fromEntries(lacking.map(([name, { initial }]) => [name, initial])) };
}

/** Returns the properties of a body's schema, all of them optional. */
export function bodySchemas<F extends Fields>(fields: F) {
  const optional = mapped(fields, ({ schema, nullResets }) =>
    Type.Optional(nullResets === true ? Nullable(schema) : schema),
  );
  return optional as { -readonly [Name in keyof F]: TOptional<TUnsafe<Given<F[Name]>>> };
}

/** Returns the columns of a new object; `input` has at least the required fields. */
export function newColumns<F extends Fields>(fields: F, input: Input<F>): Columns<F> {
  return columnsFrom(fields, input, (_column, { initial }) => initial);
}

/** Returns the columns of an object after a change. */
export function changedColumns<F extends Fields>(fields: F, before: Columns<F>, input: Input<F>): Columns<F> {
  const columns: Record<string, unknown> = before;
  return columnsFrom(fields, input, (column) => columns[column]);
}

function columnsFrom<F extends Fields>(
  fields: F,
  input: Input<F>,
  absent: (column: string, field: Field) => unknown,
): Columns<F> {
  const given: Record<string, unknown> = input;
  const values = Object.entries(fields).map(([name, field]) => {
    const [column, value] = [columnOf(name), given[name]];
    return [column, value === undefined ? absent(column, field) : (value ?? field.initial)];
  });
  return Object.fromEntries(values) as Columns<F>;
}

/** Returns the columns that are never null with their initial values: what change rows from before a field lack. */
export function initialColumns(fields: Fields): Record<string, unknown> {
  const found = Object.entries(fields).filter(([, { initial }]) => initial !== undefined && initial !== null);
  return Object.fromEntries(found.map(([name, { initial }]) => [columnOf(name), initial]));
}

/** Returns, for example, `name code clientId` for the header of the full export. */
export function fieldNames(fields: Fields): string {
  return Object.keys(fields).join(" ");
}

/** Returns, for example, `p.name, p.client_id as "clientId"` for the full export. */
export function exportedFields(fields: Fields, alias: string): Sql {
  return join(Object.keys(fields).map((name) => raw(`${alias}.${columnOf(name)} as "${name}"`)));
}

function mapped(fields: Fields, of: (field: Field) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field)]));
}
