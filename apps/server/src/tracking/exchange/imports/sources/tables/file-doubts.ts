import type { CsvRecord } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { Doubt, FileDoubt, SourceName } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { shown } from "#tracking/exchange/imports/sources/values/texts.ts";
import type { Columns } from "./columns.ts";

/** Collects the doubts about a table that do not concern one of its time rows. */
export class FileDoubts {
  readonly #file: string | undefined;
  readonly #headers: readonly string[];
  readonly #found: { line: number; doubt: Doubt }[] = [];
  /** The unused columns in which no text has been found yet, each with the used column of the same name, if any. */
  readonly #unused = new Map<number, number | undefined>();

  constructor(
    { file, headers, source }: { file: string | undefined; headers: readonly string[]; source: SourceName },
    columns: Columns,
  ) {
    this.#file = file;
    this.#headers = headers;
    const used = new Map([...columns.values()].map(({ index, header }) => [index, header.toLowerCase()]));
    for (const [index, header] of headers.entries()) {
      if (used.has(index)) continue;
      const [namesake] = [...used].find(([, other]) => other === header.toLowerCase()) ?? [];
      // Files of known programs have other columns that Stint doesn't use, so those aren't reported.
      if (source === "csv" || namesake !== undefined) this.#unused.set(index, namesake);
    }
  }

  addTitle(text: string): void {
    this.#add(1, "", text, "This is above the names of the columns.");
  }

  addSum({ line, cells }: CsvRecord): void {
    this.#add(line, "", cells.filter((cell) => cell.trim() !== "").join(" "), "This is a sum of other rows.");
  }

  addRow({ line, cells }: CsvRecord): void {
    for (const [index, namesake] of this.#unused) {
      const text = cells[index]?.trim() ?? "";
      if (text === "" || (namesake !== undefined && text === cells[namesake]?.trim())) continue;
      this.#unused.delete(index);
      const problem = namesake === undefined ? "This column isn't used." : "Another column has the same name.";
      this.#add(line, this.#headers[index] ?? "", text, problem);
    }
  }

  #add(line: number, column: string, read: string, problem: string): void {
    this.#found.push({ line, doubt: { column, read: shown(read), problem, becomes: "nothing" } });
  }

  *items(): Generator<FileDoubt, void> {
    for (const { line, doubt } of this.#found) yield { kind: "doubt", line, file: this.#file, doubt };
  }
}
