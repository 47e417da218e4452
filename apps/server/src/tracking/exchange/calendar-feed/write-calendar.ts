export interface CalendarHead {
  name: string;
  description: string | undefined;
}

export interface CalendarEvent {
  uid: string;
  sequence: number;
  startsAtMs: number;
  /** 0 for an entry without a duration. */
  seconds: number;
  createdAtMs: number;
  modifiedAtMs: number;
  isCancelled: boolean;
  summary: string;
  description: string;
  categories: readonly string[];
}

const productId = "-//Stint//Calendar feed//EN";
const octetsPerLine = 75;

export function writeHead({ name, description }: CalendarHead): string {
  // Writes NAME (RFC 7986) and the older X-WR-CALNAME, because most programs read only the latter.
  const names = textLine("NAME", name) + textLine("X-WR-CALNAME", name);
  const about =
    description === undefined ? "" : textLine("DESCRIPTION", description) + textLine("X-WR-CALDESC", description);
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:${productId}\r\nCALSCALE:GREGORIAN\r\n${names}${about}REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n`;
}

export const calendarEnd = "END:VCALENDAR\r\n";

export function writeEvent(event: CalendarEvent): string {
  const { startsAtMs, seconds } = event;
  const modified = utc(event.modifiedAtMs);
  const end = seconds > 0 ? `DTEND:${utc(startsAtMs + seconds * 1000)}\r\n` : "";
  // DTSTAMP is the time of the last change, as RFC 5545 §3.8.7.2 requires without a METHOD; this also keeps the bytes
  // stable. TRANSP is TRANSPARENT, because recorded time does not make anyone busy.
  let text = `BEGIN:VEVENT\r\nUID:${event.uid}\r\nDTSTAMP:${modified}\r\nDTSTART:${utc(startsAtMs)}\r\n${end}CREATED:${utc(event.createdAtMs)}\r\nLAST-MODIFIED:${modified}\r\nSEQUENCE:${event.sequence}\r\nSTATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}\r\nTRANSP:TRANSPARENT\r\n`;
  text += textLine("SUMMARY", event.summary);
  if (event.description !== "") text += textLine("DESCRIPTION", event.description);
  // Writes one line per category. In a list, common parsers misread a category's trailing backslash as escaping the
  // comma.
  for (const category of event.categories) text += textLine("CATEGORIES", category);
  return `${text}END:VEVENT\r\n`;
}

function textLine(name: string, text: string): string {
  return `${fold(`${name}:${escapeText(text)}`)}\r\n`;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/**
 * Formats an instant in whole seconds, because the format has no fractions. Several times faster than slicing
 * `toISOString`.
 */
function utc(ms: number): string {
  const at = new Date(ms);
  const day = `${at.getUTCFullYear()}${twoDigits[at.getUTCMonth() + 1]}${twoDigits[at.getUTCDate()]}`;
  return `${day}T${twoDigits[at.getUTCHours()]}${twoDigits[at.getUTCMinutes()]}${twoDigits[at.getUTCSeconds()]}Z`;
}

/** Escapes TEXT (RFC 5545 §3.3.11). Escapes other Unicode line breaks too, because some programs end the line there. */
export function escapeText(text: string): string {
  // Fast path for text without a backslash, semicolon, comma, control character or line break.
  if (/^[ -+\--:<-[\]-~\u00a0-\u2027\u202a-\uffff]*$/.test(text)) return text;
  const escaped = text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, "\\n");
  return /^[ -~\u00a0-\uffff]*$/.test(escaped) ? escaped : escaped.replaceAll(/[^\P{Cc}\t]/gu, "");
}

/** Folds a long line (RFC 5545 §3.1): each continuation line begins with a space. Never splits a character. */
export function fold(line: string): string {
  // Fast path: a UTF-16 unit takes at most three octets, so this line is short enough.
  if (line.length * 3 <= octetsPerLine) return line;
  const octets = Buffer.byteLength(line);
  if (octets <= octetsPerLine) return line;
  return octets === line.length ? foldAscii(line) : foldCharacters(line);
}

function foldAscii(line: string): string {
  let folded = line.slice(0, octetsPerLine);
  for (let at = octetsPerLine; at < line.length; at += octetsPerLine - 1)
    folded += `\r\n ${line.slice(at, at + octetsPerLine - 1)}`;
  return folded;
}

function foldCharacters(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > octetsPerLine) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
