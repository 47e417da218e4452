import pg from "pg";
import { currentWork, loopTurns } from "#platform/process/loop-turns.ts";
import { parser, prepare, type Sending } from "./pg-parts.ts";
import { RowMessage, type Texts, toBytes } from "./whole-rows.ts";

export interface TextRows {
  fields: readonly pg.FieldDef[];
  texts: Texts[];
}
export type ReadRows = <Row>(rows: TextRows) => Row[];
type Parse = (text: string) => unknown;
type MakeRow = (texts: Texts) => unknown;

/** Our record of a connection: its prepared statements' columns, and stand-ins that collect outgoing messages. */
interface Known {
  fields: Map<string, pg.FieldDef[]>;
  /**
   * Stand in for the connection and collect a statement's messages in `gathered`. `silent` does not request the
   * columns.
   */
  gathering: Sending;
  silent: Sending;
  gathered: Buffer[];
}
const connections = new WeakMap<pg.Connection, Known>();

function knownOf(connection: pg.Connection): Known {
  let known = connections.get(connection);
  if (known === undefined) {
    const gathered: Buffer[] = [];
    const gathering = Object.create(connection) as Sending;
    gathering._send = (message) => void gathered.push(message);
    const silent = Object.create(gathering) as Sending;
    silent.describe = () => undefined;
    connections.set(connection, (known = { fields: new Map(), gathering, silent, gathered }));
  }
  return known;
}

/** A statement whose rows stay in the format sent by the database. */
export class TextQuery extends pg.Query {
  declare readonly text: string;
  declare readonly name: string | undefined;
  #fields: pg.FieldDef[] = [];
  #texts: Texts[] = [];
  #known: Known | undefined;
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

  /**
   * Differs from `pg`'s method in two ways. The messages are sent in one write, and the columns are requested only
   * once: a prepared statement's columns never change, because PostgreSQL refuses to run the statement after a change
   * to its table.
   */
  prepare(connection: pg.Connection): void {
    if (parser === undefined) return prepare.call(this, connection);
    const { fields, gathering, silent, gathered } = (this.#known = knownOf(connection));
    const columns = this.name === undefined ? undefined : fields.get(this.name);
    if (columns !== undefined) this.#fields = columns;
    try {
      prepare.call(this, columns === undefined ? gathering : silent);
    } finally {
      (connection as Sending)._send(Buffer.concat(gathered.splice(0)));
    }
  }

  // These two handlers replace those in which `pg` parses values.
  handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#fields = message.fields;
    if (this.name !== undefined) this.#known?.fields.set(this.name, message.fields);
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

export type ParserOf = (field: pg.FieldDef) => Parse | undefined;

/**
 * Builds row objects from texts with one compiled object literal per column list. `pg` assigns values by computed
 * names, which took longer for a list than writing its JSON.
 */
export function createRowReader(parserOf: ParserOf): ReadRows {
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
  if (parser === undefined) return fillOneByOne(fields, parsers);
  const properties = fields.map(({ name }, at) => {
    const text = `texts[${at}]`;
    const value = parsers[at] === undefined ? text : `${text} === null ? null : parse${at}(${text})`;
    return `${JSON.stringify(name)}: ${value}`;
  });
  const names = parsers.map((_, at) => `parse${at}`);
  // oxlint-disable-next-line typescript/no-implied-eval -- safe, because column names are inserted as JSON strings.
  return new Function(...names, `return (texts) => ({ ${properties.join(", ")} });`)(...parsers) as MakeRow;
}

function fillOneByOne(fields: readonly pg.FieldDef[], parsers: readonly (Parse | undefined)[]): MakeRow {
  const valueOf = (text: string | null, parse: Parse | undefined) =>
    text === null || parse === undefined ? text : parse(text);
  return (texts) => Object.fromEntries(fields.map(({ name }, at) => [name, valueOf(texts[at] ?? null, parsers[at])]));
}
