import { useQuery } from "@tanstack/react-query";
import { useMembers, useTeams } from "#api/people.ts";
import { useMe, useSignInMethods } from "#api/queries.ts";
import { isAbove, type Role, roles } from "#api/scopes.ts";
import { LoopbackNote } from "#parts/confirm/loopback-note.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { Select } from "#ui/fields/select.tsx";
import { toOptions } from "#ui/fields/to-options.ts";
import { TextArea } from "#ui/fields/text-input.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { pendingQuery } from "./invitations.tsx";
import { InvitationLinks } from "./invitation-links.tsx";
import { type ReadAddress, readAddresses } from "./read-addresses.ts";
import { useInvites } from "./use-invites.ts";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import classes from "#pages/team/parts/team.module.css";

/** Invites the people whose addresses are pasted. Addresses that can't be invited stay in the field. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const { shell } = useText();
  const words = useTeamWords();
  const { scopes, publicUrl, role: ownRole } = useMe();
  const teams = useTeams();
  const [{ typed, role, teamId }, set, draft] = useFormDraft("invitations", undefined, {
    typed: "",
    role: "member" as Role,
    teamId: "",
  });
  const hasMail = useSignInMethods()?.mail ?? true;
  const labelOf = useSubmitLabel(hasMail);
  const addresses = readAddresses(typed);
  const { send, isSending, made, refusals, forgetMade, proof } = useInvites();
  const faultOf = useFaults(({ email }) => refusals.get(email)?.isFinal === false);
  const good = addresses.filter((address) => faultOf(address) === undefined);

  async function invite(): Promise<false> {
    const sent = await send(good, { role, ...(teamId === "" ? {} : { teamId }) });
    const left = addresses.filter(({ email }) => !sent.has(email.toLowerCase()));
    if (sent.size > 0) set({ typed: left.map((address) => address.typed).join("\n") });
    return false;
  }

  function finish(): void {
    if (addresses.length > 0) return forgetMade();
    // The form made way for the links before it knew what was sent.
    draft.forget();
    onClose();
  }

  if (made.length > 0) return <InvitationLinks made={made} left={addresses.length} onDone={finish} />;
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
      <TextArea
        label={words.addresses}
        hint={words.addressesHint}
        value={typed}
        rows={5}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        field="email"
        onChange={({ currentTarget }) => set({ typed: currentTarget.value })}
      />
      <div className="fields">
        <Select
          label={words.role}
          hint={words.roles[role]}
          value={role}
          options={roles.filter((each) => !isAbove(each, ownRole)).map((each) => [each, shell.roles[each]])}
          field="role"
          onChange={(next) => set({ role: next })}
        />
        {scopes.includes("teams:write") && teams.length > 0 && (
          <Select
            label={words.team}
            value={teamId}
            options={[["", words.noTeam], ...toOptions(teams)]}
            field="teamId"
            onChange={(id) => set({ teamId: id })}
          />
        )}
      </div>
      <AddressList addresses={addresses} faultOf={faultOf} refusals={refusals} />
      <LoopbackNote link={publicUrl} />
      {!hasMail && <p className="small">{words.noMail}</p>}
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
  faultOf: (address: ReadAddress) => string | undefined;
  refusals: ReturnType<typeof useInvites>["refusals"];
}

/** How the text was read. */
function AddressList({ addresses, faultOf, refusals }: ListProps) {
  const words = useTeamWords();
  const { language } = useSettings();
  return (
    <>
      <p role="status" className="small">
        {addresses.length > 0 && plural(language, addresses.length, words.read)}
      </p>
      <Rows className={classes.addresses}>
        {addresses.map((address, at) => {
          const { name, email, isAddress } = address;
          const fault = faultOf(address);
          // Nothing needs to be done about an address that is left out.
          const look = isAddress && fault !== undefined ? "dim" : "error";
          return (
            <ListRow key={at} end={<span className={look}>{fault ?? refusals.get(email)?.why}</span>}>
              {name !== "" && <b>{name}</b>} <span className="dim">{email}</span>
            </ListRow>
          );
        })}
      </Rows>
    </>
  );
}

/** Returns a function that says why an address can't be invited. Pending invitations may be sent again if `isOpen`. */
function useFaults(isOpen: (address: ReadAddress) => boolean): (address: ReadAddress) => string | undefined {
  const words = useTeamWords();
  const members = useMembers();
  const pending = useQuery(pendingQuery);
  return (address) => {
    const { email, isAddress, isDouble } = address;
    const key = email.toLowerCase();
    if (!isAddress) return words.noAddress;
    if (isDouble) return words.isDouble;
    if (members.some((member) => member.status === "active" && member.email.toLowerCase() === key))
      return words.alreadyMember;
    const isPending = pending.data?.some((invitation) => invitation.email === key) === true;
    return isPending && !isOpen(address) ? words.alreadyInvited : undefined;
  };
}
