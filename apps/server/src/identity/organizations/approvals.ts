/** The settings for submitting and approving timesheets. */
export interface Approvals {
  period: "week" | "month";
  /** A day in the first period for which timesheets are submitted. */
  from: string;
  /** Whether approvers may approve or reject their own timesheets. */
  ownApproval: boolean;
  /** How long an approver may undo an approval without a note. */
  graceMinutes: number;
}

/**
 * Adds the defaults. Sorts the keys as jsonb does, so equal settings have the same JSON text, whether stored or new.
 */
export function toApprovals(
  wanted: (Pick<Approvals, "period" | "from"> & Partial<Approvals>) | null,
): Approvals | null {
  if (wanted === null) return null;
  const { period, from, ownApproval = false, graceMinutes = 5 } = wanted;
  return { from, period, ownApproval, graceMinutes };
}
