import type { CsvRecord } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FileDoubt } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { shown } from "#tracking/exchange/imports/sources/values/texts.ts";
import type { Columns } from "./columns.ts";
import type { Table } from "./table.ts";

/** Collects the doubts about a table that do not concern one of its time rows. */
export function createFileDoubts({ file, headers, source, title }: Table, columns: Columns) {
  const found: FileDoubt[] = [];
  const add = (line: number, column: string, read: string, problem: string) =>
    found.push({ kind: "doubt", line, file, doubt: { column, read: shown(read), problem, becomes: "nothing" } });
  if (title !== "") add(1, "", title, "This is above the names of the columns.");
  const used = new Map([...columns.values()].map(({ index, header }) => [index, header.toLowerCase()]));
  /** The unused columns in which no text has been found yet, each with the used column of the same name, if any. */
  const unused = new Map<number, number | undefined>();
  for (const [index, header] of headers.entries()) {
    const [namesake] = [...used].find(([, other]) => other === header.toLowerCase()) ?? [];
    // Files of known programs have other columns that Stint doesn't use, so those aren't reported.
    if (!used.has(index) && (source === "csv" || namesake !== undefined)) unused.set(index, namesake);
  }
  return {
    found,
    addSum({ line, cells }: CsvRecord): void {
      add(line, "", cells.filter((cell) => cell.trim() !== "").join(" "), "This is a sum of other rows.");
    },
    addRow({ line, cells }: CsvRecord): void {
      for (const [index, namesake] of unused) {
        const text = cells[index]?.trim() ?? "";
        if (text === "" || (namesake !== undefined && text === cells[namesake]?.trim())) continue;
        unused.delete(index);
        const problem = namesake === undefined ? "This column isn't used." : "Another column has the same name.";
        add(line, headers[index] ?? "", text, problem);
      }
    },
  };
}
