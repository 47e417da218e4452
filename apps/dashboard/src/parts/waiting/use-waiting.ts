import { useQuery } from "@tanstack/react-query";
import { readNotices, useUnread, useUnreadNotices } from "#api/notices.ts";
import { useMembersQuery } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { timesheetGridQuery } from "#api/timesheets.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { usePeriodName } from "#parts/timesheets/use-period-name.ts";
import { useNote } from "#state/drafts/use-note.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useNow } from "#state/use-now.ts";
import { dayOf } from "#time/zoned.ts";
import { useToApprove } from "./use-to-approve.ts";
import { useWaitingWords } from "./use-waiting-words.ts";

/** A line about something that the person has to do. */
export interface Waiting {
  /** Changes with what is waiting, so that a dismissed line returns when there is something new. */
  key: string;
  kind: "sentBack" | "due" | "approve" | "budget";
  what: string;
  detail: string;
  action: string;
  path: string;
  dismiss: () => void;
}

/** The most names or periods in a line, and the most dismissed lines to remember. */
const most = 4;
const mostKept = 50;

type Line = Omit<Waiting, "dismiss">;
type Lines = Line[] | undefined;

/**
 * What waits for the person, or only what the person has to submit, except for the lines that the person has dismissed
 * on this device. Undefined until it has loaded.
 */
export function useWaiting(isOwnOnly: boolean): Waiting[] | undefined {
  const dismissed = useNote<string[]>("dismissed");
  const [own, toApprove, budgets] = [useOwnTimesheets(), useApprovals(!isOwnOnly), useBudgets(!isOwnOnly)];
  if (own === undefined || toApprove === undefined || budgets === undefined) return undefined;
  const lines = [...own, ...toApprove].map((line) => ({
    ...line,
    dismiss: () => dismissed.write([...(dismissed.read() ?? []).slice(-mostKept), line.key]),
  }));
  return [...lines, ...budgets].filter(({ key }) => dismissed.value?.includes(key) !== true);
}

/** The person's periods that were sent back, or have ended without being submitted. */
function useOwnTimesheets(): Lines {
  const words = useWaitingWords();
  const { language } = useSettings();
  const { organization, scopes } = useMe();
  const periodName = usePeriodName();
  const today = dayOf(useNow(), organization.timeZone);
  const isNeeded = organization.approvals !== null && scopes.includes("time-entries:write");
  const { data, isLoading } = useQuery({ ...timesheetGridQuery({ userId: ["me"] }), enabled: isNeeded });
  if (isLoading) return undefined;
  const sheets = data?.data[0]?.timesheets ?? [];
  const nameOf = (decider: string | null) => data?.people.find(({ userId }) => userId === decider)?.userName ?? "–";
  const due = sheets.filter(({ status, periodEnd }) => status === "open" && periodEnd < today);
  const [first] = due;
  return [
    ...sheets
      .filter(({ status }) => status === "rejected")
      .map((sheet) => ({
        key: `${sheet.id} ${sheet.version}`,
        kind: "sentBack" as const,
        what: words.sentBack(periodName(sheet)),
        detail:
          sheet.note === null ? words.by(nameOf(sheet.decidedBy)) : words.noteBy(nameOf(sheet.decidedBy), sheet.note),
        action: words.correct,
        path: `/timesheets/${sheet.id}`,
      })),
    ...(first === undefined
      ? []
      : [
          {
            key: due.map(({ id }) => id).join(" "),
            kind: "due" as const,
            what: due.length === 1 ? words.due(periodName(first)) : plural(language, due.length, words.dueMany),
            detail: "",
            action: words.submit,
            path: `/timesheet?week=${first.periodStart}`,
          },
        ]),
  ];
}

function useApprovals(isWanted: boolean): Lines {
  const words = useWaitingWords();
  const format = useFormat();
  const { language } = useSettings();
  const periodName = usePeriodName();
  const short = (names: string[]) => {
    const first = names.slice(0, most).join(", ");
    return names.length > most ? words.more(first, format.number(names.length - most) + (hasMore ? "+" : "")) : first;
  };
  const { sheets, hasMore, isLoading } = useToApprove(isWanted);
  const { data: members = [] } = useMembersQuery(sheets.length > 0);
  if (isLoading) return undefined;
  if (sheets.length === 0) return [];
  const ids = new Set(sheets.map(({ userId }) => userId));
  const names = members.filter(({ userId }) => ids.has(userId)).map(({ name }) => name);
  const periods = [...new Set(sheets.map((sheet) => periodName(sheet)))];
  return [
    {
      key: `approve ${sheets
        .map(({ submittedAt }) => submittedAt ?? "")
        .toSorted()
        .at(-1)}`,
      kind: "approve",
      what: plural(language, sheets.length, words.approve, hasMore),
      detail: [short(names), short(periods)].filter(Boolean).join(" · "),
      action: words.review,
      path: "/approvals",
    },
  ];
}

/** Budgets that have reached a threshold. Dismissing such a line marks its notice as read. */
function useBudgets(isWanted: boolean): Waiting[] | undefined {
  const isNeeded = useUnread() > 0 && isWanted;
  const unread = useUnreadNotices(isNeeded);
  if (!isNeeded) return [];
  if (unread === undefined) return undefined;
  const budgets = unread.filter(({ kind }) => kind === "budget");
  return [...Map.groupBy(budgets, ({ path }) => path)].map(([path, notices]) => {
    const { id, title, text, action } = notices[0] as (typeof notices)[number];
    return {
      key: id,
      kind: "budget",
      what: title,
      detail: text,
      action,
      path,
      dismiss: () => void readNotices(notices.map((notice) => notice.id)).catch(() => undefined),
    };
  });
}
