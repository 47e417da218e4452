import type { Task } from "@stint/sdk";

interface Stored {
  id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** The fields of an object that a person sets: all except those that the server adds. A copy or an undo sends them. */
export function fieldsOf<Item extends Stored>(item: Item): Omit<Item, keyof Stored> {
  const { id: _id, createdAt: _created, updatedAt: _updated, version: _version, ...fields } = item;
  return fields;
}

/** The fields that a task keeps in any project. */
export function fieldsWithin(task: Task) {
  const { projectId: _projectId, ...fields } = fieldsOf(task);
  return fields;
}
