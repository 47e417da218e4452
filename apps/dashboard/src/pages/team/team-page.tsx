import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useMembers } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { plural } from "#i18n/catalogue.ts";
import { PageHead } from "#screen/page-head.tsx";
import { ScreenTabs } from "#screen/tabs/screen-tabs.tsx";
import { useScreenHeading } from "#screen/screens.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Button } from "#ui/button/button.tsx";
import { useAskedForm } from "#screen/use-asked-form.ts";
import { HoursOfWeek } from "./hours-of-week.tsx";
import { Invitations, pendingQuery } from "./invite/invitations.tsx";
import { InviteForm } from "./invite/invite-form.tsx";
import type { MadeInvitation } from "./invite/use-invites.ts";
import { InvitationLinks } from "./invite/invitation-links.tsx";
import { MemberList } from "./members/member-list.tsx";
import { timersQuery } from "./parts/running-for.tsx";
import { RunningTimers } from "./running-timers.tsx";
import { Teams } from "./teams/teams.tsx";
import { useTeamWords } from "./parts/use-team-words.ts";

/** Keeps the line of the lead, so that the tabs stay in their place. */
const noText = "\u00a0";

/** The team: a table of the members and further tabs, or, for people who may not list members, who is working. */
export function TeamPage() {
  const { scopes } = useMe();
  if (scopes.includes("members:read")) return <TeamTabs />;
  return (
    <>
      <PageHead call={{ operation: "timers.list", isList: true }} />
      <RunningTimers />
      {scopes.includes("reports:read") && <HoursOfWeek />}
      {scopes.includes("teams:read") && <Teams />}
    </>
  );
}

function TeamTabs() {
  const words = useTeamWords();
  const { scopes } = useMe();
  const [params] = useSearchParams();
  const [isInviting, setIsInviting] = useState(false);
  const [made, setMade] = useState<MadeInvitation>();
  const pending = useQuery(pendingQuery).data?.length ?? 0;
  const tabs = {
    members: words.members,
    ...(scopes.includes("reports:read") && { hours: words.hours }),
    ...(scopes.includes("teams:read") && { teams: words.teams }),
    invitations: pending > 0 ? `${words.invitations} ${pending}` : words.invitations,
  };
  // A link to a week needs no tab.
  const asked = params.get("tab") ?? (params.has("week") ? "hours" : "");
  const tab = asked in tabs ? asked : "members";
  useAskedForm("invite", () => setIsInviting(true));
  return (
    <>
      <PageHead lead={tab === "members" ? <Lead /> : noText} call={{ operation: "members.list", isList: true }}>
        {scopes.includes("members:write") && (
          <Button kind="main" onClick={() => setIsInviting(true)}>
            {words.invite}
          </Button>
        )}
      </PageHead>
      <ScreenTabs
        label={useScreenHeading()}
        tabs={Object.entries(tabs).map(([name, label]) => ({
          to: name === "members" ? "/team" : `/team?tab=${name}`,
          label,
          isHere: name === tab,
        }))}
      />
      {tab === "members" && <MemberList />}
      {tab === "hours" && <HoursOfWeek />}
      {tab === "teams" && <Teams />}
      {tab === "invitations" && <Invitations onMade={setMade} />}
      {isInviting && scopes.includes("members:write") && <InviteForm onClose={() => setIsInviting(false)} />}
      {made !== undefined && <InvitationLinks made={[made]} onDone={() => setMade(undefined)} />}
    </>
  );
}

/** How many people there are, and how many are tracking time. */
function Lead() {
  const words = useTeamWords();
  const { language } = useSettings();
  const people = useMembers().filter(({ status }) => status === "active").length;
  const tracking = useQuery(timersQuery).data?.length;
  if (tracking === undefined || people === 0) return noText;
  const now = tracking === 0 ? words.nobody : plural(language, tracking, words.trackingNow);
  return `${plural(language, people, words.people)} · ${now}`;
}
