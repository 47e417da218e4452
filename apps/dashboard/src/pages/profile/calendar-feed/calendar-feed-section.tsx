import type { CalendarFeed } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { teamsQuery } from "#api/people.ts";
import { defineQuery, refresh, useMe } from "#api/queries.ts";
import { ConfirmButton } from "#parts/confirm/confirm-button.tsx";
import { SecretOnce } from "#parts/confirm/secret-once.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ListState } from "#ui/list/list-state.tsx";
import { Loading } from "#ui/list/skeleton.tsx";
import { changeForGood } from "#state/use-change.ts";
import { Section } from "#ui/form/section.tsx";
import { Button } from "#ui/button/button.tsx";
import { CalendarFeedForm } from "./calendar-feed-form.tsx";
import { useProfileWords } from "#pages/profile/parts/use-profile-words.ts";

const feedQuery = defineQuery(["calendar-feed"], async () => (await stint.me.calendarFeed()).feed);

/** The feed from which calendar programs read the person's time. Its URL is shown only once. */
export function CalendarFeedSection() {
  const profile = useProfileWords();
  const query = useQuery(feedQuery);
  const feed = query.data;
  const [isCreating, setIsCreating] = useState(false);
  const [address, setAddress] = useState<string>();
  return (
    <Section title={profile.calendarFeed} lead={profile.calendarFeedLead}>
      {feed === undefined ? (
        <ListState query={query} />
      ) : (
        <CurrentFeed feed={feed} onCreate={() => setIsCreating(true)} />
      )}
      {isCreating && (
        <CalendarFeedForm
          replaces={feed !== null}
          onMade={(made) => {
            setAddress(made);
            void refresh("calendar-feed");
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      {address !== undefined && (
        <SecretOnce
          title={profile.feedMade}
          lead={profile.feedMadeLead}
          secret={address}
          onDone={() => setAddress(undefined)}
        />
      )}
    </Section>
  );
}

function CurrentFeed({ feed, onCreate }: { feed: CalendarFeed | null; onCreate: () => void }) {
  const profile = useProfileWords();
  if (feed === null)
    return (
      <>
        <p className="dim">{profile.noFeed}</p>
        <Button onClick={onCreate}>{profile.newFeed}</Button>
      </>
    );
  return (
    <>
      <FeedText feed={feed} />
      <div className="buttons">
        <Button onClick={onCreate}>{profile.replaceFeed}</Button>
        <ConfirmButton
          label={profile.revokeFeed}
          title={profile.revokeFeedTitle}
          lead={profile.revokeFeedLead}
          onConfirm={() => changeForGood(stint.me.endCalendarFeed(), "calendar-feed", profile.feedRevoked)}
        />
      </div>
    </>
  );
}

function FeedText({ feed }: { feed: CalendarFeed }) {
  const format = useFormat();
  const profile = useProfileWords();
  return (
    <div>
      <FeedContent feed={feed} />
      <p className="dim">
        {feed.lastReadAt === null ? profile.feedNeverRead : profile.feedRead(format.moment(feed.lastReadAt))}
        {" · "}
        {profile.since(format.dayOf(feed.createdAt))}
      </p>
    </div>
  );
}

/**
 * Shows whose time the feed contains: the person's, a team's, or nobody's if the person has lost access to the team.
 */
function FeedContent({ feed: { teamId, days } }: { feed: CalendarFeed }) {
  const profile = useProfileWords();
  const { language } = useSettings();
  const { scopes } = useMe();
  const isReading = teamId !== null && scopes.includes("teams:read");
  const teams = useQuery({ ...teamsQuery, enabled: isReading }).data;
  const period = plural(language, days, profile.dayCount);
  if (teamId === null) return <p>{profile.feedShowsOwn(period)}</p>;
  if (isReading && teams === undefined) return <Loading shape="rows" rows={1} />;
  const team = teams?.find(({ id }) => id === teamId);
  return <p>{team === undefined ? profile.feedShowsNothing : profile.feedShowsTeam(team.name, period)}</p>;
}
