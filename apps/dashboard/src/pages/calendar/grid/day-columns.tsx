import { memo, useMemo } from "react";
import { useSettings } from "#state/settings/settings.ts";
import type { Day } from "#time/group-by-day.ts";
import { toRem } from "#ui/theme/text-scale.ts";
import { heightOf, hourLines, isOrdinary } from "#pages/calendar/blocks/day-geometry.ts";
import classes from "./calendar.module.css";

interface Ruled {
  day: Day;
  lines: readonly number[];
  isOrdinary: boolean;
}

/** The days with their hour lines. A day with a clock change has a different scale. */
export function useRuledDays(days: readonly Day[], zone: string): readonly Ruled[] {
  return useMemo(
    () => days.map((day) => ({ day, lines: hourLines(day, zone), isOrdinary: isOrdinary(day, zone) })),
    [days, zone],
  );
}

/** `9:00`, or `9 AM`. */
function useFormatHour(): (ms: number) => string {
  const { locale, zone, hour12 } = useSettings();
  return useMemo(() => {
    const style = hour12 ? ({ hourCycle: "h12" } as const) : ({ hourCycle: "h23", minute: "2-digit" } as const);
    const format = new Intl.DateTimeFormat(locale, { hour: "numeric", timeZone: zone, ...style });
    return (ms) => format.format(ms);
  }, [locale, zone, hour12]);
}

interface Props {
  ruled: readonly Ruled[];
  hourHeight: number;
  now: number;
}

/** The hours beside the days, taken from the first day without a clock change, or else from the first day. */
export const HourScale = memo(function HourScale({ ruled, hourHeight }: Omit<Props, "now">) {
  const formatHour = useFormatHour();
  const scale = ruled.find((each) => each.isOrdinary) ?? ruled[0];
  return (
    <div className={`small ${classes.scale}`} aria-hidden>
      {scale?.lines.slice(1).map((ms) => (
        <span key={ms} style={{ top: toRem(heightOf(scale.day, ms, hourHeight)) }}>
          {formatHour(ms)}
        </span>
      ))}
    </div>
  );
});

/** The background of the days: hour lines, the missing part of a short day, and the current time. */
export const DayColumns = memo(function DayColumns({ ruled, hourHeight, now }: Props) {
  const formatHour = useFormatHour();
  const isScaleOrdinary = ruled.some((each) => each.isOrdinary);
  return (
    <div className={classes.columns} aria-hidden>
      {ruled.map(({ day, lines, isOrdinary: isPlain }) => (
        <div key={day.day} className={classes.column}>
          <div className={classes.ruled} style={{ height: toRem(heightOf(day, day.to, hourHeight)) }}>
            {lines.map((ms) => (
              <i key={ms} className={classes.line} style={{ top: toRem(heightOf(day, ms, hourHeight)) }}>
                {!isPlain && isScaleOrdinary && formatHour(ms)}
              </i>
            ))}
            {now >= day.from && now < day.to && (
              <i data-now className={classes.now} style={{ top: toRem(heightOf(day, now, hourHeight)) }} />
            )}
          </div>
        </div>
      ))}
    </div>
  );
});
