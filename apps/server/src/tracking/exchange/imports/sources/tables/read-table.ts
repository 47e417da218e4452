import type { CsvRecord } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type {
  DecimalMark,
  Doubt,
  FileDoubt,
  ReadSettings,
  SourceRow,
} from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { storableFields } from "#tracking/exchange/imports/sources/values/project-fields.ts";
import { readCurrency, readMinor, withoutCurrency } from "#tracking/exchange/imports/sources/values/money.ts";
import { NumberVote } from "#tracking/exchange/imports/sources/values/decimals.ts";
import { type Placed, refuse } from "#tracking/exchange/imports/sources/values/place-in-time.ts";
import {
  addDoubt,
  cutText,
  readDescription,
  readEmail,
  readName,
  readJsonTexts,
  readTags,
  storableText,
} from "#tracking/exchange/imports/sources/values/texts.ts";
import { longestRef } from "#tracking/entries/time-entries/fields.ts";
import { longestCode } from "#tracking/ledger/projects/fields.ts";
import { cellOf, type Columns, currencyOf, headerOf, requireColumns } from "./columns.ts";
import { createFileDoubts } from "./file-doubts.ts";
import type { Field } from "./header-lists.ts";
import { RowTimes } from "./row-times.ts";
import type { Table } from "./table.ts";

const yes = new Set(
  "yes,true,1,y,x,billable,ja,wahr,abrechenbar,oui,vrai,facturable,sí,si,sì,verdadero,sim,verdadeiro,vero,tak,prawda,はい".split(
    ",",
  ),
);
const no = new Set(
  "no,false,0,n,-,non-billable,not billable,nein,falsch,nicht abrechenbar,non,faux,non facturable,falso,não,nee,nie,fałsz,nej,nei,いいえ".split(
    ",",
  ),
);

/** The rows of a table. Throws UnreadableFile if its columns are not sufficient. */
export async function* readTable(table: Table, settings: ReadSettings): AsyncGenerator<SourceRow | FileDoubt, void> {
  const columns = table.columns(settings.columns);
  requireColumns(table.source, columns, table.headers);
  const isMapped = table.source === "csv";
  const decimalMark = (isMapped ? settings.decimalMark : undefined) ?? (await findMark(table, columns));
  const isUnitUsed = isMapped || settings.durationUnit === "days";
  const durationUnit = (isUnitUsed ? settings.durationUnit : undefined) ?? table.traits.durationUnit;
  const builder = new RowBuilder(table, columns, { ...settings, decimalMark, durationUnit });
  const fileDoubts = createFileDoubts(table, columns);
  for await (const records of table.records(fileDoubts.addSum)) {
    for (const record of records) {
      fileDoubts.addRow(record);
      const row = builder.build(record);
      table.complete?.(row, record.cells);
      yield row;
    }
  }
  yield* fileDoubts.found;
}

const sampledRows = 2000;

/** The decimal separator in most of the first numbers; undefined if there is no majority. */
async function findMark(table: Table, columns: Columns): Promise<DecimalMark | undefined> {
  if (table.traits.money === "minor") return undefined;
  const indexes = (["duration", "rate", "amount"] as const).flatMap((field) => columns.get(field)?.index ?? []);
  const vote = new NumberVote();
  let rows = 0;
  for await (const records of table.records()) {
    for (const { line, cells } of records)
      for (const index of indexes) vote.add(withoutCurrency((cells[index] ?? "").trim()), line);
    rows += records.length;
    if (rows >= sampledRows) break;
  }
  return vote.mark;
}

class RowBuilder {
  readonly #table: Table;
  readonly #columns: Columns;
  readonly #settings: ReadSettings;
  readonly #times: RowTimes;
  readonly #currency: string;

  constructor(table: Table, columns: Columns, settings: ReadSettings) {
    this.#table = table;
    this.#columns = columns;
    this.#settings = settings;
    this.#times = new RowTimes(table, columns, settings);
    const money = columns.get("amount") ?? columns.get("rate");
    this.#currency = (money && currencyOf(money.header)) ?? settings.currency;
  }

