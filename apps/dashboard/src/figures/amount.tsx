import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useMe } from "#api/queries.ts";
import { hasRate, newestRatesQuery } from "#api/rates-of.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import classes from "./amount.module.css";

interface Props {
  /** In minor units. */
  minor: number | undefined;
  /** The seconds without an applicable rate. */
  secondsWithoutRate: number | undefined;
  isCost?: boolean;
  /** Whether the total of the table says that rates are missing. */
  isPart?: boolean;
  children: ReactNode;
}

/**
 * An amount, with the time to which no rate applied. If none applied at all, shows only the time, because zero would
 * look like a price.
 */
export function Amount(props: Props) {
  const { minor = 0, secondsWithoutRate = 0, isCost = false, isPart = false, children } = props;
  const { shell } = useText();
  const format = useFormat();
  if (secondsWithoutRate === 0) return children;
  const time = format.duration(secondsWithoutRate);
  const without = isCost ? shell.withoutCostRate(time) : shell.withoutRate(time);
  if (minor > 0)
    return (
      <>
        {children}
        <RatesLink className={classes.without}>{without}</RatesLink>
      </>
    );
  return isPart ? <span title={without}>–</span> : <NoAmount isCost={isCost} without={without} />;
}

/** Says that no rate is set only if there is none: older entries have none even if there is a rate now. */
function NoAmount({ isCost, without }: { isCost: boolean; without: string }) {
  const { shell } = useText();
  const canSeeRates = useMe().scopes.includes("costs:read");
  const { data } = useQuery({ ...newestRatesQuery, enabled: canSeeRates });
  const isSet = data === undefined || hasRate(data, isCost ? "cost" : "billable");
  return <RatesLink>{isSet ? without : isCost ? shell.noCostRate : shell.noRate}</RatesLink>;
}

function RatesLink({ className, children }: { className?: string | undefined; children: string }) {
  if (!useMe().scopes.includes("costs:read")) return <span className={className}>{children}</span>;
  return (
    <Link href="/rates" className={className}>
      {children}
    </Link>
  );
}
