import type { OpenDatabase } from "#commands/open/open-service.ts";

/** The functions that every command can use. */
export interface Means {
  out: (text: string) => void;
  err: (text: string) => void;
  /**
   * Runs a command on the open database and always closes it afterwards. `begins` permits creating a data folder;
   * otherwise a mistyped folder name would silently create an empty database.
   */
  withDatabase: (
    work: (database: OpenDatabase) => Promise<void>,
    options?: { begins: boolean; migrates?: boolean },
  ) => Promise<void>;
  /** Resolves a path relative to the folder where the command was typed, because npm runs it in the checkout. */
  typedPath: (path: string) => string;
}
