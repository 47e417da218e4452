import type { Project } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { tagsQuery } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { beginsWithName, findByName } from "@stint/grammar/find-by-name.ts";
import type { TypedToken } from "#time/typed-token.ts";
import { useProjectChoices } from "./use-project-choices.ts";

/** A project, task or tag that matches an `@` or `#` token. */
export type TokenChoice = { key: string; name: string } & (
  | { project: Project; taskId: string | undefined; taskName: string | undefined }
  | { project?: undefined }
);

/** Up to eight choices for the token being typed. */
export function useTokenChoices(token: TypedToken | undefined): readonly TokenChoice[] {
  const projects = useProjectChoices(token?.kind === "@" ? token.name : undefined);
  const tags = useQuery({ ...tagsQuery, enabled: token?.kind === "#" }).data ?? [];
  if (token === undefined) return [];
  if (token.kind === "#")
    return (token.name === "" ? tags : findByName(tags, token.name))
      .slice(0, 8)
      .map(({ name }) => ({ key: name, name }));
  // After a blank, the later words are probably the description, unless a name begins with the whole text.
  const isLong = /\s/.test(token.name);
  const found = isLong
    ? projects.filter(({ project, task }) => beginsWithName(`${project.name}/${task?.name ?? ""}`, token.name))
    : projects;
  return found.slice(0, 8).map(({ key, project, task }) => {
    const isOnly = projects.filter((each) => each.project.id === project.id).length === 1;
    const taskName = isOnly ? undefined : task?.name;
    return { key, name: project.name, project, taskId: task?.id, taskName };
  });
}

export function useTokenLabel(token: TypedToken | undefined): string {
  const { time } = useText();
  return token?.kind === "#" ? time.tags : time.findProject;
}

/** Adds the chosen tag, up to 20 tags in all. */
export function tagsOfToken({ name }: TokenChoice, tags: readonly string[]): { tags: readonly string[] } {
  return { tags: tags.includes(name) ? tags : [...tags, name].slice(0, 20) };
}

/** The name as written in a typed day: `Website`, or `Website/Build` for a task. */
export function nameOfChoice(choice: TokenChoice): string {
  return choice.project === undefined || choice.taskName === undefined
    ? choice.name
    : `${choice.name}/${choice.taskName}`;
}
