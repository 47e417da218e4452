import { useState } from "react";
import { clock, stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";
import { stopTimer } from "#api/stop-timer.ts";
import { ClockField } from "#parts/fields/clock-field.tsx";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { clockMinutesOf, dayOf } from "#time/zoned.ts";
import { atClock } from "@stint/grammar/zone.ts";
import { announce } from "#ui/announce.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { RadioGroup } from "#ui/fields/checkbox.tsx";
import { wholeMinutes } from "#time/running-seconds.ts";
import { useSheetWords } from "./use-sheet-words.ts";

/** A member's running timer. */
export interface Running {
  userId: string;
  name: string;
  startedAt: string;
}

interface Props extends Running {
  onClose: () => void;
}

const workMs = 8 * 3_600_000;

/** Stops a member's timer at eight hours, now, or at a chosen time. */
export function StopTimerDialog({ userId, name, startedAt, onClose }: Props) {
  const words = useSheetWords();
  const format = useFormat();
  const { zone } = useSettings();
  const [now] = useState(() => clock.now());
  const start = Date.parse(startedAt);
  const evening = start + workMs;
  const hasEvening = evening < now;
  const [way, setWay] = useState(hasEvening ? "evening" : "now");
  const [chosen, setChosen] = useState(Math.min(now, evening));
  const length = (end: number) => format.duration(wholeMinutes(start, end));
  const endedAt = way === "evening" ? evening : chosen;
  const isWrong = way === "time" && (chosen <= start || chosen > now);
  return (
    <FormDialog
      title={words.stopTitle(name)}
      submit={words.stop}
      onSend={async () => {
        if (isWrong) return false;
        await stopTimer(stint, userId, startedAt, way === "now" ? undefined : new Date(endedAt));
        announce(words.stopped(name));
        await refresh("timesheets");
        return true;
      }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>{words.runningSince(format.moment(startedAt), length(now))}</p>
          <RadioGroup
            label={words.stopWhen}
            value={way}
            error={errorOf("endedAt")}
            options={[
              ...(hasEvening
                ? [["evening", words.stopAfterWork(format.moment(new Date(evening).toISOString()))] as const]
                : []),
              ["now", words.stopNow],
              ["time", words.stopAt],
            ]}
            hints={{ evening: length(evening), now: length(now), time: way === "time" && length(chosen) }}
            onChange={setWay}
          />
          {way === "time" && (
            <div className="fields">
              <FormDateField
                label={words.stopDay}
                value={dayOf(chosen, zone)}
                min={dayOf(start, zone)}
                max={dayOf(now, zone)}
                onChange={(day) => day !== "" && setChosen(atClock(day, clockMinutesOf(chosen, zone), zone))}
              />
              <ClockField isInForm label={words.stopClock} instant={chosen} onChange={setChosen} />
              {isWrong && (
                <p role="alert" className="error">
                  {words.stopBetween(format.moment(startedAt))}
                </p>
              )}
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}
