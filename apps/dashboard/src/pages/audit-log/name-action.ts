/** `project.created` in words; an action that is not known yet as the API has it. */
export function nameAction(
  action: string,
  { kinds, verbs }: { kinds: Readonly<Record<string, string>>; verbs: Readonly<Record<string, string>> },
): string {
  const [kind = "", verb = ""] = action.split(".");
  const [what, how] = [kinds[kind], verbs[verb]];
  return what === undefined || how === undefined ? action : `${what} ${how}`;
}
