import type { StreamedEvent } from "@stint/sdk";
import { useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { JsonBlock } from "#ui/text/json-block.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { type Option, Select } from "#ui/fields/select.tsx";
import { useEventTypes } from "./parts/event-types.ts";
import { useWebhookWords } from "./parts/use-webhook-words.ts";
import { WebhooksFrame } from "./webhooks-frame.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { joinFacts } from "#i18n/formats/join-facts.ts";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { useParam } from "#screen/use-param.ts";

/** The number of events kept on the screen. */
const shownEvents = 200;

export function LivePage() {
  return (
    <WebhooksFrame
      call={{
        operation: "events.stream",
        query: useEventQuery(),
        isList: true,
      }}
    >
      <Live />
    </WebhooksFrame>
  );
}

type EventType = Exclude<StreamedEvent["type"], "webhook.test">;
type State = "connecting" | "open" | "paused";

/** The query for the event type in the URL. */
function useEventQuery(): { types?: EventType } {
  const type = useSearchParams()[0].get("types") ?? "";
  return useMemo(() => (type === "" ? {} : { types: type as EventType }), [type]);
}

/** The events as they happen, newest first, until they are paused. */
function useLiveEvents(type: string) {
  const [state, setState] = useState<State>("connecting");
  const [events, setEvents] = useState<readonly StreamedEvent[]>([]);
  const [error, setError] = useState<unknown>();
  // The cursor at which the stream resumes after a pause, so that no event is missed.
  const cursor = useRef<{ type: string; id: string }>(undefined);
  const isPaused = state === "paused";
  const query = useEventQuery();

  useEffect(() => {
    if (isPaused) return undefined;
    const ender = new AbortController();
    setError(undefined);
    const listen = async () => {
      if (cursor.current?.type !== type) {
        const { resumeCursor = "" } = await stint.events.list({ ...query, cursor: "now" });
        cursor.current = { type, id: resumeCursor };
      }
      const stream = stint.events.stream({
        ...query,
        lastEventId: cursor.current.id,
        signal: ender.signal,
        onOpen: () => setState("open"),
      });
      for await (const event of stream) {
        cursor.current = { type, id: event.cursor };
        setEvents((before) => [event, ...before].slice(0, shownEvents));
      }
    };
    listen().catch((failure: unknown) => {
      if (!ender.signal.aborted) setError(failure);
    });
    return () => ender.abort();
  }, [type, query, isPaused]);

  return { events, state, error, clear: () => setEvents([]), setState };
}

function Live() {
  const text = useText();
  const words = useWebhookWords();
  const types = useEventTypes().data ?? [];
  const [type, setType] = useParam("types");
  const { events, state, error, clear, setState } = useLiveEvents(type);
  const isPaused = state === "paused";

  const said = { connecting: words.liveConnecting, open: words.liveWaiting, paused: words.livePaused }[state];
  return (
    <>
      <p className="dim">{words.liveLead}</p>
      <div className="between apart">
        <Select
          label={words.typeFilter}
          value={type}
          options={[
            ["", words.anyType],
            ...types.filter(({ type: each }) => each !== "webhook.test").map(({ type: each }): Option => [each, each]),
          ]}
          onChange={(value) => {
            clear();
            setType(value);
          }}
        />
        <div className="buttons">
          <Button disabled={events.length === 0} onClick={clear}>
            {words.clear}
          </Button>
          <Button onClick={() => setState(isPaused ? "connecting" : "paused")}>
            {isPaused ? words.goOn : words.pause}
          </Button>
        </div>
      </div>
      <p role="status" className="dim note apart">
        {error === undefined && (events.length === 0 || isPaused) ? said : ""}
      </p>
      <ErrorLine>{error === undefined ? "" : explainError(error, text)}</ErrorLine>
      <Rows label={words.live}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </Rows>
    </>
  );
}

function EventRow({ event }: { event: StreamedEvent }) {
  const words = useWebhookWords();
  const { moment } = useFormat();
  const { cursor: _cursor, ...body } = event;
  const { id } = event.data.object as { id?: string };
  return (
    <ListRow>
      <b>{event.type}</b>
      <p className="dim">{joinFacts(moment(event.timestamp), id)}</p>
      <Disclosure summary={words.body}>
        <JsonBlock label={words.bodyOf(event.type)} value={body} />
      </Disclosure>
    </ListRow>
  );
}
