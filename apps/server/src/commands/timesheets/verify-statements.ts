import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { type VerifiableStatement, type VerifiedStatementFile, verifyStatementFiles } from "@stint/sdk";
import { cleanLine } from "#platform/text.ts";
import { counted } from "#commands/command-line/counted.ts";

interface Means {
  out: (text: string) => void;
  stdin: NodeJS.ReadableStream;
  /** Resolves a path relative to the folder in which the person ran the command. */
  typedPath: (path: string) => string;
}

const maxFaultsShown = 20;

/** Runs `stint-server timesheet verify FILE…`; returns whether all statements are intact. `-` is standard input. */
export async function runVerify(
  { out, stdin, typedPath }: Means,
  files: readonly string[],
  { json }: { json: boolean },
): Promise<boolean> {
  const verified = await verifyStatementFiles(
    files.map((file) => ({
      name: file === "-" ? "Standard input" : cleanLine(file),
      read: () => (file === "-" ? buffer(stdin) : readFile(typedPath(file))).catch(rethrow),
    })),
  );
  if (json) out(`${JSON.stringify({ statements: verified.map((one, at) => toJson(files[at] ?? "", one)) })}\n`);
  else out(verified.map(describe).join(""));
  return verified.every(({ faults }) => faults.length === 0);
}

const reasons: Record<string, string> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder, not a file",
  EACCES: "may not be read by this user",
};

function rethrow({ code = "", message }: NodeJS.ErrnoException): never {
  throw new Error(reasons[code] ?? `cannot be read: ${message}`);
}

function toJson(file: string, { statement, faults }: VerifiedStatementFile) {
  const isSound = faults.length === 0;
  if (statement === undefined) return { file, isSound, faults };
  const { organizationId, userId, periodStart, periodEnd, timeZone, revision, totals, hash } = statement;
  return { file, organizationId, userId, periodStart, periodEnd, timeZone, revision, totals, hash, isSound, faults };
}

function describe({ name, statement, faults }: VerifiedStatementFile): string {
  const shown = faults.slice(0, maxFaultsShown).map((fault) => cleanLine(`${fault.pointer} ${fault.message}`.trim()));
  const rest = faults.length - shown.length;
  if (rest > 0) shown.push(`and ${rest} more`);
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
  userName,
  periodStart,
  periodEnd,
  timeZone,
  revision,
  totals,
  hash,
}: VerifiableStatement): string {
  const member = typeof userName === "string" ? `${userName} (${userId}; no hash covers the name)` : userId;
  return (
    `${cleanLine(`${member}, ${periodStart} to ${periodEnd} (${timeZone})`)}, revision ${revision}\n` +
    `  ${counted(totals.entries, "entry", "entries")}, ${hoursOf(totals.seconds)} hours, ${hoursOf(totals.billableSeconds)} of them billable\n` +
    `  hash ${hash}`
  );
}

/** Formats seconds exactly, as `h:mm:ss`. */
function hoursOf(seconds: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
}
