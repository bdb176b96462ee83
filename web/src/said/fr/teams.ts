import type { teams as fa } from '../fa/teams';

/** Teams and their versions. */
export const teams: Record<keyof typeof fa, string> = {
  'a team that was disqualified cannot be left; ask an organiser': 'on ne peut pas quitter une équipe disqualifiée ; demandez à un organisateur',
  'only the team\'s own people may do that': 'seuls les membres de l’équipe peuvent faire cela',
  'only the team\'s own people may see that': 'seuls les membres de l’équipe peuvent voir cela',
  'only the team\'s captain may do that': 'seul le capitaine de l’équipe peut faire cela',
  '{1} while the contest is open; it is {2}': '{1} tant que le concours est ouvert ; il est {2}',
  'this contest is by invitation; its code is another': 'ce concours est sur invitation ; son code est un autre',
  'no team of this contest has that code; ask its captain for the present one': 'aucune équipe de ce concours n’a ce code ; demandez le code actuel à son capitaine',
  'the team is full; it may have {1} people': 'l’équipe est complète ; elle peut compter {1} personnes',
  'there is no such member': 'cette personne n’est pas dans l’équipe',
  'everybody has left it': 'tout le monde l’a quittée',
  'there is no such team': 'cette équipe n’existe pas',
  'say why, in a sentence of at most 2000 characters': 'dites pourquoi, en une phrase d’au plus 2000 caractères',
  'a team of this contest has that name; choose another': 'une équipe de ce concours porte déjà ce nom ; choisissez-en un autre',
  'you are in a team of this contest already; leave it first': 'vous êtes déjà dans une équipe de ce concours ; quittez-la d’abord',
  'this is your version {1} once more; what it has reached stays, so make it active again instead': 'c’est de nouveau votre version {1} ; ce qu’elle a atteint reste, réactivez-la donc plutôt',
  '{1} versions of your team are being built or tried; wait until one is done': '{1} versions de votre équipe sont en compilation ou à l’essai ; attendez que l’une soit prête',
  'an archive has at most {1} MB here': 'ici, une archive a au plus {1} Mo',
  'the archive did not arrive whole; send it again': 'l’archive n’est pas arrivée entière ; envoyez-la de nouveau',
  'this is not a ZIP archive; `meydan submit DIR` makes one, or zip the bot\'s folder': 'ce n’est pas une archive ZIP ; `meydan submit DIR` en fait une, ou compressez le dossier du bot',
  'only a version that is ready can play; this one is {1}': 'seule une version prête peut jouer ; celle-ci est {1}',
  'what is kept has a damaged name': 'ce qui est conservé a un nom endommagé',
  'the build of version {1} is not kept any more; download its source and send it again': 'la compilation de la version {1} n’est plus conservée ; téléchargez ses sources et envoyez-les de nouveau',
  'the team is {1}, so it cannot send versions': 'l’équipe est {1} et ne peut donc pas envoyer de versions',
  'there is no such version': 'cette version n’existe pas',
};
