import type { TimesheetStatement } from "./generated/schemas.ts";
import { type StatementFault, type StatementFaultCode, verifyStatement } from "./statements.ts";

/** A file that should contain a statement. */
export interface StatementFile {
  /** The name by which the faults of other files refer to this one. */
  name: string;
  /** Reads the file. If it throws, the error's message should complete a sentence about it: "does not exist". */
  read: () => Promise<Uint8Array>;
}

/** A fault of a file: of its statement, of reading it, or a conflict with another file. */
export interface StatementFileFault extends Omit<StatementFault, "code"> {
  code: StatementFaultCode | "unreadable" | "conflict";
}

/** The result of verifying a file. */
export interface VerifiedStatementFile {
  /** The name of the file. */
  name: string;
  /** The statement; undefined if the file contains none. */
  statement: VerifiableStatement | undefined;
  /** All faults; empty if the statement is sound. */
  faults: StatementFileFault[];
}

/** A statement as files contain it. No hash covers `userName`, so it may be missing or have any value. */
export type VerifiableStatement = Omit<TimesheetStatement, "previous" | "userName"> & { userName?: unknown };

/**
 * Verifies files with statements, each as `verifyStatement` does. If there are several revisions of a timesheet, also
 * checks that each contains the hash of the previous one, and that copies of a revision agree. Reads one file at a
 * time.
 *
 * @example
 * const verified = await verifyStatementFiles(
 *   [...input.files].map((file) => ({ name: file.name, read: async () => new Uint8Array(await file.arrayBuffer()) })),
 * );
 */
export async function verifyStatementFiles(files: Iterable<StatementFile>): Promise<VerifiedStatementFile[]> {
  const verified: VerifiedStatementFile[] = [];
  for (const file of files) verified.push(await verifyFile(file));
  checkRevisions(verified);
  return verified;
}

async function verifyFile({ name, read }: StatementFile): Promise<VerifiedStatementFile> {
  const unreadable = (message: string): VerifiedStatementFile => ({
    name,
    statement: undefined,
    faults: [{ code: "unreadable", pointer: "", message }],
  });
  let content: Uint8Array;
  try {
    content = await read();
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : String(error));
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    return unreadable("is not JSON in UTF-8");
  }
  const { hash, faults } = await verifyStatement(value);
  return { name, statement: hash === undefined ? undefined : (value as VerifiableStatement), faults };
}

/** Adds the faults that only a comparison of several files can find. */
function checkRevisions(verified: readonly VerifiedStatementFile[]): void {
  const sheets = new Map<string, [VerifiableStatement, VerifiedStatementFile][]>();
  for (const file of verified) {
    if (file.statement === undefined) continue;
    const { organizationId, userId, periodStart, periodEnd } = file.statement;
    const key = JSON.stringify([organizationId, userId, periodStart, periodEnd]);
    sheets.set(key, [...(sheets.get(key) ?? []), [file.statement, file]]);
  }
  for (const revisions of sheets.values()) {
    revisions.sort(([one], [other]) => one.revision - other.revision);
    for (const [index, [statement, { faults }]] of revisions.entries()) {
      const [earlier, { name }] = revisions[index - 1] ?? [statement, { name: "" }];
      if (earlier === statement) continue;
      if (earlier.revision === statement.revision && earlier.hash !== statement.hash) {
        const message = `differs from that of ${name}, which is of the same timesheet and revision`;
        faults.push({ code: "conflict", pointer: "/hash", message });
      }
      if (earlier.revision === statement.revision - 1 && earlier.hash !== statement.previousHash) {
        const message = `is not the hash of revision ${earlier.revision} in ${name}`;
        faults.push({ code: "previous_hash", pointer: "/previousHash", message });
      }
    }
  }
}
