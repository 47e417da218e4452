import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import classes from "./amount.module.css";

interface Props {
  /** In minor units. */
  minor: number | undefined;
  /** The seconds without an applicable rate. */
  secondsWithoutRate: number | undefined;
  isCost?: boolean;
  children: ReactNode;
}

/**
 * An amount, with the time for which no rate applies. If no rate applied at all, shows only the time, because zero
 * would look like a price.
 */
export function Amount({ minor = 0, secondsWithoutRate = 0, isCost = false, children }: Props) {
  const text = useText();
  const format = useFormat();
  const { shell } = text;
  if (secondsWithoutRate === 0) return children;
  if (minor === 0) return <Link href="/rates">{isCost ? shell.noCostRate : shell.noRate}</Link>;
  const time = format.duration(secondsWithoutRate);
  return (
    <>
      {children}
      <Link href="/rates" className={classes.without}>
        {isCost ? shell.withoutCostRate(time) : shell.withoutRate(time)}
      </Link>
    </>
  );
}
