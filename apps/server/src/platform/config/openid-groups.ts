import { normalEmail } from "#platform/email.ts";
import { asId } from "#platform/ids.ts";
import { ownCommand } from "#platform/process/own-command.ts";
import type { SettingReader } from "./setting-reader.ts";
import { settings } from "./settings.ts";

/** The roles that groups may assign, from highest to lowest. A group never makes anyone an owner. */
const givenRoles = ["admin", "manager", "member", "viewer"] as const;

/**
 * How people's groups at the OpenID provider and their verified addresses determine their membership of one
 * organization.
 */
export interface OpenIdGroups {
  orgId: string;
  /** The claim with the groups; undefined if only domains are used. */
  claim: string | undefined;
  roles: ReadonlyMap<string, (typeof givenRoles)[number]>;
  /** The team ids that each group assigns. */
  teams: ReadonlyMap<string, readonly string[]>;
  /** People with a verified address in one of these normalized domains join as members. */
  joinDomains: readonly string[];
  /** Whether to deactivate members who joined through the provider once neither a group nor a domain admits them. */
  removes: boolean;
  /** The maximum duration of members' sessions; undefined without `OIDC_ROLES`. */
  sessionHours: number | undefined;
}

interface Given {
  claim: string | undefined;
  roles: string | undefined;
  teams: string | undefined;
  join: string | undefined;
  domains: string | undefined;
  remove: string | undefined;
  hours: string | undefined;
}

const maxHours = 720;

/** Reads the group settings; undefined if there are none. */
export function readOpenIdGroups(
  { given: read, faults }: SettingReader,
  hasProvider: boolean,
): OpenIdGroups | undefined {
  const given: Given = {
    claim: read("OIDC_GROUPS_CLAIM"),
    roles: read("OIDC_ROLES"),
    teams: read("OIDC_TEAMS"),
    join: read("OIDC_JOIN"),
    domains: read("OIDC_JOIN_DOMAINS"),
    remove: read("OIDC_REMOVE"),
    hours: read("OIDC_SESSION_HOURS"),
  };
  if (Object.values(given).every((value) => value === undefined)) return undefined;
  checkTogether(given, hasProvider, faults);
  if (given.join !== undefined && !isIdOf("org", given.join))
    faults.push(
      `OIDC_JOIN must be the id of an organization, such as org_…, which \`${ownCommand} org list\` shows, not ${JSON.stringify(given.join)}`,
    );
  if (given.remove !== undefined && given.remove !== "on" && given.remove !== "off")
    faults.push(`OIDC_REMOVE must be one of on, off, not ${JSON.stringify(given.remove)}`);
  const hoursText = given.hours ?? settings.OIDC_SESSION_HOURS.default;
  const hours = Number(hoursText);
  if (!/^\d+$/.test(hoursText) || hours < 1 || hours > maxHours)
    faults.push(`OIDC_SESSION_HOURS must be a whole number from 1 to ${maxHours}, not ${JSON.stringify(hoursText)}`);
  const groups = {
    claim: given.claim,
    roles: readRoles(given.roles, faults),
    teams: readTeams(given.teams, faults),
    joinDomains: readDomains(given.domains, faults),
    removes: given.remove === "on",
    sessionHours: given.roles === undefined ? undefined : hours,
  };
  return given.join === undefined ? undefined : { orgId: given.join, ...groups };
}

/** Reports settings that have no effect without other settings. */
function checkTogether(
  { claim, roles, teams, join, domains, remove, hours }: Given,
  hasProvider: boolean,
  faults: string[],
): void {
  const isRemoving = remove === "on";
  const namesOf = (values: Record<string, unknown>) =>
    Object.keys(values).filter((name) => values[name] !== undefined && values[name] !== false);
  const demand = (missing: string, by: Record<string, unknown>, why: string) => {
    const names = namesOf(by);
    if (names.length === 0) return;
    const verb = names.length === 1 ? "needs" : "need";
    faults.push(`${missing} must be set too, because ${names.join(", ")} ${verb} ${why}`);
  };
  const rules = { OIDC_ROLES: roles, OIDC_TEAMS: teams, OIDC_REMOVE: isRemoving };
  const places = { ...rules, OIDC_JOIN_DOMAINS: domains };
  if (!hasProvider)
    demand(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET",
      { OIDC_GROUPS_CLAIM: claim, OIDC_JOIN: join, ...places, OIDC_SESSION_HOURS: hours },
      "a provider to sign in with",
    );
  if (join === undefined)
    demand("OIDC_JOIN", { OIDC_GROUPS_CLAIM: claim, ...places }, "an organization: OIDC_JOIN=org_…");
  if (claim === undefined) demand("OIDC_GROUPS_CLAIM", rules, "the name of the claim with the groups, such as groups");
  if (roles === undefined) demand("OIDC_ROLES", { OIDC_SESSION_HOURS: hours }, "roles that depend on groups");
  if (join !== undefined && roles === undefined && teams === undefined && domains === undefined)
    faults.push(
      "OIDC_ROLES, OIDC_TEAMS or OIDC_JOIN_DOMAINS must be set too, because OIDC_JOIN alone lets nobody join",
    );
}

