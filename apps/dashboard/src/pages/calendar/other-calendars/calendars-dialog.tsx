import type { SubscribedCalendar } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { defineQuery, refresh } from "#api/queries.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { dayOf } from "#time/zoned.ts";
import { announce } from "#ui/announce.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { Button } from "#ui/button/button.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";
import { useCalendarsWords } from "./use-calendars-words.ts";
import rows from "#ui/list/rows.module.css";

const calendarsQuery = defineQuery(
  ["subscribed-calendars"],
  async () => (await stint.me.listSubscribedCalendars()).data,
);

const maxCalendars = 5;

/** The subscriptions to other calendars, whose events are shown as suggestions. */
export function CalendarsDialog({ onClose }: { onClose: () => void }) {
  const words = useCalendarsWords();
  const query = useQuery(calendarsQuery);
  const calendars = query.data;
  const [isAdding, setIsAdding] = useState(false);
  const isPhone = useIsPhone();

  /** Refetches the calendars, then their events. */
  async function refetch(): Promise<void> {
    await refresh("subscribed-calendars");
    void refresh("calendar-events");
  }

  return (
    <Dialog title={words.title} onClose={onClose} isFullScreen={isPhone}>
      <div className="form">
        <p>{words.lead}</p>
        {calendars === undefined && <ListState query={query} shape="rows" />}
        {calendars?.length === 0 && <p className="dim">{words.none}</p>}
        {calendars !== undefined && calendars.length > 0 && (
          <ul className={`list panel lined ${rows.rows}`}>
            {calendars.map((calendar) => (
              <Calendar key={calendar.id} calendar={calendar} onRemoved={refetch} />
            ))}
          </ul>
        )}
        {calendars !== undefined && calendars.length < maxCalendars && (
          <Button onClick={() => setIsAdding(true)}>{words.add}</Button>
        )}
      </div>
      {isAdding && <SubscribeForm onAdded={() => void refetch()} onClose={() => setIsAdding(false)} />}
    </Dialog>
  );
}

function Calendar({ calendar, onRemoved }: { calendar: SubscribedCalendar; onRemoved: () => Promise<void> }) {
  const format = useFormat();
  const words = useCalendarsWords();
  const { zone } = useSettings();
  const [isRemoving, setIsRemoving] = useState(false);
  const { id, name, host, readAt, error, warnings } = calendar;
  const when = `${format.day(dayOf(readAt, zone))} ${format.clock(readAt)}`;
  return (
    <li>
      <div>
        <b>{name}</b>
        <p className="dim">
          {host} · {words.read(when)}
        </p>
        {error !== null && <p className="error">{words.unreadable(error)}</p>}
        {warnings.map((warning) => (
          <p key={warning} className="dim">
            {warning}
          </p>
        ))}
      </div>
      <Button isSmall aria-label={words.removeNamed(name)} onClick={() => setIsRemoving(true)}>
        {words.remove}
      </Button>
      {isRemoving && (
        <ConfirmDialog
          label={words.remove}
          title={words.removeTitle(name)}
          lead={words.removeLead}
          onConfirm={async () => {
            await stint.me.unsubscribeFromCalendar(id);
            await onRemoved();
            announce(words.removed(name));
          }}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </li>
  );
}
