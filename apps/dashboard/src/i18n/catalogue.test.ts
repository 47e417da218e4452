import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listTexts } from "./list-texts.ts";

const [english, german] = await Promise.all([listTexts("en"), listTexts("de")]);

test("both languages have the same texts", () => {
  assert.ok(english.size > 1_000);
  assert.deepEqual([...german.keys()].toSorted(), [...english.keys()].toSorted());
});

for (const [language, texts] of Object.entries({ en: english, de: german })) {
  test(`no text is empty, begins or ends with a space, or lacks what belongs into it: ${language}`, () => {
    for (const [path, { text, places }] of texts) {
      assert.ok(text !== "" && text === text.trim(), `${path}: "${text}"`);
      for (const place of places) assert.ok(text.includes(place), `${path} leaves ${place} out: "${text}"`);
      assert.doesNotMatch(text, /undefined|\[object/, path);
    }
  });
}

test("the outline of index.html says the words of the timer's field, in both languages", () => {
  const outline = readFileSync(join(import.meta.dirname, "../../index.html"), "utf8");
  for (const [language, texts] of Object.entries({ en: english, de: german })) {
    const text = texts.get("time.whatAreYouWorkingOn")?.text;
    assert.ok(outline.includes(`<span lang="${language}">${text}</span>`), `${language}: ${text}`);
  }
});

test("both languages have the same places in the same texts, and the same forms of counts", () => {
  for (const [path, { places }] of english) assert.deepEqual(german.get(path)?.places, places, path);
});

/** Texts that are the same in German: names, and words that both languages share. */
const words =
  "Admin Blog Budget Budgets Details Import Manager Name Person Problem Status Team Timer Webhooks English Deutsch";
const names = "CSV JSON URL Excel Toggl Clockify Harvest Kimai solidtime Stint";
const alike = new Set(["In Stint", "{0} in {1}", "Person {0}", "MM", ...words.split(" "), ...names.split(" ")]);

test("no German text was left in English", () => {
  const isWord = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\d\}/g, ""));
  const left = [...english].filter(([path, { text }]) => isWord(text) && german.get(path)?.text === text);
  assert.deepEqual(new Set(left.map(([, { text }]) => text)), alike);
});

test("every text is used by some screen", () => {
  const source = join(import.meta.dirname, "..");
  const files = globSync("**/*.{ts,tsx}", { cwd: source }).filter(
    (name) => !name.startsWith("i18n/en/") && !name.startsWith("i18n/de/"),
  );
  const code = files.map((name) => readFileSync(join(source, name), "utf8")).join("\n");
  const words = new Set(code.match(/[A-Za-z_]\w*/g));
  // Groups whose texts are chosen by a value, such as a role or a state, count as one.
  const used = (path: string) => path.split(".").some((_, at, all) => at > 0 && isChosen(all, at, words));
  assert.deepEqual(
    [...english.keys()].filter((path) => !used(path)),
    [],
  );
});

/** Whether code names this part of a path, and all parts before it. */
function isChosen(parts: readonly string[], at: number, words: ReadonlySet<string>): boolean {
  const isLast = at === parts.length - 1;
  return parts.slice(1, at + 1).every((part) => words.has(part)) && (isLast || parts.length > 2);
}
