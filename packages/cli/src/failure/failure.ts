/** The process exit codes: 0 success, 2 wrong input, 3 not permitted or rate limited, 4 any other failure. */
export type FailureCode = 2 | 3 | 4;

/** An error whose message is written for the user at the terminal. */
export class Failure extends Error {
  readonly code: FailureCode;
  /** A sentence that tells the user what to do next. */
  readonly next: string | undefined;

  constructor(code: FailureCode, message: string, next?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.next = next;
  }
}

/** A failure because a name can mean several things. On a terminal, the user chooses one of them. */
export class Unclear extends Failure {
  readonly options: readonly { id: string; name: string }[];

  constructor(question: string, options: readonly { id: string; name: string }[]) {
    super(2, question, `Write one of ${options.map(({ name }) => name).join(", ")}.`);
    this.options = options;
  }
}

export const wrongInput = (message: string, next?: string): Failure => new Failure(2, message, next);

interface SystemError {
  code?: string;
  errcode?: number;
  path?: string;
}

const sqliteFull = 13;
const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;
const sqliteReadOnly = 8;

/** Whether SQLite reports that a file is damaged or not a database. */
export function isCorrupt(error: unknown): boolean {
  const { errcode } = error as SystemError;
  return errcode !== undefined && [sqliteCorrupt, sqliteNotADatabase].includes(errcode & 0xff);
}

/** Returns undefined if the file that is read is damaged. */
export function unlessDamaged<Content>(read: () => Content): Content | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure) && !isCorrupt(error)) throw error;
    return undefined;
  }
}

/** Turns a system error that the user can fix into a failure that explains it. Returns other errors unchanged. */
export function explainSystemError(error: unknown): unknown {
  const { code, errcode = 0, path } = error as SystemError;
  const failure = (message: string, next: string) => new Failure(4, message, next, { cause: error });
  if (code === "ENOSPC" || code === "EDQUOT" || (errcode & 0xff) === sqliteFull)
    return failure("The disk is full, so nothing was recorded.", "Free some space and repeat the command.");
  if (code === "EACCES" || code === "EROFS" || (errcode & 0xff) === sqliteReadOnly)
    return failure(`Stint may not write ${path ?? "its files"}.`, "Check the owner of the folder.");
  return error;
}
