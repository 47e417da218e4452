import type { Static, TObject } from "#platform/http/contract/type/type.ts";

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** The columns of what the API shows: `projectId` is the column `project_id`. Optional properties are not columns. */
export type RowOf<Shown> = {
  [
    Name in keyof Shown as Name extends string ? (object extends Pick<Shown, Name> ? never : Snake<Name>) : never
  ]: Shown[Name];
};

export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** Returns a function that maps a row to the required properties of a schema. */
export function shownAs<Schema extends TObject>(schema: Schema): (row: RowOf<Static<Schema>>) => Static<Schema> {
  const columns = schema.required.map((name) => [name, columnOf(name)] as const);
  return (row) => {
    const values: Record<string, unknown> = row;
    return Object.fromEntries(columns.map(([name, column]) => [name, values[column]])) as Static<Schema>;
  };
}
