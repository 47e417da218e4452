import { timesheetRequests } from "#test/worlds/timesheet-requests.ts";
import type { ChangeCase, Row } from "./change-cases.ts";

const undecided = { decided_at: null, decided_by: null };
const submitted: Row = { status: "open", submitted_at: null, submitted_by: null };
const approved: Row = { status: "submitted", revision: 0, statement_hash: null, ...undecided };

type Action = `timesheet.${"submitted" | "withdrawn" | "approved" | "rejected" | "reopened"}`;

function oneOf(operation: string, action: Action, previous: () => Row): ChangeCase {
  return { operation, name: "one", expected: [{ action, table: "timesheets", previous }] };
}

/** Reads the time of the approval first, because the previous values of a reopened timesheet contain it. */
function reopened(operation: "reopenTimesheet" | "reopenTimesheets"): ChangeCase {
  let decidedAt: string;
  return {
    ...oneOf(operation, "timesheet.reopened", () => ({ status: "approved", note: null, decided_at: decidedAt })),
    prepare: async (caller) => {
      const request = await timesheetRequests[operation](caller);
      const id = "ids" in request ? request.ids.id : request.body.timesheets[0]?.id;
      decidedAt = (await caller.get(`/v1/timesheets/${id}`)).json.decidedAt;
      return request;
    },
  };
}

export const timesheetChangeCases: ChangeCase[] = [
  oneOf("submitTimesheet", "timesheet.submitted", () => submitted),
  oneOf("submitTimesheets", "timesheet.submitted", () => submitted),
  oneOf("withdrawTimesheet", "timesheet.withdrawn", () => ({ status: "submitted" })),
  oneOf("approveTimesheet", "timesheet.approved", () => approved),
  oneOf("approveTimesheets", "timesheet.approved", () => approved),
  oneOf("rejectTimesheet", "timesheet.rejected", () => ({ status: "submitted", note: null, ...undecided })),
  reopened("reopenTimesheet"),
  reopened("reopenTimesheets"),
];
