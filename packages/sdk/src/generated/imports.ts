// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import { type CallOptions, type ConditionalOptions, type PostOptions, type ReadOptions, path, Resource } from "../client.ts";
import type { PageList } from "../pages.ts";
import type { Import } from "./schemas.ts";

/** The query of `imports.list`. */
export interface ListImportsQuery {
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** The query of `imports.create`. */
export interface CreateImportQuery {
  /** The program that exported it; `csv` is any CSV, read by `columns`. */
  source?: "toggl" | "clockify" | "harvest" | "kimai" | "solidtime" | "stint" | "csv" | undefined;
  /** The IANA time zone for times without one; default: the organization's. */
  tz?: string | undefined;
  /** The encoding of files that are neither UTF-8 nor UTF-16. */
  encoding?: "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-874" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "gbk" | "big5" | "euc-kr" | undefined;
  /** The order of numeric dates: 04/03/2024 is 4 March (`dmy`) or 3 April (`mdy`). */
  dateOrder?: "ymd" | "dmy" | "mdy" | undefined;
  /** For `csv`: the unit of durations that are plain numbers. */
  durationUnit?: "hours" | "minutes" | "seconds" | undefined;
  /** For `csv`: the decimal separator. 1,234 is 1.234 (`comma`) or 1234 (`point`). */
  decimalMark?: "comma" | "point" | undefined;
  /** The name of the file, shown in lists. */
  fileName?: string | undefined;
}

/** The body of `imports.update`. */
export interface UpdateImportBody {
  /** The program that exported it; `csv` is any CSV, read by `columns`. */
  source?: "toggl" | "clockify" | "harvest" | "kimai" | "solidtime" | "stint" | "csv" | null | undefined;
  /** The IANA time zone for times without one. */
  timeZone?: string | undefined;
  /** The encoding of files that are neither UTF-8 nor UTF-16. */
  encoding?: "windows-1252" | "windows-1250" | "windows-1251" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-874" | "koi8-r" | "macintosh" | "shift_jis" | "euc-jp" | "gbk" | "big5" | "euc-kr" | null | undefined;
  /** The order of numeric dates: 04/03/2024 is 4 March (`dmy`) or 3 April (`mdy`). */
  dateOrder?: "ymd" | "dmy" | "mdy" | null | undefined;
  /** For `csv`: the unit of durations that are plain numbers. */
  durationUnit?: "hours" | "minutes" | "seconds" | null | undefined;
  /** For `csv`: the decimal separator. 1,234 is 1.234 (`comma`) or 1234 (`point`). */
  decimalMark?: "comma" | "point" | null | undefined;
  /** For `csv`: the header of the column for each field. */
  columns?: {
    /** The header of person. */
    person?: string | undefined;
    /** The header of email. */
    email?: string | undefined;
    /** The header of client. */
    client?: string | undefined;
    /** The header of project. */
    project?: string | undefined;
    /** The header of projectCode. */
    projectCode?: string | undefined;
    /** The header of task. */
    task?: string | undefined;
    /** The header of description. */
    description?: string | undefined;
    /** The header of tags. */
    tags?: string | undefined;
    /** The header of billable. */
    billable?: string | undefined;
    /** The header of startedAt. */
    startedAt?: string | undefined;
    /** The header of startDate. */
    startDate?: string | undefined;
    /** The header of startTime. */
    startTime?: string | undefined;
    /** The header of endedAt. */
    endedAt?: string | undefined;
    /** The header of endDate. */
    endDate?: string | undefined;
    /** The header of endTime. */
    endTime?: string | undefined;
    /** The header of duration. */
    duration?: string | undefined;
    /** The header of rate. */
    rate?: string | undefined;
    /** The header of amount. */
    amount?: string | undefined;
    /** The header of sourceId. */
    sourceId?: string | undefined;
  } | undefined;
  /** The members that the people become, by `key`. People who are not listed stay unchanged. */
  people?: Record<string, unknown> | undefined;
  /** Whether to `skip` rows that were already imported, or to `add` them. */
  duplicates?: "skip" | "add" | undefined;
  /** What happens to rows that were not imported under their names, but have the person, start and duration of an entry that is already here. */
  lookalikes?: "skip" | "add" | undefined;
  /** Whether to create rates from the hourly rates in the file. */
  rates?: "ignore" | "take" | undefined;
}

/** The query of `imports.listDoubts`. */
export interface ListImportDoubtsQuery {
  /** The maximum number of items to return. Default: `50`. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page, with the same filters. */
  cursor?: string | undefined;
}

/** One of `imports.listDoubts`. */
export interface ListImportDoubtsItem {
  /** The line of the file, from 1; in JSON the position in the list. */
  line: number;
  /** The file within a zip. */
  file: string | null;
  /** The header of the column, or the key in JSON. */
  column: string;
  /** The text in the file, up to 200 characters. */
  read: string;
  /** What is wrong, as a sentence. */
  problem: string;
  /** The value that it becomes; null if the row is skipped. */
  becomes: string | null;
}

/** The operations of `stint.imports`. */
export class ImportsApi extends Resource {
  /**
   * List imports.
   *
   * Needs the scope `imports:write`.
   *
   * @example
   * for await (const each of stint.imports.list()) console.log(each);
   */
  list(query?: ListImportsQuery, options?: CallOptions): PageList<Import> {
    return this.client.list("/v1/imports", query, options);
  }

