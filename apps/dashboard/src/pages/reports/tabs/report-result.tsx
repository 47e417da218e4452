import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ListState } from "#ui/list/list-state.tsx";
import { Panel } from "#ui/panel.tsx";
import { type DownloadProps, Downloads } from "./downloads.tsx";
import { RuleNote, type RuleProps } from "./rule-note.tsx";

interface Props extends DownloadProps, Omit<RuleProps, "range"> {
  query: Pick<UseQueryResult, "data" | "error" | "isPending" | "isFetching" | "refetch">;
  title: string;
  /** Replaces the title as the name of the region. */
  label?: string;
  /** Shown instead of the report if nothing matches. */
  empty: string | false | undefined;
  /** Shown above the table. */
  above?: ReactNode;
  /** The table. */
  children: ReactNode;
}

/** A report as soon as it has loaded: its table, which can be downloaded, and how its figures are calculated. */
export function ReportResult(props: Props) {
  const { query, title, label, empty, above, children, kind, range, ask, call, ...rule } = props;
  const isRead = query.data !== undefined;
  return (
    <>
      {isRead && !empty && (
        <>
          {above}
          <Panel
            title={title}
            label={label}
            isBusy={query.isFetching}
            isLong
            aside={<Downloads kind={kind} range={range} ask={ask} call={call} />}
          >
            {children}
          </Panel>
        </>
      )}
      <ListState query={query} shape={kind === "summary" ? "chart" : "table"} empty={empty} />
      {isRead && <RuleNote {...rule} range={range} />}
    </>
  );
}
