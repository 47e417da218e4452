import { mebibyte } from "#platform/process/memory.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { detectFormat, type FilePart, nameOf, readHead, readText } from "./text-file.ts";

export type JsonItem = Record<string, unknown>;

/** The text of a JSON value; empty for null and objects. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** The object under a key; an empty object if there is none. */
export function objectOf(item: JsonItem, key: string): JsonItem {
  const value = item[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonItem) : {};
}

/** The maximum length of an item, in characters. */
const longestItem = mebibyte;

/**
 * Reads the objects of a JSON list in batches as the file is read. The list may be at the top level or under a key of
 * the top-level object. Throws UnreadableFile.
 */
export async function* readJsonItems(part: FilePart): AsyncGenerator<JsonItem[], void> {
  const format = await detectFormat(part, await readHead(part));
  const splitter = new ItemSplitter(part);
  for await (const text of readText(part, format)) {
    const items = [...splitter.take(text)];
    if (items.length > 0) yield items;
  }
  splitter.end();
}

const [quote, backslash] = Buffer.from('"\\');
const openings = new Set([91, 123]);
const closings = new Set([93, 125]);
const interesting = /["[\]{}]/g;

/** Finds where items begin and end by counting brackets outside strings; JSON.parse then parses each item. */
class ItemSplitter {
  #held = "";
  #at = 0;
  #open = "";
  #begin = -1;
  #depth = 0;
  #isString = false;
  #items = 0;
  readonly #part: FilePart;

  constructor(part: FilePart) {
    this.#part = part;
  }

  *take(text: string): Generator<JsonItem, void> {
    this.#held += text;
    while (this.#at < this.#held.length) {
      if (this.#isString) {
        if (!this.#skipString()) break;
        continue;
      }
      interesting.lastIndex = this.#at;
      const match = interesting.exec(this.#held);
      if (match === null) {
        this.#at = this.#held.length;
        break;
      }
      this.#at = match.index + 1;
      const item = this.#step(this.#held.charCodeAt(match.index), match.index);
      if (item !== undefined) yield item;
    }
    this.#forget();
  }

  /** Moves past the end of a string; returns false if the text ends first. */
  #skipString(): boolean {
    for (;;) {
      const end = this.#held.indexOf('"', this.#at);
      if (end === -1) {
        // If the number of trailing backslashes is odd, the last one escapes a character of the next piece, so it stays
        // unread.
        this.#at = this.#held.length - (this.#backslashesBefore(this.#held.length) % 2);
        return false;
      }
      const isEscaped = this.#backslashesBefore(end) % 2 === 1;
      this.#at = end + 1;
      if (isEscaped) continue;
      this.#isString = false;
      return true;
    }
  }

  #backslashesBefore(end: number): number {
    let count = 0;
    while (count < end && this.#held.charCodeAt(end - 1 - count) === backslash) count++;
    return count;
  }

  #step(character: number, index: number): JsonItem | undefined {
    if (character === quote) {
      this.#isString = true;
    } else if (openings.has(character)) {
      const isListed = this.#open === "[" || this.#open === "{[";
      if (character === 123 && isListed && this.#depth === this.#open.length) this.#begin = index;
      if (this.#depth === this.#open.length && this.#depth < 2 && this.#begin === -1) {
        this.#open += String.fromCharCode(character);
      }
      this.#depth++;
    } else if (closings.has(character)) {
      this.#depth--;
      if (this.#depth < 0) this.#refuse("a bracket is closed that was never opened");
      if (this.#begin !== -1 && this.#depth === this.#open.length) return this.#parse(index + 1);
      if (this.#depth < this.#open.length) this.#open = this.#open.slice(0, this.#depth);
    }
    return undefined;
  }

  #parse(end: number): JsonItem {
    const text = this.#held.slice(this.#begin, end);
    this.#begin = -1;
    this.#items++;
    try {
      return JSON.parse(text) as JsonItem;
    } catch (error) {
      return this.#refuse((error as Error).message);
    }
  }

  #forget(): void {
    const keep = this.#begin === -1 ? this.#at : this.#begin;
    this.#held = this.#held.slice(keep);
    this.#at -= keep;
    if (this.#begin !== -1) this.#begin = 0;
    if (this.#held.length <= longestItem) return;
    throw new UnreadableFile(
      "line_too_long",
      `${nameOf(this.#part)} has an item of more than ${longestItem} characters: item ${this.#items + 1}. Export it again.`,
    );
  }

  end(): void {
    if (this.#depth > 0 || this.#isString) this.#refuse("it ends before its last bracket");
  }

  #refuse(fault: string): never {
    throw new UnreadableFile(
      "damaged_json",
      `${nameOf(this.#part)} is damaged JSON near item ${this.#items + 1} (${fault}). Export it again.`,
    );
  }
}
