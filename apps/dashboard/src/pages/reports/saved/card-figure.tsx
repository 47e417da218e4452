import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { clock, stint } from "#api/connection/client.ts";
import { defineQuery, useMe } from "#api/queries.ts";
import type { TakeTurn } from "#api/take-turns.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { type DayRange, intervalFor, listBuckets } from "#time/report-period.ts";
import { dayOf, type Weekday } from "#time/zoned.ts";
import { useIsSeen } from "#ui/use-is-seen.ts";
import { isOfProjects, rangeOfReport, type ReportState } from "#pages/reports/address/report-address.ts";
import { costsOf, summaryOf } from "#pages/reports/address/report-queries.ts";
import { useReportWords } from "#pages/reports/figures/use-report-words.ts";
import { useSavedWords } from "./use-saved-words.ts";
import classes from "./overview.module.css";

/** What a report says today: one figure, and small bars by date or project. Loaded in turn, once it is in view. */
export function CardFigure({ state, takeTurn }: { state: ReportState; takeTurn: TakeTurn }) {
  const words = useReportWords();
  const savedWords = useSavedWords();
  const text = useText();
  const format = useFormat();
  const { timeZone, weekStart } = useMe().organization;
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(place);
  const tz = state.tz || timeZone;
  const range = rangeOfReport(state, dayOf(clock.now(), tz), weekStart);
  const read = isOfProjects(state) ? readProjects : readDates;
  const { data, error } = useQuery({
    ...defineQuery(["reports", "card", state, range], () => takeTurn(() => read(state, range, tz, weekStart))),
    enabled: isSeen,
  });

  function say({ totals, currency, budgets }: Sums): readonly [figure: string, note: string] {
    const { seconds, amountMinor, marginMinor } = totals;
    const near = budgets.filter(({ status }) => status !== "ok");
    if (state.report === "budgets")
      return [format.number(near.length), savedWords.ofBudgets(format.number(budgets.length))];
    if (amountMinor === undefined || (state.report !== "costs" && state.billed !== false))
      return [format.duration(seconds), text.time.tracked];
    const margin = state.report === "costs" && amountMinor > 0 ? (marginMinor ?? undefined) : undefined;
    const share =
      margin === undefined
        ? savedWords.inTime(format.duration(seconds))
        : `${words.margin}: ${format.percent(margin / amountMinor)}`;
    return [format.money(amountMinor, currency), share];
  }

  const [figure, note] = data === undefined ? [error === null ? "" : "–", ""] : say(data);
  const bars = data?.bars ?? [];
  const isLoading = data === undefined && error === null;
  return (
    <div ref={place} className={classes.figure} aria-busy={isLoading}>
      {isLoading && <span className={`late ${classes.coming}`} aria-hidden />}
      <p>
        <b className="big">{figure}</b> <span className="dim">{note}</span>
      </p>
      <div className={classes.bars} aria-hidden>
        {bars.map((bar, at) => (
          <i key={at} style={{ height: `${(bar / Math.max(1, ...bars)) * 100}%` }} />
        ))}
      </div>
    </div>
  );
}

interface Sums {
  totals: { seconds: number; amountMinor?: number | undefined; marginMinor?: number | null | undefined };
  currency: string;
  budgets: readonly { status: string }[];
  bars: readonly number[];
}

type Range = Partial<DayRange> | undefined;

async function readDates(state: ReportState, range: Range, tz: string, weekStart: Weekday): Promise<Sums> {
  const days = range?.from !== undefined && range.to !== undefined ? { from: range.from, to: range.to } : undefined;
  const interval = days === undefined ? "month" : intervalFor(days);
  const { totals, currency, groups } = await stint.reports.summary({
    ...summaryOf(state, range, tz, ["date"]),
    interval,
  });
  const found = new Map(groups.map(({ key, seconds }) => [key, seconds]));
  const keys = days === undefined ? [...found.keys()] : listBuckets(days, interval, weekStart).map(({ key }) => key);
  return { totals, currency, budgets: [], bars: keys.map((key) => found.get(key) ?? 0) };
}

async function readProjects(state: ReportState, range: Range, tz: string): Promise<Sums> {
  const asked = costsOf(state, range, tz) as Parameters<typeof stint.reports.costs>[0];
  const { totals, currency, projects } = await stint.reports.costs(asked);
  const budgets = projects.flatMap(({ budget }) => budget ?? []);
  const bars =
    state.report === "budgets" ? budgets.map((each) => each.usedPercent) : projects.map((each) => each.amountMinor);
  return { totals, currency, budgets, bars };
}
