import type { ErrorCode } from "@stint/sdk";
import type { Catalogue } from "#i18n/catalogue.ts";

const notUnderstood = "Le serveur n’a pas compris la requête. Rechargez la page.";
const ended = "Cet accès n’est plus valable. Reconnectez-vous.";
const notGranted = "L’accès n’a pas, ou pas encore, été autorisé.";

const replies: Record<ErrorCode, string> = {
  not_signed_in: "Votre session est terminée. Connectez-vous.",
  invalid_credentials: "L’adresse ou le mot de passe est incorrect.",
  invalid_code: "Le code est incorrect, expiré ou déjà utilisé.",
  forbidden: "Votre rôle ne le permet pas, ou cet élément appartient à quelqu’un d’autre.",
  session_required: "Cela n’est possible qu’avec une connexion, pas avec une clé API.",
  cross_site_request: "La requête venait d’un autre site et a été refusée.",
  reauthentication_required: "Confirmez d’abord avec votre mot de passe que c’est bien vous.",
  not_found: "Cet élément n’existe pas ou plus dans cette organisation.",
  request_timeout: "La requête n’est pas arrivée à temps. Réessayez.",
  external_ref_taken: "Une autre entrée de temps a déjà cette référence externe.",
  not_deleted: "L’entrée de temps n’est pas supprimée.",
  key_ended: "La clé API est expirée ou révoquée.",
  rate_exists: "Un taux horaire de même niveau commence déjà ce jour-là. Supprimez-le, ou choisissez un autre jour.",
  timer_not_running: "Aucun minuteur n’est en cours.",
  export_first: "Téléchargez d’abord l’export complet ; vous disposez ensuite de 24 heures.",
  too_many_api_keys: "Il y a déjà trop de clés API actives. Révoquez-en une dont vous n’avez plus besoin.",
  too_many_calendars: "Vous avez déjà cinq calendriers. Supprimez-en un d’abord.",
  too_many_webhooks: "L’organisation a déjà 100 points de terminaison.",
  webhook_disabled: "Le point de terminaison est désactivé : rien n’est envoyé.",
  last_owner:
    "Au moins un membre actif doit rester propriétaire. Désignez d’abord quelqu’un d’autre comme propriétaire.",
  already_member: "Cette personne est déjà membre.",
  already_invited: "Une invitation est déjà en attente pour cette adresse.",
  too_many_invitations: "Il y a déjà 200 invitations en attente.",
  too_many_imports:
    "L’organisation a trop d’imports en attente, ou ils sont trop volumineux. Terminez-en ou retirez-en d’abord un.",
  invitation_closed: "L’invitation a déjà été acceptée ou révoquée.",
  idempotency_mismatch:
    "Une tentative précédente a réussi, bien que sa réponse ait été perdue. Fermez le formulaire et vérifiez le résultat.",
  idempotency_in_progress: "Cette requête est déjà en cours d’exécution.",
  precondition_failed: "Quelqu’un d’autre a fait une modification entre-temps. Rechargez la page et vérifiez la vôtre.",
  project_archived: "Le projet est archivé et n’accepte pas d’entrées de temps.",
  task_done: "La tâche est terminée et n’accepte pas d’entrées de temps.",
  task_not_in_project: "La tâche appartient à un autre projet.",
  budget_exceeded: "Le budget du projet serait dépassé.",
  too_many_groups:
    "C’est trop pour un seul tableau. Choisissez une période plus courte, d’autres filtres ou un autre regroupement.",
  period_locked:
    "Ce temps précède la date de verrouillage ou appartient à une feuille de temps soumise ou validée. Retirez-la, ou demandez qu’elle soit renvoyée ou rouverte.",
  billed: "L’entrée est facturée. Un propriétaire ou un administrateur peut annuler la facturation.",
  unrated_entries:
    "Certaines entrées n’ont pas de taux horaire. Définissez des taux horaires et recalculez les prix, ou facturez ces entrées à 0.",
  timer_running: "Un minuteur commencé dans cette période est encore en cours. Arrêtez-le d’abord.",
  organization_ending:
    "L’organisation va être supprimée : elle peut encore être lue et exportée, mais plus modifiée. Un propriétaire peut la conserver.",
  second_factor_state: "La double authentification a changé d’état entre-temps. Rechargez la page.",
  payload_too_large:
    "Les données sont trop volumineuses. Pour un import, exportez des périodes plus courtes ou envoyez un fichier ZIP.",
  insecure_origin:
    "En HTTP simple, les navigateurs rejettent le cookie de session. Ouvrez Stint en https://, derrière un proxy inverse avec TLS.",
  too_many_deliveries:
    "Trop d’envois de cette organisation sont en attente. Attendez qu’ils soient terminés, ou désactivez les points de terminaison qui ne les acceptent pas.",
  too_many_streams: "Trop de flux d’événements sont ouverts. Fermez un onglet ou réessayez plus tard.",
  invalid_link: "Le lien est expiré, déjà utilisé, remplacé ou révoqué.",
  too_many_attempts: "Trop de tentatives. Attendez quelques minutes.",
  rate_limited: "Trop de requêtes en peu de temps. Réessayez dans un instant.",
  internal: "Une erreur est survenue sur le serveur. Rien n’a été modifié.",
  timeout: "La base de données a mis trop de temps. Rien n’a été modifié.",
  unavailable: "Le serveur ne peut pas répondre pour l’instant. Réessayez dans un instant.",
  missing_field: "Un champ obligatoire est vide.",
  validation_failed: "Une valeur n’est pas valide.",
  second_factor_required: "Saisissez aussi le code de votre double authentification.",
  insufficient_scope: "Il manque une permission à cet accès. Demandez-la à un propriétaire ou à un administrateur.",
  billing_changed: "Les entrées à facturer ont changé entre-temps. Vérifiez-les à nouveau.",
  currency_in_use:
    "La devise ne peut être changée que tant qu’il n’y a ni taux horaires, ni montants, ni budgets, ni facturations.",
  entry_rule: "Cela enfreint une règle de l’organisation pour les entrées de temps.",
  nothing_to_bill:
    "Aucune entrée correspondante n’est facturable et non encore facturée. Vérifiez les filtres, et si les entrées doivent d’abord être validées.",
  number_out_of_range: "Un total est trop grand. Choisissez une période plus courte.",
  has_time_entries: "Il y a encore des entrées de temps. Archivez le projet, ou marquez la tâche comme terminée.",
  in_use: "Cet élément est encore utilisé. Archivez-le, ou modifiez d’abord ce qui l’utilise.",
  timesheet_state:
    "L’état de la feuille de temps, ou une autre clôturée plus tard, ne le permet pas. Rechargez la page.",
  not_configured: "Ce serveur n’est pas configuré pour cela. Adressez-vous à son exploitant.",
  address_not_proved:
    "Cette adresse e-mail n’est pas encore vérifiée. Ouvrez le lien reçu par e-mail, ou adressez-vous à un propriétaire ou à un administrateur.",
  malformed_request: notUnderstood,
  method_not_allowed: notUnderstood,
  unsupported_media_type: notUnderstood,
  unknown_parameter: notUnderstood,
  headers_too_large: notUnderstood,
  slow_down: notUnderstood,
  missing_api_key: ended,
  invalid_api_key: ended,
  expired_api_key: ended,
  revoked_api_key: ended,
  expired_token: ended,
  authorization_pending: notGranted,
  access_denied: notGranted,
};

