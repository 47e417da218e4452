import { empty, join, raw, type Sql } from "sql-template-tag";

/** Returns `a = $1, b = $2` for an UPDATE. The keys must be our column names, never a caller's text. */
export function assignments(columns: object): Sql {
  return join(Object.entries(columns).map(([name, value]) => join([raw(`${name} = `), join([value])], "")));
}

/** Return `a, b` and `$1, $2` for an INSERT. The keys must be our column names. */
export const namesOf = (columns: object): Sql => raw(Object.keys(columns).join(", "));
export const valuesOf = (columns: object): Sql => join(Object.values(columns));

/** The current time, as precise as the API shows it. */
export const clockTime = raw("date_trunc('milliseconds', clock_timestamp())");

/** The version and the time of the change, for every UPDATE of a row with a version. */
export const nextVersion = raw(`version = version + 1, updated_at = ${clockTime.sql}`);

/**
 * Returns conditions that each start with `and`: the column has the given value or, for a list, one of them. Columns
 * without a value are left out. The keys must be our column names.
 */
export function having(columns: Readonly<Record<string, unknown>>): Sql {
  const conditions = Object.entries(columns).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const [before, after] = Array.isArray(value) ? ["any(", ")"] : ["", ""];
    return [join([raw(`and ${name} = ${before}`), join([value]), raw(after)], "")];
  });
  return conditions.length === 0 ? empty : join(conditions, " ");
}
