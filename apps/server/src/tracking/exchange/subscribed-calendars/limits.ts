import { dayMs } from "#platform/days.ts";

/** Events are read from `pastMs` before now until `futureMs` after now. */
export const pastMs = 92 * dayMs;
export const futureMs = 32 * dayMs;

/** Larger files are refused. Many times the size of any calendar that a person keeps. */
export const maxBytes = 25_000_000;
/** How many bytes all reads together may hold in memory. Small calendars are read even beyond this limit. */
export const maxHeldBytes = 4 * maxBytes;
export const smallBytes = 2_000_000;

/** Most reads only wait for other servers, so many slow ones can run without delaying the rest. */
export const reading = { ofEach: 8, inAll: 40, maxWaiting: 20 };
/** The reads that no person waits for leave a quarter to people. */
export const dueReads = { ofEach: (reading.ofEach * 3) / 4, inAll: (reading.inAll * 3) / 4 };

/** The limits of a calendar's events in memory and in the dashboard; the nearest to today are kept. */
export const maxEvents = 2_000;
export const maxDays = 300;
