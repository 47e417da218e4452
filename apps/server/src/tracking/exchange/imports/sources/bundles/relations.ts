import type { JsonItem } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { ProjectFields, SourceItem } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { cutName, NameMap, textOf } from "./lookups.ts";

type Kind = SourceItem["kind"];
/** The keys of a value, of which the first that is present counts. */
type Keys = readonly string[];

/** A list of an export whose rows are referred to by id. The names are in `name`, the addresses of people in `email`. */
export interface Relation {
  rows(): AsyncIterable<JsonItem>;
  /** The ids of a row; `id` unless set. */
  ids?: readonly Keys[];
  /** The id of a project's client, or of a task's project. */
  parent?: Keys;
  /** Whether the row is inactive, archived or done. */
  isEnded?(row: JsonItem): boolean;
  fieldsOf?(row: JsonItem): ProjectFields;
}

export type Relations = Partial<Record<Kind, Relation>>;

interface Named {
  name: string;
  email: string;
  parent: Named | undefined;
}

/** The names in an export's lists, by their ids. */
export type Names = Record<Kind, ReadonlyMap<string, Named>>;

/** The text of the first key that is present. */
export function keyOf(row: JsonItem, keys: Keys): string {
  return textOf(keys.map((key) => row[key]).find((id) => id !== undefined && id !== null));
}

export async function readNames(relations: Relations): Promise<Names> {
  const read = async (kind: Kind, parents?: ReadonlyMap<string, Named>) => {
    const { rows, ids = [["id"]], parent = [] } = relations[kind] ?? { rows: async function* () {} };
    const names = new NameMap<Named>();
    for await (const row of rows()) {
      const [name, email] = [cutName(textOf(row["name"])), cutName(textOf(row["email"]))];
      const named = { name, email, parent: parents?.get(keyOf(row, parent)) };
      for (const keys of ids) names.set(keyOf(row, keys), named);
    }
    return names;
  };
  const client = await read("client");
  const project = await read("project", client);
  return { client, project, task: await read("task", project), tag: await read("tag"), person: await read("person") };
}

const order = ["person", "client", "project", "task", "tag"] as const;

/** The items that an export lists; leaves out tasks of unknown projects. */
export async function* readItems(relations: Relations, names: Names): AsyncGenerator<SourceItem, void> {
  for (const kind of order) {
    const { rows, parent = [], isEnded, fieldsOf } = relations[kind] ?? {};
    if (rows === undefined) continue;
    for await (const row of rows()) {
      const name = textOf(row["name"]);
      const hasEnded = isEnded?.(row) === true;
      const id = keyOf(row, parent);
      switch (kind) {
        case "person":
          yield { kind, name, email: textOf(row["email"]) || undefined, active: !hasEnded };
          break;
        case "client":
          yield { kind, name, archived: hasEnded };
          break;
        case "project":
          yield { kind, name, client: names.client.get(id)?.name, archived: hasEnded, fields: fieldsOf?.(row) ?? {} };
          break;
        case "task": {
          const project = names.project.get(id);
          if (project === undefined) continue;
          yield { kind, name, project: project.name, client: project.parent?.name, done: hasEnded };
          break;
        }
        case "tag":
          yield { kind, name };
      }
    }
  }
}
