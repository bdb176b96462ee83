import { expect, settled, test, type Wish } from './arena';

/** A whole game in each of the five without a pointer, against the real server. They are made short, not easy. */

interface Game {
  wish: Wish & { set?: Record<string, string> };
  /** What is pressed whenever the person is asked, one round after the other; the last round is pressed again until the end. */
  rounds: string[][];
}

const GAMES: Game[] = [
  { wish: { game: 'labyrinth', seats: ['human'], map: 'course', seed: 3, set: { max_rounds: '4' } }, rounds: [['w', 'ArrowUp', 'Enter'], ['s']] },
  { wish: { game: 'heroes', seats: ['human', 'house:random'], map: 'duel', seed: 3, set: { maxTurns: '1' } }, rounds: [['1', 'Enter'], ['2', 'Enter'], ['3', 'Enter'], ['4', 'Enter'], ['ArrowDown', 'Enter'], ['1', 'Enter']] },
  { wish: { game: 'gotham', seats: ['human', 'house:random'], map: 'harbour', seed: 3, set: { max_turns: '2' } }, rounds: [['ArrowUp', 'ArrowUp', 'Enter'], ['ArrowDown', 'ArrowDown', 'Enter'], ['s']] },
  { wish: { game: 'jungle', seats: ['human', 'house:random'], map: 'clearing', seed: 3, set: { ticks: '4' } }, rounds: [['ArrowRight', '2', 'ArrowRight', 'Enter'], ['ArrowRight', 'Enter'], ['Enter']] },
  { wish: { game: 'galaxy', seats: ['human', 'house:random', 'house:random'], map: 'trefoil', seed: 3, set: { initial_troop: '3', number_of_strategic_nodes_to_win: '1' } }, rounds: [['ArrowUp', 'Enter'], ['a'], ['n']] },
];

for (const { wish, rounds } of GAMES) {
  test(`${wish.game} is played to its end with the keyboard alone`, async ({ page }) => {
    test.setTimeout(60_000);
    const answer = await page.request.post('/api/matches', { data: wish });
    expect(answer.ok(), await answer.text()).toBe(true);
    const { id, humans } = (await answer.json()) as { id: string; humans: { seat: number; key: string }[] };
    await page.goto(`/match/${id}#play=${humans.map(({ seat, key }) => `${seat}:${key}`).join(',')}`);
    await settled(page);
    const [end, mine] = [page.getByRole('region', { name: 'How it ended' }), page.locator('.bar.mine')];
    for (let round = 0; round < 80; round += 1) {
      await expect(end.or(mine).first()).toBeVisible({ timeout: 15_000 });
      if (await end.isVisible()) break;
      for (const key of rounds[Math.min(round, rounds.length - 1)] ?? []) await page.keyboard.press(key);
      await page.waitForTimeout(150);
    }
    await expect(end).toBeVisible({ timeout: 15_000 });
  });
}
