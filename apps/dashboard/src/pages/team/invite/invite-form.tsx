import { ApiError } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { useMembers, useTeams } from "#api/people.ts";
import { all, defineQuery, refresh, useMe, useSignInMethods } from "#api/queries.ts";
import type { Role } from "#api/scopes.ts";
import { LoopbackNote } from "#parts/confirm/loopback-note.tsx";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Select } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { TextArea } from "#ui/fields/text-input.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { InvitationLinks } from "./invitation-links.tsx";
import { type ReadAddress, readAddresses } from "./read-addresses.ts";
import { RoleField } from "#pages/team/parts/role-field.tsx";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import classes from "#pages/team/parts/team.module.css";

/** An invitation and its link, which the API never returns again. */
export interface MadeInvitation {
  email: string;
  name?: string;
  link: string;
  emailSent: boolean;
}

/** Invites the people whose addresses are pasted. Addresses that can't be invited stay in the field. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const words = useTeamWords();
  const { scopes, publicUrl } = useMe();
  const teams = useTeams();
  const faultOf = useFaults();
  const [{ typed, role, teamId }, set, draft] = useFormDraft("invitations", undefined, {
    typed: "",
    role: "member" as Role,
    teamId: "",
  });
  const hasMail = useSignInMethods()?.mail ?? true;
  const labelOf = useSubmitLabel(hasMail);
  const addresses = readAddresses(typed);
  const good = addresses.filter((address) => faultOf(address) === undefined);
  const { send, isSending, made, refusals, forgetMade, proof } = useInvites();

  async function invite(): Promise<false> {
    await send(good, { role, ...(teamId === "" ? {} : { teamId }) }, (sent) => {
      const left = addresses.filter((address) => !sent.has(address));
      if (sent.size > 0) set({ typed: left.map((address) => address.typed).join("\n") });
    });
    return false;
  }

  if (made.length > 0)
    return (
      <InvitationLinks
        made={made}
        left={addresses.length}
        onDone={() => (addresses.length === 0 ? onClose() : forgetMade())}
      />
    );
  return (
    <FormDialog
      title={words.inviteTitle}
      submit={labelOf(good.length)}
      canSend={good.length > 0}
      size="lg"
      proof={proof}
      onSend={invite}
      // Stays open while sending, because the links of invitations that have already been sent must still be shown.
      onClose={() => isSending || onClose()}
      draft={draft}
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
            onChange={({ currentTarget }) => set({ typed: currentTarget.value })}
          />
          <div className="fields">
            <RoleField role={role} error={errorOf("role")} onChange={(chosen) => set({ role: chosen })} />
            {scopes.includes("teams:write") && teams.length > 0 && (
              <Select
                label={words.team}
                value={teamId}
                options={[["", words.noTeam], ...toOptions(teams)]}
                error={errorOf("teamId")}
                onChange={(id) => set({ teamId: id })}
              />
            )}
          </div>
          <AddressList addresses={addresses} errorOf={(address) => faultOf(address) ?? refusals.get(address.email)} />
          <LoopbackNote link={publicUrl} />
          {!hasMail && <p className={`${classes.note} small`}>{words.noMail}</p>}
        </>
      )}
    </FormDialog>
  );
}

/** Returns a function that names the button which invites so many people. */
function useSubmitLabel(hasMail: boolean): (count: number) => string {
  const words = useTeamWords();
  const { language } = useSettings();
  const [one, many, counted] = hasMail
    ? [words.sendInvitation, words.sendMany, words.countInvitations]
    : [words.createLink, words.createMany, words.countLinks];
  return (count) => (count > 1 ? many(plural(language, count, counted)) : one);
}

interface ListProps {
  addresses: readonly ReadAddress[];
  errorOf: (address: ReadAddress) => string | undefined;
}

/** How the text was read. */
function AddressList({ addresses, errorOf }: ListProps) {
  const words = useTeamWords();
  const { language } = useSettings();
  return (
    <>
      <p role="status" className={`${classes.note} small`}>
        {addresses.length > 0 && plural(language, addresses.length, words.read)}
      </p>
      <Rows className={classes.addresses}>
        {addresses.map((address) => (
          <ListRow key={address.email} end={<span className="error">{errorOf(address)}</span>}>
            {address.name !== "" && <b>{address.name}</b>} <span className="dim">{address.email}</span>
          </ListRow>
        ))}
      </Rows>
    </>
  );
}

/** Returns a function that says why an address can't be invited. */
function useFaults(): (address: ReadAddress) => string | undefined {
  const words = useTeamWords();
  const members = useMembers();
  const pending = useQuery(
    defineQuery(["invitations", "pending"], () => all(stint.invitations.list({ status: ["pending"] }))),
  );
  return ({ email, isAddress }) => {
    const key = email.toLowerCase();
    if (!isAddress) return words.noAddress;
    if (members.some((member) => member.status === "active" && member.email.toLowerCase() === key))
      return words.alreadyMember;
    return pending.data?.some((invitation) => invitation.email === key) === true ? words.alreadyInvited : undefined;
  };
}

type Sent = ReadonlyMap<ReadAddress, MadeInvitation>;

/** Sends invitations one by one. Keeps those that were made, and why others were refused. */
function useInvites() {
  const text = useText();
  const { withReauthentication, proof } = useReauthentication();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [isSending, setIsSending] = useState(false);
  const [made, setMade] = useState<readonly MadeInvitation[]>([]);

  async function send(
    addresses: readonly ReadAddress[],
    fields: { role: Role; teamId?: string },
    onSent: (sent: Sent) => void,
  ): Promise<void> {
    setIsSending(true);
    const [sent, refused] = [new Map<ReadAddress, MadeInvitation>(), new Map<string, string>()];
    try {
      for (const address of addresses) {
        const body = { email: address.email, ...fields };
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
      onSent(sent);
      await refresh("invitations");
    }
  }

  return { send, isSending, made, refusals, forgetMade: () => setMade([]), proof };
}
