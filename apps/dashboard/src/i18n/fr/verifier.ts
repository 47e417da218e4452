import type { verifier as english } from "#i18n/en/verifier.ts";

export const verifier: typeof english = {
  heading: "Vérifier des relevés de temps validé",
  lead: "Déposez ici les fichiers JSON des relevés, ou choisissez-les. Ils restent dans votre navigateur : cette page n’envoie rien et fonctionne sans réseau.",
  files: "Fichiers JSON",
  save: "Enregistrer cette page",
  insecure:
    "Les navigateurs ne vérifient les relevés que par HTTPS ou dans une page enregistrée sur votre appareil. Enregistrez cette page et ouvrez le fichier enregistré.",
  nameOf: (name, id) => `${name} (${id} ; aucune empreinte ne couvre le nom)`,
  more: (count) => `et ${count} de plus`,
  notStatement: "Ce n’est pas un relevé.",
  unreadable: "Impossible de lire le fichier.",
  conflict: "Un autre fichier prétend être la même révision, mais diffère.",
  compare:
    "Cela montre seulement que chaque relevé correspond à sa propre empreinte, qu’un faussaire peut aussi calculer. Comparez donc l’empreinte avec celle du papier ou d’une copie obtenue ailleurs.",
};
