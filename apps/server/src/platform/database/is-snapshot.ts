const form = /^([1-9]\d{0,18}):([1-9]\d{0,18}):((?:[1-9]\d{0,18}(?:,[1-9]\d{0,18})*)?)$/;

/** Whether PostgreSQL reads the text as a pg_snapshot: its numbers must not descend. */
export function isSnapshot(text: unknown): text is string {
  const [, xmin, xmax, open = ""] = form.exec(typeof text === "string" ? text : "") ?? [];
  if (xmin === undefined || xmax === undefined) return false;
  const numbers = [xmin, ...(open === "" ? [] : open.split(",")), xmax].map(BigInt);
  return (
    numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0n)) &&
    (open === "" || numbers.at(-2) !== numbers.at(-1))
  );
}
