import pg from "pg";
import { columnTypes } from "./column-types.ts";

export type Texts = (string | null)[];
export interface TextRows {
  fields: readonly pg.FieldDef[];
  texts: readonly Texts[];
}
export type ReadRows = <Row>(rows: TextRows) => Row[];
type Parse = (text: string) => unknown;
type MakeRow = (texts: Texts) => unknown;

/** A statement whose rows stay as the database wrote them: the text of each value, in the order of the columns. */
export class TextQuery extends pg.Query {
  declare readonly text: string;
  #fields: pg.FieldDef[] = [];
  #texts: Texts[] = [];

  /**
   * Hands the rows over, once. A query stays reachable for a while after its end; with its texts, it took the rows of most
   * pages into the old heap, and half of the CPU time of a page was garbage collection.
   */
  takeTexts(): TextRows {
    const taken = { fields: this.#fields, texts: this.#texts };
    this.#fields = [];
    this.#texts = [];
    return taken;
  }

  // The two handlers of a `Submittable` that pg's own query parses with.
  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#fields = message.fields;
  }
  handleDataRow(message: { fields: Texts }): void {
    this.#texts.push(message.fields);
  }
}

/** The same for a cursor. */
export const asTexts = {
  rowMode: "array",
  types: { getTypeParser: () => (text: string) => text },
} as const satisfies Pick<pg.QueryArrayConfig, "rowMode" | "types">;

type ParserOf = (field: pg.FieldDef) => Parse | undefined;
const usualParser: ParserOf = ({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID, "text");
/** For rows whose values stay texts. */
export const noParser: ParserOf = () => undefined;

/**
 * Builds row objects from texts, with one compiled object literal per column list. `pg` itself stores values under
 * computed names, which took a list more time than writing its JSON.
 */
export function createRowReader(parserOf = usualParser): ReadRows {
  const makers = new Map<string, MakeRow>();

  return <Row>({ fields, texts }: TextRows) => {
    if (texts.length === 0) return [];
    let columns = "";
    for (const { name, dataTypeID } of fields) columns += `${name}\0${dataTypeID}\0`;
    let make = makers.get(columns);
    if (make === undefined) makers.set(columns, (make = compile(fields, parserOf)));
    const rows: Row[] = [];
    for (const values of texts) rows.push(make(values) as Row);
    return rows;
  };
}

function compile(fields: readonly pg.FieldDef[], parserOf: ParserOf): MakeRow {
  const parsers = fields.map(parserOf);
  const properties = fields.map(({ name }, at) => {
    const text = `texts[${at}]`;
    const value = parsers[at] === undefined ? text : `${text} === null ? null : parse${at}(${text})`;
    return `${JSON.stringify(name)}: ${value}`;
  });
  const names = parsers.map((_, at) => `parse${at}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- only a literal is fast; the names in it are JSON.
  return new Function(...names, `return (texts) => ({ ${properties.join(", ")} });`)(...parsers) as MakeRow;
}
