import type { OpenDatabase } from "#commands/open/open-service.ts";

/** The functions that every command can use. */
export interface Means {
  out: (text: string) => void;
  err: (text: string) => void;
  /**
   * Opens the database, runs a command on it and always closes it. `begins` permits creating a data folder; otherwise a
   * mistyped folder name would silently create an empty database.
   */
  withDatabase: (
    work: (database: OpenDatabase) => Promise<void>,
    options?: { begins: boolean; migrates?: boolean },
  ) => Promise<void>;
  /**
   * Resolves a path relative to the folder in which the person ran the command, because npm runs it in the checkout.
   */
  typedPath: (path: string) => string;
}
