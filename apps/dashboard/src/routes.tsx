import { type ComponentType, createElement, lazy, Suspense, useDeferredValue } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { onHeldUp } from "#api/held-up.ts";
import { SettingsProvider } from "#api/settings-provider.tsx";
import { ScreenError } from "#pages/parts/screen-error.tsx";
import { meQuery, queryClient } from "#api/queries.ts";
import { SignedOut } from "#pages/account/signed-out.tsx";

/**
 * A component that comes with a file of its own. Loaded ahead, it is drawn with the first screen: React shows a lazy one
 * only after a fallback, and no sooner than 300 ms after that.
 */
function apart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const Later = lazy(() => load().then((component) => ({ default: component })));
  return {
    show: (props: Props) => createElement<Props>(loaded ?? (Later as ComponentType<Props>), props),
    loadAhead: async () => void (loaded = await load()),
  };
}

const signIn = apart(() => import("#pages/account/sign-in-page.tsx").then((m) => m.SignInPage));
const signedIn = apart(() => import("#pages/shell/signed-in.tsx").then((m) => m.SignedIn));
const time = apart(() => import("#pages/time/time-page.tsx").then((m) => m.TimePage));
const calendar = apart(() => import("#pages/calendar/calendar-page.tsx").then((m) => m.CalendarPage));
const timesheet = apart(() => import("#pages/timesheet/timesheet-page.tsx").then((m) => m.TimesheetPage));
const [SignInPage, SignedIn] = [signIn.show, signedIn.show];
const [TimePage, CalendarPage, TimesheetPage] = [time.show, calendar.show, timesheet.show];

const SetUpPage = lazy(() => import("#pages/account/set-up-page.tsx").then((m) => ({ default: m.SetUpPage })));
const InvitationPage = lazy(() =>
  import("#pages/account/invitation-page.tsx").then((m) => ({ default: m.InvitationPage })),
);
const ResetPasswordPage = lazy(() =>
  import("#pages/account/reset-password-page.tsx").then((m) => ({ default: m.ResetPasswordPage })),
);
const ProfilePage = lazy(() => import("#pages/profile/profile-page.tsx").then((m) => ({ default: m.ProfilePage })));
const ClientsPage = lazy(() => import("#pages/clients/clients-page.tsx").then((m) => ({ default: m.ClientsPage })));
const ProjectsPage = lazy(() => import("#pages/projects/projects-page.tsx").then((m) => ({ default: m.ProjectsPage })));
const ProjectPage = lazy(() =>
  import("#pages/projects/detail/project-page.tsx").then((m) => ({ default: m.ProjectPage })),
);
const RatesPage = lazy(() => import("#pages/rates/rates-page.tsx").then((m) => ({ default: m.RatesPage })));
const TagsPage = lazy(() => import("#pages/tags/tags-page.tsx").then((m) => ({ default: m.TagsPage })));
const OrganizationPage = lazy(() =>
  import("#pages/settings/organization-page.tsx").then((m) => ({ default: m.OrganizationPage })),
);
const ApiKeysPage = lazy(() => import("#pages/api-keys/api-keys-page.tsx").then((m) => ({ default: m.ApiKeysPage })));
const EndpointsPage = lazy(() =>
  import("#pages/webhooks/endpoints-page.tsx").then((m) => ({ default: m.EndpointsPage })),
);
const CataloguePage = lazy(() =>
  import("#pages/webhooks/catalogue-page.tsx").then((m) => ({ default: m.CataloguePage })),
);
const LivePage = lazy(() => import("#pages/webhooks/live-page.tsx").then((m) => ({ default: m.LivePage })));
const EndpointPage = lazy(() => import("#pages/webhooks/endpoint-page.tsx").then((m) => ({ default: m.EndpointPage })));
const AuditLogPage = lazy(() =>
  import("#pages/audit-log/audit-log-page.tsx").then((m) => ({ default: m.AuditLogPage })),
);
const BackupPage = lazy(() => import("#pages/backup/backup-page.tsx").then((m) => ({ default: m.BackupPage })));
const ImportsPage = lazy(() => import("#pages/imports/imports-page.tsx").then((m) => ({ default: m.ImportsPage })));
const ImportPage = lazy(() => import("#pages/imports/import-page.tsx").then((m) => ({ default: m.ImportPage })));
const TeamPage = lazy(() => import("#pages/team/team-page.tsx").then((m) => ({ default: m.TeamPage })));
const MemberPage = lazy(() => import("#pages/team/member-page.tsx").then((m) => ({ default: m.MemberPage })));
const ReportsPage = lazy(() => import("#pages/reports/reports-page.tsx").then((m) => ({ default: m.ReportsPage })));
const SavedPage = lazy(() => import("#pages/reports/saved/saved-page.tsx").then((m) => ({ default: m.SavedPage })));
const SharedReportPage = lazy(() =>
  import("#pages/reports/shared/shared-report-page.tsx").then((m) => ({ default: m.SharedReportPage })),
);
const BlogPage = lazy(() => import("#pages/blog/blog-page.tsx").then((m) => ({ default: m.BlogPage })));
const ArticlePage = lazy(() => import("#pages/blog/article-page.tsx").then((m) => ({ default: m.ArticlePage })));
const NotFoundPage = lazy(() => import("#pages/shell/not-found-page.tsx").then((m) => ({ default: m.NotFoundPage })));

