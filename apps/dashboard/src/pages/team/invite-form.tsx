import { ApiError } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { useMembers, useTeams } from "#api/people.ts";
import { all, defineQuery, refresh, useMe, useSignInMethods } from "#api/queries.ts";
import type { Role } from "#api/scopes.ts";
import { LoopbackNote } from "#parts/confirm/loopback-note.tsx";
import { useReauthentication } from "#parts/confirm/use-reauthentication.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import rows from "#ui/list/rows.module.css";
import { type Option, Select } from "#ui/fields/select.tsx";
import { TextArea } from "#ui/fields/text-input.tsx";
import { InvitationLinks } from "./invitation-links.tsx";
import { type ReadAddress, readAddresses } from "./read-addresses.ts";
import { RoleField } from "./role-field.tsx";
import { useTeamWords } from "./use-team-words.ts";
import classes from "./team.module.css";

/** An invitation and its link, which the API never returns again. */
export interface MadeInvitation {
  email: string;
  name?: string;
  link: string;
  emailSent: boolean;
}

/** Invites the people whose addresses are pasted. Addresses that can't be invited stay in the field. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const text = useText();
  const words = useTeamWords();
  const { language } = useSettings();
  const { scopes, publicUrl } = useMe();
  const { withReauthentication, proof } = useReauthentication();
  const teams = useTeams();
  const members = useMembers();
  const pending = useQuery(
    defineQuery(["invitations", "pending"], () => all(stint.invitations.list({ status: ["pending"] }))),
  );
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [teamId, setTeamId] = useState("");
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSending, setIsSending] = useState(false);
  const [made, setMade] = useState<readonly MadeInvitation[]>([]);
  const hasMail = useSignInMethods()?.mail ?? true;
  const addresses = readAddresses(typed);
  const good = addresses.filter((address) => faultOf(address) === undefined);

  function faultOf({ email, isAddress }: ReadAddress): string | undefined {
    const key = email.toLowerCase();
    if (!isAddress) return words.noAddress;
    if (members.some((member) => member.status === "active" && member.email.toLowerCase() === key))
      return words.alreadyMember;
    return pending.data?.some((invitation) => invitation.email === key) === true ? words.alreadyInvited : undefined;
  }

  const [submitOne, submitMany, counted] = hasMail
    ? [words.sendInvitation, words.sendMany, words.countInvitations]
    : [words.createLink, words.createMany, words.countLinks];
  const submit = good.length > 1 ? submitMany(plural(language, good.length, counted)) : submitOne;

  async function invite(): Promise<false> {
    setIsSending(true);
    const [sent, refused] = [new Map<ReadAddress, MadeInvitation>(), new Map<string, string>()];
    try {
      for (const address of good) {
        const body = { email: address.email, role, ...(teamId === "" ? {} : { teamId }) };
        try {
          const one = await withReauthentication(() => stint.invitations.create(body));
          if (one === undefined) break;
          sent.set(address, { ...one, name: address.name });
        } catch (error) {
          // Other failures don't depend on the address, so the remaining invitations would fail too.
          if (!(error instanceof ApiError) || ![403, 409, 422, 429].includes(error.status)) throw error;
          refused.set(address.email, explainError(error, text));
        }
      }
    } finally {
      setIsSending(false);
      setRefusals(refused);
      setMade([...sent.values()]);
      const left = addresses.filter((address) => !sent.has(address));
      if (sent.size > 0) setTyped(left.map((address) => address.typed).join("\n"));
      await refresh("invitations");
    }
    return false;
  }

  if (made.length > 0)
    return (
      <InvitationLinks
        made={made}
        left={addresses.length}
        onDone={() => (addresses.length === 0 ? onClose() : setMade([]))}
      />
    );
  return (
    <FormDialog
      title={words.inviteTitle}
      submit={submit}
      canSend={good.length > 0}
      size="lg"
      proof={proof}
      onSend={invite}
      // Stays open while sending, because the links of invitations that have already been sent must still be shown.
      onClose={() => isSending || onClose()}
    >
      {(errorOf) => (
        <>
          <TextArea
            label={words.addresses}
            hint={words.addressesHint}
            value={typed}
            rows={5}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            error={errorOf("email")}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <div className="fields">
            <RoleField role={role} error={errorOf("role")} onChange={setRole} />
            {scopes.includes("teams:write") && teams.length > 0 && (
              <Select
                label={words.team}
                value={teamId}
                options={[["", words.noTeam], ...teams.map(({ id, name }): Option => [id, name])]}
                error={errorOf("teamId")}
                onChange={setTeamId}
              />
            )}
          </div>
          <p role="status" className={`${classes.note} small`}>
            {addresses.length > 0 && plural(language, addresses.length, words.read)}
          </p>
          <ul className={`${rows.rows} ${classes.addresses}`}>
            {addresses.map((address) => (
              <li key={address.email}>
                <span className={rows.main}>
                  {address.name !== "" && <b>{address.name}</b>} <span className="dim">{address.email}</span>
                </span>
                <span className="error">{faultOf(address) ?? refusals.get(address.email)}</span>
              </li>
            ))}
          </ul>
          <LoopbackNote link={publicUrl} />
          {!hasMail && <p className={`${classes.note} small`}>{words.noMail}</p>}
        </>
      )}
    </FormDialog>
  );
}
