import type { ReactNode } from "react";
import { Link } from "wouter";
import { useReportWords } from "./use-report-words.ts";
import classes from "./reports.module.css";

/** A figure that links to its entries, or plain text if no filter selects exactly those entries. */
export function Figure({ href, children }: { href: string | undefined; children: ReactNode }) {
  const words = useReportWords();
  if (href === undefined) return <span>{children}</span>;
  return (
    <Link href={href} className={classes.figure} title={words.showEntries}>
      {children}
    </Link>
  );
}
