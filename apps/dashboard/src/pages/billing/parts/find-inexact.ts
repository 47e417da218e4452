import type { BillingPreview, Project } from "@stint/sdk";

export type Sums = Pick<BillingPreview["projects"][number], "projectId" | "billableSeconds" | "amountMinor">;

/** A hundredth of an hour, the unit of the hours on a bill. */
const unitSeconds = 36;

/**
 * Finds the sums for which hours × price differs from the amount, because their hours are not whole hundredths.
 * Leaves out those of projects that are already rounded to a multiple of three minutes.
 */
export function findInexact(sums: readonly Sums[], projects: ReadonlyMap<string | null, Project>): readonly Sums[] {
  const isRounded = (id: string) => {
    const minutes = projects.get(id)?.rounding?.minutes;
    return minutes !== undefined && minutes % 3 === 0;
  };
  return sums.filter(
    ({ projectId, billableSeconds, amountMinor = 0 }) =>
      amountMinor > 0 && billableSeconds % unitSeconds !== 0 && !isRounded(projectId),
  );
}
