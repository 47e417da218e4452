/** What members hand in, and who may approve it. */
export interface Approvals {
  period: "week" | "month";
  /** A day in the first period. */
  from: string;
  /** Whether approvers may decide about their own timesheets. */
  ownApproval: boolean;
  /** How long an approver may take back an approval without a note. */
  graceMinutes: number;
}

/** The wanted approvals with the defaults. In the order of jsonb, so that a stored value and an equal wanted one are the same text. */
export function toApprovals(
  wanted: (Pick<Approvals, "period" | "from"> & Partial<Approvals>) | null,
): Approvals | null {
  if (wanted === null) return null;
  const { period, from, ownApproval = false, graceMinutes = 5 } = wanted;
  return { from, period, ownApproval, graceMinutes };
}
