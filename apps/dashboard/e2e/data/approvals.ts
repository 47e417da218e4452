import type { Timesheet } from "@stint/sdk";
import type { Person } from "../page/journey.ts";
import type { Colleague } from "./colleague.ts";

/** The first day of this month. */
export const month = Temporal.Now.plainDateISO("UTC").with({ day: 1 });

/** Turns approvals on, with monthly timesheets. */
export async function turnOn(
  { stint }: Person,
  more: { ownApproval?: boolean; graceMinutes?: number } = {},
): Promise<void> {
  const from = month.subtract({ months: 12 }).toString();
  await stint.organization.update({ approvals: { period: "month", from, ...more } });
}

/** The colleague's timesheet for this month. */
export async function sheetOf({ stint }: Pick<Colleague, "stint">): Promise<Timesheet> {
  const { data } = await stint.timesheets.list({ userId: "me" });
  const [sheet] = data;
  if (sheet === undefined) throw new Error("a member has a timesheet of this month");
  return sheet;
}

export async function submit(colleague: Colleague): Promise<Timesheet> {
  return colleague.stint.timesheets.submit((await sheetOf(colleague)).id);
}

export async function statusOf(colleague: Colleague): Promise<Timesheet["status"]> {
  return (await sheetOf(colleague)).status;
}
