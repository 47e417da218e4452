import type { Project, Rate } from "@stint/sdk";
import type { Somebody } from "#api/people.ts";
import { filled } from "#screen/filter.ts";
import { useParam, useParams } from "#screen/use-param.ts";
import { scopes } from "./rate-periods.ts";
import bar from "#ui/list/filter-bar.module.css";
import { useRateWords } from "#i18n/words/use-rate-words.ts";
import { Choices } from "#ui/choices/choices.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";

/** The list's filters, stored in the URL, and a predicate that applies them. */
export function useRateFilter(projectIdOf: (rate: Rate) => string | null) {
  const [kind, setKind] = useParams("kind");
  const [scope, setScope] = useParams("scope");
  const [projectId, setProjectId] = useParams("projectId");
  const [userId, setUserId] = useParams("userId");
  const [when, setWhen] = useParam("when");
  return {
    kind: { values: kind, onChange: setKind },
    scope: { values: scope, onChange: setScope },
    projectId: { values: projectId, onChange: setProjectId },
    userId: { values: userId, onChange: setUserId },
    when: { value: when, onChange: setWhen },
    isPastShown: when === "all",
    query: filled({ kind, scope, projectId, userId }),
    matches: (rate: Rate): boolean =>
      isIn(kind, rate.kind) &&
      isIn(scope, rate.scope) &&
      isIn(userId, rate.userId) &&
      isIn(projectId, projectIdOf(rate)),
  };
}

const isIn = (chosen: readonly string[], value: string | null) => chosen.length === 0 || chosen.includes(value ?? "");

interface Props {
  filter: ReturnType<typeof useRateFilter>;
  people: readonly Somebody[];
  projects: readonly Project[];
}

export function RateFilters({ filter, people, projects }: Props) {
  const words = useRateWords();
  return (
    <search className="wrap apart">
      <div className={bar.fields} data-inline>
        <Select hidesLabel label={words.when} {...filter.when} options={Object.entries(words.whens)} />
        <Choices label={words.kind} any={words.anyKind} {...filter.kind} options={Object.entries(words.kinds)} />
        <Choices
          label={words.scope}
          any={words.anyScope}
          {...filter.scope}
          options={scopes.map((scope): Option => [scope, words.scopes[scope]])}
        />
        <Choices label={words.project} any={words.anyProject} {...filter.projectId} options={toOptions(projects)} />
        <Choices isPeople label={words.member} any={words.anyMember} {...filter.userId} options={toOptions(people)} />
      </div>
    </search>
  );
}
