import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dateAt } from "#platform/days.ts";
import type { Caller } from "./test-app.ts";

let shared: Promise<string> | undefined;

/** Returns the URL of a calendar with a half-hour meeting now and a holiday today. */
function calendarAddress(): Promise<string> {
  return (shared ??= serve());
}

async function serve(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/calendar", connection: "close" }).end(writeCalendar());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // All tests of the process share the server, so it must not keep the process alive.
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/private-7c1f/basic.ics`;
}

function writeCalendar(): string {
  const start = `${new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, "")}00Z`;
  const today = dateAt(Date.now(), "UTC").replaceAll("-", "");
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    "UID:meeting",
    "SUMMARY:Zahnarzt 4711",
    `DTSTART:${start}`,
    "DURATION:PT30M",
    "END:VEVENT",
    "BEGIN:VEVENT",
    "UID:holiday",
    "SUMMARY:Founders' day",
    `DTSTART;VALUE=DATE:${today}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** Subscribes a session to the calendar. Returns the subscription's id. */
export async function newSubscribedCalendar(session: Caller, address?: string): Promise<string> {
  const made = await session.post("/v1/me/calendars", { name: "Work", address: address ?? (await calendarAddress()) });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

const subscribed = async (caller: Caller) => newSubscribedCalendar(await caller.world.newSession(caller));

export const calendarRequests = {
  listSubscribedCalendars: async (caller: Caller) => {
    await subscribed(caller);
    return {};
  },
  subscribeToCalendar: async () => ({ body: { name: "Work", address: await calendarAddress() } }),
  unsubscribeFromCalendar: async (caller: Caller) => ({ ids: { id: await subscribed(caller) } }),
  listCalendarEvents: async (caller: Caller) => {
    await subscribed(caller);
    return {};
  },
};
