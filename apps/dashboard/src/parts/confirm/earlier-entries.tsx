import { useMe } from "#api/queries.ts";
import type { EarlierProps } from "./past-entries.tsx";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";

const RepriceLine = apart(() => import("./past-entries.tsx").then((m) => m.RepriceLine)).show;

const filters = ["from", "to", "tz", "projectId", "taskId", "clientId", "userId"];

/**
 * Loads when it is shown, because it is rarely needed. Empty for people who may not set rates, and if `query` has
 * filters that repricing doesn't have.
 */
export function EarlierEntries(props: EarlierProps) {
  const { query, isOnDemand = false, className } = props;
  const canApply = useMe().scopes.includes("rates:write") && Object.keys(query).every((name) => filters.includes(name));
  if (!canApply) return null;
  // As high as the button, so that nothing moves when the button appears.
  const place = (
    <p className={className} aria-hidden>
      <Button isSmall disabled />
    </p>
  );
  return (
    <Part fallback={isOnDemand && place}>
      <RepriceLine {...props} />
    </Part>
  );
}
