import type { ApiKey } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { refresh, useMe } from "#api/queries.ts";
import type { Scope } from "#api/scopes.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { plural } from "#i18n/catalogue.ts";
import { dayOf } from "#time/zoned.ts";
import { announce } from "#ui/announce.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import { ListRow } from "#ui/list/rows.tsx";
import type { NewKey } from "./api-keys-page.tsx";
import { EditKey } from "./edit-key.tsx";
import { RotateKey } from "./rotate-key.tsx";
import { useKeyWords } from "./use-key-words.ts";
import classes from "./api-keys.module.css";

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
        <>
          {isLive && (
            <MoreMenu label={text.shell.more(apiKey.name)}>
              <MenuItem onClick={() => setDialog("edit")}>{words.edit}</MenuItem>
              {apiKey.userId === user.id && <MenuItem onClick={() => setDialog("rotate")}>{words.rotate}</MenuItem>}
              <MenuItem onClick={() => setDialog("revoke")}>{words.revoke}</MenuItem>
            </MoreMenu>
          )}
        </>
      }
    >
      <b>{apiKey.name}</b>
      {!isLive && <span className="chip">{words.status[apiKey.status]}</span>}
      <Details apiKey={apiKey} />
      <Granted apiKey={apiKey} />
      {dialog === "edit" && <EditKey apiKey={apiKey} onClose={close} />}
      {dialog === "rotate" && <RotateKey apiKey={apiKey} onMade={onNewKey} onClose={close} />}
      {dialog === "revoke" && (
        <ConfirmDialog
          title={words.revokeTitle(apiKey.name)}
          lead={words.revokeLead}
          label={words.revokeDo}
          onClose={close}
          onConfirm={async () => {
            await stint.apiKeys.revoke(apiKey.id);
            await refresh("api-keys");
            announce(words.revoked);
          }}
        />
      )}
    </ListRow>
  );
}

function Details({ apiKey }: { apiKey: ApiKey }) {
  const format = useFormat();
  const { zone } = useSettings();
  const words = useKeyWords();
  const { user } = useMe();
  const nameOf = useNames([apiKey.userId]);
  const dayIn = (instant: string) => format.day(dayOf(instant, zone));
  const { lastUsedAt, lastUsedAddress, expiresAt, revokedAt, status } = apiKey;
  const when = lastUsedAt === null ? "" : `${dayIn(lastUsedAt)} ${format.clock(lastUsedAt)}`;
  const used = lastUsedAddress === null ? words.lastUsed(when) : words.lastUsedFrom(when, lastUsedAddress);
  const end = () => {
    if (revokedAt !== null) return words.revokedOn(dayIn(revokedAt));
    if (expiresAt === null) return words.endsNever;
    return status === "expired" ? words.endedOn(dayIn(expiresAt)) : words.endsOn(dayIn(expiresAt));
  };
  const details = [
    `…${apiKey.lastFour}`,
    apiKey.userId === user.id ? undefined : words.ownedBy(nameOf(apiKey.userId)),
    lastUsedAt === null ? words.neverUsed : used,
    end(),
  ];
  return <p className="dim">{details.filter((each) => each !== undefined).join(" · ")}</p>;
}

function Granted({ apiKey }: { apiKey: ApiKey }) {
  const { language } = useSettings();
  const words = useKeyWords();
  const effective = new Set<Scope>(apiKey.effectiveScopes);
  return (
    <details className={classes.granted}>
      <summary>{plural(language, apiKey.scopes.length, words.scope)}</summary>
      <ul>
        {apiKey.scopes.map((scope) => (
          <li key={scope}>
            {words.scopes[scope]} <code>{scope}</code>
            {!effective.has(scope) && ` (${words.ineffective})`}
          </li>
        ))}
      </ul>
    </details>
  );
}
