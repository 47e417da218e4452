import { useEffect, useEffectEvent } from "react";
import { useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { signOut } from "#state/session/sign-out.ts";
import { useTracked, useTracking } from "#state/use-tracking.ts";
import { useLineWords } from "#shell/lines/use-line-words.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { plural } from "#i18n/catalogue.ts";

/** Asks before signing out with unsent changes. Signs out automatically once the changes have been sent. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const { language } = useSettings();
  const { key, signIn } = useMe();
  const { shell } = text;
  const words = useLineWords();
  const tracking = useTracking();
  const unsent = useTracked((view) => view.queue.length);
  const isAllSent = unsent === 0;
  // Encrypted, the unsent changes can stay on the device.
  const areKept = typeof signIn?.deviceKey === "string";
  const leave = () => signOut(tracking, key.id);
  const leaveOnceSent = useEffectEvent(() => void leave());
  useEffect(() => {
    if (isAllSent) leaveOnceSent();
  }, [isAllSent]);
  if (isAllSent) return null;
  return (
    <ConfirmDialog
      isHarmless={areKept}
      title={shell.waiting(plural(language, unsent, shell.change))}
      lead={areKept ? words.unsentStay : words.unsentGo}
      label={shell.signOut}
      onConfirm={leave}
      onClose={onClose}
    />
  );
}
