import { ApiError, ConnectionError } from "@stint/sdk";
import type { Catalogue } from "#i18n/catalogue.ts";
import { brokenRules, type EntryRule } from "./entry-rule.ts";

/**
 * The message for a failed call: what is wrong and how to fix it. Falls back to the server's text if the catalogue has
 * none.
 */
export function explainError(error: unknown, text: Catalogue): string {
  if (error instanceof ConnectionError) return text.account.serverSilent;
  if (!(error instanceof ApiError)) return String(error);
  const rules = brokenRules(error);
  if (rules.length > 0) return explainRules(rules, text);
  const { code, detail } = error;
  if (code === undefined) return detail;
  return text.refusals.replies[code] ?? text.refusals.repliesWith[code]?.(detail) ?? detail;
}

/** Explains a refused write that is stored on the device. */
export function explainRefusal(
  { rules = [] }: { rules?: readonly EntryRule[] | undefined },
  error: string,
  text: Catalogue,
  /** Whether the person is allowed to give a reason for writing late. */
  canExcuse: boolean,
): string {
  return rules.length > 0 ? explainRules(rules, text, canExcuse) : error;
}

function explainRules(rules: readonly EntryRule[], { entries }: Catalogue, canExcuse = false): string {
  const refusals = canExcuse ? { ...entries.ruleRefusals, latestDays: entries.lateRefusal } : entries.ruleRefusals;
  return rules.map((rule) => refusals[rule]).join(" ");
}

/** Maps the names of form fields to their error messages. */
export function fieldErrors(error: unknown, { refusals }: Catalogue): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.errors.map(({ pointer, code, message }) => [
      pointer.slice(1),
      refusals.fields[code] ?? refusals.fieldsWith[code]?.(message) ?? message,
    ]),
  );
}
