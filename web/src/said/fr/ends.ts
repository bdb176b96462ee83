import type { ends as fa } from '../fa/ends';

/** How programs end. */
export const ends: Record<keyof typeof fa, string> = {
  'it ended by itself (exit code 0) while the match was going on': 'il s’est terminé de lui-même (code de sortie 0) pendant la partie',
  'it ended by itself (exit code 0)': 'il s’est terminé de lui-même (code de sortie 0)',
  'it ended with exit code {#1}': 'il s’est terminé avec le code de sortie {1}',
  'it was ended by signal {#1}': 'il a été terminé par le signal {1}',
  'it was ended by signal {#1} ({2})': 'il a été terminé par le signal {1} ({2})',
  'it wanted more than its {1} MB of memory, and the kernel killed it (oom_kill)': 'il a voulu plus que ses {1} Mo de mémoire, et le noyau l’a tué (oom_kill)',
  'it used up its {1} s of processor time': 'il a épuisé ses {1} s de temps processeur',
  'it took longer than {1} s': 'cela a pris plus de {1} s',
  'it wrote more than {1} KB': 'il a écrit plus de {1} Ko',
  'it was ended by Meydan': 'Meydan y a mis fin',
  'its process was lost, so how it ended is not known': 'son processus a été perdu, on ne sait donc pas comment il s’est terminé',
  'it ended by itself after the match': 'il s’est terminé de lui-même après la partie',
  '{1} after the match': '{1}, après la partie',
  'it closed its output but runs on': 'il a fermé sa sortie mais tourne encore',
  'the client did not come to its seat: {1}': 'le client n’est pas venu à sa place : {1}',
  '{1}; its last line was `{2}`': '{1} ; sa dernière ligne était `{2}`',
  'the client did not come to its seat within {1} s': 'le client n’est pas venu à sa place en {1} s',
  '`{1}` cannot be started: {2}': '`{1}` ne peut pas être lancé : {2}',
  'its network: {1}': 'son réseau : {1}',
  'processes {1} of the bot could not be killed': 'les processus {1} du bot n’ont pas pu être tués',
};
