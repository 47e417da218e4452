import type { auditLog } from "#i18n/en/audit-log.ts";

type Words = Pick<typeof auditLog, "action"> & Record<"kinds" | "verbs", Record<string, string>>;

/** Names an action such as `project.created` in words. Unknown actions keep the API's name. */
export function nameAction(action: string, words: Words): string {
  const [kind = "", verb = ""] = action.split(".");
  const [what, how] = [words.kinds[kind], words.verbs[verb]];
  return what === undefined || how === undefined ? action : words.action(what, how);
}
