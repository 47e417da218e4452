import { type CSSProperties, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { nameKeys } from "#i18n/name-keys.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { dayFormat } from "#time/day-format.ts";
import { addDays, listDays } from "#time/zoned.ts";
import { monthsOf, mostHours, shadeOf, type Year } from "#time/year.ts";
import { placeAttributes, placeOf } from "#ui/grid/cell-element.ts";
import type { GridPlace } from "#ui/grid/grid-places.ts";
import { useGrid } from "#ui/grid/use-grid.ts";
import { useYearWords } from "./use-year-words.ts";
import classes from "./year.module.css";

/** Whose days. */
export type Of = { userId: string } | { projectId: string };

/** The address of a day's entries. */
export function addressOf(day: string, of: Of): string {
  return `/reports?${new URLSearchParams({ report: "detailed", from: day, to: day, ...of }).toString()}`;
}

interface Props {
  year: Year;
  secondsOf: ReadonlyMap<string, number>;
  of: Of;
}

const shaded = (shade: number) => ({ "data-shade": shade, style: { "--shade": `${shade * 25}%` } as CSSProperties });

/** The days of a year, one column a week. Arrow keys go to other days, Enter opens the day's entries. */
export function YearGrid({ year, secondsOf, of }: Props) {
  const words = useYearWords();
  const format = useFormat();
  const timeOn = useTimeOn(secondsOf);
  const most = mostHours([...secondsOf.values()]);
  const { weekdays, dayAt, box, grid, shown, point } = useYearPlaces(year, of);
  const dayAttributes = (day: string, row: number, column: number) => ({
    role: "gridcell",
    ...placeAttributes(row, column, row === grid.active.row && column === grid.active.column),
    "aria-label": `${format.day(day)}, ${timeOn(day)}`,
    ...shaded(shadeOf(secondsOf.get(day) ?? 0, most)),
  });
  return (
    <div className="inset">
      <div ref={box} className="scroll">
        <table
          role="grid"
          aria-label={words.grid}
          className={`small ${classes.grid}`}
          onKeyDown={grid.press}
          onFocus={(event) => {
            grid.arrive(event);
            point(event.target);
          }}
          onPointerOver={({ target }) => point(target)}
        >
          <MonthHeads weeks={year.weeks} />
          <tbody>
            {weekdays.map((weekday, row) => (
              <tr key={weekday}>
                <th scope="row">
                  <span className={row % 2 === 0 ? undefined : "visually-hidden"}>{weekday}</span>
                </th>
                {year.weeks.map((week, column) => {
                  const day = dayAt({ row, column });
                  return <td key={week} {...(day !== undefined && dayAttributes(day, row, column))} />;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Foot {...{ shown, most, secondsOf, of }} />
    </div>
  );
}

/** The places of the days in the grid, and the day that the person points at or has gone to. */
function useYearPlaces({ from, to, weeks }: Year, of: Of) {
  const [, navigate] = useLocation();
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<string>();
  const { locale } = useSettings();
  const short = dayFormat(locale, { weekday: "short" });
  const weekdays = listDays(weeks[0] ?? from, 7).map((day) => short.format(Date.parse(day)));
  /** Undefined outside the year. */
  const dayAt = ({ row, column }: GridPlace): string | undefined => {
    const day = addDays(weeks[column] ?? "", row);
    return day >= from && day <= to ? day : undefined;
  };
  const grid = useGrid({
    box,
    rows: weekdays,
    columns: weeks,
    firstColumn: weeks.length - 1,
    has: (place) => dayAt(place) !== undefined,
    onGo: (place) => setShown(dayAt(place)),
    onKey: ({ key }) => {
      const day = dayAt(grid.active);
      if (key !== "Enter" || day === undefined) return false;
      navigate(addressOf(day, of));
      return true;
    },
  });
  // On a narrow screen, the latest days are in view.
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollLeft = box.current.scrollWidth;
  }, []);
  const point = (target: EventTarget) => {
    const place = placeOf(target);
    if (place !== undefined) setShown(dayAt(place));
  };
  return { weekdays, dayAt, box, grid, shown, point };
}

/** Names the months above their weeks. */
function MonthHeads({ weeks }: Pick<Year, "weeks">) {
  const { locale } = useSettings();
  const format = dayFormat(locale, { month: "short" });
  return (
    <thead>
      <tr>
        <td />
        {monthsOf(weeks).map(({ day, weeks: span }) =>
          // One week is too narrow for a name.
          span === 1 ? (
            <td key={day} />
          ) : (
            <th key={day} scope="colgroup" colSpan={span}>
              {format.format(Date.parse(day))}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

interface FootProps extends Pick<Props, "secondsOf" | "of"> {
  shown: string | undefined;
  /** The hours of the darkest shade. */
  most: number;
}

/** The shown day, or the keys that show one, and what the shades mean. */
function Foot({ shown, most, secondsOf, of }: FootProps) {
  const words = useYearWords();
  const { keys } = useText();
  const format = useFormat();
  const timeOn = useTimeOn(secondsOf);
  return (
    <div className={`small between ${classes.foot}`}>
      {shown === undefined ? (
        <span className="keyboard-only">
          <kbd>← ↑ ↓ →</kbd> {words.keys.day}, <kbd>{nameKeys("Enter", keys)}</kbd> {words.keys.entries}
        </span>
      ) : (
        <span>
          {format.day(shown)} <b>{timeOn(shown)}</b>{" "}
          {secondsOf.has(shown) && <Link href={addressOf(shown, of)}>{words.entries}</Link>}
        </span>
      )}
      <span className={`mark end ${classes.legend}`}>
        {words.none}
        {[0, 1, 2, 3, 4].map((shade) => (
          <i key={shade} {...shaded(shade)} />
        ))}
        {words.andMore(format.number(most, { style: "unit", unit: "hour", unitDisplay: "narrow" }))}
      </span>
    </div>
  );
}

function useTimeOn(secondsOf: Props["secondsOf"]) {
  const { noTime } = useYearWords();
  const format = useFormat();
  return (day: string) => (secondsOf.has(day) ? format.duration(secondsOf.get(day) ?? 0) : noTime);
}