export const refusals: Catalogue["refusals"] = {
  replies,
  fields: {
    required: "Ce champ est obligatoire.",
    not_found: "Cet élément n’existe pas dans cette organisation.",
    duplicate: "Cette valeur y figure déjà.",
    uniqueItems: "Une valeur y figure deux fois.",
    unknown_field: "Ce champ n’existe pas.",
    forbidden: "Vous ne pouvez pas indiquer cette valeur ici.",
    project_archived: "Le projet est archivé.",
    budget_exceeded: "Le budget du projet serait dépassé.",
    rate_exists: replies.rate_exists,
    currency_in_use: "Il existe déjà des taux horaires, des montants ou des budgets dans la devise actuelle.",
    external_ref_taken: replies.external_ref_taken,
    too_short: "C’est trop court.",
    too_long: "C’est trop long.",
    out_of_range: "La valeur est hors limites.",
    not_allowed: "Ce n’est pas autorisé ici.",
    unreadable: "Le calendrier n’a pas pu être lu. Vérifiez que l’adresse fournit un calendrier au format iCalendar.",
    bad_format: "Le format n’est pas celui attendu.",
    wrong_type: "Le type n’est pas celui attendu.",
    too_easy: "Le mot de passe est trop facile à deviner. Choisissez plusieurs mots sans rapport entre eux.",
    wrong_password: "Le mot de passe est incorrect ou a changé entre-temps.",
    wrong_code: "Le code est incorrect. Vérifiez que l’horloge de votre appareil est à l’heure.",
    name_differs: "Ce n’est pas le nom exact de l’organisation.",
    has_credentials: "L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.",
    refused_address: "Ce serveur n’a pas le droit d’appeler cette adresse.",
    member_deactivated: "Ce membre est désactivé. Réactivez-le d’abord.",
    is_owner: "Choisissez un autre membre que vous-même.",
    not_held: "La clé n’a pas cette permission, ou n’en garderait aucune. Créez une autre clé.",
    not_available: "Vous ne pouvez pas donner cette permission au programme.",
    unknown: "Cet élément n’existe pas ou plus ici. Retirez-le.",
    too_many_entries:
      "Cela fait trop d’entrées. Choisissez une période plus courte, ou moins de clients et de projets.",
    secret_missing:
      "Le secret de ce point de terminaison a été perdu avec la SECRET_KEY du serveur. Renouvelez-le d’abord.",
    other: "Cette valeur n’est pas valide.",
  },
  limits: { least: (limit) => `Minimum : ${limit}.`, most: (limit) => `Maximum : ${limit}.` },
  other: "Le serveur a refusé la requête.",
};
