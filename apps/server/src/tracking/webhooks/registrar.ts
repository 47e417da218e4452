import { may, type Role, scopes, seesAllProjects } from "#identity/access.ts";
import type { WebhookRow } from "./queries.ts";

/** The member who registered an endpoint, as they are now. */
export interface Registrar {
  role: Role;
  deactivated_at: string | null;
}

/** An endpoint with the rights of its registrar. */
export interface RegisteredWebhook extends WebhookRow {
  registrar_role: Role;
  registrar_deactivated_at: string | null;
}

const everyScope = new Set(scopes);

/**
 * Whether an endpoint may be told of anything. It has the rights of its registrar, as they are now: whoever was
 * deactivated or no longer manages webhooks gets no more events, and nobody gets those of projects they do not see.
 */
export function isEntitled({ role, deactivated_at: deactivatedAt }: Registrar): boolean {
  return (
    deactivatedAt === null &&
    may({ role, scopes: everyScope, userId: "" }, "webhooks:read") &&
    seesAllProjects({ role })
  );
}

/** The endpoints that may be told of something, showing no more than their registrar may see now, and the others. */
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
