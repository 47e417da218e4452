import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { languages, texts } from "./texts.ts";

test("every language has a file here and a folder in the dashboard", () => {
  const folder = new URL("../../../dashboard/src/i18n/", import.meta.url);
  const folders = readdirSync(folder).filter((name) => name.length === 2);
  const files = readdirSync(import.meta.dirname).flatMap((name) => /^(\w\w)\.ts$/.exec(name)?.[1] ?? []);
  assert.deepEqual([folders.toSorted(), files.toSorted()], [languages.toSorted(), languages.toSorted()]);
});

/** All texts, with something and with nothing to fill in. */
function list(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "function") return Object.values(value as object).flatMap(list);
  return ["{}", null].map((given) => value(...Array.from({ length: value.length }, () => given)));
}

for (const language of languages)
  test(`no text is empty, begins or ends with a space, or says undefined: ${language}`, () => {
    for (const text of list(texts[language])) assert.match(text, /^(?!.*undefined)\S(.*\S)?$/);
  });

test("French has a narrow no-break space before : ; ! ? and inside « », and the typographic apostrophe", () => {
  for (const text of list(texts.fr)) assert.doesNotMatch(text, / [:;!?»]|« |[\p{L}}][!?](?!\p{L})|\p{L}'\p{L}/u);
});
