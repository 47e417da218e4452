// Fails if an English text is newer than one of its translations. Records the texts whose translations have all changed
// with the English, and those named as arguments, whose translations are still right. With --check, writes nothing and
// also fails if a text isn't recorded.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { listLanguages, listTexts, pathOf } from "#i18n/list-texts.ts";

const file = new URL("../src/i18n/translations.txt", import.meta.url);
const { values, positionals } = parseArgs({ options: { check: { type: "boolean" } }, allowPositionals: true });

const languages = ["en", ...listLanguages().filter((language) => language !== "en")] as const;
const hashes = await Promise.all(languages.map((language) => hashTexts(language as "en")));

/** Returns the hash of each text; all plural forms are one text. */
async function hashTexts(language: "en"): Promise<Map<string, string>> {
  const texts = [...(await listTexts(language))];
  const forms = Map.groupBy(texts, ([path]) => pathOf(path));
  return new Map(
    [...forms].map(([path, all]) => {
      const text = all.map(([, each]) => each.text).join("\n");
      return [path, createHash("sha256").update(text).digest("base64url").slice(0, 4)];
    }),
  );
}

const lines = readFileSync(file, "utf8").split("\n").slice(1, -1);
const recorded = new Map(lines.map((line) => [line.split(" ")[0] ?? "", line]));
const stale: string[] = [];
const written = [...(hashes[0]?.keys() ?? [])].toSorted().map((path) => {
  const now = hashes.map((each) => each.get(path) ?? "");
  const before = recorded.get(path);
  const [, english, ...others] = before?.split(" ") ?? [];
  const old = languages.slice(1).filter((_, at) => others[at] === now[at + 1]);
  if (before === undefined || english === now[0] || old.length === 0 || positionals.includes(path))
    return [path, ...now].join(" ");
  stale.push(`${path}: ${old.join(", ")}`);
  return before;
});

const content = ["path", ...languages].join(" ") + `\n${written.join("\n")}\n`;
const isCurrent = content === readFileSync(file, "utf8");
if (values.check !== true) writeFileSync(file, content);
if (stale.length > 0)
  console.error(
    `The English is newer than these translations. Translate them, or accept them as they are with\n` +
      `node apps/dashboard/scripts/translations.ts PATH…\n${stale.join("\n")}`,
  );
else if (values.check === true && !isCurrent) console.error("Texts have changed. Run npm run generate.");
process.exitCode = stale.length > 0 || (values.check === true && !isCurrent) ? 1 : 0;
