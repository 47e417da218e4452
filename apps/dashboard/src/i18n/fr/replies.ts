import type { ErrorCode } from "@stint/sdk";

const notUnderstood = "Le serveur n’a pas compris la requête. Rechargez la page.";
const notGranted = "L’accès n’a pas, ou pas encore, été autorisé.";
const ended = "Cet accès n’est plus valable. Reconnectez-vous.";

export const replies: Record<ErrorCode, string> = {
  malformed_request: notUnderstood,
  missing_field: "Un champ obligatoire est vide.",
  authorization_pending: notGranted,
  slow_down: notUnderstood,
  access_denied: notGranted,
  expired_token: ended,
  missing_api_key: ended,
  invalid_api_key: ended,
  expired_api_key: ended,
  revoked_api_key: ended,
  not_signed_in: "Votre session est terminée. Connectez-vous.",
  invalid_credentials: "L’adresse ou le mot de passe est incorrect.",
  second_factor_required: "Saisissez aussi le code de votre double authentification.",
  invalid_code: "Le code est incorrect, expiré ou déjà utilisé.",
  insufficient_scope: "Il manque une permission à cet accès. Demandez-la à un propriétaire ou à un administrateur.",
  forbidden: "Votre rôle ne le permet pas, ou cet élément appartient à quelqu’un d’autre.",
  session_required: "Cela n’est possible qu’avec une connexion, pas avec une clé API.",
  address_not_proved:
    "Cette adresse e-mail n’est pas encore vérifiée. Ouvrez le lien reçu par e-mail, ou adressez-vous à un propriétaire ou à un administrateur.",
  cross_site_request: "La requête venait d’un autre site et a été refusée.",
  reauthentication_required: "Confirmez d’abord avec votre mot de passe que c’est bien vous.",
  not_found: "Cet élément n’existe pas ou plus dans cette organisation.",
  method_not_allowed: notUnderstood,
  request_timeout: "La requête n’est pas arrivée à temps. Réessayez.",
  external_ref_taken: "Une autre entrée de temps a déjà cette référence externe.",
  has_time_entries: "Il y a encore des entrées de temps. Archivez le projet, ou marquez la tâche comme terminée.",
  in_use: "Cet élément est encore utilisé. Archivez-le, ou modifiez d’abord ce qui l’utilise.",
  not_deleted: "L’entrée de temps n’est pas supprimée.",
  key_ended: "La clé API est expirée ou révoquée.",
  too_many_api_keys: "Il y a déjà trop de clés API actives. Révoquez-en une dont vous n’avez plus besoin.",
  period_locked:
    "Ce temps précède la date de verrouillage ou appartient à une feuille de temps soumise ou validée. Retirez-la, ou demandez qu’elle soit renvoyée ou rouverte.",
  billed: "L’entrée est facturée. Un propriétaire ou un administrateur peut annuler la facturation.",
  timesheet_state:
    "L’état de la feuille de temps, ou une autre clôturée plus tard, ne le permet pas. Rechargez la page.",
  unrated_entries:
    "Certaines entrées n’ont pas de taux horaire. Définissez des taux horaires et recalculez les prix, ou facturez ces entrées à 0.",
  billing_changed: "Les entrées à facturer ont changé entre-temps. Vérifiez-les à nouveau.",
  currency_in_use:
    "La devise ne peut être changée que tant qu’il n’y a ni taux horaires, ni montants, ni budgets, ni facturations.",
  rate_exists: "Un taux horaire de même niveau commence déjà ce jour-là. Supprimez-le, ou choisissez un autre jour.",
  timer_not_running: "Aucun minuteur n’est en cours.",
  timer_running: "Un minuteur commencé dans cette période est encore en cours. Arrêtez-le d’abord.",
  export_first: "Téléchargez d’abord l’export complet ; vous disposez ensuite de 24 heures.",
  organization_ending:
    "L’organisation va être supprimée : elle peut encore être lue et exportée, mais plus modifiée. Un propriétaire peut la conserver.",
  too_many_webhooks: "L’organisation a déjà 100 points de terminaison.",
  too_many_calendars: "Vous avez déjà cinq calendriers. Supprimez-en un d’abord.",
  webhook_disabled: "Le point de terminaison est désactivé : rien n’est envoyé.",
  last_owner:
    "Au moins un membre actif doit rester propriétaire. Désignez d’abord quelqu’un d’autre comme propriétaire.",
  already_member: "Cette personne est déjà membre.",
  already_invited: "Une invitation est déjà en attente pour cette adresse.",
  too_many_invitations: "Il y a déjà 200 invitations en attente.",
  too_many_imports:
    "L’organisation a trop d’imports en attente, ou ils sont trop volumineux. Terminez-en ou retirez-en d’abord un.",
  invitation_closed: "L’invitation a déjà été acceptée ou révoquée.",
  second_factor_state: "La double authentification a changé d’état entre-temps. Rechargez la page.",
  idempotency_in_progress: "Cette requête est déjà en cours d’exécution.",
  precondition_failed: "Quelqu’un d’autre a fait une modification entre-temps. Rechargez la page et vérifiez la vôtre.",
  payload_too_large:
    "Les données sont trop volumineuses. Pour un import, exportez des périodes plus courtes ou envoyez un fichier ZIP.",
  unsupported_media_type: notUnderstood,
  validation_failed: "Une valeur n’est pas valide.",
  unknown_parameter: notUnderstood,
  idempotency_mismatch:
    "Une tentative précédente a réussi, bien que sa réponse ait été perdue. Fermez le formulaire et vérifiez le résultat.",
  project_archived: "Le projet est archivé et n’accepte pas d’entrées de temps.",
  task_done: "La tâche est terminée et n’accepte pas d’entrées de temps.",
  task_not_in_project: "La tâche appartient à un autre projet.",
  budget_exceeded: "Le budget du projet serait dépassé.",
  entry_rule: "Cela enfreint une règle de l’organisation pour les entrées de temps.",
  nothing_to_bill:
    "Aucune entrée correspondante n’est facturable et non encore facturée. Vérifiez les filtres, et si les entrées doivent d’abord être validées.",
  too_many_groups:
    "C’est trop pour un seul tableau. Choisissez une période plus courte, d’autres filtres ou un autre regroupement.",
  invalid_link: "Le lien est expiré, déjà utilisé, remplacé ou révoqué.",
  number_out_of_range: "Un total est trop grand. Choisissez une période plus courte.",
  insecure_origin:
    "En HTTP simple, les navigateurs rejettent le cookie de session. Ouvrez Stint en https://, derrière un proxy inverse avec TLS.",
  rate_limited: "Trop de requêtes en peu de temps. Réessayez dans un instant.",
  too_many_attempts: "Trop de tentatives. Attendez quelques minutes.",
  too_many_deliveries:
    "Trop d’envois de cette organisation sont en attente. Attendez qu’ils soient terminés, ou désactivez les points de terminaison qui ne les acceptent pas.",
  headers_too_large: notUnderstood,
  internal: "Une erreur est survenue sur le serveur. Rien n’a été modifié.",
  too_many_streams: "Trop de flux d’événements sont ouverts. Fermez un onglet ou réessayez plus tard.",
  timeout: "La base de données a mis trop de temps. Rien n’a été modifié.",
  not_configured: "Ce serveur n’est pas configuré pour cela. Adressez-vous à son exploitant.",
  unavailable: "Le serveur ne peut pas répondre pour l’instant. Réessayez dans un instant.",
};
