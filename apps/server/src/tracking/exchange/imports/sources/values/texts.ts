import { normalEmail } from "#platform/email.ts";
import { cleanLine, cleanName, isStorableText, isVisibleText } from "#platform/text.ts";
import { longestName } from "#platform/http/contract/schemas.ts";
import { longestDescription, longestTag, maxTags } from "#tracking/entries/time-entries/fields.ts";
import type { Doubt } from "#tracking/exchange/imports/sources/rows/source-row.ts";

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

/** Words of ASCII between single blanks. Cleaning takes longer than this test, and would not change them. */
const plainWords = /^[!-~]+(?: [!-~]+)*$/;

/** A name as it is stored and compared, cut to `most` characters; undefined if it has no visible characters. */
export function normalName(text: string, most = longestName): string | undefined {
  if (text.length <= most && plainWords.test(text)) return text;
  const name = cutText(cleanName(storableText(text)).replaceAll(/\s+/g, " "), most).trim();
  return isVisibleText(name) ? name : undefined;
}

/** A name without surrounding blanks; undefined if it has no visible characters. */
export function readName(text: string, column: string, doubts: Doubt[], most = longestName): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length <= most && plainWords.test(trimmed)) return trimmed;
  const clean = cleanLine(storableText(trimmed));
  return isVisibleText(clean) ? cutWithDoubt(clean, most, column, doubts) : undefined;
}

export function readEmail(text: string, column: string, doubts: Doubt[]): string | undefined {
  const email = normalEmail(text);
  if (email === undefined && text.trim() !== "")
    addDoubt(doubts, column, text, "This isn't an email address.", "no email address");
  return email;
}

/** Trims tags, removes duplicates, and keeps no more than the API accepts. */
export function readTags(texts: readonly string[], column: string, doubts: Doubt[]): string[] {
  const tags = new Map<string, string>();
  for (const text of texts) {
    const clean = cleanName(storableText(text));
    if (!isVisibleText(clean)) continue;
    const tag = cutWithDoubt(clean, longestTag, column, doubts);
    if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  const all = [...tags.values()];
  if (all.length > maxTags) {
    const problem = `There are ${all.length} tags; an entry has at most ${maxTags}.`;
    addDoubt(doubts, column, texts.join(","), problem, `the first ${maxTags} tags`);
  }
  return all.slice(0, maxTags);
}

/** The texts of a JSON list; the parts between commas if the text is no JSON. */
export function readJsonTexts(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
  } catch {
    return text.split(",");
  }
}

/** Makes a description storable, and cuts it to the length that the API accepts. */
export function readDescription(text: string, column: string, doubts: Doubt[]): string {
  return cutWithDoubt(storableText(text), longestDescription, column, doubts);
}

function cutWithDoubt(text: string, most: number, column: string, doubts: Doubt[]): string {
  const cut = cutText(text, most);
  if (cut !== text)
    addDoubt(doubts, column, text, `This is longer than ${most} characters.`, `the first ${most} characters`);
  return cut;
}

/** Records a value that could not be used as it is. `becomes` is null if the row is left out. */
export function addDoubt(doubts: Doubt[], column: string, read: string, problem: string, becomes: string | null): void {
  doubts.push({ column, read: shown(read), problem, becomes });
}

/** A text from the file, shortened for use in doubts. */
export function shown(text: string): string {
  return cutText(storableText(text), 200);
}
