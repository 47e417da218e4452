import type { Task } from "@stint/sdk";

interface Stored {
  id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** The fields of an object that people can set, which copies and undos send: all except those that the server adds. */
export function fieldsOf<Item extends Stored>(item: Item): Omit<Item, keyof Stored> {
  const { id: _id, createdAt: _created, updatedAt: _updated, version: _version, ...fields } = item;
  return fields;
}

/** The fields of a task that don't depend on its project. */
export function fieldsWithin(task: Task) {
  const { projectId: _projectId, ...fields } = fieldsOf(task);
  return fields;
}
