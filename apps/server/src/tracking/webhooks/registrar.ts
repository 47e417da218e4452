import { may, type Role, scopes, seesAllProjects } from "#identity/access.ts";
import type { WebhookRow } from "./queries.ts";

/** The current state of the member who registered an endpoint. */
export interface Registrar {
  role: Role;
  deactivated_at: string | null;
}

/** An endpoint with the role and state of the member who registered it. */
export interface RegisteredWebhook extends WebhookRow {
  registrar_role: Role;
  registrar_deactivated_at: string | null;
}

const everyScope = new Set(scopes);

/**
 * Whether an endpoint may receive events, which depends on the current rights of the member who registered it. It may
 * not if that member has been deactivated or may no longer manage webhooks. It receives no events of projects hidden
 * from them.
 */
export function isEntitled({ role, deactivated_at: deactivatedAt }: Registrar): boolean {
  return (
    deactivatedAt === null &&
    may({ role, scopes: everyScope, userId: "" }, "webhooks:read") &&
    seesAllProjects({ role })
  );
}

/**
 * Separates the endpoints that may receive events, limited to what the members who registered them may see, from the
 * others.
 */
export function splitEntitled(webhooks: RegisteredWebhook[]): { entitled: WebhookRow[]; others: WebhookRow[] } {
  const entitled: WebhookRow[] = [];
  const others: WebhookRow[] = [];
  for (const { registrar_role: role, registrar_deactivated_at, ...webhook } of webhooks) {
    const seesMoney = may({ role, scopes: everyScope, userId: webhook.user_id }, "costs:read");
    if (!isEntitled({ role, deactivated_at: registrar_deactivated_at })) others.push(webhook);
    else entitled.push({ ...webhook, shows_money: webhook.shows_money && seesMoney });
  }
  return { entitled, others };
}