  build({ line, cells }: CsvRecord): SourceRow {
    const doubts: Doubt[] = [];
    const cell = (field: Field) => this.#cell(cells, field);
    const nameIn = (field: Field, most?: number) => readName(cell(field), headerOf(this.#columns, field), doubts, most);
    const email = readEmail(cell("email"), headerOf(this.#columns, "email"), doubts);
    const fullName = `${cell("person")} ${cell("lastName").trim()}`;
    const name = readName(fullName, headerOf(this.#columns, "person"), doubts);
    const person = { name: name ?? email ?? "", email };
    const placed = this.#hasTooManyCells(cells, doubts) ?? this.#place(cells, `${person.name} ${email ?? ""}`, doubts);
    const currency = readCurrency(cell("currency")) ?? this.#currency;
    return {
      kind: "time",
      line,
      file: this.#table.file,
      sourceId: storableText(cutText(cell("sourceId").trim(), longestRef)) || undefined,
      person,
      client: nameIn("client"),
      project: nameIn("project"),
      projectFields: storableFields({ code: nameIn("projectCode", longestCode) }),
      task: nameIn("task"),
      description: this.#description(cell("description"), doubts),
      tags: this.#tags(cell("tags"), doubts),
      billable: this.#billable(cell("billable"), doubts),
      startedAt: placed.startedAt,
      durationSeconds: placed.leftOut === "unreadable" ? this.#times.statedSeconds(cells) : placed.durationSeconds,
      rateMinor: this.#money("rate", cell("rate"), currency, doubts),
      amountMinor: this.#money("amount", cell("amount"), currency, doubts),
      currency,
      leftOut: cell("deleted") === "" ? placed.leftOut : "deleted",
      doubts,
    };
  }

  #cell(cells: string[], field: Field): string {
    const text = cellOf(this.#columns, cells, field);
    const { traits, delimiter = "" } = this.#table;
    return traits.unescape === undefined || text === "" ? text : traits.unescape(text, field, delimiter);
  }

  /** Refuses a row with more cells than headers: a delimiter in unquoted text has shifted the cells after it. */
  #hasTooManyCells(cells: string[], doubts: Doubt[]): Placed | undefined {
    const extra = cells.slice(this.#table.headers.length);
    if (extra.every((text) => text.trim() === "")) return undefined;
    const problem =
      "The row has more cells than the file has columns; a value that contains a separator may be missing its quotes.";
    return refuse(doubts, this.#table.headers.at(-1) ?? "", extra.join(", "), problem);
  }

  /** Places a row in time. A truncated row may lack its end, but is not a running timer. */
  #place(cells: string[], person: string, doubts: Doubt[]): Placed {
    const found: Doubt[] = [];
    const placed = this.#times.place(cells, person, found);
    const { headers } = this.#table;
    const isCutOff = [...this.#columns.values()].some(({ index }) => index >= cells.length);
    const [column, read] = [headers[cells.length - 1] ?? "", cells.at(-1) ?? ""];
    const problem = `The row is cut off: it has ${cells.length} of ${headers.length} cells.`;
    if (isCutOff && placed.leftOut === "running") return refuse(doubts, column, read, problem);
    doubts.push(...found);
    if (isCutOff && placed.leftOut === undefined)
      addDoubt(doubts, column, read, problem, "the row without the missing cells");
    return placed;
  }

  #description(text: string, doubts: Doubt[]): string {
    const column = headerOf(this.#columns, "description");
    if (this.#table.isDamaged && text.includes("\ufffd")) {
      const problem = "Some characters are damaged in the file.";
      addDoubt(doubts, column, text, problem, "the text with \ufffd instead of them");
    }
    return readDescription(text, column, doubts);
  }

  #tags(text: string, doubts: Doubt[]): string[] {
    if (text === "") return [];
    const isList = this.#table.traits.tags === "json";
    return readTags(isList ? readJsonTexts(text) : text.split(","), headerOf(this.#columns, "tags"), doubts);
  }

  #billable(text: string, doubts: Doubt[]): boolean | undefined {
    if (text === "") return undefined;
    const word = text.trim().toLowerCase();
    if (yes.has(word)) return true;
    if (no.has(word)) return false;
    if (word !== "")
      addDoubt(doubts, headerOf(this.#columns, "billable"), text, "This is neither yes nor no.", "not said");
    return undefined;
  }

  #money(field: "rate" | "amount", text: string, currency: string, doubts: Doubt[]): number | undefined {
    if (text === "") return undefined;
    const isMinor = this.#table.traits.money === "minor";
    const minor = isMinor ? Number(text) : readMinor(text, currency, this.#settings.decimalMark);
    if (minor !== undefined && Number.isSafeInteger(minor)) return minor;
    if (text.trim() === "") return undefined;
    addDoubt(doubts, headerOf(this.#columns, field), text, "This isn't an amount of money.", "no amount");
    return undefined;
  }
}
