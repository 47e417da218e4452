import { normalEmail } from "#platform/email.ts";
import { cleanLine, cleanName, isStorableText, isVisibleText } from "#platform/text.ts";
import { maxTags } from "#tracking/entries/time-entries/fields.ts";
import type { Doubt } from "#tracking/exchange/imports/sources/rows/source-row.ts";

export const longestName = 200;
export const longestCode = 40;
export const longestDescription = 2000;
const longestTag = 50;

const maxKept = 20_000;
/** The maximum length of cached texts: longer ones seldom repeat, and would fill the memory. */
const longestKept = 300;

/**
 * The maximum length of a date, time, duration or number. Longer texts are never matched against regular expressions.
 */
export const longestValue = 60;

/** A date, time, duration or number with ordinary blanks, digits and punctuation. */
export function plainText(text: string): string {
  return (/[^\0-\x7f]/.test(text) ? text.normalize("NFKC") : text).trim();
}

/** Cuts a text to `most` characters, as the API counts them, without splitting a character. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = Array.from(text.slice(0, 2 * most));
  return points.length <= most && text.length <= 2 * most ? text : points.slice(0, most).join("");
}

/** Replaces characters that UTF-8 or the database cannot store. */
export function storableText(text: string): string {
  return isStorableText(text) ? text : text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** A name as it is stored and compared, cut to `most` characters; undefined if it has no visible characters. */
export function normalName(text: string, most = longestName): string | undefined {
  const name = cutText(cleanName(storableText(text)).replaceAll(/\s+/g, " "), most).trim();
  return isVisibleText(name) ? name : undefined;
}

interface Kept<Value> {
  value: Value;
  doubts: Doubt[];
}

/**
 * Reads names, email addresses and tags. They repeat in most rows, so each distinct text is examined once. The cache
 * contains copies, because a slice would keep its whole piece of the file in memory.
 */
export class TextReader {
  readonly #names = new Map<string, Kept<string | undefined>>();
  readonly #emails = new Map<string, Kept<string | undefined>>();
  readonly #tags = new Map<string, Kept<string[]>>();

  /** A name without surrounding blanks; undefined if it has no visible characters. */
  name(text: string, column: string, doubts: Doubt[], most = longestName): string | undefined {
    if (text === "") return undefined;
    return keep(this.#names, most === longestName ? text : `${most} ${text}`, doubts, column, () => {
      const clean = cleanLine(storableText(copy(text.trim())));
      if (!isVisibleText(clean)) return { value: undefined, doubts: [] };
      return cutWithDoubt(clean, most, column);
    });
  }

  email(text: string, column: string, doubts: Doubt[]): string | undefined {
    if (text === "") return undefined;
    return keep(this.#emails, text, doubts, column, () => {
      const value = normalEmail(text);
      if (value !== undefined || text.trim() === "") return { value, doubts: [] };
      const doubt = {
        column,
        read: shown(text),
        problem: "This isn't an email address.",
        becomes: "no email address",
      };
      return { value, doubts: [doubt] };
    });
  }

  /** The tags in a cell, which are separated by commas. */
  tags(text: string, column: string, doubts: Doubt[]): string[] {
    if (text === "") return [];
    return keep(this.#tags, text, doubts, column, () => readTags(copy(text).split(","), column)).slice();
  }
}

function keep<Value>(
  map: Map<string, Kept<Value>>,
  key: string,
  doubts: Doubt[],
  column: string,
  read: () => Kept<Value>,
): Value {
  let kept = map.get(key);
  if (kept === undefined) {
    kept = read();
    if (key.length <= longestKept) {
      if (map.size >= maxKept) map.clear();
      map.set(copy(key), kept);
    }
  }
  for (const doubt of kept.doubts) doubts.push(doubt.column === column ? doubt : { ...doubt, column });
  return kept.value;
}

function copy(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, "utf16le").toString("utf16le");
}

function cutWithDoubt(text: string, most: number, column: string): Kept<string> {
  const value = cutText(text, most);
  if (value === text) return { value, doubts: [] };
  const problem = `This is longer than ${most} characters.`;
  return { value, doubts: [{ column, read: shown(text), problem, becomes: `the first ${most} characters` }] };
}

/** Trims tags, removes duplicates, and keeps no more than the API accepts. */
export function readTags(texts: readonly string[], column: string): { value: string[]; doubts: Doubt[] } {
  const doubts: Doubt[] = [];
  const tags = new Map<string, string>();
  for (const text of texts) {
    const clean = cleanName(storableText(text));
    if (!isVisibleText(clean)) continue;
    const { value, doubts: cut } = cutWithDoubt(clean, longestTag, column);
    doubts.push(...cut);
    const key = value.toLowerCase();
    if (!tags.has(key)) tags.set(key, value);
  }
  const value = [...tags.values()];
  if (value.length > maxTags) {
    const problem = `There are ${value.length} tags; an entry has at most ${maxTags}.`;
    doubts.push({ column, read: shown(texts.join(",")), problem, becomes: `the first ${maxTags} tags` });
  }
  return { value: value.slice(0, maxTags), doubts };
}

/** Makes a description storable, and cuts it to the length that the API accepts. */
export function readDescription(text: string, column: string, doubts: Doubt[]): string {
  if (text.length <= longestDescription && isStorableText(text)) return text;
  const { value, doubts: cut } = cutWithDoubt(storableText(text), longestDescription, column);
  doubts.push(...cut);
  return value;
}

/** A text from the file, shortened for use in doubts. */
export function shown(text: string): string {
  return cutText(storableText(text), 200);
}
