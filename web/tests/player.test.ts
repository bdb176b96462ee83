import { describe, expect, test } from 'vitest';

import { MOST_BEHIND, Player, RATES, type Film } from '../src/player/player.svelte';

interface Reel {
  count: number;
  open: boolean;
  marks: number[];
}

function playerOf(reel: Partial<Reel> = {}): { player: Player; reel: Reel } {
  const whole: Reel = { count: 10, open: false, marks: [3, 7], ...reel };
  const film: Film = { count: () => whole.count, open: () => whole.open, length: () => 100, marks: () => whole.marks };
  return { player: new Player(film), reel: whole };
}

describe('playing', () => {
  test('a window takes its length at natural speed', () => {
    const { player } = playerOf();
    player.play();
    player.advance(50);
    expect(player.at).toBeCloseTo(0.5);
    player.advance(100);
    expect(player.at).toBeCloseTo(1.5);
    expect(player.window).toBe(1);
  });

  test('speed changes how fast time passes', () => {
    const { player } = playerOf();
    player.setSpeed(5);
    player.play();
    player.advance(100);
    expect(player.at).toBeCloseTo(RATES[4]);
    player.setSpeed(99);
    expect(player.speed).toBe(9);
    player.setSpeed(-4);
    expect(player.speed).toBe(1);
  });

  test('it stops at the end and starts again from the beginning', () => {
    const { player } = playerOf();
    player.seek(9.5);
    player.play();
    player.advance(1000);
    expect([player.at, player.playing, player.moving]).toEqual([10, false, false]);
    player.play();
    expect(player.at).toBe(0);
  });

  test('backwards is the same with a minus sign', () => {
    const { player } = playerOf();
    player.seek(5);
    player.turn();
    player.advance(150);
    expect(player.at).toBeCloseTo(3.5);
    player.advance(1000);
    expect([player.at, player.playing]).toEqual([0, false]);
    player.play();
    expect(player.at).toBe(10);
  });

  test('many short windows fit into one picture', () => {
    const { player } = playerOf();
    player.play();
    player.advance(730);
    expect(player.at).toBeCloseTo(7.3);
  });
});

describe('stepping', () => {
  test('a step is drawn, then rests on a whole window', () => {
    const { player } = playerOf();
    player.step(1);
    expect(player.moving).toBe(true);
    player.advance(60);
    expect(player.at).toBeCloseTo(0.6);
    player.advance(60);
    expect([player.at, player.moving]).toEqual([1, false]);
    player.step(-1);
    player.advance(200);
    expect(player.at).toBe(0);
  });

  test('two steps in a hurry are two windows', () => {
    const { player } = playerOf();
    player.step(1);
    player.advance(10);
    player.step(1);
    player.advance(500);
    expect(player.at).toBe(2);
  });

  test('from the middle of a window a step ends that window', () => {
    const { player } = playerOf();
    player.seek(3.4);
    player.step(1);
    player.advance(500);
    expect(player.at).toBe(4);
    player.seek(3.4);
    player.step(-1);
    player.advance(500);
    expect(player.at).toBe(3);
  });

  test('there is nothing before the start or after the end', () => {
    const { player } = playerOf();
    player.step(-1);
    expect(player.moving).toBe(false);
    player.seek(99);
    expect(player.at).toBe(10);
    player.step(1);
    expect(player.moving).toBe(false);
  });
});

describe('events', () => {
  test('next and previous stop at the marks, then at the ends', () => {
    const { player } = playerOf();
    const seen: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      player.jump(1);
      seen.push(player.at);
    }
    expect(seen).toEqual([3, 7, 10]);
    player.jump(-1);
    player.jump(-1);
    player.jump(-1);
    expect(player.at).toBe(0);
  });
});

describe('a running match', () => {
  test('a follower at the head draws a new window at its natural speed', () => {
    const { player, reel } = playerOf({ open: true });
    player.follow();
    expect([player.at, player.moving]).toEqual([10, false]);
    reel.count = 11;
    expect(player.moving).toBe(true);
    player.advance(50);
    expect(player.at).toBeCloseTo(10.5);
  });

  test('a follower catches up by speed, and is never more than a second behind for long', () => {
    const { player, reel } = playerOf({ open: true });
    player.follow();
    // A window every fifth of its length: five times as fast as anybody could watch.
    for (let tick = 0; tick < 500; tick += 1) {
      reel.count += 1;
      player.advance(20);
    }
    expect(reel.count - player.at).toBeLessThan(MOST_BEHIND + 1);
    for (let tick = 0; tick < 250; tick += 1) player.advance(20);
    expect(player.at).toBe(reel.count);
  });

  test('a follower comes to rest at the head, also where the sums of its steps are a hair too small', () => {
    const { player } = playerOf({ count: 4, open: true });
    player.follow(3);
    player.at = 4 - 5e-10;
    player.advance(16);
    expect(player.at).toBe(4);
    expect(player.moving).toBe(false);
  });

  test('a follower leaves out what is too long ago', () => {
    const { player, reel } = playerOf({ open: true });
    player.follow();
    reel.count = 5000;
    player.advance(16);
    expect(player.at).toBeGreaterThan(5000 - MOST_BEHIND);
  });

  test('playing waits at the head for what comes', () => {
    const { player, reel } = playerOf({ open: true });
    player.seek(9);
    player.play();
    player.advance(1000);
    expect([player.at, player.playing, player.moving]).toEqual([10, true, false]);
    reel.count = 12;
    expect(player.moving).toBe(true);
  });

  test('following ends with the match', () => {
    const { player, reel } = playerOf({ open: true });
    player.follow();
    reel.open = false;
    player.advance(16);
    expect(player.following).toBe(false);
  });
});
