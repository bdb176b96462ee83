import { number, speech } from './lang.svelte';
import type { Lang } from './message';

/** What maps and rulesets are called by people. On the command line and in files they have plain letters. */
type Called = Record<Lang, string>;

const called = (en: string, fa: string, fr: string): Called => ({ en, fa, fr });

const MAPS: Record<string, Called> = {
  // Labyrinth
  boxes: called('Boxes', 'جعبه‌ها', 'Les boîtes'),
  company: called('Company', 'همراهان', 'La compagnie'),
  course: called('Course', 'درس', 'Le cours'),
  crowd: called('Crowd', 'ازدحام', 'La foule'),
  detour: called('Detour', 'راه انحرافی', 'Le détour'),
  'first-steps': called('First steps', 'گام‌های نخست', 'Premiers pas'),
  gauntlet: called('Gauntlet', 'گذرگاه خطر', 'Le coupe-gorge'),
  // Heroes
  bastion: called('Bastion', 'برج و بارو', 'Le bastion'),
  cloister: called('Cloister', 'صومعه', 'Le cloître'),
  corridors: called('Corridors', 'راهروها', 'Les couloirs'),
  duel: called('Duel', 'دوئل', 'Le duel'),
  fortress: called('Fortress', 'دژ', 'La forteresse'),
  pillars: called('Pillars', 'ستون‌ها', 'Les piliers'),
  plaza: called('Plaza', 'میدانگاه', 'La place'),
  ring: called('Ring', 'حلقه', 'L’anneau'),
  river: called('River', 'رودخانه', 'La rivière'),
  // Gotham
  finals: called('Finals', 'فینال', 'La finale'),
  harbour: called('Harbour', 'بندر', 'Le port'),
  metropolis: called('Metropolis', 'کلان‌شهر', 'La métropole'),
  midtown: called('Midtown', 'مرکز شهر', 'Le centre-ville'),
  'old-town': called('Old town', 'شهر کهنه', 'La vieille ville'),
  riverside: called('Riverside', 'کنار رود', 'Les quais'),
  village: called('Village', 'دهکده', 'Le village'),
  // Jungle
  canopy: called('Canopy', 'سایبان درختان', 'La canopée'),
  causeway: called('Causeway', 'گذر سنگی', 'La chaussée'),
  clearing: called('Clearing', 'محوطهٔ بی‌درخت', 'La clairière'),
  delta: called('Delta', 'دلتا', 'Le delta'),
  grotto: called('Grotto', 'غار', 'La grotte'),
  lianas: called('Lianas', 'پیچک‌ها', 'Les lianes'),
  mangrove: called('Mangrove', 'جنگل حرا', 'La mangrove'),
  ruins: called('Ruins', 'ویرانه‌ها', 'Les ruines'),
  terraces: called('Terraces', 'پله‌زمین‌ها', 'Les terrasses'),
  trefoil: called('Trefoil', 'شبدر', 'Le trèfle'),
  // Galaxy
  cradle: called('Cradle', 'گهواره', 'Le berceau'),
  crown: called('Crown', 'تاج', 'La couronne'),
  expanse: called('Expanse', 'پهنه', 'L’étendue'),
  frontier: called('Frontier', 'مرز', 'La frontière'),
  marches: called('Marches', 'سرحدات', 'Les marches'),
  triskelion: called('Triskelion', 'سه‌پره', 'Le triskèle'),
  windmill: called('Windmill', 'آسیاب بادی', 'Le moulin à vent'),
};

const RULESETS: Record<string, Called> = {
  document: called('Rule document', 'متن قوانین', 'Règlement écrit'),
  official: called('Contest server', 'سرور مسابقه', 'Serveur du concours'),
  'official-prelim': called('Preliminary server', 'سرور مرحلهٔ مقدماتی', 'Serveur des éliminatoires'),
};

const nameIn = (list: Record<string, Called>, id: string): string => (Object.hasOwn(list, id) ? list[id]?.[speech.lang] : undefined) ?? id;

/** A map that was made from a seed. */
const MADE = /^random (\d+)$/;
const MADE_IS = called('Random', 'تصادفی', 'Aléatoire');

/** A number that is only a name, in the digits of the reader. A seed may be longer than a number is exact. */
export const digits = (text: string): string => text.replace(/\d/g, (digit) => number(Number(digit)));

/** The same back: what somebody typed or copied in Persian or Arabic digits. */
export const plain = (text: string): string => text.trim().replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf));

/** A map's name in the reader's language; a map of one's own keeps the name of its file. */
export function mapName(id: string): string {
  const seed = MADE.exec(id)?.[1];
  return seed === undefined ? nameIn(MAPS, id) : `${MADE_IS[speech.lang]} ${digits(seed)}`;
}

/** A ruleset's name in the reader's language. */
export const rulesetName = (id: string): string => nameIn(RULESETS, id);
