import type { Document, Operation } from "./read-document.ts";

export interface NamedOperation extends Operation {
  /** The property of the class `Stint`, such as `timeEntries`. */
  resource: string;
  /** The method of the resource, such as `create`. */
  name: string;
}

// Operations that the rule does not name well. By the rule, the first segment after /v1 is the resource, and the
// operationId without the resource is the method.
const exceptions: Record<string, [resource: string, name: string]> = {
  listTasks: ["tasks", "list"],
  listAllTasks: ["tasks", "listAll"],
  createTask: ["tasks", "create"],
  ensureGeneralTask: ["tasks", "ensureGeneral"],
  listEventTypes: ["webhooks", "listEventTypes"],
  createTimeEntries: ["timeEntries", "createBatch"],
  updateTimeEntries: ["timeEntries", "updateBatch"],
  deleteTimeEntries: ["timeEntries", "deleteBatch"],
  restoreTimeEntries: ["timeEntries", "restoreBatch"],
  stopMemberTimer: ["timers", "stop"],
  listFailedMails: ["notices", "listFailedMails"],
  listMemberGrants: ["grants", "list"],
  endMemberGrant: ["grants", "end"],
  submitTimesheets: ["timesheets", "submitBatch"],
  approveTimesheets: ["timesheets", "approveBatch"],
  reopenTimesheets: ["timesheets", "reopenBatch"],
};

/** Assigns a resource and a method to every operation. Throws if a method's name is invalid or not unique. */
export function nameOperations(document: Document): NamedOperation[] {
  const named = document.operations.map((operation) => {
    const [resource, name] = exceptions[operation.id] ?? byRule(operation);
    if (!/^[a-z][A-Za-z]+$/.test(name)) throw new Error(`${operation.id} has no name: add it to the exceptions`);
    return { ...operation, resource, name };
  });
  for (const id of Object.keys(exceptions))
    if (!named.some((operation) => operation.id === id)) throw new Error(`the exception ${id} matches no operation`);
  const seen = new Map<string, string>();
  for (const { id, resource, name } of named) {
    const other = seen.get(`${resource}.${name}`);
    if (other !== undefined) throw new Error(`${other} and ${id} are both ${resource}.${name}`);
    seen.set(`${resource}.${name}`, id);
  }
  return named;
}

function byRule({ id, path }: Operation): [string, string] {
  const [, prefix = "", first = ""] = path.split("/");
  if (prefix === "auth") return ["auth", withoutGet(id)];
  const resource = camelCase(first);
  return [resource, withoutGet(withoutNoun(id, resource))];
}

/** Turns `listTimeEntries` into `list`, and `rotateWebhookSecret` into `rotateSecret`. */
function withoutNoun(id: string, resource: string): string {
  for (const noun of [pascalCase(resource), singular(pascalCase(resource))]) {
    const at = new RegExp(`${noun}(?![a-z])`).exec(id)?.index;
    if (at !== undefined && at > 0) return id.slice(0, at) + id.slice(at + noun.length);
  }
  return id;
}

/** Turns `getSummary` into `summary`; leaves a bare `get` unchanged. */
function withoutGet(name: string): string {
  return /^get[A-Z]/.test(name) ? name.charAt(3).toLowerCase() + name.slice(4) : name;
}

function singular(noun: string): string {
  return noun.replace(/ies$/, "y").replace(/ches$/, "ch").replace(/s$/, "");
}

export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function camelCase(kebab: string): string {
  return kebab.replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

export function kebabCase(camel: string): string {
  return camel.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
