import { may, seesAllProjects } from "#identity/access.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { texts } from "#texts/texts.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { dayName, nameIn } from "#tracking/notices/kind/formats.ts";
import { type Kind, noticeOf } from "#tracking/notices/kind/kind.ts";

/** `percent` is the threshold that was reached; null if the budget was exceeded. */
interface Facts {
  percent: number | null;
  periodStart: string | null;
}

export const budget: Kind<"budget", Facts> = {
  name: "budget",
  docs: {
    when: "as soon as a project reaches one of its `alertPercents` or exceeds its budget",
    recipients: "owners, admins and managers",
  },
  occasionOf: ({ projectId, facts }) => `${projectId} ${facts.periodStart} ${facts.percent ?? "exceeded"}`,
  isReadableBy: (actor) => may(actor, "costs:read") && may(actor, "projects:read") && seesAllProjects(actor),
  write({ project_id: projectId, project_name: projectName, facts: { percent, periodStart } }, reading, now) {
    const { reached, exceeded, text, action } = texts[reading.language].notices.budget;
    const project = nameIn(projectName);
    const share = new Intl.NumberFormat(reading.language, { style: "percent" }).format((percent ?? 0) / 100);
    return {
      title: percent === null ? exceeded(project) : reached(project, share),
      text: text(periodStart === null ? null : dayName(periodStart, reading, now)),
      action,
      path: `/projects/${projectId}`,
    };
  },
};

/** A threshold that a budget reached. `threshold_percent` is null if the budget was exceeded. */
interface ReachedBudget {
  project_id: string;
  period_start: string | null;
  period_end: string | null;
  threshold_percent: number | null;
}

/**
 * Notifies owners, admins and managers, because they see every project and its amounts. If a change reaches several
 * thresholds of a budget, only the highest, the last in `reached`, is reported. Periods that have ended, such as those
 * of imported entries, are not reported, because nobody can act on them any more.
 */
export async function notifyBudgets(db: Database, orgId: string, reached: readonly ReachedBudget[]): Promise<void> {
  if (reached.length === 0) return;
  const highest = new Map(reached.map((one) => [`${one.project_id} ${one.period_start}`, one]));
  const members = await db.query<{ user_id: string; today: string }>(sql`
    select m.user_id, (clock_timestamp() at time zone o.time_zone)::date::text as today
      from members m join organizations o on o.id = m.org_id
     where m.org_id = ${orgId} and m.deactivated_at is null and m.role in ('owner', 'admin', 'manager')`);
  await addNotices(
    db,
    orgId,
    members.flatMap(({ user_id: userId, today }) =>
      [...highest.values()]
        .filter(({ period_end: end }) => end === null || end >= today)
        .map(({ project_id: projectId, threshold_percent: percent, period_start: periodStart }) =>
          noticeOf(budget, { userId, projectId, facts: { percent, periodStart } }),
        ),
    ),
  );
}
