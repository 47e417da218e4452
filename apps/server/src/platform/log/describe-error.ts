import { plainTlsText } from "#platform/text.ts";

export interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [fact: string]: unknown;
}

/** Properties of an error that never contain user input, unlike PostgreSQL's `detail`, `where` and `internalQuery`. */
const facts = ["code", "severity", "schema", "table", "column", "constraint", "errno", "syscall", "address", "port"];

/**
 * Describes an error for the log. Leaves out the values that PostgreSQL and parsers quote, because they may be
 * descriptions or secrets.
 */
export function describeError(thrown: unknown): LoggedError {
  const chain = causesOf(thrown);
  const described = chain.map((error) => ({ message: messageOf(error), stack: stackOf(error) }));
  const [first] = chain;
  return {
    type: first instanceof Error ? first.constructor.name : typeof first,
    message: described.map(({ message }) => message).join(": "),
    stack: described.map(({ stack }) => stack).join("\ncaused by: "),
    ...Object.fromEntries(facts.flatMap((name) => factOf(first, name))),
    ...(first instanceof AggregateError ? { errors: first.errors.map((error) => describeError(error)) } : {}),
  };
}

function causesOf(thrown: unknown): unknown[] {
  const chain = new Set<unknown>();
  for (let error = thrown; error !== undefined && !chain.has(error); error = (error as Error | null)?.cause)
    chain.add(error);
  return [...chain];
}

function factOf(error: unknown, name: string): [string, unknown][] {
  const value = (error as Record<string, unknown> | null | undefined)?.[name];
  return value === undefined ? [] : [[name, value]];
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "a value that is not an error was thrown";
  return quotesValues(error) ? error.message.replace(/["'“].*$/s, "…") : plainTlsText(error.message);
}

/** Whether the error's message quotes a value, as data exceptions (class 22) and `JSON.parse` do. */
function quotesValues(error: Error): boolean {
  const { code } = error as { code?: unknown };
  return error instanceof SyntaxError || (typeof code === "string" && /^22[0-9A-Z]{3}$/.test(code));
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return messageOf(error);
  const { message, stack = message } = error;
  return stack.replace(message, () => messageOf(error));
}
