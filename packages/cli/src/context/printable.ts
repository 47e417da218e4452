import { stripVTControlCharacters } from "node:util";

/** Removes line breaks, terminal control codes and changes of direction, which text from other people may contain. */
export const oneLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "")
    // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
    .replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, " ");

/** Like `oneLine`, but keeps line breaks. */
export const printable = (text: string): string => text.split("\n").map(oneLine).join("\n");

/**
 * Escapes the same signs, as JSON does, so that JSON stays the same. Keeps line feeds, tabs and the codes of
 * `output/style.ts`.
 */
export const escaped = (text: string): string =>
  text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- escaping control characters is the purpose
    /(?!\u001B\[(?:[012]|3[123])m)[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