const signedOut = /^\/(sign-in|second-factor|set-up|invitation|reset-password|shared)(\/|$)/;

/**
 * Loads everything that the address needs at once: otherwise each part is asked for by the one before it. The first screen
 * is drawn with all of it.
 */
export async function loadAhead(path: string): Promise<void> {
  if (path === "/sign-in") return signIn.loadAhead().catch(() => undefined);
  if (signedOut.test(path)) return;
  const parts: Promise<unknown>[] = [queryClient.prefetchQuery(meQuery), signedIn.loadAhead()];
  if (path === "/" || path === "/time") parts.push(time.loadAhead());
  if (path === "/calendar") parts.push(calendar.loadAhead());
  if (path === "/timesheet") parts.push(timesheet.loadAhead());
  // A part that fails is drawn as that, and one for which the server makes a pause, too.
  await Promise.race([Promise.allSettled(parts), new Promise<void>((resolve) => void onHeldUp(resolve))]);
}

/** Every address of the dashboard. */
export function Routes() {
  return (
    <Switch>
      <Route path={/^\/(sign-in|second-factor)\/?$/}>
        <SignedOut>
          <SignInPage />
        </SignedOut>
      </Route>
      <Route path="/set-up">
        <SignedOut>
          <SetUpPage />
        </SignedOut>
      </Route>
      <Route path="/invitation">
        <SignedOut>
          <InvitationPage />
        </SignedOut>
      </Route>
      <Route path="/reset-password">
        <SignedOut>
          <ResetPasswordPage />
        </SignedOut>
      </Route>
      <Route path="/shared/:token">
        {({ token }) => (
          <SettingsProvider me={undefined}>
            <ScreenError>
              <Suspense>
                <SharedReportPage token={token} />
              </Suspense>
            </ScreenError>
          </SettingsProvider>
        )}
      </Route>
      <Route>
        <Suspense>
          <SignedIn>
            <Screens />
          </SignedIn>
        </Suspense>
      </Route>
    </Switch>
  );
}

/** The screens of a session. Another one is drawn in short tasks, after the navigation has shown where it goes. */
function Screens() {
  const [location] = useLocation();
  const shown = useDeferredValue(location);
  return (
    <ScreenError at={shown}>
      <Suspense>
        <Switch location={shown}>
          <Route path="/">
            <Redirect to="/time" replace />
          </Route>
          <Route path="/time">
            <TimePage />
          </Route>
          <Route path="/calendar">
            <CalendarPage />
          </Route>
          <Route path="/profile">
            <ProfilePage />
          </Route>
          <Route path="/timesheet">
            <TimesheetPage />
          </Route>
          <Route path="/projects">
            <ProjectsPage />
          </Route>
          <Route path="/projects/:id">
            <ProjectPage />
          </Route>
          <Route path="/rates">
            <RatesPage />
          </Route>
          <Route path="/clients">
            <ClientsPage />
          </Route>
          <Route path="/tags">
            <TagsPage />
          </Route>
          <Route path="/settings">
            <OrganizationPage />
          </Route>
          <Route path="/settings/api-keys">
            <ApiKeysPage />
          </Route>
          <Route path="/settings/webhooks">
            <EndpointsPage />
          </Route>
          <Route path="/settings/webhooks/events">
            <CataloguePage />
          </Route>
          <Route path="/settings/webhooks/live">
            <LivePage />
          </Route>
          <Route path="/settings/webhooks/:id">{({ id }) => <EndpointPage key={id} id={id} />}</Route>
          <Route path="/settings/audit-log">
            <AuditLogPage />
          </Route>
          <Route path="/settings/import">
            <ImportsPage />
          </Route>
          <Route path="/settings/import/:id">{({ id }) => <ImportPage key={id} id={id} />}</Route>
          <Route path="/settings/backup">
            <BackupPage />
          </Route>
          <Route path="/team">
            <TeamPage />
          </Route>
          <Route path="/team/:userId">{({ userId }) => <MemberPage key={userId} userId={userId} />}</Route>
          <Route path="/blog">
            <BlogPage />
          </Route>
          <Route path="/blog/:slug">{({ slug }) => <ArticlePage key={slug} slug={slug} />}</Route>
          <Route path="/reports">
            <ReportsPage />
          </Route>
          <Route path="/reports/saved">
            <SavedPage />
          </Route>
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </Suspense>
    </ScreenError>
  );
}
