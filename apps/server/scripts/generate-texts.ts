// Writes the texts that the dashboard and the documents take from the server's declarations: those of error codes and
// kinds of notices, and the words of the audit log. With --check, only reports whether the committed files are current.
import { readFile } from "node:fs/promises";
import { languages } from "#identity/me/languages.ts";
import { defaultNotices, noticeKinds } from "#identity/me/notice-preferences.ts";
import { verbWords } from "#src/verb-words.ts";
import { errorCodes } from "#src/error-codes.ts";
import { resources } from "#tracking/exchange/resources.ts";
import { kinds } from "#tracking/notices/kinds.ts";
import { writeGenerated } from "./write-generated.ts";

const header = "// Generated from the server's declarations by `npm run generate`; never edited.\n";

function constant(name: string, texts: (readonly [string, string])[], type = ""): string {
  const lines = texts.map(([key, text]) => `  ${key}: ${JSON.stringify(text)},\n`).join("");
  return `export const ${name}${type} = {\n${lines}};\n`;
}

/** Replaces the rows of the table that begins with these headings. */
async function writeTable(path: string, headings: string[], rows: string[][]): Promise<void> {
  const widths = headings.map((_, at) => Math.max(...[headings, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  const page = await readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
  const start = new RegExp(`^\\| ${headings[0]} .*\\n(?:\\|.*\\n)*`, "m");
  await writeGenerated(
    path,
    page.replace(start, () => [headings, ...rows].map(line).toSpliced(1, 0, rule).join("\n") + "\n"),
  );
}

const recorded = resources.filter(({ actions }) => actions.length > 0);

for (const language of languages) {
  const folder = `apps/dashboard/src/i18n/${language}`;
  const texts = noticeKinds.map((kind) => [kind, kinds[kind].texts[language]] as const);
  await writeGenerated(
    `${folder}/generated-notices.ts`,
    [
      header,
      constant(
        "kinds",
        texts.map(([kind, { choice }]) => [kind, choice]),
      ),
      constant(
        "hints",
        texts.map(([kind, { hint }]) => [kind, hint]),
      ),
    ].join("\n"),
  );
  const nounsAndVerbs = [
    constant(
      "objectNouns",
      recorded.map(({ kind, noun }) => [kind, noun[language]]),
      ": Record<string, string>",
    ),
    constant(
      "verbs",
      Object.entries(verbWords).map(([verb, words]) => [verb, words[language]]),
      ": Record<string, string>",
    ),
  ];
  await writeGenerated(`${folder}/generated-actions.ts`, [header, ...nounsAndVerbs].join("\n"));
  const replies = errorCodes.flatMap(([code, { [language]: text }]) =>
    text === undefined ? [] : [[code, text] as const],
  );
  await writeGenerated(`${folder}/generated-replies.ts`, `${header}\n${constant("replies", replies)}`);
}
await writeTable(
  "docs/use/notifications.md",
  ["kind", "when", "recipients", "default"],
  noticeKinds.map((kind) => {
    const { when, recipients } = kinds[kind].docs;
    return [`\`${kind}\``, when, recipients, defaultNotices[kind].dashboard ? "on" : "off"];
  }),
);
await writeTable(
  "docs/api/errors.md",
  ["Code", "Status", "Meaning", "What to do"],
  errorCodes.map(([code, { status, meaning, remedy }]) => [`\`${code}\``, String(status), meaning, remedy]),
);
