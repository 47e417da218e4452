import { may, type Role, scopes, seesAllProjects } from "#identity/access.ts";
import type { WebhookRow } from "./webhook.ts";

/** The current state of the member who registered an endpoint. */
export interface Registrar {
  role: Role;
  deactivated_at: string | null;
}

export interface RegisteredWebhook extends WebhookRow {
  registrar_role: Role;
  registrar_deactivated_at: string | null;
}

const everyScope = new Set(scopes);

/**
 * Whether an endpoint may receive events: the member who registered it must be active, still have access to webhooks,
 * and see all projects.
 */
export function isEntitled({ role, deactivated_at: deactivatedAt }: Registrar): boolean {
  return (
    deactivatedAt === null &&
    may({ role, scopes: everyScope, userId: "" }, "webhooks:read") &&
    seesAllProjects({ role })
  );
}

/**
 * Separates the endpoints that may receive events from the others. Hides amounts that the registering members may no
 * longer see.
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
