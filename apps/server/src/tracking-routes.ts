import type { HttpApp } from "#platform/http/create-http-app.ts";
import { entryChangeRoutes } from "#tracking/entry-changes/routes.ts";
import { entryReportRoutes } from "#tracking/entry-report/routes.ts";
import { entryHistoryRoutes } from "#tracking/entry-history/routes.ts";
import { billingBatchRoutes } from "#tracking/billing-batches/routes.ts";
import { calendarFeedRoutes } from "#tracking/calendar-feed/routes.ts";
import { clientRoutes } from "#tracking/clients/routes.ts";
import { eventRoutes } from "#tracking/events/routes.ts";
import { exportRoutes } from "#tracking/export/routes.ts";
import { noticeRoutes } from "#tracking/notices/routes.ts";
import { importRoutes } from "#tracking/imports/routes.ts";
import { projectChangeRoutes } from "#tracking/project-changes/routes.ts";
import { projectRoutes } from "#tracking/projects/routes.ts";
import { rateRoutes } from "#tracking/rates/routes.ts";
import { subscribedCalendarRoutes } from "#tracking/subscribed-calendars/routes.ts";
import { tagRoutes } from "#tracking/tags/routes.ts";
import { revisionRoutes } from "#tracking/revisions/routes.ts";
import { reportRoutes } from "#tracking/reports/routes.ts";
import { reportLinkRoutes } from "#tracking/report-links/routes.ts";
import { savedReportRoutes } from "#tracking/saved-reports/routes.ts";
import { taskRoutes } from "#tracking/tasks/routes.ts";
import { timeEntryBatchRoutes } from "#tracking/entry-batches/routes.ts";
import { timeEntryRoutes } from "#tracking/time-entries/routes.ts";
import { timerRoutes } from "#tracking/timer/routes.ts";
import { timesheetRoutes } from "#tracking/timesheets/routes.ts";
import { deliveryRoutes } from "#tracking/webhooks/log/routes.ts";
import { webhookRoutes } from "#tracking/webhooks/routes.ts";
import { type ImportShares, defaultImportShares } from "#tracking/imports/import-shares.ts";
import type { TrackingDeps } from "#tracking/deps.ts";
import type { CalendarReader } from "#tracking/subscribed-calendars/calendar-reader.ts";

type DepsOf<Routes extends (app: never, deps: never) => unknown> = Parameters<Routes>[1];

type Deps = TrackingDeps &
  DepsOf<typeof webhookRoutes> &
  DepsOf<typeof eventRoutes> &
  DepsOf<typeof reportRoutes> &
  DepsOf<typeof reportLinkRoutes> & { importShares?: ImportShares; calendarReader: CalendarReader };

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
    await routes(app, deps);
  }
  await importRoutes(app, { ...deps, shares: deps.importShares ?? defaultImportShares });
  await eventRoutes(app, deps);
  await webhookRoutes(app, deps);
  await deliveryRoutes(app, deps);
  await rateRoutes(app, deps);
  await revisionRoutes(app, deps);
  await reportRoutes(app, deps);
  await entryReportRoutes(app, deps);
  await billingBatchRoutes(app, deps);
  await savedReportRoutes(app, deps);
  await reportLinkRoutes(app, deps);
  await calendarFeedRoutes(app, deps);
  await subscribedCalendarRoutes(app, { ...deps, reader: deps.calendarReader });
  await exportRoutes(app, deps);
}
