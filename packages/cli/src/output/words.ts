import { oneLine } from "#src/context/printable.ts";
import { clockText, formatDuration } from "@stint/grammar/time-text.ts";
import { clockOf, dayOf, offsetIfRepeated } from "@stint/grammar/zone.ts";

/** Formats a duration as `1:05`, truncated to whole minutes like every duration in Stint. */
export const duration = (seconds: number): string => formatDuration(Math.max(0, seconds), "clock");

/** Formats a duration as `1:05:00`, to the second, for files. */
export const wholeDuration = (seconds: number): string =>
  `${duration(seconds)}:${String(seconds % 60).padStart(2, "0")}`;

/** `09:05`. */
export const clock = (ms: number, zone: string): string => clockText(clockOf(ms, zone));

/** `09:05`, or `02:05 UTC+1` if clocks show the time twice on that day. */
export const exactClock = (ms: number, zone: string): string => clock(ms, zone) + offsetIfRepeated(ms, zone);

const dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** `Mon 2026-03-02`. */
export const dayName = (day: string): string => `${dayNames[new Date(day).getUTCDay()]} ${day}`;

/** `Mon 2026-03-02 09:05`. */
export const dayAndClock = (ms: number, zone: string): string => `${dayName(dayOf(ms, zone))} ${clock(ms, zone)}`;

/** Formats a project and task as `Website/Build`, or as `Website` if the task is General. */
export const placeText = (project: string, task: string | null | undefined): string =>
  oneLine(!task || task === "General" ? project : `${project}/${task}`);

export const hashed = (tags: readonly string[]): string => tags.map((tag) => `#${quoted(tag)}`).join(" ");

/** Formats a description and its tags as `Review #review`, on one line. */
export const workWords = ({ description, tags }: { description: string; tags: readonly string[] }): string =>
  [oneLine(description), oneLine(hashed(tags))].filter((part) => part !== "").join(" ");

/** Quotes a name if necessary, so that the grammar can read it after `@` or `#`. */
export const quoted = (name: string): string => (/[\s@#",;]/.test(name) ? `"${name.replaceAll('"', "")}"` : name);

export const shortIdLength = 6;

/**
 * Quotes text for a shell, because names of branches and projects come from other people. A backslash stands outside the
 * quotes, because in fish it would escape the closing quote.
 */
export const shellWord = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`'\$&'`)}'`;

/** Returns the end of an id, which users type to refer to an entry. */
export const shortId = (id: string): string => id.slice(-shortIdLength);
