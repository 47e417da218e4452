import type { Project, Rate } from "@stint/sdk";
import type { Somebody } from "#api/people.ts";
import { useParam } from "#screen/use-param.ts";
import { scopes } from "./rate-periods.ts";
import bar from "#ui/list/filter-bar.module.css";
import { useRateWords } from "#i18n/words/use-rate-words.ts";
import { type Option, Select } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";

/** The list's filters, stored in the URL, and a predicate that applies them. */
export function useRateFilter(projectIdOf: (rate: Rate) => string | null) {
  const [kind, setKind] = useParam("kind");
  const [scope, setScope] = useParam("scope");
  const [projectId, setProjectId] = useParam("projectId");
  const [userId, setUserId] = useParam("userId");
  const [when, setWhen] = useParam("when");
  return {
    kind: { value: kind, onChange: setKind },
    scope: { value: scope, onChange: setScope },
    projectId: { value: projectId, onChange: setProjectId },
    userId: { value: userId, onChange: setUserId },
    when: { value: when, onChange: setWhen },
    isPastShown: when === "all",
    query: Object.fromEntries(Object.entries({ kind, scope, projectId, userId }).filter(([, value]) => value !== "")),
    matches: (rate: Rate): boolean =>
      (kind === "" || rate.kind === kind) &&
      (scope === "" || rate.scope === scope) &&
      (userId === "" || rate.userId === userId) &&
      (projectId === "" || projectIdOf(rate) === projectId),
  };
}

interface Props {
  filter: ReturnType<typeof useRateFilter>;
  people: readonly Somebody[];
  projects: readonly Project[];
}

export function RateFilters({ filter, people, projects }: Props) {
  const words = useRateWords();
  return (
    <search className={bar.bar}>
      <div className={bar.fields} data-inline>
        <Select hidesLabel label={words.when} {...filter.when} options={Object.entries(words.whens)} />
        <Select
          hidesLabel
          label={words.kind}
          {...filter.kind}
          options={[["", words.anyKind], ...Object.entries(words.kinds)]}
        />
        <Select
          hidesLabel
          label={words.scope}
          {...filter.scope}
          options={[["", words.anyScope], ...scopes.map((scope): Option => [scope, words.scopes[scope]])]}
        />
        <Select
          hidesLabel
          label={words.project}
          {...filter.projectId}
          options={[["", words.anyProject], ...toOptions(projects)]}
        />
        <Select
          hidesLabel
          label={words.member}
          {...filter.userId}
          options={[["", words.anyMember], ...toOptions(people)]}
        />
      </div>
    </search>
  );
}
