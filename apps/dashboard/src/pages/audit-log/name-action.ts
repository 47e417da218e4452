/** An action such as `project.created` in words; unknown actions keep the API's name. */
export function nameAction(
  action: string,
  { kinds, verbs }: { kinds: Readonly<Record<string, string>>; verbs: Readonly<Record<string, string>> },
): string {
  const [kind = "", verb = ""] = action.split(".");
  const [what, how] = [kinds[kind], verbs[verb]];
  return what === undefined || how === undefined ? action : `${what} ${how}`;
}
