import { stripVTControlCharacters } from "node:util";

/** Removes line breaks and terminal control codes, which text from other people may contain. */
export const oneLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
  stripVTControlCharacters(text).replaceAll(/[\u0000-\u001F\u007F-\u009F]+/g, " ");

/** Like `oneLine`, but keeps line breaks. */
export const printable = (text: string): string => text.split("\n").map(oneLine).join("\n");
