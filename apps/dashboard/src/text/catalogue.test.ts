import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { de } from "./de.ts";
import { en } from "./en.ts";

type Texts = { readonly [name: string]: string | ((...given: string[]) => string) | Texts };

/** Every text by its path, such as `entries.actions.time_entry.created`. Functions get the names of their places. */
function list(texts: Texts, path = ""): Map<string, { text: string; places: string[] }> {
  return new Map(
    Object.entries(texts).flatMap(([name, value]) => {
      const at = path === "" ? name : `${path}.${name}`;
      if (typeof value === "object") return [...list(value, at)];
      const places = typeof value === "string" ? [] : Array.from({ length: value.length }, (_, place) => `{${place}}`);
      const text = typeof value === "string" ? value : value(...places);
      return [[at, { text, places }] as const];
    }),
  );
}

const english = list(en as unknown as Texts);
const german = list(de as unknown as Texts);

test("both languages have the same texts", () => {
  assert.ok(english.size > 300);
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

test("both languages have the same places in the same texts, and the same forms of counts", () => {
  for (const [path, { places }] of english) assert.deepEqual(german.get(path)?.places, places, path);
});

test("every text is used by some screen", () => {
  const source = join(import.meta.dirname, "..");
  const files = globSync("**/*.{ts,tsx}", { cwd: source }).filter((name) => !name.startsWith("text/"));
  const code = files.map((name) => readFileSync(join(source, name), "utf8")).join("\n");
  const words = new Set(code.match(/[A-Za-z_]\w*/g));
  // Groups whose texts are chosen by a value, such as a role or a state, count as one.
  const used = (path: string) => path.split(".").some((_, at, all) => at > 0 && isChosen(all, at, words));
  assert.deepEqual(
    [...english.keys()].filter((path) => !used(path)),
    [],
  );
});

/** Tells whether the part of a path is named in code, and all parts before it. */
function isChosen(parts: readonly string[], at: number, words: ReadonlySet<string>): boolean {
  const isLast = at === parts.length - 1;
  return parts.slice(1, at + 1).every((part) => words.has(part)) && (isLast || parts.length > 2);
}
