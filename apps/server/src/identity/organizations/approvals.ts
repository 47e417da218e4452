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
 * The wanted approvals, completed with the defaults. Keys are in the order of jsonb, so a stored value and an equal
 * wanted one have the same text.
 */
export function toApprovals(
  wanted: (Pick<Approvals, "period" | "from"> & Partial<Approvals>) | null,
): Approvals | null {
  if (wanted === null) return null;
  const { period, from, ownApproval = false, graceMinutes = 5 } = wanted;
  return { from, period, ownApproval, graceMinutes };
}
