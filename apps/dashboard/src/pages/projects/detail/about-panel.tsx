import type { Project, Rate } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { usePeople } from "#api/people.ts";
import { defineQuery, useMe, useTasks } from "#api/queries.ts";
import { readRatesOf } from "#api/rates-of.ts";
import { useUnbilled } from "#api/use-unbilled.ts";
import { Unbilled } from "#parts/figures/unbilled.tsx";
import { useFormat } from "#i18n/format.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Panel } from "#ui/panel.tsx";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";

/** A project's settings: description, rounding, visibility and, for people who may see amounts, rates. */
export function AboutPanel({ project }: { project: Project }) {
  const format = useFormat();
  const words = useDetailWords();
  const listWords = useProjectWords();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  const { rounding, description, visibility, memberIds } = project;
  const people = usePeople();
  const names = memberIds.map((id) => people.find(({ userId }) => userId === id)?.name ?? listWords.somebody);
  const rounded = { up: listWords.roundedUp, nearest: listWords.roundedNearest, down: listWords.roundedDown };
  const minutes = format.number(rounding?.minutes ?? 0, { style: "unit", unit: "minute", unitDisplay: "long" });
  return (
    <Panel title={words.about}>
      <dl className="facts inset">
        {description !== "" && (
          <>
            <dt>{listWords.description}</dt>
            <dd>{description}</dd>
          </>
        )}
        <dt>{listWords.rounding}</dt>
        <dd>{rounding === null ? listWords.roundings.none : rounded[rounding.mode](minutes)}</dd>
        <dt>{words.members}</dt>
        <dd>
          {visibility === "organization"
            ? words.everybody
            : names.length === 0
              ? words.onlyManagers
              : words.membersAnd(names.toSorted((left, right) => left.localeCompare(right)).join(", "))}
        </dd>
        {canSeeMoney && (
          <>
            <dt>
              <Link href={`/rates?projectId=${project.id}`}>{words.allRates}</Link>
            </dt>
            <dd>
              <Rates project={project} />
            </dd>
            <UnbilledOf projectId={project.id} />
          </>
        )}
      </dl>
    </Panel>
  );
}

function Rates({ project }: { project: Project }) {
  const format = useFormat();
  const words = useDetailWords();
  const { somebody } = useProjectWords();
  const { currency } = useMe().organization;
  const people = usePeople();
  const tasks = useTasks(project.id);
  const ids = tasks.map(({ id }) => id);
  const query = useQuery(
    defineQuery(["rates", project.id, ids], () => readRatesOf({ projectId: project.id, taskIds: ids })),
  );
  // The project's own rate gets no name. Every other rate gets one, to tell it apart.
  const nameOf = ({ userId, taskId }: Rate) =>
    userId === null
      ? tasks.find(({ id }) => id === taskId)?.name
      : (people.find((each) => each.userId === userId)?.name ?? somebody);
  const rates = query.data ?? [];
  if (rates.length === 0) return query.isPending ? null : words.noRates;
  return (
    <ul className="list">
      {rates.map((rate) => (
        <li key={rate.id}>
          {[
            nameOf(rate),
            words.kinds[rate.kind],
            words.anHour(format.money(rate.rateMinor, currency)),
            rate.effectiveFrom === "1970-01-01" ? words.always : words.from(format.date(rate.effectiveFrom)),
          ]
            .filter((each) => each !== undefined)
            .join(" · ")}
        </li>
      ))}
    </ul>
  );
}

function UnbilledOf({ projectId }: { projectId: string }) {
  const words = useDetailWords();
  const [figures] = useUnbilled({ groupBy: "project", projectId: [projectId] }) ?? [];
  if (figures === undefined) return null;
  return (
    <>
      <dt>{words.unbilled}</dt>
      <dd>
        <Unbilled figures={figures} query={`projectId=${projectId}`} />
      </dd>
    </>
  );
}
