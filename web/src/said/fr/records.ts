import type { records as fa } from '../fa/records';

/** Records and replays, the page's own words about them too. */
export const records: Record<keyof typeof fa, string> = {
  '{1} of {2} {3} is too large; at most {4} are taken': '{1} de {2} {3}, c’est trop grand ; {4} au plus',
  'the trace is of `{1}`, not of `{2}`': 'l’enregistrement est de `{1}`, pas de `{2}`',
  'the trace was played by version {1} of the rules of `{2}`, this program has {3}': 'l’enregistrement a été joué avec la version {1} des règles de `{2}` ; ce programme a la {3}',
  'the header names {1} entrants, but the match has {2} seats': 'l’en-tête nomme {1} participants, mais la partie a {2} places',
  'window {1}: the recorded act of seat {2} is refused: {3}': 'étape {1} : le coup enregistré de la place {2} est refusé : {3}',
  'after window {1} the trace holds an input that does not fit the match': 'après l’étape {1}, l’enregistrement contient une entrée qui ne convient pas à la partie',
  'window {1}: the state\'s hash is {2}, the trace says {3}': 'étape {1} : l’empreinte de l’état est {2}, l’enregistrement dit {3}',
  'the match ends otherwise than recorded: {1}': 'la partie finit autrement qu’enregistré : {1}',
  'after {#1} windows, not {#2}': 'après {1} étapes, pas {2}',
  'this is not a Meydan trace; give a file that `meydan match --out` wrote': 'ce n’est pas un enregistrement de Meydan ; donnez un fichier écrit par `meydan match --out`',
  'this trace has format {1}, but this program reads up to {2}; update Meydan': 'cet enregistrement est au format {1}, mais ce programme lit jusqu’à {2} ; mettez Meydan à jour',
  'the trace ends before its header; the match was cut off at its very start': 'l’enregistrement s’arrête avant son en-tête ; la partie a été coupée dès son début',
  'the trace is damaged at line {1}: {2}; take another copy of the file': 'l’enregistrement est endommagé à la ligne {1} : {2} ; prenez une autre copie du fichier',
  '{1} is longer than {2} bytes; records of that size are not taken': '{1} dépasse {2} octets ; les enregistrements de cette taille ne sont pas pris',
  'the trace cannot be read: {1}': 'l’enregistrement ne peut pas être lu : {1}',
  'something follows the end': 'quelque chose suit la fin',
  'no replay was given to this server': 'aucun enregistrement n’a été donné à ce serveur',
  'a reel holds one view only; open the replay file itself': 'une bobine ne contient qu’une vue ; ouvrez le fichier d’enregistrement lui-même',
  'a reel cannot be gone through; open the replay file itself': 'une bobine ne peut pas être commentée ; ouvrez le fichier d’enregistrement lui-même',
};
