import type pg from "pg";
import { columnTypes } from "./column-types.ts";

export type Texts = (string | null)[];
export type TextRows = Pick<pg.QueryArrayResult<Texts>, "fields" | "rows">;
export type ReadRows = <Row>(result: TextRows) => Row[];
type Parse = (text: string) => unknown;
type MakeRow = (texts: Texts) => unknown;

/** Has `pg` give the values of a row as the database wrote them, in the order of the columns. */
export const asTexts = {
  rowMode: "array",
  types: { getTypeParser: () => (text: string) => text },
} as const satisfies Pick<pg.QueryArrayConfig, "rowMode" | "types">;

/**
 * Makes row objects of what `asTexts` gives, with one compiled literal for each list of columns. `pg` itself stores the
 * values of all statements under computed names, which took a list more time than writing its JSON.
 */
export function createRowReader(): ReadRows {
  const makers = new Map<string, MakeRow>();

  return <Row>({ fields, rows }: TextRows) => {
    if (rows.length === 0) return [];
    let columns = "";
    for (const { name, dataTypeID } of fields) columns += `${name}\0${dataTypeID}\0`;
    let make = makers.get(columns);
    if (make === undefined) makers.set(columns, (make = compile(fields)));
    const made: Row[] = [];
    for (const texts of rows) made.push(make(texts) as Row);
    return made;
  };
}

function compile(fields: readonly pg.FieldDef[]): MakeRow {
  const parsers: Parse[] = fields.map(({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID, "text"));
  const properties = fields.map(
    ({ name }, at) => `${JSON.stringify(name)}: texts[${at}] === null ? null : parse${at}(texts[${at}])`,
  );
  const names = parsers.map((_, at) => `parse${at}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- only a literal is fast; the names in it are JSON.
  return new Function(...names, `return (texts) => ({ ${properties.join(", ")} });`)(...parsers) as MakeRow;
}
