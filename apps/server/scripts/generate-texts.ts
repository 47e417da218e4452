// Writes what the dashboard and the documents take from the server's declarations: the kinds and verbs that the audit
// log names, and the tables of error codes and notices. With --check, only reports whether the committed files are
// current.
import { readFile } from "node:fs/promises";
import { defaultNotices, noticeKinds } from "#identity/me/notice-preferences.ts";
import { errorCodes } from "#src/error-codes.ts";
import { resources } from "#tracking/exchange/resources.ts";
import { kinds } from "#tracking/notices/kinds.ts";
import { writeGenerated } from "./write-generated.ts";

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

const oneOf = (names: Iterable<string>) => [...new Set(names)].map((name) => `"${name}"`).join(" | ");
const recorded = resources.filter(({ actions }) => actions.length > 0);
const verbs = recorded.flatMap(({ actions }) => actions.map(({ name }) => name.split(".")[1] ?? "")).toSorted();
await writeGenerated(
  "apps/dashboard/src/i18n/generated-actions.ts",
  `// Generated from the server's declarations by \`npm run generate\`; never edited.
/** The kinds of objects in the audit log. */
export type ObjectKind = ${oneOf(recorded.map(({ kind }) => kind))};

/** The actions that the audit log records. */
export type Verb = ${oneOf(verbs)};
`,
);
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
