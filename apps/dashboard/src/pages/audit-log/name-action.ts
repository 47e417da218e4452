import type { auditLog } from "#i18n/en/audit-log.ts";

/** Names an action such as `project.created` in words. Unknown actions keep the API's name. */
export function nameAction(action: string, words: Pick<typeof auditLog, "action" | "kinds" | "verbs">): string {
  const [kind = "", verb = ""] = action.split(".");
  const [what, how] = [words.kinds[kind], words.verbs[verb]];
  return what === undefined || how === undefined ? action : words.action(what, how);
}
