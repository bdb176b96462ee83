export const classes: Record<string, string> = {
  'another class has that code; choose a longer one': 'une autre classe a ce code ; choisissez-en un plus long',
  'this account runs more than its own team by now, so the class cannot dispose of it; ask an admin': 'ce compte gère désormais plus que sa propre équipe, la classe ne peut donc pas en disposer ; adressez-vous à un administrateur',
  'this class made no such account': 'cette classe n’a pas créé de compte pareil',
  'this contest is not a class; give it `class` in its settings': 'ce concours n’est pas une classe ; ajoutez `class` à ses réglages',
  'two classes have that code; ask your teacher for another': 'deux classes ont ce code ; demandez-en un autre à votre enseignant',
  'no class has that code; look at it again': 'aucune classe n’a ce code ; relisez-le',
  'somebody has that name already; add a letter of your family name, or sign in if it is you':
    'quelqu’un porte déjà ce nom ; ajoutez une lettre de votre nom de famille, ou connectez-vous si c’est vous',
  'the mark against `{1}` is not one': 'le seuil contre `{1}` n’en est pas un',
  '{1} is played alone, so there is nobody to take points from; leave `class.marks` empty':
    '{1} se joue seul, il n’y a donc personne à qui prendre des points ; laissez `class.marks` vide',
  'a class has at most {1} marks, not {2}': 'une classe a au plus {1} seuils, pas {2}',
  'there are two marks against `{1}`; keep one': 'il y a deux seuils contre `{1}` ; gardez-en un',
  'the mark against `{1}` cannot be reached: give a share between 0 and 1, a confidence from 0.5 to below 1, and 1 to {2} matches':
    'le seuil contre `{1}` ne peut pas être atteint : donnez une part entre 0 et 1, une confiance de 0,5 à moins de 1, et de 1 à {2} parties',
  'works cannot be compared: {1}': 'les programmes ne peuvent pas être comparés : {1}',
  'class joined': 'classe rejointe',
  'class left': 'retiré de la classe',
  'class key made': 'nouvelle clé de classe créée',
  'class ended': 'classe terminée',
  'programs of this class are judged by phases; they play no matches': 'les programmes de cette classe sont jugés par phases ; ils ne jouent pas de parties',
  '{1} has no course whose programs could be judged; leave `class.phases` empty': '{1} n’a pas de cours dont les programmes pourraient être jugés ; laissez `class.phases` vide',
  '`class.phases` are phases of the course, 1 to {1}, each once and in order': '`class.phases` sont des phases du cours, de 1 à {1}, chacune une fois et dans l’ordre',
  'programs that are judged by phases play no matches; set `ranking` to `none`': 'les programmes jugés par phases ne jouent pas de parties ; mettez `ranking` à `none`',
};
