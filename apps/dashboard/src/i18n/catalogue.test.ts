import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listLanguages, listTexts, pathOf } from "./list-texts.ts";

const languages = listLanguages();
const texts = new Map(await Promise.all(languages.map(async (each) => [each, await listTexts(each)] as const)));
const english = await listTexts("en");

for (const [language, all] of texts) {
  test(`no text is empty, begins or ends with a space, or lacks what belongs into it: ${language}`, () => {
    for (const [path, { text, places }] of all) {
      assert.ok(text !== "" && text === text.trim(), `${path}: "${text}"`);
      for (const place of places) assert.ok(text.includes(place), `${path} leaves ${place} out: "${text}"`);
      assert.doesNotMatch(text, /undefined|\[object/, path);
    }
  });

  test(`the texts are those of English, with the same places: ${language}`, () => {
    assert.deepEqual(new Set([...all.keys()].map(pathOf)), new Set([...english.keys()].map(pathOf)));
    for (const [path, { places }] of all) assert.deepEqual(places, english.get(path)?.places ?? [], path);
  });

  test(`counts have a form for every category of the language: ${language}`, () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const forms = Map.groupBy(
      [...all.keys()].filter((path) => path !== pathOf(path)),
      pathOf,
    );
    assert.ok(forms.size > 30);
    for (const [path, found] of forms)
      assert.deepEqual(
        found.map((each) => each.slice(path.length + 1)).toSorted(),
        pluralCategories.toSorted(),
        `${language}: ${path}`,
      );
  });

  test(`the tabs of reports have different names: ${language}`, () => {
    const names = [...all].flatMap(([path, { text }]) =>
      path === "reports.overview" || path.startsWith("reports.kinds.") ? [text] : [],
    );
    assert.equal(names.length, 6);
    assert.equal(new Set(names).size, 6, names.join(", "));
  });

  if (language !== "en")
    test(`no text was left in English: ${language}`, async () => {
      const { sameAsEnglish } = await import(`./${language}/same-as-english.ts`);
      const isWord = (text: string) => /\p{L}{2}/u.test(text.replaceAll(/\{\d\}/g, ""));
      const left = [...english].filter(([path, { text }]) => isWord(text) && all.get(path)?.text === text);
      assert.deepEqual([...new Set(left.map(([, { text }]) => text))].toSorted(), sameAsEnglish.toSorted());
    });
}

test("every file of a language exports one text, which is loaded without naming it", async () => {
  for (const path of globSync("??/*.ts", { cwd: import.meta.dirname, exclude: ["**/*.test.ts"] }))
    assert.equal(Object.keys(await import(`./${path}`)).length, 1, path);
});

test("every other language explains the same errors of fields", async () => {
  const others = languages.filter((language) => language !== "en");
  const [first, ...rest] = await Promise.all(
    others.map(async (language) => Object.keys((await import(`./${language}/refusals.ts`)).refusals.fields).toSorted()),
  );
  for (const each of rest) assert.deepEqual(each, first);
});

test("French has a narrow no-break space before : ; ! ? and inside « », and the typographic apostrophe", async () => {
  const { refusals } = await import("./fr/refusals.ts");
  const replies = Object.entries({ ...refusals.replies, ...refusals.fields });
  const others = [...(texts.get("fr") ?? [])].map(([path, { text }]) => [path, text] as const);
  for (const [path, text] of [...replies, ...others])
    assert.doesNotMatch(text, / [:;!?»]|« |[\p{L}})][!?](?!\p{L})|\p{L}'\p{L}/u, path);
});

test("every text is used by some screen", () => {
  const source = join(import.meta.dirname, "..");
  const folders = languages.map((language) => `i18n/${language}/`);
  const files = globSync("**/*.{ts,tsx}", { cwd: source }).filter(
    (name) => !folders.some((folder) => name.startsWith(folder)),
  );
  const code = files.map((name) => readFileSync(join(source, name), "utf8")).join("\n");
  const words = new Set(code.match(/[A-Za-z_]\w*/g));
  // Texts chosen by a value, such as a role or a state, count as one text.
  const used = (path: string) => path.split(".").some((_, at, all) => at > 0 && isChosen(all, at, words));
  assert.deepEqual(
    [...english.keys()].filter((path) => !used(path)),
    [],
  );
});

/** Whether the code contains this part of a path and all parts before it. */
function isChosen(parts: readonly string[], at: number, words: ReadonlySet<string>): boolean {
  const isLast = at === parts.length - 1;
  return parts.slice(1, at + 1).every((part) => words.has(part)) && (isLast || parts.length > 2);
}
