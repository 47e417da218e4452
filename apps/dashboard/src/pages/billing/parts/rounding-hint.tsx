import { Fragment } from "react";
import { Link } from "wouter";
import { useProjectsById } from "#api/queries.ts";
import { useBillingWords } from "#i18n/words/use-billing-words.ts";
import { findInexact, type Sums } from "./find-inexact.ts";

interface Props {
  sums: readonly Sums[];
  /** Whether hours × price is the amount of every line. */
  isExact?: boolean;
  isBilled?: boolean;
}

/** Says whether hours × price is the amount, and which rounding avoids a difference. Billed time isn't rounded again. */
export function RoundingHint({ sums, isExact = false, isBilled = false }: Props) {
  const words = useBillingWords();
  const projects = useProjectsById();
  const ids = [...new Set(findInexact(sums, projects).map(({ projectId }) => projectId))];
  if (ids.length === 0)
    return isExact ? (
      <p className="notice" data-kind="ok">
        {words.exact}
      </p>
    ) : null;
  return (
    <p className={isBilled ? "dim apart screen-only" : "notice"}>
      <span>
        {words.inexact}{" "}
        {ids.map((id, at) => (
          <Fragment key={id}>
            {at > 0 && ", "}
            <Link href={`/projects/${id}`}>{projects.get(id)?.name ?? id}</Link>
          </Fragment>
        ))}
        . {isBilled ? words.roundNext : words.roundNow}{" "}
        {!isBilled && <Link href="/rates?recompute=reround">{words.roundAgain}</Link>}
      </span>
    </p>
  );
}
