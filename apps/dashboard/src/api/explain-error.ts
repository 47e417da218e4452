import { ApiError, ConnectionError, type ErrorCode } from "@stint/sdk";
import type { Catalogue } from "#i18n/catalogue.ts";
import { brokenRules, type EntryRule, rulesIn } from "./entry-rule.ts";
import { tooLarge } from "./connection/is-unreachable.ts";

type FieldError = ApiError["errors"][number];

/** An error whose message is written for the person. */
export class ExplainedError extends Error {}

/** Explains what went wrong in a failed call and how to fix it. In English, most messages are the server's. */
export function explainError(
  error: unknown,
  text: Catalogue,
  /** Whether the person is allowed to give a reason for recording time late. */
  canExcuse = false,
): string {
  if (error instanceof ConnectionError) return text.shell.serverSilent;
  if (error instanceof ExplainedError) return error.message;
  if (!(error instanceof ApiError)) return String(error);
  if (error.mayHaveHappened) return text.shell.mayBeDone;
  if (error.code === undefined && tooLarge.has(error.status)) return text.shell.tooLargeForProxy;
  const rules = brokenRules(error);
  if (rules.length > 0) return explainRules(rules, text, canExcuse);
  const { code, detail, errors } = error;
  // The English detail already explains the invalid field.
  const more = code === "validation_failed" && text.refusals.other !== undefined ? errors : [];
  return [...new Set([explainCode(code, detail, text), ...more.map((each) => explainField(each, text))])].join(" ");
}

function explainCode(code: ApiError["code"], detail: string, { refusals }: Catalogue): string {
  return (code === undefined ? undefined : refusals.replies[code]) ?? refusals.other ?? detail;
}

/** Explains a refused write that is stored on the device. */
export function explainRefusal(
  { rules = [], code }: { rules?: readonly EntryRule[] | undefined; code?: ApiError["code"] },
  error: string,
  text: Catalogue,
  /** Whether the person is allowed to give a reason for recording time late. */
  canExcuse: boolean,
): string {
  return rules.length > 0 ? explainRules(rules, text, canExcuse) : explainCode(code, error, text);
}

/**
 * Explains why the server refused a request with `count` entries. Maps each refused entry's index to the explanation.
 */
export function explainEach(errors: readonly FieldError[], count: number, text: Catalogue): Map<number, string> {
  const placeOf = ({ pointer }: FieldError) => (count === 1 ? 0 : Number(/^\/entries\/(\d+)/.exec(pointer)?.[1] ?? -1));
  const places = Map.groupBy(errors, placeOf);
  places.delete(-1);
  const explain = (own: readonly FieldError[]) => {
    const rules = rulesIn(own);
    return rules.length > 0 ? explainRules(rules, text) : own.map((error) => explainField(error, text)).join(" ");
  };
  return new Map([...places].map(([place, own]) => [place, explain(own)]));
}

function explainRules(rules: readonly EntryRule[], { entries }: Catalogue, canExcuse = false): string {
  const refusals = canExcuse ? { ...entries.ruleRefusals, latestDays: entries.lateRefusal } : entries.ruleRefusals;
  return rules.map((rule) => refusals[rule]).join(" ");
}

/** Maps the names of form fields to their error messages. */
export function fieldErrors(error: unknown, text: Catalogue): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map((each) => [each.pointer.slice(1), explainField(each, text)]));
}

/** Explains one fault of a refused call. */
export function explainField({ code, message }: Pick<FieldError, "code" | "message">, { refusals }: Catalogue): string {
  const { fields, replies, limits } = refusals;
  const sentence = fields[code] ?? replies[code as ErrorCode] ?? fields["other"];
  if (sentence === undefined) return message;
  const [, side, limit] = /\bat (least|most) (\d+)/.exec(message) ?? [];
  const ofLimit = limit === undefined ? undefined : limits[side as "least" | "most"]?.(limit);
  return ofLimit === undefined ? sentence : `${sentence} ${ofLimit}`;
}
