/** Which timesheets members submit, and who may approve them. */
export interface Approvals {
  period: "week" | "month";
  /** A day in the first period. */
  from: string;
  /** Whether approvers may decide about their own timesheets. */
  ownApproval: boolean;
  /** How long an approver may undo an approval without a note. */
  graceMinutes: number;
}

/**
 * Completes the wanted approvals with the defaults. The keys are in the order of jsonb, so equal stored and wanted
 * values have the same text.
 */
export function toApprovals(
  wanted: (Pick<Approvals, "period" | "from"> & Partial<Approvals>) | null,
): Approvals | null {
  if (wanted === null) return null;
  const { period, from, ownApproval = false, graceMinutes = 5 } = wanted;
  return { from, period, ownApproval, graceMinutes };
}
