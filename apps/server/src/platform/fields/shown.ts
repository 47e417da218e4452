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

/**
 * Returns a function that maps a row to the required properties of a schema. `computed` names those that are not
 * columns: they keep their place, for the caller to set.
 */
export function shownAs<Schema extends TObject, Computed extends keyof Static<Schema> = never>(
  schema: Schema,
  ...computed: Computed[]
): (row: RowOf<Omit<Static<Schema>, Computed>>) => Omit<Static<Schema>, Computed> {
  const isComputed = (name: string) => computed.includes(name as Computed);
  const columns = Object.keys(schema.properties)
    .filter((name) => schema.required.includes(name) || isComputed(name))
    .map((name) => [name, isComputed(name) ? "" : columnOf(name)]);
  return (row) => {
    const values: Record<string, unknown> = row;
    const shown: Record<string, unknown> = {};
    // A loop, because `Object.fromEntries` takes a third longer, and lists have thousands of rows.
    for (const [name = "", column = ""] of columns) shown[name] = values[column];
    return shown as Omit<Static<Schema>, Computed>;
  };
}
