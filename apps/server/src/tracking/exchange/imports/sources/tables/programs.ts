import { typedText } from "#platform/tables/csv.ts";
import type { DurationUnit, SourceName } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { Field } from "./header-lists.ts";

/** How a table's values are formatted. */
export interface Traits {
  /** Whether tags are separated by commas or are a JSON list. */
  tags: "commas" | "json";
  /** Whether amounts are in major units with decimals or in whole minor units. */
  money: "main" | "minor";
  /** Undefined if the unit depends on the header. */
  durationUnit: DurationUnit | undefined;
  /** Whether the duration excludes breaks that the row does not show. */
  hasHiddenBreaks: boolean;
  /** Undoes the program's escaping of a cell's text. */
  unescape: ((text: string, field: Field, delimiter: string) => string) | undefined;
}

export interface Program {
  /** The headers of its CSV, in lower case; `{}` stands for a currency. */
  headers: Partial<Record<Field, readonly string[]>>;
  /**
   * The headers that identify the program's CSV: each in `all`, exactly as given, and one of each list in `any`, in lower
   * case.
   */
  recognizedBy?: { all: readonly string[]; any?: readonly (readonly string[])[] };
  traits?: Partial<Traits>;
}

/**
 * The programs whose CSV is known. A file is recognized as that of the first one whose headers it has. Taken from files
 * written by the programs, from solidtime's importers, and from Kimai's exporter.
 */
export const programs: Record<Exclude<SourceName, "csv">, Program> = {
  stint: {
    recognizedBy: { all: ["id", "projectName", "startedAt", "durationSeconds"] },
    traits: { tags: "json", money: "minor", unescape: (text, _field, delimiter) => typedText(text, delimiter) },
    headers: {
      sourceId: ["id"],
      person: ["username"],
      client: ["clientname"],
      project: ["projectname"],
      task: ["taskname"],
      startedAt: ["startedat"],
      endedAt: ["endedat"],
      duration: ["durationseconds"],
      description: ["description"],
      tags: ["tags"],
      billable: ["billable"],
      rate: ["rateminor"],
      amount: ["amountminor"],
      currency: ["currency"],
      deleted: ["deletedat"],
    },
  },
  toggl: {
    recognizedBy: { all: ["Start date", "Start time"], any: [["user", "email", "member"]] },
    headers: {
      person: ["user", "member"],
      email: ["email"],
      client: ["client"],
      project: ["project"],
      task: ["task"],
      description: ["description"],
      tags: ["tags"],
      billable: ["billable"],
      startDate: ["start date"],
      startTime: ["start time"],
      endDate: ["end date", "stop date"],
      endTime: ["end time", "stop time"],
      duration: ["duration"],
      amount: ["amount {}", "amount"],
      currency: ["currency"],
      sourceId: ["id", "time entry id"],
    },
  },
  clockify: {
    recognizedBy: { all: ["Start Date", "User"], any: [["start time", "duration (h)", "duration (decimal)"]] },
    headers: {
      person: ["user"],
      email: ["email"],
      client: ["client"],
      project: ["project"],
      task: ["task", "activity"],
      description: ["description"],
      tags: ["tags", "tag"],
      billable: ["billable"],
      startDate: ["start date"],
      startTime: ["start time"],
      endDate: ["end date"],
      endTime: ["end time"],
      duration: ["duration (h)", "duration (decimal)", "time (h)", "time (decimal)"],
      rate: ["billable rate {}"],
      amount: ["billable amount {}", "amount {}"],
      sourceId: ["time entry id", "entry id"],
    },
  },
  harvest: {
    recognizedBy: { all: ["Date", "Hours"], any: [["first name", "billable?", "project code"]] },
    headers: {
      startDate: ["date"],
      startTime: ["started at", "start time"],
      endTime: ["ended at", "end time"],
      client: ["client"],
      project: ["project"],
      projectCode: ["project code"],
      task: ["task"],
      description: ["notes"],
      duration: ["hours"],
      billable: ["billable?", "billable"],
      person: ["first name", "person"],
      lastName: ["last name"],
      email: ["email"],
      rate: ["billable rate"],
      amount: ["billable amount"],
      currency: ["currency"],
      sourceId: ["id", "time entry id"],
    },
  },
  kimai: {
    recognizedBy: {
      all: [],
      any: [
        ["activity", "tätigkeit"],
        ["customer", "kunde"],
        ["duration", "dauer"],
        ["from", "von", "begin", "date", "datum"],
      ],
    },
    traits: { hasHiddenBreaks: true, unescape: unescapeKimai },
    headers: {
      startDate: ["date", "datum"],
      startTime: ["from", "begin", "von", "beginn"],
      endTime: ["to", "end", "bis", "ende"],
      duration: ["duration", "dauer"],
      break: ["break", "pause"],
      currency: ["currency", "währung"],
      amount: ["price", "preis", "rate"],
      rate: ["hourly price", "preis pro stunde", "hourly rate"],
      person: ["name", "user", "username", "benutzer"],
      email: ["e-mail", "email"],
      client: ["customer", "kunde"],
      project: ["project", "projekt"],
      projectCode: ["project number", "projektnummer"],
      task: ["activity", "tätigkeit"],
      description: ["description", "beschreibung"],
      billable: ["billable", "abrechenbar"],
      tags: ["tags", "schlagworte", "schlagwörter"],
      sourceId: ["id"],
    },
  },
  solidtime: {
    traits: { tags: "json", money: "minor" },
    headers: {
      sourceId: ["id"],
      description: ["description"],
      startedAt: ["start"],
      endedAt: ["end"],
      rate: ["billable_rate"],
      billable: ["billable"],
    },
  },
};

const kimaiPayload = /^' (?=[=\-@+\t\n\r]|[^]*dde)/i;

/**
 * Removes the apostrophe and space that Kimai puts before descriptions that a spreadsheet could interpret as formulas.
 */
function unescapeKimai(text: string, field: Field): string {
  return field === "description" ? text.replace(kimaiPayload, "") : text;
}
