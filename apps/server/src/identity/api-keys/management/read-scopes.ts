import { type Scope, scopePresets, scopes } from "#identity/access.ts";
import { invalid } from "#platform/errors.ts";
import { findNear } from "#platform/find-near.ts";

/** One word of a `scopes` list: a scope, or a preset or resource with the scopes that it contains. */
export interface ScopeWord {
  scopes: readonly Scope[];
  isPreset: boolean;
  pointer: string;
}

const presets = Object.keys(scopePresets);
const resources = [...new Set(scopes.map((scope) => scope.slice(0, scope.indexOf(":"))))];

/** Expands the `scopes` of a body; throws 422 for any other word. */
export function readScopes(words: readonly string[]): ScopeWord[] {
  return words.map((word, index) => {
    const pointer = `/scopes/${index}`;
    const scope = scopes.find((name) => name === word);
    if (scope !== undefined) return { scopes: [scope], isPreset: false, pointer };
    const preset = Object.hasOwn(scopePresets, word) ? scopePresets[word] : undefined;
    if (preset !== undefined) return { scopes: preset, isPreset: true, pointer };
    const ofResource = scopes.filter((scope) => scope.startsWith(`${word}:`));
    if (ofResource.length > 0) return { scopes: ofResource, isPreset: true, pointer };
    const near = findNear(word, [...scopes, ...presets, ...resources]);
    throw invalid(
      pointer,
      "unknown_scope",
      `is not a scope${near === undefined ? "" : `; the closest one is ${near}`}. Known scopes: ${scopes.join(", ")}; presets: ${presets.join(", ")}`,
    );
  });
}

/** Sorts the chosen scopes in the order of `scopes`. */
export function inOrder(chosen: Iterable<Scope>): Scope[] {
  const set = new Set(chosen);
  return scopes.filter((scope) => set.has(scope));
}
