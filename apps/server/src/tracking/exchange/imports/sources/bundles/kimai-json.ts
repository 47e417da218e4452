import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { jsonTable, type Table } from "#tracking/exchange/imports/sources/tables/table.ts";
import { columnsOfKeys } from "#tracking/exchange/imports/sources/tables/columns.ts";
import type { Field } from "#tracking/exchange/imports/sources/tables/header-lists.ts";
import { objectOf, textOf } from "./lookups.ts";

const fields = [
  ["sourceId", "id"],
  ["startedAt", "begin"],
  ["endedAt", "end"],
  ["duration", "duration"],
  ["break", "break"],
  ["person", "user"],
  ["email", "email"],
  ["client", "customer"],
  ["project", "project"],
  ["projectCode", "number"],
  ["task", "activity"],
  ["description", "description"],
  ["tags", "tags"],
  ["billable", "billable"],
  ["rate", "hourlyRate"],
  ["amount", "rate"],
] as const satisfies [Field, string][];

const columns = columnsOfKeys(fields);

/** Kimai's timesheets as returned by its API. With `full=true` they contain names, otherwise only ids. */
export function kimaiJsonTable(part: FilePart): Table {
  const table = jsonTable(part, "kimai", columns, (item) => {
    const [user, project, activity] = [objectOf(item, "user"), objectOf(item, "project"), objectOf(item, "activity")];
    const values: Record<string, unknown> = {
      ...item,
      user: textOf(user["alias"]) || user["username"] || numbered("User", item["user"]),
      email: user["email"],
      project: project["name"] ?? numbered("Project", item["project"]),
      number: project["number"],
      customer: objectOf(project, "customer")["name"] ?? project["parentTitle"],
      activity: activity["name"] ?? numbered("Activity", item["activity"]),
      tags: JSON.stringify(item["tags"] ?? []),
    };
    return fields.map(([, key]) => textOf(values[key]));
  });
  return {
    ...table,
    complete(row) {
      const { name } = row.person;
      if (!/^User \d+$/.test(name)) return;
      const problem = "The file has numbers instead of names. Request the timesheets with full=true.";
      row.doubts.push({ column: "user", read: name.slice(5), problem, becomes: name });
    },
  };
}

function numbered(word: string, id: unknown): string {
  return typeof id === "number" ? `${word} ${id}` : "";
}
