import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { Closed, exampleId, Instant, Name, Nullable, Page, PageQuery } from "#platform/http/contract/schemas.ts";
import { exampleQuery, ReportQuery } from "#tracking/reports/saved-reports/schemas.ts";

const name = "The title of the page; defaults to the report's current name.";
const showsPeople = Type.Boolean({
  description: "Whether members' names are shown. If not, groups by member are numbered, and entries have no `person`.",
});
const showsAmounts = Type.Boolean({
  description: "Whether amounts and budgets of amounts are shown. Costs and margins never are.",
});
const showsNotes = Type.Boolean({
  description: "Whether descriptions and tags are shown. If not, groups by tag are numbered, and entries have neither.",
});

const fields = {
  id: Type.String({ description: "The id of the link.", examples: [exampleId("link")] }),
  savedReportId: Type.String({ description: "The saved report that it shows." }),
  name: Type.String({ description: "The title of the page." }),
  query: ReportQuery,
  createdBy: Type.String({
    description: "The member who created the link; the figures are computed with this member's rights.",
  }),
  showsPeople,
  showsAmounts,
  showsNotes,
  expiresAt: Instant("When the page expires."),
  opens: Type.Integer({ description: "How often the page was opened, not counting later pages of a detailed report." }),
  lastOpenedAt: Nullable(Instant("When it was last opened; null if never.")),
  createdAt: Instant("When it was created."),
};

const example = {
  id: exampleId("link"),
  savedReportId: exampleId("report"),
  name: "Hours for Acme",
  query: exampleQuery,
  createdBy: exampleId("user"),
  showsPeople: false,
  showsAmounts: true,
  showsNotes: false,
  expiresAt: "2026-05-30T08:00:00Z",
  opens: 3,
  lastOpenedAt: "2026-03-02T16:30:00.250Z",
  createdAt: "2026-03-01T08:00:00Z",
};

export const ReportLink = Type.Object(fields, { $id: "ReportLink", examples: [example] });
export type ReportLink = Static<typeof ReportLink>;

const token = "kq0TqNWwTq0z0T1eQ2cJ9m4oVbX7yLr5sHfD3aGpUuE";

export const ReportLinkWithToken = Type.Object(
  {
    ...fields,
    token: Type.String({ description: "For `GET /auth/shared-reports/{token}`. Shown only here." }),
    link: Type.String({ description: "The address of the public page, which contains the token. Shown only here." }),
  },
  {
    $id: "ReportLinkWithToken",
    examples: [{ ...example, opens: 0, lastOpenedAt: null, token, link: `https://stint.example.com/shared/${token}` }],
  },
);

export const usualDays = 90;

export const CreateReportLink = Closed(
  {
    expiresAt: Type.Optional(
      Type.String({
        format: "date-time",
        description: `When the page expires: by default in ${usualDays} days, and at the latest in 400 days, unless the service sets \`SHARED_LINK_MAX_DAYS\`.`,
        examples: ["2026-05-30T08:00:00Z"],
      }),
    ),
    name: Type.Optional(Name(name)),
    showsPeople: Type.Optional(showsPeople),
    showsAmounts: Type.Optional(showsAmounts),
    showsNotes: Type.Optional(showsNotes),
  },
  { examples: [{ name: "Hours for Acme", showsAmounts: true }] },
);
export type CreateReportLink = Static<typeof CreateReportLink>;

export const ListReportLinks = Closed({ ...PageQuery });
export const ReportLinkPage = Page(ReportLink);

export const ReportLinkParams = Type.Object({
  id: Type.String({ description: "The id of the saved report." }),
  linkId: Type.String({ description: "The id of the link." }),
});