  /**
   * Upload a file to import.
   *
   * The body is the file exported from the other program, up to 100 MB. It is read in the background: poll the import until it is `previewed`. Nothing changes in the organization until you apply the import. If the `Idempotency-Key` was used before, the saved reply is returned without reading the file. An upload may take hours, as long as at least 64 KiB arrive every 30 seconds (otherwise 408). An organization may have four uploads in progress (otherwise 503), and five unapplied imports and 512 MiB of imported files and rows (otherwise 409 `too_many_imports`). Unapplied imports are removed after 7 days.
   *
   * Needs the scope `imports:write`.
   *
   * The file's `type` is one of `text/csv`, `application/json`, `application/zip`.
   *
   * Throws `BadRequestError`, `ConflictError`, and the errors of every call.
   *
   * @example
   * const imported = await stint.imports.create(new Blob(["Date,Project,Hours\n2026-03-02,Website,1.5\n"], { type: "text/csv" }), { tz: "Europe/Berlin" });
   */
  create(file: Blob, query?: CreateImportQuery, options?: PostOptions): Promise<Import> {
    return this.client.upload("/v1/imports", file, query, options);
  }

  /**
   * Get an import.
   *
   * Needs the scope `imports:write`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * const imported = await stint.imports.get("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  get(id: string, options?: ReadOptions<Import>): Promise<Import> {
    return this.client.get(path`/v1/imports/${id}`, undefined, options);
  }

  /**
   * Change how a file is imported.
   *
   * Changing `source`, `timeZone`, `dateOrder`, `durationUnit`, `decimalMark` or `columns` reads the file again; the import is `reading` until that is done.
   *
   * Needs the scope `imports:write`.
   *
   * Throws `BadRequestError`, `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const imported = await stint.imports.update("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { timeZone: "Europe/Berlin", people: { "kim@example.com": { inactive: true } } }, { ifMatch: { version: 1 } });
   */
  update(id: string, body: UpdateImportBody, options?: ConditionalOptions): Promise<Import> {
    return this.client.send("PATCH", path`/v1/imports/${id}`, body, options);
  }

  /**
   * Undo or remove an import.
   *
   * An applied import is undone in the background: everything that it created is removed, except its members and what people have used or changed since, which `kept` lists. Its entries cannot be restored. Any other import is removed at once, and returned as it was.
   *
   * Needs the scope `imports:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * await stint.imports.delete("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  delete(id: string, options?: ConditionalOptions): Promise<void> {
    return this.client.remove(path`/v1/imports/${id}`, options);
  }

  /**
   * List the doubts about an import.
   *
   * Each value that could not be used unchanged, with its location and the value that replaces it.
   *
   * Needs the scope `imports:write`.
   *
   * Throws `NotFoundError`, and the errors of every call.
   *
   * @example
   * for await (const each of stint.imports.listDoubts("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
   */
  listDoubts(id: string, query?: ListImportDoubtsQuery, options?: CallOptions): PageList<ListImportDoubtsItem> {
    return this.client.list(path`/v1/imports/${id}/doubts`, query, options);
  }

  /**
   * Apply an import.
   *
   * All or nothing, in the background: poll the import until it is `applied`. The questions of the preview must be answered first.
   *
   * Needs the scope `imports:write`.
   *
   * Throws `NotFoundError`, `ConflictError`, `PreconditionFailedError`, and the errors of every call.
   *
   * @example
   * const imported = await stint.imports.apply("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
   */
  apply(id: string, options?: PostOptions & ConditionalOptions): Promise<Import> {
    return this.client.post(path`/v1/imports/${id}/apply`, undefined, options);
  }
}
