import { type ForecastInput, type Forecast, type Pace, runsOutAt } from "#parts/figures/forecast/forecast.ts";
import { useText } from "#i18n/text.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useParam } from "#screen/use-param.ts";
import { plural } from "#i18n/catalogue.ts";
import { Button } from "#ui/button/button.tsx";
import { useDetailWords } from "#i18n/words/use-detail-words.ts";
import { Slider } from "#ui/fields/slider.tsx";
import classes from "./what-if.module.css";

export interface WhatIfState {
  /** Person-days per week: `nowDays` at the current pace, `days` as chosen. */
  nowDays: number;
  days: number;
  isChosen: boolean;
  /**
   * The part of the budget used by one person-day, and by the chosen days of a week. `perWeek` is undefined until days
   * are chosen.
   */
  perDay: number;
  perWeek: number | undefined;
  choose: (days: number | undefined) => void;
}

/** Forecasts the budget for a different number of days per week, which is stored in the URL. */
export function useWhatIf(input: ForecastInput, pace: Pace | undefined, personDays: number): WhatIfState | undefined {
  const [param, setParam] = useParam("daysAWeek");
  if (pace === undefined || personDays === 0) return undefined;
  const weeks = input.basis.workingDays / pace.aWeek;
  const nowDays = personDays / weeks;
  const chosen = Number(param);
  const isChosen = param !== "" && chosen > 0 && chosen <= 1000;
  const perDay = pace.amount / personDays;
  return {
    nowDays,
    days: isChosen ? chosen : nowDays,
    isChosen,
    perDay,
    perWeek: isChosen ? chosen * perDay : undefined,
    choose: (days) => setParam(days === undefined ? "" : String(days)),
  };
}

interface Props {
  input: ForecastInput;
  outlook: Forecast;
  whatIf: WhatIfState;
  show: (amount: number) => string;
}

/** Lets people try out "two days a week" and watch the end date move. */
export function WhatIf({ input, outlook, whatIf, show }: Props) {
  const format = useFormat();
  const { language } = useSettings();
  const { shell } = useText();
  const words = useDetailWords();
  const { nowDays, days, isChosen, perDay, perWeek, choose } = whatIf;
  const step = 0.5;
  const most = Math.max(5, Math.ceil(nowDays * 2));
  const daysText = (count: number) => plural(language, Math.round(count * 10) / 10, words.daysAWeek);
  const on = perWeek === undefined ? undefined : runsOutAt(perWeek, input);
  const expected = outlook.kind === "runsOut" ? outlook.on : undefined;
  const then =
    on === undefined
      ? input.periodEnd === null
        ? words.thenLong
        : words.thenLasts
      : `${expected === undefined ? words.thenOn(format.date(on)) : shell.named(words.thenOn(format.date(on)), moved(expected, on))}.`;

  function moved(from: string, to: string): string {
    const apart = Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days;
    const weeks = plural(language, Math.round(Math.abs(apart) / 7), words.weeks);
    if (Math.abs(apart) < 4) return words.same;
    return apart > 0 ? words.later(weeks) : words.earlier(weeks);
  }

  return (
    <div className={`wrap sunken ${classes.whatIf}`}>
      <Slider
        label={
          <>
            {words.whatIf} <b>{daysText(days)}</b>
          </>
        }
        text={daysText(days)}
        min={step}
        max={most}
        step={step}
        value={Math.round(days / step) * step}
        onChange={choose}
      />
      {isChosen && (
        <Button isSmall onClick={() => choose(undefined)}>
          {words.reset}
        </Button>
      )}
      <p className="strong note" role="status">
        {isChosen && then}
      </p>
      <p className="small">{words.asNow(daysText(nowDays), show(Math.round(perDay)))}</p>
    </div>
  );
}
