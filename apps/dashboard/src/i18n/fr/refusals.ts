import type { Catalogue } from "#i18n/catalogue.ts";
import { replies } from "./replies.ts";

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
