import { durationText } from "#platform/tables/number-text.ts";
import type { Import } from "#tracking/exchange/imports/schemas.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { counted } from "#commands/command-line/counted.ts";
import { importFile, type ImportRequest } from "./import-file.ts";
import type { OpenDatabase } from "#commands/open/open-service.ts";

interface Streams {
  out: (text: string) => void;
  err: (text: string) => void;
  /** Whether standard error is a terminal and can show a progress bar. */
  isTerminal: boolean;
}

const barWidth = 30;

/**
 * Runs `stint-server import FILE`. Throws if the file cannot be read, if the import needs an answer from a person, or
 * if the stored entries differ from the file by even a second.
 */
export async function runImport(
  database: OpenDatabase,
  request: ImportRequest & { json: boolean },
  { out, err, isTerminal }: Streams,
): Promise<void> {
  const imported = await importFile(database, request, (shown) => {
    if (isTerminal) err(`\r${bar(shown)}`);
  });
  if (isTerminal) err(`\r${" ".repeat(barWidth + 40)}\r`);
  if (request.json) out(`${JSON.stringify(imported)}\n`);
  const { status, failure, questions, proof } = imported;
  if (failure !== null) throw new CommandError(`${request.path}: ${failure}`);
  const [question] = questions;
  if (question !== undefined) throw new CommandError(`${ask(question)} Nothing was written.`);
  if (!request.json) out(describe(imported, request));
  if (status === "applied" && proof?.isExact !== true)
    throw new CommandError("The stored entries differ from the file; the page /settings/import lists each difference.");
}

const flags = {
  date_order: "--date-order",
  duration_unit: "--duration-unit",
  decimal_mark: "--decimal-mark",
  encoding: "--encoding",
};

function ask({ code, message, answers }: Import["questions"][number]): string {
  if (code === "columns") return `${message} Map the columns on the page /settings/import.`;
  const effects = answers.map(({ value, seconds, texts, first: [row] }) => {
    if (code === "encoding") return `\n  ${flags.encoding} ${value}: ${texts.join(", ")}`;
    const example = row && `, and ${JSON.stringify(row.read)} on line ${row.line} is ${durationText(row.seconds)}`;
    return `\n  ${flags[code]} ${value}: the file would total ${durationText(seconds)}${example ?? ""}`;
  });
  const answer = effects.length === 0 ? ` Say ${flags[code]}.` : `${effects.join("")}\n`;
  return `${message}${answer}`;
}

function bar({ progress }: Import): string {
  const { phase = "reading", done = 0, total = null } = progress ?? {};
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total);
  const full = Math.round(share * barWidth);
  return `${phase.padEnd(8)} [${"#".repeat(full)}${" ".repeat(barWidth - full)}] ${total === null ? counted(done, "row") : `${done} of ${counted(total, "row")}`} `;
}

function rowsText({ rows, seconds }: { rows: number; seconds: number }): string {
  return `${counted(rows, "row")}, ${counted(seconds, "second")}`;
}

function describe({ status, preview, source, people, proof }: Import, { path, dryRun }: ImportRequest): string {
  if (preview === null) return `${path}: ${status}.\n`;
  const { creates, totals, leftOut, doubts } = preview;
  const verb = dryRun ? "would make" : "made";
  const lines = [
    `${path} is an export of ${source}: ${rowsText(totals.source)}.`,
    `The import ${verb} ${counted(creates.entries, "entry", "entries")}, ${counted(creates.projects, "project")}, ${counted(creates.tasks, "task")}, ${counted(creates.clients, "client")}, ${counted(creates.tags, "tag")} and ${counted(creates.people, "member")}.`,
    ...leftOut.map(({ reason, ...sums }) => `Left out, ${reason}: ${rowsText(sums)}.`),
    ...(doubts.count === 0 ? [] : [`Doubts: ${doubts.count}. The first:`]),
    ...doubts.first.slice(0, 10).map(({ line, column, read, problem, becomes }) => {
      const result = becomes === null ? "left out" : `becomes ${becomes}`;
      return `  line ${line}, ${column}: ${JSON.stringify(read)}. ${problem} (${result})`;
    }),
    ...people
      .filter(({ isKnown, isUsed }) => !isKnown && isUsed)
      .map(
        ({ name, rows }) => `${name} (${counted(rows, "row")}) is not a member, and becomes one who cannot sign in.`,
      ),
    ...(proof === null
      ? []
      : [proof.isExact ? "The stored entries equal the file, to the second." : "Differences were found."]),
  ];
  return `${lines.join("\n")}\n`;
}
