/** A part of a calendar that cannot be read. The message is in our words and follows a colon. */
export class TornError extends Error {}

/** Text from the file as one line that PostgreSQL can store. */
export function oneLine(text: string, maxLength: number): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.slice(0, maxLength).toWellFormed();
}

export function quote(text: string): string {
  return JSON.stringify(oneLine(text, 60));
}
