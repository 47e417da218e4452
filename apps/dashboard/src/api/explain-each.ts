import type { ApiError } from "@stint/sdk";
import type { Catalogue } from "#i18n/catalogue.ts";
import { rulesIn } from "./entry-rule.ts";
import { explainField, explainRules } from "./explain-error.ts";

type FieldError = ApiError["errors"][number];

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
