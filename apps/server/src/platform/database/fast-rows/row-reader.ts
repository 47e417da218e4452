import pg from "pg";
import { columnTypes } from "#platform/database/column-types.ts";
import { currentWork, loopTurns } from "#platform/process/loop-turns.ts";
import { toBytes } from "#platform/text.ts";
import { RowMessage, type Texts } from "./whole-rows.ts";

export interface TextRows {
  fields: readonly pg.FieldDef[];
  texts: Texts[];
}

/** A statement whose rows stay in the format sent by the database. */
export class TextQuery extends pg.Query {
  declare readonly text: string;
  declare readonly name: string | undefined;
  #fields: pg.FieldDef[] = [];
  #texts: Texts[] = [];
  readonly #asBytes: boolean;
  readonly #work = currentWork();

  constructor(config: pg.QueryConfig, asBytes = false) {
    super(config);
    this.#asBytes = asBytes;
  }

  /**
   * Returns the rows once and drops them. A query stays reachable for a while after its end. If it kept its texts, most
   * rows of a page would reach the old heap, and half of the page's CPU time would be garbage collection.
   */
  takeTexts(): TextRows {
    loopTurns.noteWork(this.#work);
    const taken = { fields: this.#fields, texts: this.#texts };
    this.#fields = [];
    this.#texts = [];
    return taken;
  }

  // These two handlers replace those in which `pg` parses values.
  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#fields = message.fields;
  }
  handleDataRow(message: RowMessage | { fields: Texts }): void {
    if (!this.#asBytes) this.#texts.push(message.fields);
    else if (message instanceof RowMessage) this.#texts.push(message.cut());
    else this.#texts.push(message.fields.map((text) => text && toBytes(text)));
  }
}

/** The options that make a cursor return texts too. */
export const asTexts = {
  rowMode: "array",
  types: { getTypeParser: () => (text: string) => text },
} as const satisfies Pick<pg.QueryArrayConfig, "rowMode" | "types">;

/** Builds row objects from texts. */
export function readRows<Row>({ fields, texts }: TextRows): Row[] {
  const columns = fields.map(({ name, dataTypeID }, at) => {
    return { at, name, parse: columnTypes.getTypeParser(dataTypeID, "text") as (text: string) => unknown };
  });
  // Copies of one object are faster to fill than empty objects, because they already have all properties.
  const empty: Record<string, unknown> = Object.fromEntries(columns.map(({ name }) => [name, null]));
  return texts.map((values) => {
    const row = { ...empty };
    for (const { at, name, parse } of columns) {
      const text = values[at] ?? null;
      row[name] = text === null ? null : parse(text);
    }
    return row as Row;
  });
}
