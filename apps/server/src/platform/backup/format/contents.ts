import type { EncryptedKey } from "./encrypt-key.ts";

/** The format that this version writes, and the newest that it can read. */
export const format = 1;

export const headName = "stint-backup.json";
export const summaryName = "summary.json";
export const digestName = "sha256";

export interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

export interface SavedTable {
  name: string;
  /** The columns in the order of the saved values, excluding generated columns. */
  columns: string[];
}

/** The first file of a backup, known before any table is read. */
export interface Head {
  format: number;
  /** The Stint version that created the backup. */
  stint: string;
  /** The time of the snapshot, by the database's clock. */
  createdAt: string;
  /** The version of the PostgreSQL server that was backed up. */
  postgres: string;
  migrations: AppliedMigration[];
  tables: SavedTable[];
  /** Undefined if no passphrase was given. */
  secretKey?: EncryptedKey | undefined;
}

export interface TableSummary {
  name: string;
  rows: number;
  bytes: number;
  /** The digest of the rows in COPY's text format. */
  sha256: string;
}

/** An identity column and the position of its sequence. */
export interface SavedSequence {
  table: string;
  column: string;
  lastValue: string;
  isCalled: boolean;
}

/** The last file before the digest, known once all tables are read. */
export interface Summary {
  tables: TableSummary[];
  sequences: SavedSequence[];
}

/** Returns the name of one piece of a table's rows. The decompressed pieces of a table, concatenated, are its rows. */
export function pieceName(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, "0")}.copy.zst`;
}

/** Returns the table that a piece belongs to; undefined for other files. */
export function tableOf(name: string): string | undefined {
  return /^tables\/([^/]+)\/\d{6,}\.copy\.zst$/.exec(name)?.[1];
}
