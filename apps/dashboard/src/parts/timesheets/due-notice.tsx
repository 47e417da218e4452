import { lazy } from "react";
import { useMe } from "#api/queries.ts";
import { Part } from "#ui/dialog/part.tsx";

const DueTimesheets = lazy(() => import("./due-timesheets.tsx").then((m) => ({ default: m.DueTimesheets })));

/** The notice about the person's timesheets, which is loaded only in organizations with approvals. */
export function DueNotice() {
  const { scopes, organization } = useMe();
  if (!scopes.includes("time-entries:write") || (organization.approvals ?? null) === null) return null;
  return (
    <Part>
      <DueTimesheets />
    </Part>
  );
}
