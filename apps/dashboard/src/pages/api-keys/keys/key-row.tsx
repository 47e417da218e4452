import type { ApiKey } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { changeForGood } from "#state/use-change.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import { ListRow } from "#ui/list/rows.tsx";
import { joinFacts } from "#i18n/formats/join-facts.ts";
import type { NewKey } from "#pages/api-keys/api-keys-page.tsx";
import { EditKey } from "./edit-key.tsx";
import { RotateKey } from "./rotate-key.tsx";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";
import { GrantedScopes, useLastUse } from "#pages/api-keys/parts/granted-scopes.tsx";

type Dialog = "edit" | "rotate" | "revoke";

export function KeyRow({ apiKey, onNewKey }: { apiKey: ApiKey; onNewKey: (key: NewKey) => void }) {
  const text = useText();
  const words = useKeyWords();
  const { user } = useMe();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const isLive = apiKey.status === "active";
  return (
    <ListRow
      buttons={
        isLive && (
          <MoreMenu label={text.shell.more(apiKey.name)}>
            <MenuItem onClick={() => setDialog("edit")}>{words.edit}</MenuItem>
            {apiKey.userId === user.id && <MenuItem onClick={() => setDialog("rotate")}>{words.rotate}</MenuItem>}
            <MenuItem onClick={() => setDialog("revoke")}>{words.revoke}</MenuItem>
          </MoreMenu>
        )
      }
    >
      <b>{apiKey.name}</b>
      {!isLive && <span className="chip">{words.status[apiKey.status]}</span>}
      <Details apiKey={apiKey} />
      <GrantedScopes scopes={apiKey.scopes} effective={apiKey.effectiveScopes} />
      {dialog === "edit" && <EditKey apiKey={apiKey} onClose={close} />}
      {dialog === "rotate" && <RotateKey apiKey={apiKey} onMade={onNewKey} onClose={close} />}
      {dialog === "revoke" && (
        <ConfirmDialog
          title={words.revokeTitle(apiKey.name)}
          lead={words.revokeLead}
          label={words.revokeDo}
          onClose={close}
          onConfirm={() => changeForGood(stint.apiKeys.revoke(apiKey.id), "api-keys", words.revoked)}
        />
      )}
    </ListRow>
  );
}

function Details({ apiKey }: { apiKey: ApiKey }) {
  const format = useFormat();
  const words = useKeyWords();
  const { user } = useMe();
  const nameOf = useNames([apiKey.userId]);
  const sayLastUse = useLastUse();
  const { expiresAt, revokedAt, status } = apiKey;
  const end = () => {
    if (revokedAt !== null) return words.revokedOn(format.dayOf(revokedAt));
    if (expiresAt === null) return words.endsNever;
    return status === "expired" ? words.endedOn(format.dayOf(expiresAt)) : words.endsOn(format.dayOf(expiresAt));
  };
  const owner = apiKey.userId !== user.id && words.ownedBy(nameOf(apiKey.userId));
  return <p className="dim">{joinFacts(`…${apiKey.lastFour}`, owner, sayLastUse(apiKey), end())}</p>;
}
