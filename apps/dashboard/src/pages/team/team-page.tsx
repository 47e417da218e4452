import { useState } from "react";
import { useMe } from "#api/queries.ts";
import { PageHead } from "#screen/page-head.tsx";
import { Button } from "#ui/button/button.tsx";
import { useAskedForm } from "#screen/use-asked-form.ts";
import { HoursOfWeek } from "./hours-of-week.tsx";
import { Invitations } from "./invite/invitations.tsx";
import { InviteForm, type MadeInvitation } from "./invite/invite-form.tsx";
import { InvitationLinks } from "./invite/invitation-links.tsx";
import { MemberList } from "./members/member-list.tsx";
import { RunningTimers } from "./running-timers.tsx";
import { Teams } from "./teams/teams.tsx";
import { useTeamWords } from "./parts/use-team-words.ts";

export function TeamPage() {
  const words = useTeamWords();
  const { scopes } = useMe();
  const [isInviting, setIsInviting] = useState(false);
  const [made, setMade] = useState<MadeInvitation>();
  const canRead = scopes.includes("members:read");
  const canWrite = scopes.includes("members:write");
  useAskedForm("invite", () => setIsInviting(true));
  return (
    <>
      <PageHead
        call={canRead ? { operation: "members.list", isList: true } : { operation: "timers.list", isList: true }}
      >
        {canWrite && (
          <Button kind="main" onClick={() => setIsInviting(true)}>
            {words.invite}
          </Button>
        )}
      </PageHead>
      <RunningTimers />
      {scopes.includes("reports:read") && <HoursOfWeek />}
      {scopes.includes("teams:read") && <Teams />}
      {canRead && <MemberList />}
      {canRead && <Invitations onMade={setMade} />}
      {canWrite && isInviting && <InviteForm onClose={() => setIsInviting(false)} />}
      {made !== undefined && <InvitationLinks made={[made]} onDone={() => setMade(undefined)} />}
    </>
  );
}
