import { lazy, Suspense, useDeferredValue } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { SettingsProvider } from "#api/settings-provider.tsx";
import { ScreenError } from "#pages/parts/screen-error.tsx";
import { meQuery, queryClient } from "#api/queries.ts";
import { SignedOut } from "#pages/account/signed-out.tsx";
import { SignInPage } from "#pages/account/sign-in-page.tsx";

const loadSignedIn = () => import("#pages/shell/signed-in.tsx");
const loadTime = () => import("#pages/time/time-page.tsx");
const loadCalendar = () => import("#pages/calendar/calendar-page.tsx");
const loadTimesheet = () => import("#pages/timesheet/timesheet-page.tsx");

const SignedIn = lazy(() => loadSignedIn().then((m) => ({ default: m.SignedIn })));
const TimePage = lazy(() => loadTime().then((m) => ({ default: m.TimePage })));
const CalendarPage = lazy(() => loadCalendar().then((m) => ({ default: m.CalendarPage })));
const TimesheetPage = lazy(() => loadTimesheet().then((m) => ({ default: m.TimesheetPage })));
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

/** Begins to load everything that the address needs: otherwise each part is asked for by the one before it. */
export function loadAhead(path: string): void {
  if (signedOut.test(path)) return;
  void queryClient.prefetchQuery(meQuery);
  void loadSignedIn();
  if (path === "/" || path === "/time") void loadTime();
  if (path === "/calendar") void loadCalendar();
  if (path === "/timesheet") void loadTimesheet();
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
