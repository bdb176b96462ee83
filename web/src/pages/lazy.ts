import type { Component } from 'svelte';

import type { Route } from '../route.svelte';

type Load = () => Promise<{ default: Component<never> }>;

/** Pages that are fetched when one of them is opened; whoever only watches a match does without. */
const LOADS = {
  matches: () => import('./Matches.svelte'),
  setup: () => import('./Setup.svelte'),
  rules: () => import('./RulesPage.svelte'),
  own: () => import('./Own.svelte'),
  contests: () => import('./league/Contests.svelte'),
  contest: () => import('./league/Contest.svelte'),
  team: () => import('./league/Team.svelte'),
  version: () => import('./league/Version.svelte'),
  league: () => import('./league/LeagueMatch.svelte'),
  account: () => import('./league/Account.svelte'),
  signin: () => import('./league/SignIn.svelte'),
  signup: () => import('./league/SignUp.svelte'),
  reset: () => import('./league/Reset.svelte'),
  desk: () => import('./league/Desk.svelte'),
  users: () => import('./league/Users.svelte'),
  class: () => import('./class/Join.svelte'),
  hall: () => import('./hall/Hall.svelte'),
  room: () => import('./room/Room.svelte'),
  season: () => import('./season/Season.svelte'),
  wall: () => import('./wall/Wall.svelte'),
} satisfies Record<string, Load>;

export type LazyRoute = Extract<Route, { page: keyof typeof LOADS }>;

export const isLazy = (route: Route): route is LazyRoute => route.page in LOADS;

export type LazyPage = Component<Record<string, unknown>>;

export async function lazyPage({ page }: LazyRoute): Promise<LazyPage> {
  return (await LOADS[page]()).default as unknown as LazyPage;
}

/** What makes another page of it: a contest stays itself whatever part of it is shown. */
export function lazyKey(route: LazyRoute): string {
  if ('id' in route) return `${route.page} ${route.id}`;
  if ('code' in route) return `${route.page} ${route.code ?? ''}`;
  if ('name' in route) return `${route.page} ${route.name}`;
  if ('game' in route) return `${route.page} ${route.game}`;
  if (route.page === 'hall') return `hall ${route.view} ${route.slug ?? ''}`;
  return 'slug' in route ? `${route.page} ${route.slug ?? ''}` : route.page;
}

export function lazyProps({ page: _, ...props }: LazyRoute): Record<string, unknown> {
  return props;
}
