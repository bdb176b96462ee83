import type { server as fa } from '../fa/server';

/** What any address can answer. */
export const server: Record<keyof typeof fa, string> = {
  'this address does not take that method; see docs/server.md': 'cette adresse n’accepte pas cette méthode ; voyez `docs/server.md`',
  'this address does not take that method; see /api/docs': 'cette adresse n’accepte pas cette méthode ; voyez `/api/docs`',
  'this is not an order for a match: {1}': 'ce n’est pas une demande de partie : {1}',
  'send JSON with the content type application/json': 'envoyez du JSON avec le type de contenu `application/json`',
  'this is not JSON: {1}': 'ce n’est pas du JSON : {1}',
  'what follows the `?` cannot be read: {1}': 'ce qui suit le `?` ne peut pas être lu : {1}',
  'the body is longer than is taken here': 'ce qui a été envoyé est plus long que ce qui est accepté ici',
  'the body did not arrive whole': 'ce qui a été envoyé n’est pas arrivé entier',
  'this server is not called `{1}`; start it with `--name HOST` to give it that name': 'ce serveur ne s’appelle pas `{1}` ; lancez-le avec `--name HOST` pour lui donner ce nom',
  'a page of another site may not do that here': 'une page d’un autre site n’a pas le droit de faire cela ici',
  'there is nothing here; see docs/server.md for what the server answers': 'il n’y a rien ici ; voyez dans `docs/server.md` ce à quoi le serveur répond',
  'the server stumbled over this; the log says more': 'le serveur a trébuché là-dessus ; son journal en dit plus',
  'a seat is played through a WebSocket': 'une place se joue par un WebSocket',
  'there are no contests here; start `meydan arena` to have some': 'il n’y a pas de concours ici ; lancez `meydan arena` pour en avoir',
};
