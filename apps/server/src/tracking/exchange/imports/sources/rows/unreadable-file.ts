export type UnreadableCode =
  | "empty_file"
  | "not_an_export"
  | "damaged_zip"
  | "zip_too_large"
  | "too_large"
  | "line_too_long"
  | "unclosed_quote"
  | "damaged_json"
  | "missing_columns";

/** A file that can't be read. The message says what is wrong, where, and how to fix it. */
export class UnreadableFile extends Error {
  readonly code: UnreadableCode;

  constructor(code: UnreadableCode, message: string) {
    super(message);
    this.name = "UnreadableFile";
    this.code = code;
  }
}
