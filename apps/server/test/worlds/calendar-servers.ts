import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { createCalendarReader } from "#tracking/exchange/subscribed-calendars/calendar-reader.ts";
import { readDueCalendars } from "#tracking/exchange/subscribed-calendars/read-due-calendars.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { newTestApp } from "./test-app.ts";
import { testSecretKey } from "./test-secret-key.ts";

/** Starts a server that replies with the status and text that the test sets. */
export async function calendarServer(t: TestContext) {
  const state = { status: 200, text: "", reads: 0, path: "", onRead: async () => {} };
  const server = createServer((request, response) => {
    state.reads++;
    state.path = request.url ?? "";
    void state.onRead().then(() => response.writeHead(state.status).end(state.text));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(state, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-xyzzy/basic.ics`,
  });
}

/** Returns the text of a calendar with one event, which has the given title and times. */
export const meeting = (title: string, ...times: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:m", `SUMMARY:${title}`, ...times, "END:VEVENT", "END:VCALENDAR", ""].join(
    "\r\n",
  );

function reader(t: TestContext) {
  const made = createCalendarReader({
    allowPrivate: true,
    userAgent: "Stint/test",
    timeoutMs: 60_000,
    computeMs: 60_000,
  });
  t.after(made.close);
  return made;
}

/**
 * Creates an app with a clock that the test controls. The database is separate, because the job reads the calendars of
 * every organization.
 */
export async function clockWorld(t: TestContext) {
  const { db } = await createDatabase();
  let nowMs = Date.parse("2026-03-02T12:00:00Z");
  const now = () => new Date(nowMs);
  const calendarReader = reader(t);
  const world = await newTestApp({ db, now, calendarReader });
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  return {
    world,
    db,
    owner,
    session: await world.newSession(owner),
    calendarReader,
    pass: (minutes: number) => (nowMs += minutes * 60_000),
    readDue: () =>
      readDueCalendars({ db, reader: calendarReader, secretKey: testSecretKey, now }, new AbortController().signal),
  };
}
