import { systemZone } from "#platform/time.ts";
import pino from "pino";

interface Entry {
  time: string;
  level: number;
  msg?: string;
  err?: { message: string; stack: string };
  [fact: string]: unknown;
}

interface RequestEntry extends Entry {
  method: string;
  route: string;
  status: number;
  ms: number;
}

/** Converts a line of the JSON log to readable text; undefined if its level is below `least`. */
export function toTextLine(json: string, least: number): string | undefined {
  const entry = JSON.parse(json) as Entry;
  const level = isRequest(entry) ? levelOf(entry) : entry.level;
  if (level < least) return undefined;
  const label = (pino.levels.labels[level] ?? String(level)).padEnd(5);
  return `${localTime(entry.time)} ${label} ${printable(isRequest(entry) ? describeRequest(entry) : describe(entry))}\n`;
}

function isRequest(entry: Entry): entry is RequestEntry {
  return entry.msg === "request" && typeof entry["status"] === "number";
}

function levelOf({ level, status }: RequestEntry): number {
  return status >= 500 ? 50 : status >= 400 ? 40 : level;
}

/** Shows the route rather than the path, because paths and queries may contain tokens. */
function describeRequest({ method, route, status, ms }: RequestEntry): string {
  return `${method} ${route === "unknown" ? "(unknown address)" : route} ${status} ${ms} ms`;
}

function describe({ time: _time, level, msg, err, ...facts }: Entry): string {
  const fault = err === undefined ? "" : level >= 50 ? `\n${err.stack}` : `: ${err.message}`;
  const named = Object.entries(facts).map(
    ([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${[msg ?? "", ...named].filter((part) => part !== "").join(" ")}${fault}`;
}

function localTime(iso: string): string {
  const local = Temporal.Instant.from(iso).toZonedDateTimeISO(systemZone()).toPlainDateTime();
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}

/** Indents continuation lines, and escapes terminal control characters, because messages quote clients. */
function printable(text: string): string {
  return text
    .replaceAll(/\r?\n/g, "\n  ")
    .replaceAll(/[^\P{C}\n]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
