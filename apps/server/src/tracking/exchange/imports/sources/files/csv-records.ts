import { mebibyte } from "#platform/process/memory.ts";
import { headBytes } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { storableText } from "#tracking/exchange/imports/sources/values/texts.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { detectFormat, type FilePart, nameOf, readHead, readText, type TextFormat } from "./text-file.ts";

export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  line: number;
  cells: string[];
}

export interface CsvFormat extends TextFormat {
  delimiter: string;
  newline: "\n" | "\r";
  /** The number of lines before the header, such as Excel's `sep=;`. */
  skippedLines: number;
  /** The text in these lines, except for Excel's. */
  title: string;
  headers: string[];
}

/** The maximum length of a record, in characters. */
const longestRecord = mebibyte;
const delimiters = [",", ";", "\t", "|"];

/** The maximum number of lines before the header. */
const maxTitleLines = 20;

/**
 * Detects the encoding, delimiter and headers of a CSV from its content. Lines before headers that `isHeader`
 * recognizes are a title. Throws UnreadableFile if the file is empty or isn't a table.
 */
export async function inspectCsv(part: FilePart, isHeader?: (headers: string[]) => boolean): Promise<CsvFormat> {
  const head = await readHead(part);
  const format = await detectFormat(part, head);
  let text = new TextDecoder(format.encoding).decode(head);
  if (text.trim() === "") throw new UnreadableFile("empty_file", `${nameOf(part)} is empty. Export it again.`);
  const newline = text.includes("\n") || !text.includes("\r") ? "\n" : "\r";
  const separator = /^"?sep=(.)"?(?:\r?\n|\r)/i.exec(text);
  if (separator !== null) text = text.slice(separator[0].length);
  const isWhole = head.length < headBytes;
  const lines = text.split(newline);
  const read = (skipped: number) => {
    const rest = lines.slice(skipped, skipped === 0 ? undefined : skipped + 2).join(newline);
    const delimiter = separator?.[1] ?? mostFrequent(rest, newline);
    const [first] = new RecordReader({ delimiter, newline, part }).take(rest, isWhole && skipped === 0);
    return { delimiter, headers: first?.cells.map((cell) => storableText(cell.replace(/\s+/g, " ").trim())), skipped };
  };
  const found = findHeader(read, Math.min(maxTitleLines, lines.length - 1), isHeader);
  const { delimiter, headers, skipped } = found;
  if (headers === undefined) {
    throw new UnreadableFile(
      "line_too_long",
      `${nameOf(part)} has a first line of more than ${headBytes} bytes. The first line must contain the names of the columns; export the file again.`,
    );
  }
  if (headers.length < 2) {
    const isPage = /^\s*</.test(text);
    const found = isPage ? "is a web page or XML" : "has no columns in its first line";
    throw new UnreadableFile(
      "not_an_export",
      `${nameOf(part)} ${found}. Choose the export as CSV, JSON or zip, with the names of the columns in the first line.`,
    );
  }
  const title = lines.slice(0, skipped).join(" ").replace(/\s+/g, " ").trim();
  return { ...format, delimiter, newline, skippedLines: skipped + (separator === null ? 0 : 1), title, headers };
}

interface Beginning {
  delimiter: string;
  headers: string[] | undefined;
  skipped: number;
}

/** The first line that is recognized as the header, or else the first with several names. */
function findHeader(
  read: (skipped: number) => Beginning,
  most: number,
  isHeader: ((headers: string[]) => boolean) | undefined,
): Beginning {
  const first = read(0);
  if (first.headers === undefined) return first;
  let several = first.headers.length > 1 ? first : undefined;
  for (let skipped = 0; skipped <= most; skipped++) {
    const found = skipped === 0 ? first : read(skipped);
    if (found.headers === undefined) continue;
    if (isHeader?.(found.headers) === true) return found;
    if (found.headers.filter((header) => header !== "").length > 1) several ??= found;
    if (isHeader === undefined && several !== undefined) break;
  }
  return several ?? first;
}

function mostFrequent(text: string, newline: string): string {
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text.trimStart()) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === newline) break;
    else counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (delimiter: string) => counts.get(delimiter) ?? 0;
  return delimiters.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** The records below the header, in batches as the file is read. Skips empty lines. */
export async function* readCsvRecords(part: FilePart, format: CsvFormat): AsyncGenerator<CsvRecord[], void> {
  const reader = new RecordReader({ ...format, part });
  let linesToSkip = format.skippedLines;
  let isHeader = true;
  let held = "";
  for await (const text of readText(part, format)) {
    held += text;
    for (; linesToSkip > 0 && held.includes(format.newline); linesToSkip--) {
      held = held.slice(held.indexOf(format.newline) + 1);
      reader.line++;
    }
    if (linesToSkip > 0) continue;
    const records = reader.take(held, false);
    held = "";
    if (isHeader && records.length > 0) {
      records.shift();
      isHeader = false;
    }
    if (records.length > 0) yield records;
  }
  const last = reader.take(held, true);
  if (isHeader) last.shift();
  if (last.length > 0) yield last;
}

