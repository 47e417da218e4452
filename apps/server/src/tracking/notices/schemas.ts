import { noticeKinds } from "#identity/me/notice-preferences.ts";
import { Closed, exampleId, Id, Instant, Nullable, OneOf, Page, PageQuery } from "#platform/http/contract/schemas.ts";
import { Type, type Static } from "#platform/http/contract/type/type.ts";

const kind = OneOf(noticeKinds, { description: "The subject of the notice." });

export const ListNotices = Closed({
  ...PageQuery,
  unread: Type.Optional(Type.Boolean({ default: false, description: "Only unread notices." })),
});

const Notice = Type.Object(
  {
    id: Type.String({ description: "The id of the notice." }),
    kind,
    title: Type.String({ description: "What happened, in the caller's language." }),
    text: Type.String({ description: "Another sentence about it." }),
    action: Type.String({ description: "The label of a link to `path`, such as `Review the timesheet`." }),
    path: Type.String({ description: "The dashboard path about it.", examples: ["/approvals"] }),
    timerStartedAt: Nullable(
      Instant("With `timer_running_long`: when the timer started, if it is still the running one; otherwise null."),
    ),
    readAt: Nullable(Instant("When it was marked as read; null if it is unread.")),
    createdAt: Instant("When the notice was created."),
  },
  {
    $id: "Notice",
    description: "A message that a person gets once per occasion.",
    examples: [
      {
        id: exampleId("notice"),
        kind: "timesheet_submitted",
        title: "Jo Smith submitted March 2026",
        text: "The timesheet is waiting for your approval.",
        action: "Review the timesheet",
        path: `/timesheets/sheet_${exampleId("user").slice("user_".length)}m20260301`,
        timerStartedAt: null,
        readAt: null,
        createdAt: "2026-04-01T07:03:00.000Z",
      },
    ],
  },
);
export type Notice = Static<typeof Notice>;

export const NoticePage = Page(Notice);

export const ReadNotices = Closed(
  {
    ids: Type.Optional(
      Type.Array(Id(exampleId("notice")), {
        minItems: 1,
        maxItems: 200,
        description: "The notices to mark, all of which must be yours. By default, all notices are marked.",
      }),
    ),
  },
  { examples: [{ ids: [exampleId("notice")] }] },
);

export const Unread = Type.Object({
  unread: Type.Integer({ description: "How many unread notices are left; 100 means 100 or more." }),
});

export const maxFailures = 100;

export const FailedMails = Type.Object({
  data: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: "The id of the notice." }),
        userId: Type.String({ description: "The member it is for." }),
        userName: Type.String({ description: "Name of the member." }),
        kind,
        reason: Type.String({ description: "The latest error of the mail server or the network." }),
        attempts: Type.Integer({ description: "The number of attempts so far." }),
        nextAttemptAt: Nullable(Instant("When the next attempt is due; null if there is none.")),
        createdAt: Instant("When the notice was created."),
      },
      {
        examples: [
          {
            id: exampleId("notice"),
            userId: exampleId("user"),
            userName: "Jo Smith",
            kind: "budget",
            reason: "550 No such user here",
            attempts: 1,
            nextAttemptAt: null,
            createdAt: "2026-04-01T07:03:00.000Z",
          },
        ],
      },
    ),
    { description: `The latest ${maxFailures} from the last 90 days.` },
  ),
});
