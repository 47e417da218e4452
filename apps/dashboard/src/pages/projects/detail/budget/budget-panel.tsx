import type { Project } from "@stint/sdk";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useIsUnpriced } from "#api/rates-of.ts";
import type { BudgetNow } from "#api/report-queries.ts";
import { useFormat } from "#i18n/format.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { forecast, type ForecastInput, paceOf } from "#parts/figures/forecast/forecast.ts";
import { budgetTones, useBudgetUnit } from "#parts/figures/budget-bar.tsx";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import { Button } from "#ui/button/button.tsx";
import { BurnDownChart } from "./burn-down-chart.tsx";
import { outlookOf } from "./outlook.ts";
import { Panel } from "#ui/panel.tsx";
import { useBudgetDays } from "./use-budget-days.ts";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";
import { useWhatIf, WhatIf } from "./what-if.tsx";
import classes from "./detail.module.css";

interface Props {
  project: Project;
  /** Undefined for people who may not edit. */
  onEdit: (() => void) | undefined;
}

export function BudgetPanel({ project, onEdit }: Props) {
  const words = useDetailWords();
  const canSeeMoney = useMe().scopes.includes("costs:read");
  const { now, input, personDays, state } = useBudgetDays(project);
  const { budget } = project;
  const isUnpriced = useIsUnpriced(budget?.kind ?? "none", project);
  const { unpriced } = useProjectWords();
  // Undefined if the budget is an amount that the role may not see.
  if (budget === undefined) return null;
  if (budget === null)
    return onEdit === undefined ? null : (
      <Panel title={words.budget}>
        <div className="form inset">
          <p className="dim">{words.noBudget}</p>
          <div>
            <Button onClick={onEdit}>{words.setBudget}</Button>
          </div>
        </div>
      </Panel>
    );
  return (
    <Panel title={words.budget}>
      <div className={`form inset ${classes.body}`} data-waiting={state.isPending || undefined}>
        {!canSeeMoney && <LimitOnly budget={budget} />}
        {canSeeMoney && <ListState query={state} />}
        {isUnpriced && (
          <p>
            {unpriced[budget.kind === "cost" ? "cost" : "amount"]} <Link href="/rates">{words.allRates}</Link>
          </p>
        )}
        {now !== undefined && input !== undefined && (
          <>
            <Figures now={now} />
            <Outlook input={input} kind={now.kind} personDays={personDays} isPast={project.status === "archived"} />
            <Alerts budget={budget} now={now} />
          </>
        )}
      </div>
    </Panel>
  );
}

function LimitOnly({ budget }: { budget: NonNullable<Project["budget"]> }) {
  const format = useFormat();
  const words = useDetailWords();
  const { perPeriod } = useProjectWords();
  return (
    <>
      <p>{words.limitText(format.duration(budget.seconds ?? 0), perPeriod[budget.period])}</p>
      <p className="dim">{words.moneyHidden}</p>
    </>
  );
}

function Figures({ now }: { now: BudgetNow }) {
  const format = useFormat();
  const words = useDetailWords();
  const { perPeriod } = useProjectWords();
  const show = useBudgetUnit(now.kind);
  const { used, remaining, limit, usedPercent, status, period, periodStart, periodEnd } = now;
  return (
    <p className="wrap figures dim">
      <span>
        <b className={`big ${budgetTones[status] ?? ""}`}>{format.percent(Math.floor(usedPercent) / 100)}</b>
      </span>
      <span>
        <b className="big">{show(used)}</b> {words.used}
      </span>
      <span>
        <b className="big">{show(Math.abs(remaining))}</b> {remaining < 0 ? words.over : words.left}
      </span>
      <span>
        <b className="big">{show(limit)}</b> {words.limit} {perPeriod[period]}
      </span>
      {periodStart !== null && (
        <span style={{ alignSelf: "center" }}>
          {periodEnd === null
            ? words.since(format.date(periodStart))
            : words.periodOf(format.date(periodStart), format.date(periodEnd))}
        </span>
      )}
    </p>
  );
}

interface OutlookProps {
  input: ForecastInput;
  kind: BudgetNow["kind"];
  personDays: number;
  isPast: boolean;
}

function Outlook({ input, kind, personDays, isPast }: OutlookProps) {
  const format = useFormat();
  const words = useDetailWords();
  const show = useBudgetUnit(kind);
  const outlook = forecast(input);
  const found = paceOf(input);
  const pace = typeof found === "string" || isPast || outlook.kind === "usedUp" ? undefined : found;
  const whatIf = useWhatIf(input, pace, personDays);
  const [first, ...others] =
    isPast && outlook.kind !== "usedUp"
      ? [words.archivedNoForecast]
      : outlookOf(outlook, input.limit, words, format, show);
  return (
    <>
      <div>
        <p className="strong">{first}</p>
        <p className="dim">{others.join(" ")}</p>
      </div>
      <BurnDownChart
        input={input}
        pace={pace}
        outlook={outlook}
        {...(whatIf === undefined ? {} : { whatIfPerWeek: whatIf.perWeek })}
        show={show}
      />
      {pace !== undefined && whatIf !== undefined && (
        <WhatIf input={input} outlook={outlook} whatIf={whatIf} show={show} />
      )}
    </>
  );
}

function Alerts({ budget, now }: { budget: NonNullable<Project["budget"]>; now: BudgetNow }) {
  const format = useFormat();
  const words = useDetailWords();
  const show = useBudgetUnit(now.kind);
  return (
    <div>
      <h3 className="visually-hidden">{words.alerts}</h3>
      <ul className="list wrap" aria-label={words.alerts}>
        {budget.alertPercents
          .toSorted((left, right) => left - right)
          .map((percent) => {
            const isReached = now.usedPercent >= percent;
            return (
              <li key={percent} className="chip" data-kind={isReached ? "warn" : undefined}>
                {words.alertAt(format.percent(percent / 100), show(Math.round((now.limit * percent) / 100)))}
                {isReached && ` · ${words.reached}`}
              </li>
            );
          })}
      </ul>
      <p className="dim">
        {budget.alertPercents.length === 0 && `${words.noAlerts} `}
        {budget.onExceed === "block" ? words.blocks : words.warns}
      </p>
    </div>
  );
}