type ReaderOptions = Pick<CsvFormat, "delimiter" | "newline"> & { part: FilePart };

/**
 * Splits text into records according to RFC 4180, except that quotes inside unquoted fields are literal. csv-parse took
 * six times as long: 9 s of CPU for a million rows, which are read twice.
 */
class RecordReader {
  line = 1;
  #rest = "";
  #at = 0;
  #nextNewline = -2;
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Accepts the next piece of text and returns the completed records. */
  take(text: string, isLast: boolean): CsvRecord[] {
    this.#rest = this.#rest === "" ? text : this.#rest.slice(this.#at) + text;
    this.#at = 0;
    this.#nextNewline = -2;
    const records: CsvRecord[] = [];
    while (this.#at < this.#rest.length) {
      const record = this.#readRecord(isLast);
      if (record === undefined) break;
      if (record.cells.some((cell) => cell.trim() !== "")) records.push(record);
    }
    if (this.#rest.length - this.#at > longestRecord) this.#refuseLength();
    return records;
  }

  #refuseLength(): never {
    throw new UnreadableFile(
      "line_too_long",
      `${nameOf(this.#options.part)} has a row of more than ${longestRecord} characters that begins on line ${this.line}. A quote (") may be missing there; correct the row or export the file again.`,
    );
  }

  #readRecord(isLast: boolean): CsvRecord | undefined {
    const { line } = this;
    const cells: string[] = [];
    let lines = 1;
    for (let at = this.#at; ;) {
      const field = this.#rest.charCodeAt(at) === 34 ? this.#readQuoted(at, isLast) : this.#readBare(at, isLast);
      if (field === undefined) return undefined;
      cells.push(field.text);
      lines += field.lines;
      if (field.isEnd) {
        this.#at = field.next;
        this.line += lines;
        return { line, cells };
      }
      at = field.next;
    }
  }

  /** The delimiter or line break that ends the field continuing at `from`; undefined if the text ends first. */
  #findEnd(from: number, isLast: boolean): { end: number; next: number; isEnd: boolean } | undefined {
    const { delimiter, newline } = this.#options;
    if (this.#nextNewline !== -1 && this.#nextNewline < from) this.#nextNewline = this.#rest.indexOf(newline, from);
    const lineEnd = this.#nextNewline;
    const delimiterAt = this.#rest.indexOf(delimiter, from);
    if (delimiterAt !== -1 && (lineEnd === -1 || delimiterAt < lineEnd)) {
      return { end: delimiterAt, next: delimiterAt + 1, isEnd: false };
    }
    if (lineEnd === -1) {
      return isLast ? { end: this.#rest.length, next: this.#rest.length, isEnd: true } : undefined;
    }
    const isCrLf = newline === "\n" && lineEnd > from && this.#rest.charCodeAt(lineEnd - 1) === 13;
    return { end: isCrLf ? lineEnd - 1 : lineEnd, next: lineEnd + 1, isEnd: true };
  }

  #readBare(at: number, isLast: boolean) {
    const found = this.#findEnd(at, isLast);
    return found && { text: this.#rest.slice(at, found.end), lines: 0, next: found.next, isEnd: found.isEnd };
  }

  #readQuoted(at: number, isLast: boolean) {
    let text = "";
    let from = at + 1;
    for (;;) {
      const quote = this.#rest.indexOf('"', from);
      if (quote === -1 || (quote === this.#rest.length - 1 && !isLast)) {
        if (quote === -1 && isLast) this.#refuseQuote();
        return undefined;
      }
      text += this.#rest.slice(from, quote);
      from = quote + 1;
      if (this.#rest.charCodeAt(from) !== 34) break;
      text += '"';
      from++;
    }
    const found = this.#findEnd(from, isLast);
    if (found === undefined) return undefined;
    const tail = this.#rest.slice(from, found.end);
    const lines = text.includes(this.#options.newline) ? text.split(this.#options.newline).length - 1 : 0;
    return { text: tail.trim() === "" ? text : text + tail, lines, next: found.next, isEnd: found.isEnd };
  }

  #refuseQuote(): never {
    throw new UnreadableFile(
      "unclosed_quote",
      `${nameOf(this.#options.part)} has a quote (") in the row that begins on line ${this.line} that is never closed. Close it or export the file again.`,
    );
  }
}
