import { type JsonItem, textOf } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { ProjectFields, SourceItem } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";
import { longestName } from "#platform/http/contract/schemas.ts";
import { maxNames } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { cutText } from "#tracking/exchange/imports/sources/values/texts.ts";

type Kind = SourceItem["kind"] | "tag";
/** The keys of a value, of which the first that is present counts. */
type Keys = readonly string[];

/** A list of an export whose rows are referred to by id. The names are in `name`, the addresses of people in `email`. */
interface Relation {
  rows(): AsyncIterable<JsonItem>;
  /** The ids of a row; `id` unless set. */
  ids?: readonly Keys[];
  /** The id of a project's client, or of a task's project. */
  parent?: Keys;
  /** Whether the row is archived or done. */
  isEnded?(row: JsonItem): boolean;
  fieldsOf?(row: JsonItem): ProjectFields;
}

export type Relations = Partial<Record<Kind, Relation>>;

interface Named {
  name: string;
  email: string;
  parent: Named | undefined;
}

/** The names in an export's lists by their ids, and what the lists contain. */
export interface Names extends Record<Kind, ReadonlyMap<string, Named>> {
  items: SourceItem[];
}

/** The text of the first key that is present. */
export function keyOf(row: JsonItem, keys: Keys): string {
  return textOf(keys.map((key) => row[key]).find((id) => id !== undefined && id !== null));
}

/** Reads an export's lists. Leaves out tasks of unknown projects. Throws UnreadableFile if there is too much to keep. */
export async function readNames(relations: Relations): Promise<Names> {
  const items: SourceItem[] = [];
  const read = async (kind: Kind, parents?: ReadonlyMap<string, Named>) => {
    const { rows, ids = [["id"]], parent: key = [], isEnded, fieldsOf } = relations[kind] ?? {};
    const names = new Map<string, Named>();
    if (rows === undefined) return names;
    for await (const row of rows()) {
      const [name, email] = [cutName(row["name"]), cutName(row["email"])];
      const parent = parents?.get(keyOf(row, key));
      for (const keys of ids) names.set(cutText(keyOf(row, keys), 100), { name, email, parent });
      if (names.size > maxNames)
        throw new UnreadableFile(
          "zip_too_large",
          `The zip lists more than ${maxNames} items of one kind. Export only a part, such as one project or one year.`,
        );
      const more = { hasEnded: isEnded?.(row) === true, fields: fieldsOf?.(row) ?? {} };
      if (kind === "person") items.push({ kind, name, email });
      if (kind === "client") items.push({ kind, client: name, ...more });
      if (kind === "project") items.push({ kind, client: parent?.name, project: name, ...more });
      if (kind === "task" && parent !== undefined)
        items.push({ kind, client: parent.parent?.name, project: parent.name, task: name, ...more });
    }
    return names;
  };
  const person = await read("person");
  const client = await read("client");
  const project = await read("project", client);
  return { person, client, project, task: await read("task", project), tag: await read("tag"), items };
}

/** Cuts a name to one character more than allowed, so that a name that is too long is still detected. */
function cutName(value: unknown): string {
  return cutText(textOf(value), longestName + 1);
}
