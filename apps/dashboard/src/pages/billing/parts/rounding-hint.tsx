import { Fragment } from "react";
import { Link } from "wouter";
import { useProjects } from "#api/queries.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { findInexact, type Sums } from "./find-inexact.ts";

/** Says where hours × price differs from the amount, and which rounding avoids it. Billed time isn't rounded again. */
export function RoundingHint({ sums, isBilled = false }: { sums: readonly Sums[]; isBilled?: boolean }) {
  const words = useBillingWords();
  const inexact = findInexact(sums, useProjects());
  if (inexact.length === 0) return null;
  return (
    <p className="dim apart">
      {words.inexact}{" "}
      {inexact.map(({ projectId, name }, at) => (
        <Fragment key={projectId}>
          {at > 0 && ", "}
          <Link href={`/projects/${projectId}`}>{name}</Link>
        </Fragment>
      ))}
      . {isBilled ? words.roundNext : words.roundNow}{" "}
      {!isBilled && <Link href="/rates?recompute=reround">{words.roundAgain}</Link>}
    </p>
  );
}
