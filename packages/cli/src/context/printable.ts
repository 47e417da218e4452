import { stripVTControlCharacters } from "node:util";

/** Removes line breaks, terminal control codes and changes of direction, which text from other people may contain. */
export const oneLine = (text: string): string =>
  stripVTControlCharacters(text)
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");

/** Like `oneLine`, but keeps line breaks. */
export const printable = (text: string): string => text.split("\n").map(oneLine).join("\n");

/**
 * Escapes control codes and changes of direction as JSON does, so that JSON keeps its meaning. Keeps line feeds, tabs
 * and the codes of `output/style.ts`.
 */
export const escaped = (text: string): string =>
  text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- the codes of our own styles begin with it
    /(?!\u001B\[(?:[012]|3[123])m)(?![\t\n])[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
