import { fewestWorkingDays } from "#parts/figures/forecast/forecast.ts";
import type { BudgetNow } from "#api/report-queries.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useProjectWords } from "#i18n/words/use-project-words.ts";
import classes from "./budget-bar.module.css";

/** The shared class names of the colours that a status has. */
export const budgetTones: Record<BudgetNow["status"], "warn" | "over" | undefined> = {
  ok: undefined,
  warning: "warn",
  exceeded: "over",
};

/** Returns the formatter for a budget's figures: durations or amounts. */
export function useBudgetUnit(kind: BudgetNow["kind"]): (amount: number) => string {
  const format = useFormat();
  const { currency } = useMe().organization;
  return kind === "time" ? format.duration : (amount) => format.money(amount, currency);
}

/** A budget in its current period: how much is used, and when it will run out. */
export function BudgetBar({ budget, isPast = false }: { budget: BudgetNow; isPast?: boolean }) {
  const format = useFormat();
  const words = useProjectWords();
  const show = useBudgetUnit(budget.kind);
  const { limit, used, remaining, usedPercent, status, period } = budget;
  const percent = format.percent(Math.floor(usedPercent) / 100);
  const { exhaustsOn, basis } = budget.forecast;
  const isForecast = !isPast && remaining > 0 && exhaustsOn !== null && basis.workingDays >= fewestWorkingDays;
  const details = [
    remaining < 0 ? words.over(show(-remaining)) : undefined,
    isForecast ? words.runsOutOn(format.date(exhaustsOn)) : undefined,
  ];
  return (
    <div className={classes.budget}>
      <div className="wrap">
        <span>{words.usedOf(show(used), show(limit))}</span>
        {period !== "total" && <span className="small">{words.perPeriod[period]}</span>}
        <b className={`end ${budgetTones[status] ?? ""}`}>{percent}</b>
      </div>
      <div
        className="track"
        data-kind={budgetTones[status]}
        role="meter"
        aria-label={words.budget}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, usedPercent)}
        aria-valuetext={words.barLabel(percent)}
      >
        <span style={{ width: `${Math.min(100, Math.max(0, usedPercent))}%` }} />
      </div>
      <span className="small">{details.filter((each) => each !== undefined).join(" · ")}</span>
    </div>
  );
}