interface Pair {
  group: string;
  value: string;
}

/** Matches a group, in double quotes if it contains a comma or a quote, and the value after its last colon. */
const pair = /[ \t]*(?:"((?:[^"]|"")*)"|([^",][^",]*?))[ \t]*:[ \t]*([^:",]*?)[ \t]*(?:,|$)/y;

/** Parses `group:value,group:value`; undefined if the text has a different form. */
function readPairs(text: string): Pair[] | undefined {
  const pairs: Pair[] = [];
  pair.lastIndex = 0;
  while (pair.lastIndex < text.length) {
    const [, quoted, plain, value] = pair.exec(text) ?? [];
    const group = quoted?.replaceAll('""', '"') ?? plain;
    if (group === undefined || group === "" || value === undefined || value === "") return undefined;
    pairs.push({ group, value });
  }
  return pairs.length === 0 || /,[ \t]*$/.test(text) ? undefined : pairs;
}

function readRoles(text: string | undefined, faults: string[]): OpenIdGroups["roles"] {
  const roles = new Map<string, (typeof givenRoles)[number]>();
  if (text === undefined) return roles;
  const pairs = readPairs(text);
  if (pairs === undefined) {
    faults.push(
      `OIDC_ROLES must be groups with their roles, such as admins:admin,"a, b":member, not ${JSON.stringify(text)}`,
    );
    return roles;
  }
  for (const { group, value } of pairs) {
    const role = givenRoles.find((one) => one === value);
    const name = JSON.stringify(group);
    if (value === "owner")
      faults.push(`OIDC_ROLES must not assign the role owner, as it does for the group ${name}: use admin`);
    else if (role === undefined)
      faults.push(
        `OIDC_ROLES must assign to the group ${name} one of ${givenRoles.join(", ")}, not ${JSON.stringify(value)}`,
      );
    else if (roles.has(group)) faults.push(`OIDC_ROLES must not contain the group ${name} twice`);
    else roles.set(group, role);
  }
  return roles;
}

function readTeams(text: string | undefined, faults: string[]): OpenIdGroups["teams"] {
  const teams = new Map<string, string[]>();
  if (text === undefined) return teams;
  const pairs = readPairs(text);
  if (pairs === undefined) {
    faults.push(
      `OIDC_TEAMS must be groups with the ids of their teams, such as design:team_…,"a, b":team_…, not ${JSON.stringify(text)}`,
    );
    return teams;
  }
  for (const { group, value } of pairs) {
    if (isIdOf("team", value)) teams.set(group, [...new Set([...(teams.get(group) ?? []), value])]);
    else
      faults.push(
        `OIDC_TEAMS must assign to the group ${JSON.stringify(group)} the id of a team, such as team_…, as shown by GET /v1/teams, not ${JSON.stringify(value)}`,
      );
  }
  return teams;
}

function readDomains(text: string | undefined, faults: string[]): string[] {
  if (text === undefined) return [];
  return text.split(",").flatMap((part) => {
    const given = part.trim();
    const domain = given.includes("@") ? undefined : domainOf(`x@${given}`);
    if (domain !== undefined) return [domain];
    faults.push(
      `OIDC_JOIN_DOMAINS must be domains separated by commas, such as example.com,example.org, not ${JSON.stringify(given)}`,
    );
    return [];
  });
}

/** Returns the normalized domain of an email address; undefined for any other text. */
export function domainOf(email: string): string | undefined {
  const normal = normalEmail(email);
  return normal?.slice(normal.lastIndexOf("@") + 1);
}

function isIdOf(prefix: string, text: string): boolean {
  return text.startsWith(`${prefix}_`) && asId(text) === text;
}
