import type { Scope } from "#api/scopes.ts";
import { plural } from "#i18n/catalogue.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { useKeyWords } from "./use-key-words.ts";

interface Props {
  scopes: readonly Scope[];
  /** The scopes that the key's owner still has; undefined if that isn't known. */
  effective?: readonly Scope[];
}

/** The scopes of a key or a program, in words. */
export function GrantedScopes({ scopes, effective }: Props) {
  const { language } = useSettings();
  const words = useKeyWords();
  return (
    <Disclosure summary={plural(language, scopes.length, words.scope)}>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>
            {words.scopes[scope]} <code className="small">{scope}</code>
            {effective?.includes(scope) === false && ` (${words.ineffective})`}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Returns a function that says when and from where a key or a program was last used. */
export function useLastUse() {
  const { moment } = useFormat();
  const words = useKeyWords();
  return ({ lastUsedAt, lastUsedAddress }: { lastUsedAt: string | null; lastUsedAddress: string | null }): string => {
    if (lastUsedAt === null) return words.neverUsed;
    const when = moment(lastUsedAt);
    return lastUsedAddress === null ? words.lastUsed(when) : words.lastUsedFrom(when, lastUsedAddress);
  };
}
