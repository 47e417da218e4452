import { objectOf, textOf } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { jsonTable, type Table } from "#tracking/exchange/imports/sources/tables/table.ts";
import { addDoubt } from "#tracking/exchange/imports/sources/values/texts.ts";

const keys = {
  sourceId: "id",
  startedAt: "begin",
  endedAt: "end",
  duration: "duration",
  break: "break",
  person: "user",
  email: "email",
  client: "customer",
  project: "project",
  projectCode: "number",
  task: "activity",
  description: "description",
  tags: "tags",
  billable: "billable",
  rate: "hourlyRate",
  amount: "rate",
};

/** Kimai's timesheets as returned by its API. With `full=true` they contain names, otherwise only ids. */
export function kimaiJsonTable(part: FilePart): Table {
  const table = jsonTable(part, "kimai", keys, (item) => {
    const [user, project, activity] = [objectOf(item, "user"), objectOf(item, "project"), objectOf(item, "activity")];
    return {
      ...item,
      user: textOf(user["alias"]) || user["username"] || numbered("User", item["user"]),
      email: user["email"],
      project: project["name"] ?? numbered("Project", item["project"]),
      number: project["number"],
      customer: objectOf(project, "customer")["name"] ?? project["parentTitle"],
      activity: activity["name"] ?? numbered("Activity", item["activity"]),
      tags: JSON.stringify(item["tags"] ?? []),
    };
  });
  return {
    ...table,
    complete(row) {
      const { name } = row.person;
      if (!/^User \d+$/.test(name)) return;
      const problem = "The file has numbers instead of names. Request the timesheets with full=true.";
      addDoubt(row.doubts, "user", name.slice(5), problem, name);
    },
  };
}

function numbered(word: string, id: unknown): string {
  return typeof id === "number" ? `${word} ${id}` : "";
}
