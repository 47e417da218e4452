/**
 * Names of projects that would create a file called `canary` in a shell that doesn't quote them, by what identifies
 * them and what is completed.
 */
export const dangerousNames: Record<string, { name: string; completed: string }> = Object.fromEntries(
  (
    [
      ["sub", "sub$(touch${IFS}canary)"],
      ["bob", "bob's&touch${IFS}canary&'"],
      ["pipe", "pipe|touch${IFS}canary"],
      ["redirect", "redirect>canary"],
      ["pattern", "pattern*?[a-z]{b..c}~^=%s"],
      ["-dash", "-dash$(touch${IFS}canary)"],
      ["tick", "tick`touch${IFS}canary`", "tick"],
      ["back", "back\\$(touch${IFS}canary)", "back"],
      ["bang", "bang!!", "bang"],
      ["line", "line\ntouch canary\n", "line"],
      ["code", "code\u001B]0;x\u0007\u0003", "code"],
      ["list", "list;touch${IFS}canary", "list"],
      ["both", 'both"$(touch${IFS}canary)', "both"],
    ] as [typed: string, name: string, completed?: string][]
  ).map(([typed, name, completed = name]) => [typed, { name, completed }]),
);
