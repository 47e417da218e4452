import type { Session } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "#api/connection/client.ts";
import { sessionsQuery, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { changeForGood } from "#state/use-change.ts";
import { Section } from "#ui/form/section.tsx";
import { Button } from "#ui/button/button.tsx";
import { useProfileWords } from "#pages/profile/parts/use-profile-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { Rows } from "#ui/list/rows.tsx";
import { joinFacts } from "#i18n/formats/join-facts.ts";

export function SessionsSection() {
  const profile = useProfileWords();
  const query = useQuery(sessionsQuery);
  const sessions = query.data;
  const ending = useAction();
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const end = (work: () => Promise<void>, said: string) => ending.run(() => changeForGood(work(), "sessions", said));
  return (
    <Section title={profile.sessions} lead={profile.sessionsLead}>
      {sessions === undefined ? (
        <ListState query={query} shape="rows" />
      ) : (
        <Rows>
          {sessions.map((session) => (
            <li key={session.id}>
              <SessionText session={session} />
              {!session.isCurrent && (
                <Button
                  isSmall
                  aria-label={profile.endSession(session.name)}
                  onClick={() => end(() => stint.me.endSession(session.id), profile.sessionEnded)}
                >
                  {profile.end}
                </Button>
              )}
            </li>
          ))}
        </Rows>
      )}
      {others.length > 0 ? (
        <Button isBusy={ending.isRunning} onClick={() => end(() => stint.me.endOtherSessions(), profile.othersEnded)}>
          {profile.endOthers}
        </Button>
      ) : (
        sessions !== undefined && <p className="dim">{profile.noOthers}</p>
      )}
      <ErrorLine>{ending.message}</ErrorLine>
    </Section>
  );
}

function SessionText({ session }: { session: Session }) {
  const format = useFormat();
  const { organization } = useMe();
  const profile = useProfileWords();
  const { name, isCurrent, organizationId, organizationName, lastUsedAt, lastUsedAddress, createdAt } = session;
  const details = joinFacts(
    organizationId === organization.id ? undefined : organizationName,
    // The last use is recorded with a delay, so the current session may not have a time yet; "never used" would be
    // wrong.
    lastUsedAt === null ? (isCurrent ? undefined : profile.neverUsed) : profile.lastUsed(format.moment(lastUsedAt)),
    lastUsedAddress ?? undefined,
    profile.since(format.dayOf(createdAt)),
  );
  return (
    <div>
      <b>{name}</b>
      {isCurrent && (
        <>
          {" "}
          <span className="chip">{profile.thisSession}</span>
        </>
      )}
      <p className="dim">{details}</p>
    </div>
  );
}
