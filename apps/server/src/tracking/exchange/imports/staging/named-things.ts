import type { ImportPersonRow } from "#tracking/exchange/imports/queries.ts";
import type { ProjectFields } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { SourceItem, SourcePlace, SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { normalName } from "#tracking/exchange/imports/sources/values/texts.ts";
import { maxNames } from "#tracking/exchange/imports/sources/rows/limits.ts";
import { UnreadableFile } from "#tracking/exchange/imports/sources/rows/unreadable-file.ts";

/** The names given to rows without a project or task. */
const noProject = "No project";
const noTask = "General";

export type StagedPerson = Omit<ImportPersonRow, "import_id" | "used" | "user_id">;

/** A client, project or task. The names below its own level are null. */
export interface StagedPlace {
  number: number;
  client: string | null;
  project: string | null;
  task: string | null;
  project_fields: ProjectFields;
  archived: boolean;
  done: boolean;
  /** Whether the file lists the object separately from the time rows. */
  listed: boolean;
}

/**
 * Collects the people, clients, projects and tasks of a file, once each, in the order of their first occurrence. Keeps
 * copies, because a part of a text would keep its whole piece of the file in memory.
 */
export function createNamedThings() {
  const people = new Map<string, StagedPerson>();
  const places = new Map<string, StagedPlace>();

  function add<Thing>(things: Map<string, Thing>, key: string, thing: Thing): Thing {
    if (people.size + places.size >= maxNames)
      throw new UnreadableFile(
        "not_an_export",
        `The file contains more than ${maxNames} people, projects and tasks. Export several shorter ranges.`,
      );
    const [ownKey, copy] = structuredClone([key, thing] as const);
    things.set(ownKey, copy);
    return copy;
  }

  function personOf({ name, email }: { name: string; email: string | undefined }): StagedPerson {
    const key = cleanName(email?.toLowerCase() ?? name) ?? "?";
    const known = people.get(key);
    if (known !== undefined) return known;
    const shown = cleanName(name) ?? cleanName(email) ?? "Unknown person";
    return add(people, key, { number: people.size + 1, key, name: shown, email: email ?? null, rows: 0, seconds: 0 });
  }

  function placeOf(names: Pick<SourcePlace, "client" | "project" | "task">): StagedPlace {
    const [client, project, task] = [cleanName(names.client), cleanName(names.project), cleanName(names.task)];
    const key = `${client ?? ""}\n${project ?? ""}\n${task ?? ""}`;
    const state = { project_fields: {}, archived: false, done: false, listed: false };
    return places.get(key) ?? add(places, key, { number: places.size + 1, client, project, task, ...state });
  }

  return {
    people,
    places,
    personOfRow: (row: SourceRow) => personOf(row.person),
    placeOfRow(row: SourceRow): StagedPlace {
      const { client, project = noProject, task = noTask } = row;
      const place = placeOf({ client, project, task });
      // The first value of each field wins.
      const names = Object.keys(row.projectFields) as (keyof ProjectFields)[];
      if (names.some((name) => place.project_fields[name] === undefined))
        place.project_fields = structuredClone({ ...row.projectFields, ...place.project_fields });
      return place;
    },
    addItem(item: SourceItem): void {
      if (item.kind === "person") {
        personOf(item);
        return;
      }
      const place = placeOf(item);
      place.listed = true;
      place.project_fields = item.fields;
      place[item.kind === "task" ? "done" : "archived"] = item.hasEnded;
    },
  };
}

export type NamedThings = ReturnType<typeof createNamedThings>;

/** The text as a name that can be stored; null if it has no visible characters. */
function cleanName(text: string | undefined): string | null {
  return normalName(text ?? "") ?? null;
}
