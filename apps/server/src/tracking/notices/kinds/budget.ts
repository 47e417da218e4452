import { may, seesAllProjects } from "#identity/access.ts";
import type { Language } from "#identity/me/languages.ts";
import { type Database, sql } from "#platform/database/database.ts";
import { addNotices } from "#tracking/notices/kind/add-notices.ts";
import { dayName, nameIn } from "#tracking/notices/kind/formats.ts";
import { type Kind, type KindTexts, noticeOf } from "#tracking/notices/kind/kind.ts";

/** `percent` is the threshold that was reached; null if the budget was exceeded. */
interface Facts {
  percent: number | null;
  periodStart: string | null;
}

interface Texts extends KindTexts {
  reached: (project: string, percent: string) => string;
  exceeded: (project: string) => string;
  text: (since: string | null) => string;
  action: string;
}

const texts: Record<Language, Texts> = {
  en: {
    reached: (project, percent) => `${project} has used ${percent} of its budget`,
    exceeded: (project) => `${project} is over budget`,
    text: (since) => (since === null ? "Open the project to see what is left." : `The period began on ${since}.`),
    action: "Open the project",
    mails: "Budget",
    choice: "Budget thresholds",
    hint: "When a budget reaches a threshold. Only for owners, admins and managers.",
  },
  de: {
    reached: (project, percent) => `${project} hat ${percent} des Budgets verbraucht`,
    exceeded: (project) => `${project} hat das Budget überschritten`,
    text: (since) =>
      since === null ? "Beim Projekt sehen Sie, wie viel übrig ist." : `Der Zeitraum begann am ${since}.`,
    action: "Projekt öffnen",
    mails: "Budget",
    choice: "Budgetschwellen",
    hint: "Wenn ein Budget eine Schwelle erreicht. Nur für Inhaber, Admins und Manager.",
  },
  fr: {
    reached: (project, percent) => `${project} a consommé ${percent} de son budget`,
    exceeded: (project) => `${project} a dépassé son budget`,
    text: (since) =>
      since === null ? "Ouvrez le projet pour voir ce qu’il reste." : `La période a commencé le ${since}.`,
    action: "Ouvrir le projet",
    mails: "Budget",
    choice: "Seuils des budgets",
    hint: "Quand un budget atteint un seuil. Réservé aux propriétaires, aux administrateurs et aux gestionnaires.",
  },
};

export const budget: Kind<"budget", Facts> = {
  name: "budget",
  docs: {
    when: "as soon as a project reaches one of its `alertPercents` or exceeds its budget",
    recipients: "owners, admins and managers",
  },
  texts,
  occasionOf: ({ projectId, facts }) => `${projectId} ${facts.periodStart} ${facts.percent ?? "exceeded"}`,
  isReadableBy: (actor) => may(actor, "costs:read") && may(actor, "projects:read") && seesAllProjects(actor),
  write({ project_id: projectId, project_name: projectName, facts: { percent, periodStart } }, reading, now) {
    const { reached, exceeded, text, action } = texts[reading.language];
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
