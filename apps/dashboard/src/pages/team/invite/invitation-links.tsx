import { LoopbackNote } from "#parts/confirm/loopback-note.tsx";
import { plural } from "#i18n/catalogue.ts";
import { useSettings } from "#state/settings/settings.ts";
import { copyText } from "#ui/text/copy-text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { Button } from "#ui/button/button.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import type { MadeInvitation } from "./use-invites.ts";
import { useTeamWords } from "#pages/team/parts/use-team-words.ts";
import classes from "#pages/team/parts/team.module.css";

interface Props {
  made: readonly MadeInvitation[];
  /** The number of addresses that couldn't be invited. */
  left?: number;
  onDone: () => void;
}

/** The links of new invitations. Only the button closes the dialog, because the links aren't shown again. */
export function InvitationLinks({ made, left = 0, onDone }: Props) {
  const words = useTeamWords();
  const { language } = useSettings();
  const [first] = made;
  if (first === undefined) return null;
  const isOne = made.length === 1;
  const [sent, notSent] = isOne ? [words.linkSent, words.linkNotSent] : [words.linksSent, words.linksNotSent];
  // Separated by a tab, so that a spreadsheet shows two columns.
  const lines = made.map(({ email, link }) => `${email}\t${link}`);
  return (
    <Dialog
      title={isOne ? words.linkTitle(first.email) : plural(language, made.length, words.countInvitations)}
      size={isOne ? "md" : "lg"}
    >
      <div className="form">
        <p>{first.emailSent ? sent : notSent}</p>
        {made.map(({ email, name = "", link }) => (
          <div key={email} className={`${classes.link} wrap`}>
            <TextInput
              label={name === "" ? email : `${name} · ${email}`}
              value={link}
              readOnly
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            {!isOne && (
              <Button aria-label={words.copyLinkOf(email)} onClick={() => void copyText(link, words)}>
                {words.copyLink}
              </Button>
            )}
          </div>
        ))}
        <p className="small">{words.linkOnce}</p>
        <LoopbackNote link={first.link} />
        {left > 0 && <p className="error">{plural(language, left, words.notInvited)}</p>}
        <div className="buttons">
          <Button
            kind="main"
            data-autofocus
            onClick={() => void copyText(isOne ? first.link : lines.join("\n"), words)}
          >
            {isOne ? words.copyLink : words.copyAll}
          </Button>
          <Button onClick={onDone}>{words.done}</Button>
        </div>
      </div>
    </Dialog>
  );
}
