import { Button } from "@mantine/core";
import type { SubscribedCalendar } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/client.ts";
import { explainError } from "#api/explain-error.ts";
import { queryClient } from "#api/queries.ts";
import { ConfirmDialog } from "#confirm/confirm-dialog.tsx";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useLoadingText } from "#state/use-loading-text.ts";
import { dayOf } from "#time/zoned.ts";
import { announce } from "#ui/announce.ts";
import { Section } from "#ui/form/section.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";
import { useProfileWords } from "./use-profile-words.ts";
import classes from "./profile.module.css";

const calendarsQuery = {
  queryKey: ["subscribed-calendars"],
  queryFn: async () => (await stint.me.listSubscribedCalendars()).data,
};

const mostCalendars = 5;

/** Calendars of other programs, whose events are suggestions on `/calendar`. */
export function SubscribedCalendarsSection() {
  const text = useText();
  const profile = useProfileWords();
  const loading = useLoadingText();
  const { data: calendars, error } = useQuery(calendarsQuery);
  const [isAdding, setIsAdding] = useState(false);

  /** Their events on `/calendar` follow. */
  async function refresh(): Promise<void> {
    await queryClient.invalidateQueries(calendarsQuery);
    void queryClient.invalidateQueries({ queryKey: ["calendar-events"] });
  }

  return (
    <Section title={profile.calendars} lead={profile.calendarsLead}>
      {calendars === undefined && <p>{error === null ? loading : explainError(error, text)}</p>}
      {calendars !== undefined && calendars.length > 0 && (
        <ul className={classes.sessions}>
          {calendars.map((calendar) => (
            <Calendar key={calendar.id} calendar={calendar} onRemoved={refresh} />
          ))}
        </ul>
      )}
      {calendars !== undefined && calendars.length < mostCalendars && (
        <Button variant="default" onClick={() => setIsAdding(true)}>
          {profile.addCalendar}
        </Button>
      )}
      {isAdding && <SubscribeForm onAdded={() => void refresh()} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}

function Calendar({ calendar, onRemoved }: { calendar: SubscribedCalendar; onRemoved: () => Promise<void> }) {
  const format = useFormat();
  const profile = useProfileWords();
  const { zone } = useSettings();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, name, host, readAt, error, warnings } = calendar;
  const when = `${format.day(dayOf(readAt, zone))} ${format.clock(readAt)}`;
  return (
    <li className={classes.session}>
      <div>
        <b>{name}</b>
        <p className={classes.dim}>
          {host} · {profile.calendarRead(when)}
        </p>
        {error !== null && <p className={classes.error}>{profile.calendarUnreadable(error)}</p>}
        {warnings.map((warning) => (
          <p key={warning} className={classes.dim}>
            {warning}
          </p>
        ))}
      </div>
      <Button
        variant="default"
        size="compact-md"
        aria-label={profile.removeCalendarNamed(name)}
        onClick={() => setIsRemoving(true)}
      >
        {profile.removeCalendar}
      </Button>
      {isRemoving && (
        <ConfirmDialog
          label={profile.removeCalendar}
          title={profile.removeCalendarTitle(name)}
          lead={profile.removeCalendarLead}
          onConfirm={async () => {
            await stint.me.unsubscribeFromCalendar(id);
            await onRemoved();
            announce(profile.calendarRemoved(name));
          }}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </li>
  );
}
