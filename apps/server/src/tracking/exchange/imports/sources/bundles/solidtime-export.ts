import { inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { csvTable } from "#tracking/exchange/imports/sources/tables/table.ts";
import type { SourceItem, SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { readCurrency } from "#tracking/exchange/imports/sources/values/money.ts";
import { readTags, TextReader } from "#tracking/exchange/imports/sources/values/texts.ts";
import type { Bundle } from "./bundle.ts";
import { colorOf, cutName, NameMap, readObjects } from "./lookups.ts";

type Parts = ReadonlyMap<string, FilePart>;

interface Project {
  name: string;
  client: string | undefined;
}

interface Member {
  name: string;
  email: string;
}

interface Names {
  clients: Map<string, string>;
  projects: Map<string, Project>;
  tasks: Map<string, string>;
  tags: Map<string, string>;
  members: Map<string, Member>;
  currency: string | undefined;
}

export function isSolidtimeExport(parts: Parts): boolean {
  return parts.has("time_entries.csv") && (parts.has("members.csv") || parts.has("meta.json"));
}

/** solidtime's export of an organization, which has one CSV per table. The tables refer to each other by id. */
export async function openSolidtimeExport(parts: Parts, entries: FilePart): Promise<Bundle> {
  const names = await readNames(parts);
  const format = await inspectCsv(entries);
  const places = new Map(format.headers.map((header, index) => [header, index]));
  const table = csvTable(entries, format, "solidtime");
  const texts = new TextReader();
  const complete = (row: SourceRow, cells: readonly string[]) => {
    const cell = (header: string) => cells[places.get(header) ?? -1] ?? "";
    const { doubts } = row;
    const project = names.projects.get(cell("project_id"));
    const member = names.members.get(cell("member_id")) ?? names.members.get(cell("user_id"));
    const email = texts.email(member?.email ?? "", "member_id", doubts);
    row.person = { name: texts.name(member?.name ?? "", "member_id", doubts) ?? email ?? "", email };
    row.project = texts.name(project?.name ?? "", "project_id", doubts);
    row.client = texts.name(names.clients.get(cell("client_id")) ?? project?.client ?? "", "client_id", doubts);
    row.task = texts.name(names.tasks.get(cell("task_id")) ?? "", "task_id", doubts);
    const tags = readTags(
      idsOf(cell("tags")).map((id) => names.tags.get(id) ?? ""),
      "tags",
    );
    row.tags = tags.value;
    doubts.push(...tags.doubts);
    row.currency = names.currency ?? row.currency;
  };
  return { source: "solidtime", tables: [{ ...table, complete }], items: () => readItems(parts, names) };
}

function idsOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}

async function readNames(parts: Parts): Promise<Names> {
  const named = async (file: string) => {
    const names = new NameMap<string>();
    for await (const row of readObjects(parts.get(file))) names.set(row["id"] ?? "", cutName(row["name"] ?? ""));
    return names;
  };
  const clients = await named("clients.csv");
  const projects = new NameMap<Project>();
  for await (const row of readObjects(parts.get("projects.csv"))) {
    projects.set(row["id"] ?? "", { name: cutName(row["name"] ?? ""), client: clients.get(row["client_id"] ?? "") });
  }
  const members = new NameMap<Member>();
  for await (const row of readObjects(parts.get("members.csv"))) {
    const person = { name: cutName(row["name"] ?? ""), email: cutName(row["email"] ?? "") };
    members.set(row["id"] ?? "", person);
    members.set(row["user_id"] ?? "", person);
  }
  let currency: string | undefined;
  for await (const row of readObjects(parts.get("organizations.csv"))) currency ??= readCurrency(row["currency"] ?? "");
  return { clients, projects, tasks: await named("tasks.csv"), tags: await named("tags.csv"), members, currency };
}

async function* readItems(parts: Parts, { projects }: Names): AsyncGenerator<SourceItem, void> {
  for await (const row of readObjects(parts.get("members.csv"))) {
    const isActive = row["role"] !== "placeholder";
    yield { kind: "person", name: row["name"] ?? "", email: row["email"] || undefined, active: isActive };
  }
  for await (const row of readObjects(parts.get("clients.csv"))) {
    yield { kind: "client", name: row["name"] ?? "", archived: Boolean(row["archived_at"]) };
  }
  for await (const row of readObjects(parts.get("projects.csv"))) {
    yield {
      kind: "project",
      name: row["name"] ?? "",
      client: projects.get(row["id"] ?? "")?.client,
      archived: Boolean(row["archived_at"]),
      fields: { color: colorOf(row["color"] ?? ""), billable: row["is_billable"] === "true" },
    };
  }
  for await (const row of readObjects(parts.get("tasks.csv"))) {
    const project = projects.get(row["project_id"] ?? "");
    if (project === undefined) continue;
    yield {
      kind: "task",
      name: row["name"] ?? "",
      project: project.name,
      client: project.client,
      done: Boolean(row["done_at"]),
    };
  }
  for await (const row of readObjects(parts.get("tags.csv"))) yield { kind: "tag", name: row["name"] ?? "" };
}
