import { ApiError } from "@stint/sdk";

interface Item {
  id: string;
  version: number;
}

interface Resource<Stored extends Item, Fields> {
  get: (id: string) => Promise<Stored>;
  update: (id: string, fields: Fields, options: { ifMatch: Item }) => Promise<Stored>;
}

/**
 * Returns functions for `useChange` that set fields of an object and undo that. They keep others' changes to other
 * fields since `opened` was read. If someone has changed the same fields, the server refuses the change with 412.
 */
export function edit<Stored extends Item, Fields extends object>(
  resource: Resource<Stored, Fields>,
  opened: Stored,
  fields: NoInfer<Fields>,
) {
  const names = Object.keys(fields).filter((name) => !isSame(valueOf(fields, name), valueOf(opened, name)));
  const valuesIn = (from: object) => Object.fromEntries(names.map((name) => [name, valueOf(from, name)])) as Fields;

  async function send(before: Stored, set: Fields): Promise<Stored> {
    if (names.length === 0) return before;
    try {
      return await resource.update(before.id, set, { ifMatch: before });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "precondition_failed") throw error;
      const current = await resource.get(before.id);
      const isFree = (name: string) =>
        [before, set].some((known) => isSame(valueOf(current, name), valueOf(known, name)));
      if (!names.every(isFree)) throw error;
      return resource.update(before.id, set, { ifMatch: current });
    }
  }

  return {
    run: () => send(opened, valuesIn(fields)),
    revert: (done: Stored) => send(done, valuesIn(opened)),
  };
}

function valueOf(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name];
}

/** Compares JSON values regardless of the order of their keys. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right || !isObject(left) || !isObject(right)) return left === right;
  return [...Object.keys(left), ...Object.keys(right)].every((name) =>
    isSame(valueOf(left, name), valueOf(right, name)),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
