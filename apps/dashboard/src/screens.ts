import {
  CalendarDays,
  ChartColumn,
  ClipboardCheck,
  Clock,
  Folder,
  Receipt,
  Settings,
  Table2,
  UsersRound,
} from "lucide-react";
import type { ComponentType } from "react";
import type { Screen } from "#screen/screens.ts";

interface Load {
  /** `id` comes from the path. */
  load: () => Promise<ComponentType<{ id: string }>>;
}

/**
 * Every signed-in screen, in the order of the navigation and the palette. The router, the navigation, the palette, the
 * tabs and the titles are derived from this list. A test compares it with the server's URLs and with the screens of the
 * browser tests.
 */
export const signedInScreens: readonly (Screen & Load)[] = [
  {
    name: "time",
    path: "/time",
    group: "main",
    icon: Clock,
    key: "t",
    isDaily: true,
    load: () => import("#pages/time/time-page.tsx").then((m) => m.TimePage),
  },
  {
    name: "calendar",
    path: "/calendar",
    group: "main",
    icon: CalendarDays,
    key: "c",
    isDaily: true,
    load: () => import("#pages/calendar/calendar-page.tsx").then((m) => m.CalendarPage),
  },
  {
    name: "timesheet",
    path: "/timesheet",
    group: "main",
    icon: Table2,
    key: "s",
    isDaily: true,
    load: () => import("#pages/timesheet/timesheet-page.tsx").then((m) => m.TimesheetPage),
  },
  {
    name: "timesheet",
    path: "/timesheets/:id",
    load: () => import("#pages/timesheet/desk/desk-page.tsx").then((m) => m.DeskPage),
  },
  {
    name: "statement",
    path: "/timesheets/:id/statement",
    load: () => import("#pages/statement/statement-page.tsx").then((m) => m.StatementPage),
  },
  {
    name: "projects",
    path: "/projects",
    group: "main",
    apart: "part",
    icon: Folder,
    key: "p",
    isWide: true,
    load: () => import("#pages/projects/list/projects-page.tsx").then((m) => m.ProjectsPage),
  },
  {
    name: "projects",
    path: "/projects/:id",
    load: () => import("#pages/projects/detail/project-page.tsx").then((m) => m.ProjectPage),
  },
  {
    name: "clients",
    path: "/clients",
    group: "projects",
    load: () => import("#pages/clients/clients-page.tsx").then((m) => m.ClientsPage),
  },
  {
    name: "tags",
    path: "/tags",
    group: "projects",
    load: () => import("#pages/tags/tags-page.tsx").then((m) => m.TagsPage),
  },
  {
    name: "rates",
    path: "/rates",
    group: "projects",
    needs: "costs:read",
    load: () => import("#pages/rates/rates-page.tsx").then((m) => m.RatesPage),
  },
  {
    name: "reports",
    path: "/reports",
    group: "main",
    icon: ChartColumn,
    key: "r",
    isWide: true,
    load: () => import("#pages/reports/reports-page.tsx").then((m) => m.loadReportsPage()),
  },
  {
    name: "savedReports",
    path: "/reports/saved",
    load: () => import("#pages/reports/reports-page.tsx").then((m) => m.loadReportsPage()),
  },
  {
    name: "billing",
    path: "/billing",
    group: "main",
    icon: Receipt,
    key: "b",
    isWide: true,
    needs: "billing:read",
    load: () => import("#pages/billing/billing-page.tsx").then((m) => m.BillingPage),
  },
  {
    name: "billing",
    heading: "billTime",
    path: "/billing/new",
    needs: "billing:write",
    load: () => import("#pages/billing/new/bill-page.tsx").then((m) => m.BillPage),
  },
  {
    name: "billing",
    path: "/billing/:id",
    needs: "billing:read",
    load: () => import("#pages/billing/batch/batch-page.tsx").then((m) => m.BatchPage),
  },
  {
    name: "team",
    path: "/team",
    group: "main",
    apart: "part",
    icon: UsersRound,
    key: "m",
    isWide: true,
    load: () => import("#pages/team/team-page.tsx").then((m) => m.TeamPage),
  },
  {
    name: "team",
    path: "/team/:id",
    load: () => import("#pages/team/member-page.tsx").then((m) => m.MemberPage),
  },
  {
    name: "approvals",
    path: "/approvals",
    group: "main",
    icon: ClipboardCheck,
    key: "a",
    isWide: true,
    needs: "timesheets:approve",
    isForApprovals: true,
    load: () => import("#pages/approvals/approvals-page.tsx").then((m) => m.ApprovalsPage),
  },
  {
    name: "settings",
    heading: "organization",
    path: "/settings",
    group: "main",
    apart: "bottom",
    icon: Settings,
    key: "o",
    isWide: true,
    needs: "organization:read",
    load: () => import("#pages/settings/organization-page.tsx").then((m) => m.OrganizationPage),
  },
  {
    name: "apiKeys",
    path: "/settings/api-keys",
    group: "settings",
    needs: "keys:write",
    load: () => import("#pages/api-keys/api-keys-page.tsx").then((m) => m.ApiKeysPage),
  },
  {
    name: "connect",
    path: "/device",
    load: () => import("#pages/api-keys/device/device-page.tsx").then((m) => m.DevicePage),
  },
  {
    name: "connect",
    path: "/authorize",
    load: () => import("#pages/api-keys/grants/connect-page.tsx").then((m) => m.ConnectPage),
  },
  {
    name: "webhooks",
    path: "/settings/webhooks",
    group: "settings",
    needs: "webhooks:read",
    load: () => import("#pages/webhooks/endpoints-page.tsx").then((m) => m.EndpointsPage),
  },
  {
    name: "webhooks",
    path: "/settings/webhooks/events",
    needs: "webhooks:read",
    load: () => import("#pages/webhooks/catalogue-page.tsx").then((m) => m.CataloguePage),
  },
  {
    name: "webhooks",
    path: "/settings/webhooks/live",
    needs: "webhooks:read",
    load: () => import("#pages/webhooks/live-page.tsx").then((m) => m.LivePage),
  },
  {
    name: "webhooks",
    path: "/settings/webhooks/:id",
    needs: "webhooks:read",
    load: () => import("#pages/webhooks/endpoint/endpoint-page.tsx").then((m) => m.EndpointPage),
  },
  {
    name: "auditLog",
    path: "/settings/audit-log",
    group: "settings",
    needs: "audit:read",
    load: () => import("#pages/audit-log/audit-log-page.tsx").then((m) => m.AuditLogPage),
  },
  {
    name: "imports",
    path: "/settings/import",
    group: "settings",
    needs: "imports:write",
    load: () => import("#pages/imports/imports-page.tsx").then((m) => m.ImportsPage),
  },
  {
    name: "imports",
    path: "/settings/import/:id",
    needs: "imports:write",
    load: () => import("#pages/imports/import-page.tsx").then((m) => m.ImportPage),
  },
  {
    name: "backups",
    path: "/settings/backup",
    group: "settings",
    needs: "organization:write",
    isForOwners: true,
    load: () => import("#pages/backup/backup-page.tsx").then((m) => m.BackupPage),
  },
  {
    name: "developers",
    path: "/settings/developers",
    group: "settings",
    load: () => import("#pages/developers/developers-page.tsx").then((m) => m.DevelopersPage),
  },
  {
    name: "notices",
    path: "/notices",
    group: "account",
    key: "n",
    load: () => import("#pages/notices/notices-page.tsx").then((m) => m.NoticesPage),
  },
  {
    name: "profile",
    path: "/profile",
    group: "account",
    key: "u",
    load: () => import("#pages/profile/profile-page.tsx").then((m) => m.ProfilePage),
  },
  {
    name: "guide",
    path: "/help",
    group: "account",
    load: () => import("#pages/guide/guide-page.tsx").then((m) => m.GuidePage),
  },
  {
    name: "blog",
    path: "/blog",
    group: "developers",
    load: () => import("#pages/blog/blog-page.tsx").then((m) => m.BlogPage),
  },
  {
    name: "blog",
    path: "/blog/:id",
    load: () => import("#pages/blog/article-page.tsx").then((m) => m.ArticlePage),
  },
];

/** Paths that lead to a screen: the start, and a screen that has become part of another. */
export const redirects = { "/": "/time", "/timesheets": "/timesheet" };

/** The screens for people who are not signed in. `also` is a second path of the same screen. */
export const signedOutScreens: readonly (Load & { path: string; also?: string; isBare?: boolean })[] = [
  {
    path: "/sign-in",
    also: "/second-factor",
    load: () => import("#pages/account/sign-in-page.tsx").then((m) => m.SignInPage),
  },
  { path: "/set-up", load: () => import("#pages/account/set-up-page.tsx").then((m) => m.SetUpPage) },
  { path: "/invitation", load: () => import("#pages/account/invitation-page.tsx").then((m) => m.InvitationPage) },
  {
    path: "/reset-password",
    load: () => import("#pages/account/reset-password-page.tsx").then((m) => m.ResetPasswordPage),
  },
  {
    path: "/shared/:id",
    isBare: true,
    load: () => import("#pages/reports/shared/shared-report-page.tsx").then((m) => m.SharedReportPage),
  },
];
