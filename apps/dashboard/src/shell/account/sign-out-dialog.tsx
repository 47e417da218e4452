import { useEffect, useEffectEvent } from "react";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { plural } from "#i18n/catalogue.ts";

interface Props {
  unsent: number;
  /** Whether the unsent changes can stay on the device, encrypted. */
  areKept: boolean;
  onSignOut: () => Promise<void>;
  onClose: () => void;
}

/** Asks before signing out with unsent changes. Signs out automatically once the changes have been sent. */
export function SignOutDialog({ unsent, areKept, onSignOut, onClose }: Props) {
  const text = useText();
  const { language } = useSettings();
  const { shell } = text;
  const isAllSent = unsent === 0;
  const signOut = useEffectEvent(() => void onSignOut());
  useEffect(() => {
    if (isAllSent) signOut();
  }, [isAllSent]);
  if (isAllSent) return null;
  return (
    <ConfirmDialog
      title={shell.waiting(plural(language, unsent, shell.change))}
      lead={areKept ? shell.unsentStay : shell.unsentGo}
      label={shell.signOut}
      onConfirm={onSignOut}
      onClose={onClose}
    />
  );
}
