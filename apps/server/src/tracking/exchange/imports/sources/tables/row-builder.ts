import type { CsvRecord } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { ProjectFields } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { storableFields } from "#tracking/exchange/imports/sources/values/project-fields.ts";
import { type Doubt, projectColumns, type SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { readCurrency, readMinor } from "#tracking/exchange/imports/sources/values/money.ts";
import { type Placed, refuse } from "#tracking/exchange/imports/sources/values/place-in-time.ts";
import {
  cutText,
  longestCode,
  readDescription,
  readTags,
  shown,
  storableText,
  TextReader,
} from "#tracking/exchange/imports/sources/values/texts.ts";
import { currencyOf } from "./columns.ts";
import type { Field } from "./header-lists.ts";
import { RowTimes } from "./row-times.ts";
import type { CellOptions, TableCells } from "./table-cells.ts";

const longestId = 255;
const projectColumnList = Object.entries(projectColumns) as [
  keyof typeof projectColumns,
  (typeof projectColumns)[keyof typeof projectColumns],
][];
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

export class RowBuilder {
  readonly #options: CellOptions;
  readonly #table: TableCells;
  readonly #times: RowTimes;
  readonly #texts = new TextReader();
  readonly #currency: string;

  constructor(table: TableCells, currency: string) {
    this.#options = table.options;
    this.#table = table;
    this.#times = new RowTimes(table);
    const money = table.options.columns.get("amount") ?? table.options.columns.get("rate");
    this.#currency = (money && currencyOf(money.header)) ?? currency;
  }

  build({ line, cells }: CsvRecord): SourceRow {
    const doubts: Doubt[] = [];
    const texts = this.#texts;
    const cell = (field: Field) => this.#table.cell(cells, field);
    const header = (field: Field) => this.#table.header(field);
    const email = texts.email(cell("email"), header("email"), doubts);
    const lastName = cell("lastName").trim();
    const name = texts.name(`${cell("person")}${lastName === "" ? "" : ` ${lastName}`}`, header("person"), doubts);
    const person = { name: name ?? email ?? "", email };
    const placed = this.#hasTooManyCells(cells, doubts) ?? this.#place(cells, `${person.name} ${email ?? ""}`, doubts);
    const currency = readCurrency(cell("currency")) ?? this.#currency;
    return {
      kind: "time",
      line,
      file: this.#options.file,
      sourceId: storableText(cutText(cell("sourceId").trim(), longestId)) || undefined,
      person,
      client: texts.name(cell("client"), header("client"), doubts),
      project: texts.name(cell("project"), header("project"), doubts),
      projectFields: this.#projectFields(cells, doubts),
      task: texts.name(cell("task"), header("task"), doubts),
      description: this.#description(cell("description"), doubts),
      tags: this.#tags(cell("tags"), doubts),
      billable: this.#billable(cell("billable"), doubts),
      startedAt: placed.startedAt,
      durationSeconds: placed.leftOut === "unreadable" ? this.#times.statedSeconds(cells) : placed.durationSeconds,
      rateMinor: this.#money("rate", cell("rate"), currency, doubts),
      amountMinor: this.#money("amount", cell("amount"), currency, doubts),
      currency,
      leftOut: placed.leftOut,
      doubts,
    };
  }

  /** Refuses a row with more cells than headers: a delimiter in unquoted text has shifted the cells after it. */
  #hasTooManyCells(cells: string[], doubts: Doubt[]): Placed | undefined {
    const extra = cells.slice(this.#options.headers.length);
    if (extra.every((text) => text.trim() === "")) return undefined;
    const problem =
      "The row has more cells than the file has columns; a value that contains a separator may be missing its quotes.";
    return refuse(doubts, this.#options.headers.at(-1) ?? "", shown(extra.join(", ")), problem);
  }

  /** Places a row in time. A truncated row may lack its end, but is not a running timer. */
  #place(cells: string[], person: string, doubts: Doubt[]): Placed {
    const found: Doubt[] = [];
    const placed = this.#times.place(cells, person, found);
    const { headers, columns } = this.#options;
    const isCutOff = [...columns.values()].some(({ index }) => index >= cells.length);
    const [column, read] = [headers[cells.length - 1] ?? "", cells.at(-1) ?? ""];
    const problem = `The row is cut off: it has ${cells.length} of ${headers.length} cells.`;
    if (isCutOff && placed.leftOut === "running") return refuse(doubts, column, read, problem);
    doubts.push(...found);
    if (isCutOff && placed.leftOut === undefined)
      doubts.push({ column, read: shown(read), problem, becomes: "the row without the missing cells" });
    return placed;
  }

  #projectFields(cells: string[], doubts: Doubt[]): ProjectFields {
    const found: ProjectFields = {};
    for (const [column, name] of projectColumnList) {
      const header = this.#table.header(column);
      const text = this.#texts.name(this.#table.cell(cells, column), header, doubts, longestCode);
      if (text !== undefined) found[name] = text;
    }
    return storableFields(found);
  }

  #description(text: string, doubts: Doubt[]): string {
    const column = this.#table.header("description");
    if (this.#options.isDamaged && text.includes("\ufffd")) {
      const problem = "Some characters are damaged in the file.";
      doubts.push({ column, read: shown(text), problem, becomes: "the text with \ufffd instead of them" });
    }
    return readDescription(text, column, doubts);
  }

  #tags(text: string, doubts: Doubt[]): string[] {
    const column = this.#table.header("tags");
    if (this.#options.traits.tags === "commas" || text === "") return this.#texts.tags(text, column, doubts);
    const { value, doubts: found } = readTags(readJsonTexts(text), column);
    doubts.push(...found);
    return value;
  }

  #billable(text: string, doubts: Doubt[]): boolean | undefined {
    if (text === "") return undefined;
    const word = text.trim().toLowerCase();
    if (yes.has(word)) return true;
    if (no.has(word)) return false;
    const problem = "This is neither yes nor no.";
    if (word !== "")
      doubts.push({ column: this.#table.header("billable"), read: shown(text), problem, becomes: "not said" });
    return undefined;
  }

  #money(field: "rate" | "amount", text: string, currency: string, doubts: Doubt[]): number | undefined {
    if (text === "") return undefined;
    const isMinor = this.#options.traits.money === "minor";
    const minor = isMinor ? Number(text) : readMinor(text, currency, this.#options.style);
    if (minor !== undefined && Number.isSafeInteger(minor)) return minor;
    if (text.trim() === "") return undefined;
    const problem = "This isn't an amount of money.";
    doubts.push({ column: this.#table.header(field), read: shown(text), problem, becomes: "no amount" });
    return undefined;
  }
}

function readJsonTexts(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return text.split(",");
  }
}
