import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import classes from "./amount.module.css";

interface Props {
  /** In minor units. */
  minor: number | undefined;
  /** The seconds to which no rate applied. */
  secondsWithoutRate: number | undefined;
  isCost?: boolean;
  /** Whether the total of the table says that rates are missing. */
  isPart?: boolean;
  children: ReactNode;
}

/**
 * An amount, with the time to which no rate applied. If no rate applied at all, shows only the time, because zero would
 * look like a price. Never says that no rate is set: the entries may be older than the rate.
 */
export function Amount({ minor = 0, secondsWithoutRate = 0, isCost = false, isPart = false, children }: Props) {
  const { shell } = useText();
  const format = useFormat();
  if (secondsWithoutRate === 0) return children;
  const time = format.duration(secondsWithoutRate);
  const without = isCost ? shell.withoutCostRate(time) : shell.withoutRate(time);
  if (minor === 0) return isPart ? <span title={without}>–</span> : <RatesLink>{without}</RatesLink>;
  return (
    <>
      {children}
      <RatesLink className={classes.without}>{without}</RatesLink>
    </>
  );
}

function RatesLink({ className, children }: { className?: string | undefined; children: string }) {
  if (!useMe().scopes.includes("costs:read")) return <span className={className}>{children}</span>;
  return (
    <Link href="/rates" className={className}>
      {children}
    </Link>
  );
}
