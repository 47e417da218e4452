import type { ToolContext, Question } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { hashOf, seal, unseal } from "./signer.ts";

const lifeMs = 15 * 60_000;

/** A write that a tool intends to make. */
export interface Intent {
  tool: string;
  /** Everything that determines what will be written, including the versions that will be replaced. */
  what: unknown;
}

/** The fields of a result that say how to make the write that it shows. */
export type Permit = ReturnType<typeof permit>;

/** Tells the model how to use a permit. */
export const showFirst =
  "Nothing has been written yet. Show this to the person; if they agree, repeat the call with the token within 15 minutes.";

/** Returns a token that permits exactly this write, for this person, once, within a quarter of an hour. */
export function permit(context: ToolContext, { tool, what }: Intent) {
  const token = seal(context, tool, lifeMs, { hash: hashOf(what) });
  return { token, token_expires_at: new Date(context.nowMs + lifeMs).toISOString() };
}

/** Throws unless the token permits this write. The message says what differs. */
function demandPermit(context: ToolContext, { tool, what }: Intent, token: string): void {
  const { hash } = unseal(context, tool, token, {
    unknown: `Nothing was written. This token is not one for ${tool}. Use the token exactly as it was returned.`,
    foreign: "Nothing was written. This token belongs to someone else. Make a draft with the current key.",
    expired: "Nothing was written. This token has expired; it is valid for 15 minutes. Repeat the call without it.",
  });
  if (hash !== hashOf(what))
    throw new ToolError(
      "Nothing was written. The token is for other arguments, or the data has changed in the meantime. Repeat the call without it, show the person the new result, and send exactly the same arguments again.",
    );
}

/**
 * Asks before anything is written. A client that can ask its user gets a question, which it answers in a repeated call.
 * For other clients, the first call returns a token that the second call must contain. Returns the token that permits
 * the write, or the reply with the question or the token.
 */
export function askFirst(
  context: ToolContext,
  intent: Intent,
  { token, question }: { token: string | undefined; question: string },
): { permitted: string } | { ask: Question } | { preview: Permit } {
  const { person } = context;
  if (person.canBeAsked) {
    if (person.answer === "decline")
      throw new ToolError("The person declined. Nothing was written. Ask them what they want instead.");
    if (person.answer === "accept" && person.state !== undefined) {
      demandPermit(context, intent, person.state);
      return { permitted: person.state };
    }
    return { ask: { question, state: permit(context, intent).token } };
  }
  if (token === undefined) return { preview: permit(context, intent) };
  demandPermit(context, intent, token);
  return { permitted: token };
}

/**
 * Returns the Idempotency-Key of a permitted write, so that it is written only once, however often the call is
 * repeated.
 */
export const keyOf = (permitted: string): string => `mcp-${hashOf(permitted)}`;
