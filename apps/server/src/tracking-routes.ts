import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { entryChangeRoutes } from "#tracking/entries/entry-changes/routes.ts";
import { entryReportRoutes } from "#tracking/reports/entry-report/routes.ts";
import { entryHistoryRoutes } from "#tracking/entries/entry-history/routes.ts";
import { billingBatchRoutes } from "#tracking/month/billing-batches/routes.ts";
import { calendarFeedRoutes } from "#tracking/exchange/calendar-feed/routes.ts";
import { clientRoutes } from "#tracking/ledger/clients/routes.ts";
import { eventRoutes } from "#tracking/exchange/events/routes.ts";
import { exportRoutes } from "#tracking/exchange/export/routes.ts";
import { noticeRoutes } from "#tracking/notices/routes.ts";
import { importRoutes } from "#tracking/exchange/imports/routes.ts";
import { projectChangeRoutes } from "#tracking/entries/project-changes/routes.ts";
import { projectRoutes } from "#tracking/ledger/projects/routes.ts";
import { rateRoutes } from "#tracking/ledger/rates/routes.ts";
import { subscribedCalendarRoutes } from "#tracking/exchange/subscribed-calendars/routes.ts";
import { tagRoutes } from "#tracking/entries/tags/routes.ts";
import { revisionRoutes } from "#tracking/entries/revisions/routes.ts";
import { reportRoutes } from "./tracking/reports/summaries/operations/routes.ts";
import { reportLinkRoutes } from "#tracking/reports/report-links/routes.ts";
import { savedReportRoutes } from "#tracking/reports/saved-reports/routes.ts";
import { removeTasks } from "#tracking/ledger/tasks/task-verbs.ts";
import { ofReport, reportLinks } from "#tracking/reports/report-links/report-link.ts";
import { taskRoutes } from "#tracking/ledger/tasks/routes.ts";
import { timeEntryBatchRoutes } from "#tracking/entries/entry-batches/routes.ts";
import { timeEntryRoutes } from "./tracking/entries/time-entries/operations/routes.ts";
import { timerRoutes } from "#tracking/entries/timer/routes.ts";
import { timesheetRoutes } from "./tracking/month/timesheets/operations/routes.ts";
import { deliveryRoutes } from "#tracking/exchange/webhooks/log/routes.ts";
import { webhookRoutes } from "#tracking/exchange/webhooks/management/routes.ts";
import type { ImportShares } from "#tracking/exchange/imports/import-shares.ts";
import { resources } from "#tracking/exchange/resources.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import type { CalendarReader } from "#tracking/exchange/subscribed-calendars/calendar-reader.ts";

type DepsOf<Routes extends (app: never, deps: never) => unknown> = Parameters<Routes>[1];

type Deps = TrackingDeps &
  DepsOf<typeof webhookRoutes> &
  DepsOf<typeof eventRoutes> &
  DepsOf<typeof reportRoutes> &
  DepsOf<typeof reportLinkRoutes> & { importShares: ImportShares; calendarReader: CalendarReader };

/** Adds the operations for time tracking, below /v1. */
export async function trackingRoutes(app: HttpApp, deps: Deps): Promise<void> {
  for (const routes of [
    clientRoutes,
    projectRoutes,
    projectChangeRoutes,
    taskRoutes,
    timeEntryRoutes,
    timeEntryBatchRoutes,
    entryChangeRoutes,
    entryHistoryRoutes,
    timerRoutes,
    timesheetRoutes,
    tagRoutes,
    noticeRoutes,
  ]) {
    await routes(app, { ...deps, resources, removeTasks });
  }
  await importRoutes(app, { ...deps, shares: deps.importShares });
  await eventRoutes(app, deps);
  await webhookRoutes(app, deps);
  await deliveryRoutes(app, deps);
  await rateRoutes(app, deps);
  await revisionRoutes(app, deps);
  await reportRoutes(app, deps);
  await entryReportRoutes(app, deps);
  await billingBatchRoutes(app, deps);
  await savedReportRoutes(app, {
    ...deps,
    revokeLinksOf: (tx, actor, id) => reportLinks.removeAll(tx, actor, ofReport(id)),
  });
  await reportLinkRoutes(app, deps);
  await calendarFeedRoutes(app, deps);
  await subscribedCalendarRoutes(app, { ...deps, reader: deps.calendarReader });
  await exportRoutes(app, deps);
}
