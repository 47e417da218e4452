import { NotFoundError } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useNames, useSees } from "#api/people.ts";
import { defineQuery, useMe } from "#api/queries.ts";
import { MemberEntries } from "#parts/entries/form/member-entries.tsx";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { PageHead } from "#screen/page-head.tsx";
import { MemberHours } from "./member-hours.tsx";
import { Avatar } from "#ui/avatar.tsx";
import { TeamPart } from "./parts/team-part.tsx";
import { useTeamWords } from "./parts/use-team-words.ts";
import classes from "./parts/team.module.css";

export function MemberPage({ id: userId }: { id: string }) {
  const text = useText();
  const format = useFormat();
  const words = useTeamWords();
  const { scopes } = useMe();
  const sees = useSees(userId);
  const canReadMembers = scopes.includes("members:read");
  const nameOf = useNames(canReadMembers ? [] : [userId]);
  const query = useQuery({
    ...defineQuery(["members", userId], () => stint.members.get(userId)),
    enabled: canReadMembers,
  });
  const hidden = sees === false ? words.onlyOwn : query.error instanceof NotFoundError ? words.notFound : undefined;
  if (sees === undefined || hidden !== undefined)
    return (
      <>
        <PageHead />
        <p>{hidden}</p>
      </>
    );
  const member = query.data;
  const facts = member && [
    text.shell.roles[member.role],
    member.email,
    member.deactivatedAt === null
      ? words.memberSince(format.dayOf(member.createdAt))
      : words.deactivatedSince(format.dayOf(member.deactivatedAt)),
  ];
  const name = member?.name ?? nameOf(userId);
  return (
    <>
      <Link href="/team" className="back plain dim">
        ← {text.screens.team}
      </Link>
      <PageHead
        title={name}
        mark={<Avatar id={userId} name={name} size="large" />}
        lead={facts?.join(" · ")}
        call={canReadMembers && { operation: "members.get", ids: [userId] }}
      />
      {scopes.includes("costs:read") && (
        <p className={classes.section}>
          {text.shell.named(words.rates, "")}
          <Link href={`/rates?userId=${userId}`}>{words.ratesLink}</Link>
        </p>
      )}
      {scopes.includes("reports:read") && <MemberHours userId={userId} />}
      {scopes.includes("time-entries:read") && (
        <TeamPart title={words.entries}>
          <MemberEntries of={{ userId }} empty={words.noEntries} />
        </TeamPart>
      )}
    </>
  );
}
