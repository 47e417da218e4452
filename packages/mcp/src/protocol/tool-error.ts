import { ApiError, type Me, type StintError } from "@stint/sdk";
import type { ToolContext } from "./tool.ts";
import { clean, quote } from "#src/text/mark.ts";

/** An error whose message is for the model: what is wrong, and what to do next. */
export class ToolError extends Error {}

/** How a person gives a program more scopes. */
const moreScopes =
  "If the person's role has it, the person can add it to a connected program in the dashboard under Settings, API keys, Connected programs, or make another API key. whoami lists the present scopes.";

export const lackingScopes = ({ scopes }: Me, needed: readonly string[]): string[] =>
  needed.filter((scope) => !(scopes as string[]).includes(scope));

/**
 * Throws if the caller lacks a scope that the tool, or a part of it, needs. Nothing else here compares scopes, but the
 * API checks them again.
 */
export function demandScopes({ me }: ToolContext, part: string, ...needed: string[]): void {
  const missing = lackingScopes(me, needed).join(" and ");
  if (missing !== "")
    throw new ToolError(
      `${part} needs ${missing}, which this connection, this key or the role ${me.role} lacks. ${moreScopes}`,
    );
}

const advice: Record<number, string> = {
  401: "The API key is missing, revoked or expired. Ask the person for a new one.",
  403: `Someone with another role may be permitted to do it. If a scope is missing: ${moreScopes}`,
  404: "Look it up again with find_projects or list_time.",
  409: "Nothing was written.",
  412: "It was changed in the meantime. Read it again with list_time, and repeat the change if it is still wanted.",
  413: "Send fewer entries at once.",
  422: "Nothing was written. Correct the values.",
  500: "The server failed. Nothing was written.",
  503: "The server is busy. Try again in a moment.",
};

export const tooOld = (lacks: string): string =>
  `The server runs an older version of Stint, which has no ${lacks}. Only its operator can update it.`;

/** Turns an API error into a tool error. Quotes the API's message, because it may repeat text that people wrote. */
export function explain(error: StintError): ToolError {
  if (!(error instanceof ApiError))
    return new ToolError(
      error.mayHaveHappened
        ? "The server did not reply. It may have written anyway: check with list_time before you repeat the call."
        : "The server did not reply. Try again in a moment.",
    );
  const { status, code, detail, errors, headers } = error;
  const [, operation] = /^There is nothing at (\S+ \S+)\./.exec(detail) ?? [];
  const lacks =
    operation ?? errors.find((each) => /^unknown_(field|parameter)$/.test(each.code))?.pointer.replace("/", "");
  if (lacks !== undefined) return new ToolError(tooOld(clean(lacks, 120)));
  // The detail of a single error repeats it, except where it counts the entries of a batch.
  const places = errors
    .filter(({ message }) => !detail.includes(message))
    .slice(0, 5)
    .map(({ pointer, message }) => `${clean(pointer, 80)}: ${quote(message, 200)}`);
  const wait = headers.get("retry-after");
  const next = status === 429 ? `Wait ${clean(wait ?? "a few", 10)} s, then repeat it.` : (advice[status] ?? "");
  const reason = `Stint refused this (${status}${code === undefined ? "" : ` ${code}`}): ${quote(detail, 400)}.`;
  return new ToolError([reason, ...places, next].filter((part) => part !== "").join(" "));
}
