import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { cleanLine } from "#platform/text.ts";
import {
  readShownStatement,
  type ShownStatement,
  type StatementFault,
  verifyStatement,
} from "#tracking/timesheets/verify-statement.ts";

type Fault = Omit<StatementFault, "code"> & { code: StatementFault["code"] | "unreadable" | "conflict" };

interface Checked {
  /** The file as given on the command line; `-` is standard input. */
  file: string;
  /** Undefined if the file contains no statement. */
  statement: ShownStatement | undefined;
  faults: Fault[];
}

interface Means {
  out: (text: string) => void;
  stdin: NodeJS.ReadableStream;
  /** Resolves a path relative to the folder in which the person ran the command. */
  typedPath: (path: string) => string;
}

const maxFaultsShown = 20;

/** Runs `stint-server timesheet verify FILE…`; returns whether all statements are intact. */
export async function runVerify(
  { out, stdin, typedPath }: Means,
  files: readonly string[],
  { json }: { json: boolean },
): Promise<boolean> {
  const checked: Checked[] = [];
  // Reads one file at a time, because the contents of many files might not fit into memory together.
  for (const file of files) {
    const content = await (file === "-" ? buffer(stdin) : readFile(typedPath(file))).catch(
      (error: NodeJS.ErrnoException) => error,
    );
    checked.push(content instanceof Error ? unreadable(file, content) : check(file, content));
  }
  checkRevisions(checked);
  if (json) out(`${JSON.stringify({ statements: checked.map(toJson) })}\n`);
  else out(checked.map(describe).join(""));
  return checked.every(({ faults }) => faults.length === 0);
}

const reasons: Record<string, string> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder, not a file",
  EACCES: "may not be read by this user",
};

function unreadable(file: string, { code = "", message }: NodeJS.ErrnoException): Checked {
  const reason = reasons[code] ?? `cannot be read: ${message}`;
  return { file, statement: undefined, faults: [{ code: "unreadable", pointer: "", message: reason }] };
}

function check(file: string, content: Buffer): Checked {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    return {
      file,
      statement: undefined,
      faults: [{ code: "unreadable", pointer: "", message: "is not JSON in UTF-8" }],
    };
  }
  return { file, statement: readShownStatement(value).statement, faults: verifyStatement(value) };
}

/** Checks that copies of a revision agree, and that each revision contains the hash of the previous one. */
function checkRevisions(checked: readonly Checked[]): void {
  const found = checked.flatMap((one) => (one.statement === undefined ? [] : { one, statement: one.statement }));
  const sheets = Map.groupBy(found, ({ statement: { organizationId, userId, periodStart, periodEnd } }) =>
    JSON.stringify([organizationId, userId, periodStart, periodEnd]),
  );
  for (const revisions of sheets.values()) {
    const sorted = revisions.toSorted((a, b) => a.statement.revision - b.statement.revision);
    for (const [index, { one, statement }] of sorted.entries()) {
      const before = sorted[index - 1];
      if (before === undefined) continue;
      const { file, statement: earlier } = { ...before.one, ...before };
      if (earlier.revision === statement.revision && earlier.hash !== statement.hash)
        one.faults.push({
          code: "conflict",
          pointer: "/hash",
          message: `differs from that of ${nameOf(file)}, which is of the same timesheet and revision`,
        });
      if (earlier.revision === statement.revision - 1 && earlier.hash !== statement.previousHash)
        one.faults.push({
          code: "previous_hash",
          pointer: "/previousHash",
          message: `is not the hash of revision ${earlier.revision} in ${nameOf(file)}`,
        });
    }
  }
}

function toJson({ file, statement, faults }: Checked) {
  const isSound = faults.length === 0;
  if (statement === undefined) return { file, isSound, faults };
  const { organizationId, userId, periodStart, periodEnd, timeZone, revision, totals, hash } = statement;
  return { file, organizationId, userId, periodStart, periodEnd, timeZone, revision, totals, hash, isSound, faults };
}

function describe({ file, statement, faults }: Checked): string {
  const shown = faults.slice(0, maxFaultsShown).map((fault) => cleanLine(`${fault.pointer} ${fault.message}`.trim()));
  const rest = faults.length - shown.length;
  if (rest > 0) shown.push(`and ${rest} more`);
  const name = nameOf(file);
  if (statement === undefined) {
    const [fault] = faults;
    if (fault?.code === "unreadable") return `${name} ${fault.message}.\n`;
    return `${name} is not the statement of a timesheet:\n${shown.map((line) => `  ${line}\n`).join("")}`;
  }
  const verdict = faults.length === 0 ? "  OK\n" : shown.map((line) => `  WRONG  ${line}\n`).join("");
  return `${name}: ${describeStatement(statement)}\n${verdict}`;
}

function describeStatement({
  userId,
  periodStart,
  periodEnd,
  timeZone,
  revision,
  totals,
  hash,
}: ShownStatement): string {
  const entries = `${totals.entries} ${totals.entries === 1 ? "entry" : "entries"}`;
  return (
    `${cleanLine(`${userId}, ${periodStart} to ${periodEnd} (${timeZone})`)}, revision ${revision}\n` +
    `  ${entries}, ${hoursOf(totals.seconds)} hours, ${hoursOf(totals.billableSeconds)} of them billable\n` +
    `  hash ${hash}`
  );
}

/** Formats seconds exactly, as `h:mm:ss`. */
function hoursOf(seconds: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}

function nameOf(file: string): string {
  return file === "-" ? "Standard input" : cleanLine(file);
}
